package linter

import (
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestESLintLooksAtTheText: typescript-eslint must not take a run for one over
// the files on the disk.
func TestESLintLooksAtTheText(t *testing.T) {
	program := testkit.Tool(t, "eslint")
	root, docs := surveyedProject(t, map[string]string{"package.json": "{}", "a.js": "x = 1;\n", "eslint.config.js": `
const says = (c) => ({ Program(node) { c.report({ node, message: "single: " + process.env.TSESTREE_SINGLE_RUN }); } });
module.exports = [{ plugins: { own: { rules: { own: { create: says } } } }, rules: { "own/own": 2 } }];
`})
	l, err := New("eslint", Options{Argv: []string{program}, Root: root, Trust: Trusted, CacheDir: t.TempDir()})
	must.OK(t, err)
	if list, err := l.Lint(t.Context(), docs[0]); err != nil || len(list) != 1 || list[0].Message != "single: false" {
		t.Errorf("got %v, %v", list, err)
	}
}

// TestESLintBehindAScript: package managers that keep packages in a store of their own
// put a script there that starts ESLint (pnpm).
func TestESLintBehindAScript(t *testing.T) {
	dir := t.TempDir()
	store := filepath.Join(dir, "node_modules", ".pnpm", "eslint@9.0.0", "node_modules", "eslint")
	program := filepath.Join(dir, "bin", "eslint")
	for path, body := range map[string]string{
		filepath.Join(store, "lib", "cli.js"): "",
		program: "#!/bin/sh\nbasedir=$(dirname \"$(echo \"$0\" | sed -e 's,\\\\,/,g')\")\n" +
			"if [ -x \"$basedir/node\" ]; then\n  exec \"$basedir/node\"  " +
			"\"$basedir/../node_modules/.pnpm/eslint@9.0.0/node_modules/eslint/bin/eslint.js\" \"$@\"\nfi\n",
	} {
		must.Write(t, path, body)
	}
	j := &job{tool: &tool{argv: []string{program}}}
	if got, want := j.eslintCLI(), filepath.Join(store, "lib", "cli.js"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
