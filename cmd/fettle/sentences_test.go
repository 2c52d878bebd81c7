package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// ownWords are those of CONTRIBUTING's glossary that stand for one of the field's: no sentence that a person reads has
// them. The table of the field's words is there.
var ownWords = regexp.MustCompile(`(?i)\b(gives|tells|told|` +
	`beside|brought|brings|climbs?|remarks?|nowhere|strangers?)\b`)

// TestSentences collects what a person can read: each string of the program and of its editor plugins that has two
// words. make sentences writes them into a file, to be read as a whole. None has a word of our own.
func TestSentences(t *testing.T) {
	var all []string
	root := moduleRoot(t)
	see := func(at, said string) {
		if !strings.Contains(strings.TrimSpace(said), " ") || notProse.MatchString(said) || pattern.MatchString(said) {
			return
		}
		if at, err := filepath.Rel(root, at); err == nil {
			if !strings.HasPrefix(at, "internal/testkit") {
				all = append(all, fmt.Sprintf("%s\t%q", at, said))
			}
		}
	}
	for _, dir := range []string{"aggregator", "cmd/fettle", "edits", "internal", "lsp", "providers"} {
		stringsOf(t, filepath.Join(root, dir), see)
	}
	quoted := regexp.MustCompile("'([^'\n]+)'|\"([^\"\n]+)\"|`([^`\n]+)`")
	plugins := []string{"nvim/lua/fettle/*.lua", "nvim/plugin/*.lua", "vscode/src/*.ts", "vscode/package.json"}
	for _, plugin := range plugins {
		files, err := filepath.Glob(filepath.Join(root, "editors", plugin))
		if err != nil || len(files) == 0 {
			t.Fatal(plugin, err)
		}
		for _, file := range files {
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for n, line := range strings.Split(string(body), "\n") {
				for _, m := range quoted.FindAllStringSubmatch(line, -1) {
					see(fmt.Sprintf("%s:%d", file, n+1), cmp.Or(m[1], m[2], m[3]))
				}
			}
		}
	}
	if len(all) < 2000 {
		t.Errorf("%d sentences", len(all))
	}
	for _, line := range all {
		at, said, _ := strings.Cut(line, ":")
		if word := ownWords.FindString(said); word != "" && !slices.Contains(toModels, at) {
			t.Errorf("%q in %s", word, line)
		}
	}
	if out := os.Getenv("FETTLE_SENTENCES"); out != "" {
		if err := os.WriteFile(out, []byte(strings.Join(all, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// pattern are expressions and code, which nobody reads as a sentence.
var pattern = regexp.MustCompile(`\(\?|\\[bswdS\]]|\[\^|\]\{|%[a-z]*\(|^\s*[\w.]+\(.*\)\s*$`)

// toModels are files whose strings with one of these words only models read, or a program.
var toModels = []string{"providers/semantic/broad.go", "providers/semantic/index/query.go", "cmd/fettle/agent.go"}
