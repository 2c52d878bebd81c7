package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// tested is a project with a test that fails in its own assertion, and one that
// passes and calls the same code.
func tested() map[string]string {
	return map[string]string{
		"app.py": "\"\"\"Sums.\"\"\"\n\n\ndef add(a, b):\n    return a - b\n",
		"test_app.py": "from app import add\n\n\ndef test_add():\n    assert add(2, 3) == 5\n\n\n" +
			"def test_nothing():\n    assert add(4, 0) == 4\n",
	}
}

// TestFailingTestIsFixedInTheCode: the finding of a failing assertion stands where
// the code is that it is about, and is mended there; what breaks a test that
// passed, or changes the test, is refused; what another operator or a case that is
// fitted to the test does besides is said, and weighs what was measured for it.
func TestFailingTestIsFixedInTheCode(t *testing.T) {
	t.Setenv("PATH", filepath.Dir(testkit.Tool(t, "pytest"))+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("PYTHONDONTWRITEBYTECODE", "1")
	const settings = "[trust]\ntrusted = ['/']\n[timeouts]\nfix = 120\n[fix]\ncalls = 1\n[linters.pytest]\nenabled = true\n[linters.ruff]\nenabled = false\n"
	for _, tt := range []struct {
		name, with, editor, line string
	}{
		{"mended", "    return a + b", `fixed · pytest is content$`, `"verdict":"verified","grade":"checked".*"holds":"for","who":"pytest","version":"[\d.]+".*"effects":\["replaces - by \+"\]`},
		{"breaks another test", "    return a * b - 1", `not applied`, `"verdict":"declined","reason":"[^"]*pytest reports something new: AssertionError in line 4: test_nothing`},
		{"fitted to the test", "    return a - b if b == 0 else 5", `fixed · pytest is content$`,
			`"verdict":"verified","grade":"checked".*` +
				`"effects":\["uses 5 in some cases","asks first whether b == 0"\].*"name":"pytest","version":"[\d.]+","files":2`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			model := answer("return a - b", tt.with, 0)
			p := newProject(t, tested()["app.py"], model, settings)
			p.put(t, tested())
			from := p.Seen()
			if got := p.tried(t, 3, `^AI fix: AssertionError`); !regexp.MustCompile(tt.editor).MatchString(got) {
				t.Errorf("editor: ended %q; %q", got, p.messages(from))
			}
			if mended := strings.Contains(p.doc.Text(), "a + b"); mended != (tt.name == "mended") {
				t.Errorf("editor:\n%s", p.doc.Text())
			}
			dir := t.TempDir()
			writeAll(t, dir, tested())
			served := testkit.ServeModel(model)
			t.Cleanup(served.Close)
			out, err := inProject(t, dir, home(t), "fix", "--json", "--run", "pytest", "--set", "model.backend=openai",
				"--set", "model.url="+served.URL+"/v1", "--set", "model.name=scripted", "--set", "model.profile=strong", ".").Output()
			if !regexp.MustCompile(tt.line).Match(out) || strings.Count(string(out), `"tool":"pytest"`) != 1 || !strings.Contains(string(out), `"file":"app.py","line":4`) {
				t.Errorf("command line: %v\n%s", err, out)
			}
		})
	}
	t.Run("the test alone", func(t *testing.T) {
		dir := t.TempDir()
		writeAll(t, dir, tested())
		served := testkit.ServeModel(answer("assert add.2, 3. == 5", "    assert add(2, 3) == -1", 0))
		t.Cleanup(served.Close)
		out, err := inProject(t, dir, home(t), "fix", "--json", "--run", "pytest", "--set", "model.backend=openai",
			"--set", "model.url="+served.URL+"/v1", "--set", "model.name=scripted", "--set", "model.profile=strong", "test_app.py").Output()
		if want := `"verdict":"declined","reason":"[^"]*changes the test, not the code that the test is about`; !regexp.MustCompile(want).Match(out) {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
