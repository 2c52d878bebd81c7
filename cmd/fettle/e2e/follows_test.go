package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// lostError is a file whose author has broken one line: the compiler also finds
// that nothing uses fmt, which the line needs again.
const lostError = "package app\n\nimport (\n\t\"fmt\"\n\t\"strconv\"\n)\n\n// Parse reads a number.\nfunc Parse(x string) (int, error) {\n\tn := strconv.Atoi(x)\n\treturn n, nil\n}\n"

// TestErrorsBeforeWhatFollows: an import that may be unused only because of an
// error stays until that is mended, and goes in the same run if it still is unused.
func TestErrorsBeforeWhatFollows(t *testing.T) {
	t.Setenv("PATH", filepath.Dir(testkit.Tool(t, "go"))+string(os.PathListSeparator)+os.Getenv("PATH"))
	again := strings.NewReplacer("\tn := strconv.Atoi(x)\n", "\tn, err := strconv.Atoi(x)\n\tif err != nil {\n\t\treturn 0, fmt.Errorf(\"parse: %w\", err)\n\t}\n").Replace(lostError)
	without := strings.NewReplacer("\tn := strconv.Atoi(x)\n", "\tn, err := strconv.Atoi(x)\n\tif err != nil {\n\t\treturn 0, err\n\t}\n", "\t\"fmt\"\n", "").Replace(lostError)
	for _, c := range []struct {
		name, answer, want string
		args               []string
	}{
		{"no model", "", lostError, []string{"--no-model"}},
		{"the model needs it", "\tn, err := strconv.Atoi(x)\n\tif err != nil {\n\t\treturn 0, fmt.Errorf(\"parse: %w\", err)\n\t}", again, nil},
		{"the model does not", "\tn, err := strconv.Atoi(x)\n\tif err != nil {\n\t\treturn 0, err\n\t}", without, nil},
		{"the user wants it gone", "", strings.Replace(lostError, "\t\"fmt\"\n", "", 1), []string{"--no-model", "--unsafe"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := testkit.ServeModel(answer("strconv.Atoi", c.answer, 0))
			t.Cleanup(m.Close)
			dir := modelProject(t, m.URL+"/v1", map[string]string{"go.mod": "module example.invalid/app\n\ngo 1.24\n", "app.go": lostError})
			out, said := fixIn(t, dir, append(c.args, "--run", "go", "--set", "timeouts.fix=120", "--write", "app.go")...)
			data, err := os.ReadFile(filepath.Join(dir, "app.go"))
			if err != nil || string(data) != c.want {
				t.Errorf("%v, %s\n%s\n%+v", err, said, data, out)
			}
			const again = "may be used again once line 10 is fixed, where go reports: assignment mismatch"
			if c.want == lostError && !strings.Contains(out[0].Reason, again) {
				t.Errorf("%+v", out)
			}
		})
	}
}

// TestEditorOffersWhatFollows: where an undefined name may be the import or another one, the menu has the import's fix,
// not as its first choice; what fixes all leaves it.
func TestEditorOffersWhatFollows(t *testing.T) {
	p := newProject(t, "import json\n\n\ndef f(jsyn):\n    return jsn\n", answer("none", "", 0), "")
	list, it := p.WaitMenu(p.doc, 0, nil, titled(`^Fix F401: remove unused import`))
	if it.Preferred {
		t.Errorf("%q, preferred %v, of %q", it.Title, it.Preferred, testkit.Titles(list))
	}
	if all := p.Menu(p.doc, 0, map[string]any{"only": []string{"source.fixAll"}}); len(all) != 0 {
		t.Errorf("fix all: %q", testkit.Titles(all))
	}
	p.Choose(it)
	until(t, "the edit", func() bool { return p.doc.Text() == "\n\ndef f(jsyn):\n    return jsn\n" })
}
