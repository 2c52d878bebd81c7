package linter

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestFailureNamesTheFile: what a tool says last is about the user's file, not
// about the copy that it was given.
func TestFailureNamesTheFile(t *testing.T) {
	root, private := t.TempDir(), t.TempDir()
	own, copied := filepath.Join(root, "a.go"), filepath.Join(private, "x", "a.go")
	j := func(m Mapping, renamed map[string]string) *job {
		return &job{tool: &tool{spec: Spec{Name: "go vet"}}, root: root, snapshot: text.File(own, "go", ""), mapping: m,
			renamed: renamed}
	}
	shadow := map[string]string{copied: own}
	res := child.Result{ExitCode: 1, Stderr: "vet: cannot read " + copied + ": is gone\n"}
	for name, err := range map[string]error{
		"shadow": j(Mapping{}, shadow).failure(res),
		"mirror": j(Mapping{Mirror: filepath.Join(private, "x"), Root: root}, nil).failure(res),
		"stdout": j(Mapping{}, shadow).failure(child.Result{ExitCode: 1, Stdout: []byte(copied + " is gone")}),
	} {
		if s := err.Error(); !strings.Contains(s, own) || strings.Contains(s, private) {
			t.Errorf("%s: %s", name, s)
		}
	}
}

// TestFailedESLintSaysWhy: what ESLint ends with is a link or a line of Node.js's
// calls; what is wrong stands further up.
func TestFailedESLintSaysWhy(t *testing.T) {
	testkit.OtherProcesses(t)
	program := testkit.Tool(t, "eslint")
	for name, c := range map[string]struct{ file, text, want, next string }{
		"old settings":   {".eslintrc.json", "{}", "ESLint couldn't find an eslint.config", "migrate-config"},
		"no such plugin": {"eslint.config.js", "require('eslint-plugin-nope');\n", "Cannot find module 'eslint-plugin-nope'", "npm install"},
		"half a file":    {"eslint.config.js", "module.exports = [{\n", "SyntaxError: Unexpected end of input", ""},
	} {
		root, docs := surveyedProject(t, map[string]string{c.file: c.text, "a.js": "x();\n"})
		l, err := New("eslint", Options{Argv: []string{program}, Root: root, Trust: Trusted, CacheDir: t.TempDir()})
		must.OK(t, err)
		_, err = l.Lint(t.Context(), docs[slices.IndexFunc(docs, func(s text.Snapshot) bool { return filepath.Base(s.Path) == "a.js" })])
		var failed *Error
		if !errors.As(err, &failed) || !strings.Contains(failed.Detail, c.want) || !strings.Contains(failed.Hint, c.next) {
			t.Errorf("%s: %v, and then %+v", name, err, failed)
		}
	}
}
