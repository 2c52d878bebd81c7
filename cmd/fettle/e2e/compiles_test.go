package e2e

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// uncompiled is a Go package of two files. One takes a type by a name that it
// does not have, so that go vet says nothing of the printing beside it and in the package
// that uses it.
func uncompiled() map[string]string {
	return map[string]string{
		"go.mod":   "module example.com/stalls\n\ngo 1.24\n",
		"stall.go": "package stalls\n\n// Stall sells by weight.\ntype Stall struct{ grams int }\n\n// Weight is what there is left.\nfunc (s Stall) Weight() int { return s.grams }\n",
		"market.go": "package stalls\n\nimport \"fmt\"\n\n// Left says what a stall has left.\nfunc Left(s Booth) int {\n\treturn s.Weight()\n}\n\n" +
			"// Tell prints it.\nfunc Tell(s Stall) {\n\tfmt.Printf(\"%s of %d\\n\", Left(s), 1)\n}\n",
		"till/till.go": "package till\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/stalls\"\n)\n\n// Print is the bill.\nfunc Print(s stalls.Stall) { fmt.Printf(\"%s\\n\", stalls.Left(s)) }\n",
	}
}

// TestGoThatDoesNotCompile: in a package of several files a fix of the compiler's
// error is verified, also where go vet has more to say once it gets further. One that
// does not compile either, or brings a warning of its own, is not.
func TestGoThatDoesNotCompile(t *testing.T) {
	for _, tt := range []struct {
		name, answer, want string
	}{
		{"right", "func Left(s Stall) int {", `"verdict":"verified"`},
		{"does not compile", "func Left(s Stand) int {", `"verdict":"declined","reason":"fix rejected: go reports something new`},
		{"warned of itself", "func Left(s Stall) int {\n\tfmt.Printf(\"%s\\n\", s.Weight())", `"verdict":"declined","reason":"fix rejected: go vet reports something new: printf`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir, home := t.TempDir(), home(t)
			writeAll(t, dir, uncompiled())
			served := testkit.ServeModel(answer("s Booth", tt.answer, 0))
			t.Cleanup(served.Close)
			out, err := inProject(t, dir, home, "fix", "--json", "--run", "go vet", "--set", "model.backend=openai", "--set", "fix.calls=1",
				"--set", "model.url="+served.URL+"/v1", "--set", "model.name=scripted", "--set", "model.profile=strong", "market.go").Output()
			if !regexp.MustCompile(tt.want).Match(out) || strings.Contains(tt.want, "verified") != strings.Contains(string(out), `"verdict":"verified"`) {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// TestFirstOfEqualErrors: go vet names one error of a package at a time. With the first
// of two in the same words mended it names the second one, which is neither new nor the
// first one in another place, wherever it stands; one that the fix itself brings is.
func TestFirstOfEqualErrors(t *testing.T) {
	t.Parallel()
	const first = "package m\n\nfunc F(name string) string {\n\treturn label\n}\n"
	const second = "func G(name string) string {\n\treturn label\n}\n"
	for _, tt := range []struct {
		name, more string
		files      map[string]string
		with, ends string
	}{
		{"far apart", "\n// G says it too.\n\n" + second, nil, "\treturn name", "fixed · "},
		{"in two files", "", map[string]string{"b.go": "package m\n\n" + second}, "\treturn name", "fixed · "},
		{"one of its own", "\n" + second, nil, "\treturn nane", "not applied"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newProject(t, "x = 1\n", answer("return label", tt.with, 0),
				"[trust]\ntrusted = ['/']\n[timeouts]\nfix = 120\n[fix]\ncalls = 1\n")
			p.put(t, map[string]string{"go.mod": "module m\n\ngo 1.24\n", "a.go": first + tt.more})
			p.put(t, tt.files)
			p.doc = p.Open(filepath.Join(filepath.Dir(p.path), "a.go"), "go", first+tt.more)
			p.Notify("fettle/diagnostics", map[string]any{"uri": p.doc.URI, "version": 1, "diagnostics": []any{map[string]any{
				"message": "undefined: label", "source": "go vet", "severity": 1,
				"range": map[string]any{"start": map[string]int{"line": 3, "character": 8},
					"end": map[string]int{"line": 3, "character": 13}}}}})
			p.fixed(t, 3, "^AI fix", tt.with, tt.ends)
		})
	}
}
