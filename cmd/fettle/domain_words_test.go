package main

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDomainNamesNoFlags: what is below the front ends names no flag and no command of
// fettle. A language server has none; each front end says in its own words what helps.
func TestDomainNamesNoFlags(t *testing.T) {
	var names []string
	for _, c := range rootCommand(streams{}).Commands() {
		names = append(names, c.Name())
	}
	command := regexp.MustCompile(`\bfettle (` + strings.Join(names, "|") + `)\b`)
	flag := regexp.MustCompile(`(^|[^\w-])--[a-z]`)
	if !command.MatchString("see fettle doctor") || !flag.MatchString("(--set KEY)") || flag.MatchString("a -- b") {
		t.Fatal("the patterns find nothing")
	}
	root, used := moduleRoot(t), map[string]bool{}
	for _, dir := range []string{"edits", "providers", "aggregator", "internal/engine", "internal/egress", "internal/fleet", "internal/model", "internal/langserver"} {
		stringsOf(t, filepath.Join(root, dir), func(at, said string) {
			switch {
			case !flag.MatchString(said) && !command.MatchString(said):
			case slices.Contains(ofOthers(), said):
				used[said] = true
			default:
				t.Errorf("%s: %q: give a code or a fact, and have the front ends word it", at, said)
			}
		})
	}
	for _, said := range ofOthers() {
		if !used[said] {
			t.Errorf("%q is nowhere any more", said)
		}
	}
}

// ofOthers are the texts with flags of other programs: arguments that they are started
// with, and what their users write.
func ofOthers() []string {
	arguments := strings.Fields(`
		--exit-zero --configfile --ini --quiet --format
		--reporter=rdjson --reporter=default --reporter-file= --colors=off --max-diagnostics=none
		--stdin --stdin-filename
		--fix=false --output.json.path=stdout --output.text.path= --show-stats=false --path-mode=abs --allow-parallel-runners
		--issues-exit-code=1 --max-issues-per-linter=0 --max-same-issues=0 --uniq-by-line=false
		--shadow-file --output --no-error-summary --no-pretty --no-color-output --hide-error-context --show-absolute-path --cache-dir --python-executable
		--outputjson
		--rootdir --basetemp --junitxml --last-failed
		--output-format --no-fix --no-cache --force-exclude --extend-select --isolated --ignore-noqa --select --show-settings --show-files
		--target-version
		--offline --message-format --all-targets --manifest-path --explain
		--max-old-space-size=2048
		--version
		--format=json --no-error-on-unmatched-pattern --lsp --rules --output-format=json --output-format=gitlab --summary=none
		--progress-bar=no --no-progress --color=never --extension --workspace --tb=no --no-fail-fast --silent
		--format=json1 --format=parsable --format=sarif --format=quiet --no-globs --fix --stdin-filename={file} --autocorrect
		--json --metrics=off --no-git-ignore --disable-version-check --config=.semgrep.yml
		--no-merges --no-renames --name-only --relative --format=%x01
		--user=`)
	return append(arguments,
		"diff --git", "diff --git ",
		"npm install --save-dev pyright", "npm install --save-dev eslint", "npm install --save-dev oxlint",
		"npm install --save-dev @biomejs/biome", "npm install --save-dev typescript",
		"npm install --save-dev markdownlint-cli2",
		"The compiler explains the code with --explain.",
		"--user ",
		`(?:-u|--user)[ =]["']?[\w.@-]+:([^\s"'@:]{4,})`)
}
