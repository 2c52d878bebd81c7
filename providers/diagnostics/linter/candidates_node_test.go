package linter

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/warm"
)

// scriptTexts are edits of one document in which positions, line ends, marks
// and directives may go wrong.
var scriptTexts = []string{
	"var x = 1; if (x == 2) x = y;\n",
	"let x = 1; // eslint-disable-line\n",
	"\ufefflet é = '😀';\r\nif (é == \"\u2028</script>\") { y; }\r\n",
	"let = = 1\n",
	"/* eslint eqeqeq: 0 */ if (1 == z) {}\n",
	"",
	"#!/usr/bin/env node\nvar a = !!b ? 1 : 2;\n",
}

const strictESLint = `module.exports = [{ rules: { "no-var": 2, "prefer-const": 1, "no-undef": 2, eqeqeq: 2, "no-extra-boolean-cast": 2, "unicode-bom": 2 },
	linterOptions: { reportUnusedDisableDirectives: 2 } }, %];
`

// TestESLintTextsSayWhatSingleRunsSay: one process over many texts of a document
// says of each what a run of its own says, with its fixes; where a text's answer
// could depend on other texts, or ESLint fails, there is no such run.
func TestESLintTextsSayWhatSingleRunsSay(t *testing.T) {
	testkit.OtherProcesses(t)
	program := testkit.Tool(t, "eslint")
	plugin := func(rule string) string {
		return `{ plugins: { own: { rules: { own: { create: ` + rule + ` } } } }, rules: { "own/own": 2 } }`
	}
	for _, tt := range []struct {
		name, more string
		alone      bool
	}{
		{"rules of its own", `{}`, false},
		{"ignored", `{ ignores: ["**/a.js"] }`, true},
		{"a plugin", plugin(`(c) => ({ Program(node) { c.report({ node, message: c.filename + c.sourceCode.text.length }); } })`), false},
		{"a plugin that says where it runs", plugin(`(c) => ({ Program(node) { c.report({ node, message: process.cwd() + process.env.TSESTREE_SINGLE_RUN }); } })`), false},
		{"a plugin that remembers", plugin(`(c) => ({ Program(node) { globalThis.n = (globalThis.n || 0) + 1; c.report({ node, message: "" + globalThis.n }); } })`), true},
		{"a plugin that fails", plugin(`(c) => ({ Program(node) { if (c.sourceCode.text === "") throw new Error("x"); } })`), true},
		{"a plugin that ends it all", plugin(`(c) => ({ Program(node) { if (c.sourceCode.text === "") process.exit(0); } })`), true},
		{"broken", `{ rules: { nowhere: 2 } }`, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root, _ := surveyedProject(t, map[string]string{"eslint.config.js": strings.Replace(strictESLint, "%", tt.more, 1), "package.json": "{}", "lib/a.js": "x = 1;\n"})
			path := filepath.Join(root, "lib", "a.js")
			var list []text.Snapshot
			for _, body := range scriptTexts {
				list = append(list, text.File(path, "javascript", body))
			}
			options := RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), Tools: map[string]ToolOptions{"eslint": {Argv: []string{program}}},
				Trust: func(string, string) Trust { return Trusted }}
			got, err := NewRunner(options).Candidates(t.Context(), "eslint", text.Snapshot{}, list, 1)
			if tt.alone {
				if err == nil {
					t.Errorf("checked together: %v", got)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if all := asSingleRuns(t, NewRunner(options), "eslint", list, got); all < 8 {
				t.Errorf("%d findings compare nothing", all)
			}
			options.Warm = warm.New() // of one that stays only the first are asked: who wants to ask meanwhile need not wait long
			defer options.Warm.Close()
			if first, err := NewRunner(options).Candidates(t.Context(), "eslint", text.Snapshot{}, list, 1); err != nil || !reflect.DeepEqual(first, got[:limits.WarmTexts]) {
				t.Errorf("one that stays: %v, %v", first, err)
			}
			if data, err := os.ReadFile(path); err != nil || string(data) != "x = 1;\n" {
				t.Errorf("the document was changed: %q, %v", data, err)
			}
		})
	}
}

// TestESLintLooksAtTheText: typescript-eslint must not take a run for one over
// the files on the disk.
func TestESLintLooksAtTheText(t *testing.T) {
	program := testkit.Tool(t, "eslint")
	root, docs := surveyedProject(t, map[string]string{"package.json": "{}", "a.js": "x = 1;\n", "eslint.config.js": `module.exports = [{
	plugins: { own: { rules: { own: { create: (c) => ({ Program(node) { c.report({ node, message: "single: " + process.env.TSESTREE_SINGLE_RUN }); } }) } } } },
	rules: { "own/own": 2 } }];
`})
	l, err := New("eslint", Options{Argv: []string{program}, Root: root, Trust: Trusted, CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if list, err := l.Lint(t.Context(), docs[0]); err != nil || len(list) != 1 || list[0].Message != "single: false" {
		t.Errorf("got %v, %v", list, err)
	}
}

// TestESLintTextsNeedItsCommandLine: a program that is not known to be ESLint's
// own, and a root that is not trusted, get no such run.
func TestESLintTextsNeedItsCommandLine(t *testing.T) {
	root, docs := surveyedProject(t, map[string]string{"bin/eslint": "", "a.js": "x = 1;\n"})
	for _, trust := range []Trust{Trusted, Unknown, Denied} {
		r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), Trust: func(string, string) Trust { return trust },
			Tools: map[string]ToolOptions{"eslint": {Argv: []string{filepath.Join(root, "bin", "eslint")}}}})
		if got, err := r.Candidates(t.Context(), "eslint", text.Snapshot{}, docs, 1); err == nil {
			t.Errorf("%v: %v", trust, got)
		}
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
			"if [ -x \"$basedir/node\" ]; then\n  exec \"$basedir/node\"  \"$basedir/../node_modules/.pnpm/eslint@9.0.0/node_modules/eslint/bin/eslint.js\" \"$@\"\nfi\n",
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	j := &job{tool: &tool{argv: []string{program}}}
	if got, want := j.eslintCLI(), filepath.Join(store, "lib", "cli.js"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
