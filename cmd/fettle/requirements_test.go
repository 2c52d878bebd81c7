package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// required are the numbered requirements on context.
var required = map[string]string{
	"R2-01": "assembled context: tokens, blocks, summary",
	"R2-02": "a block: entity, score, location, code, imports and related entities",
	"R2-03": "summary: included, excluded, files read, truncated; they add up",
	"R2-04": "markdown, plain and xml, valid for any input",
	"R2-05": "options and their defaults; the project's root",
	"R2-06": "the token budget is never exceeded, everything counted",
	"R2-07": "truncation signature-first and bookend, at line boundaries",
	"R2-08": "a cache of files, least recently used out",
	"R2-09": "a changed file is indexed again and the entity found anew",
	"R2-10": "a moved or deleted file: its new place, or stored content",
	"R2-11": "context query as MCP tool, LSP command and on the command line",
	"R2-12": "more than 95 % of located entities are shown",
	"R2-13": "ten entities within 100 ms",
	"R2-14": "what cannot be shown is left out, counted, and named with its reason",

	"R3-01": "analysis of a question: keywords, entities, action, scope, complexity",
	"R3-02": "the plan: keywords, symbols, patterns, tests, depth, strategy",
	"R3-03": "strategies focused, broad, entry points, semantic",
	"R3-04": "a local model plans, with fallback to heuristics",
	"R3-05": "plans are cached",
	"R3-06": "expansion: definitions, references, imports, types, implementations, tests",
	"R3-07": "factors keyword, path, recency, import distance, density; best first",
	"R3-08": "budget, with summaries of low-priority files",
	"R3-09": "why it was included, caps on files, preview before sending",
	"R3-10": "learning from what was changed, and from ratings; local",
	"R3-11": "embeddings, and files related to a file",
	"R3-12": "Python, Go, TypeScript, Rust, others; language servers as backends",
	"R3-13": "progressive loading, parallel work, cached analysis",
	"R3-14": "an answer within 3 s, planner included",
	"R3-15": "a second round where more context is needed, counted",
	"R3-16": "context at most half of the model's window",
	"R3-17": "precision and recall measured; scenarios",

	"R4-01": "providers in parallel, combined to one text",
	"R4-02": "caps per provider; switches per provider and for all",
	"R4-03": "priority diagnostics, history, code",
	"R4-04": "2000 tokens of context; reserves 500, 1000, 1000",
	"R4-05": "over budget: proportional truncation by sections",
	"R4-06": "sections joined by a separator, empty ones left out",
	"R4-07": "deadline 500 ms; cancellation",
	"R4-08": "a provider's failure costs its own section only",
	"R4-09": "gathering costs the slowest provider; fitting costs little",
	"R4-10": "settings",
	"R4-11": "the tables of cases",
}

var requirement = regexp.MustCompile(`\bR[234]-\d\d\b`)

// TestRequirements prints which test covers which requirement (make
// requirements). A test names what it covers in its comment, a scenario in its
// first one; a requirement without a test fails, and so does a name that is
// none.
func TestRequirements(t *testing.T) {
	covered := map[string][]string{}
	root := filepath.Join("..", "..")
	for _, dir := range []string{"aggregator", "providers", "internal", "cmd", "lsp", "edits"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			rel, _ := filepath.Rel(root, path)
			for test, text := range testComments(path) {
				for _, id := range requirement.FindAllString(text, -1) {
					covered[id] = append(covered[id], test+" ("+filepath.ToSlash(filepath.Dir(rel))+")")
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	var table strings.Builder
	for _, id := range slices.Sorted(maps.Keys(required)) {
		if len(covered[id]) == 0 {
			t.Errorf("%s (%s) has no test", id, required[id])
		}
		slices.Sort(covered[id])
		fmt.Fprintf(&table, "\n%s  %s\n       %s", id, required[id], strings.Join(slices.Compact(covered[id]), "\n       "))
		delete(covered, id)
	}
	t.Log(table.String())
	for id := range covered {
		t.Errorf("%s is no requirement", id)
	}
}

// testComments are the tests of a file with their comments.
func testComments(path string) map[string]string {
	out := map[string]string{}
	switch {
	case strings.HasSuffix(path, "_test.go"):
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return nil // the compiler says it better
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if ok && f.Doc != nil && strings.HasPrefix(f.Name.Name, "Test") {
				out[f.Name.Name] = f.Doc.Text()
			}
		}
	case strings.HasSuffix(path, ".txtar"):
		body, err := os.ReadFile(path)
		if err != nil {
			return nil
		}
		script, _, _ := strings.Cut(string(body), "\n-- ")
		for line := range strings.Lines(script) {
			if strings.HasPrefix(line, "# Covers ") {
				name := strings.TrimSuffix(filepath.Base(path), ".txtar")
				out["TestScript/"+name] += line
			}
		}
	}
	return out
}
