package linter

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestEverySourceIsRecorded holds the table of tools against the recorded
// outputs: each tool has at least one with findings, of a version that is
// named, and each form of a report is either such an output or a report of its
// own.
func TestEverySourceIsRecorded(t *testing.T) {
	recorded := map[string]int{}
	for _, g := range goldens(t) {
		spec, ok := Find(g.tool)
		if !ok {
			t.Errorf("%s: no tool %q", g.file, g.tool)
		}
		if strings.TrimSpace(g.version) == "" {
			t.Errorf("%s names no version", g.file)
		}
		if g.want != "" {
			recorded[spec.Name]++
		}
	}
	for _, s := range Specs() {
		t.Logf("%-14s %d recorded outputs with findings", s.Name, recorded[s.Name])
		if recorded[s.Name] == 0 && s.own == nil { // rows of [known] are run by TestCustomTools, and their JSON is below
			t.Errorf("no output of %s is recorded, and so it is never run", s.Name)
		}
	}
	names, _ := filepath.Glob("testdata/input/*.txtar")
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		must.OK(t, err)
		first, _, _ := strings.Cut(string(a.Comment), "\n")
		recorded[strings.TrimPrefix(first, "format: ")]++
	}
	recorded["junit"] += recorded["pytest"]
	for _, f := range Formats() {
		if recorded[f] == 0 {
			t.Errorf("no report in the form %s is recorded", f)
		}
	}
}

// TestRealSARIF has real tools write SARIF, and compares what is read from it
// with what the same tools say in their own form.
func TestRealSARIF(t *testing.T) {
	for _, c := range []struct {
		tool, binary, golden string
		args                 []string
	}{
		{"ruff", "ruff", "testdata/ruff/mixed.txtar", []string{"check", "--no-cache", "--no-fix", "--output-format", "sarif", "."}},
		{"staticcheck", "staticcheck", "testdata/staticcheck/mixed.txtar", []string{"-f", "sarif", "./..."}},
		{"golangci-lint", "golangci-lint", "testdata/golangci-lint/mixed.txtar", []string{"run", "--allow-parallel-runners", "--output.sarif.path=stdout", "--show-stats=false", "--uniq-by-line=false", "./..."}},
		{"biome", "biome", "testdata/biome/mixed.txtar", []string{"lint", "--reporter=sarif", "src"}},
	} {
		t.Run(c.tool, func(t *testing.T) {
			t.Parallel()
			program := testkit.Tool(t, c.binary)
			g := golden{}
			for _, have := range goldens(t) {
				if filepath.ToSlash(have.file) == c.golden {
					g = have
				}
			}
			dir, err := filepath.EvalSymlinks(t.TempDir())
			must.OK(t, err)
			g.project(t, dir, []byte(g.text(t)))
			path := filepath.Join(dir, filepath.FromSlash(g.document))
			s := text.File(path, langOf(path), g.text(t))
			res, err := child.Run(t.Context(), child.Command{Argv: append([]string{program}, c.args...), Dir: dir, Timeout: patient})
			must.OK(t, err)
			if got := Detect(res.Stdout); got != "sarif" {
				t.Fatalf("taken for %q: %.300s %.300s", got, res.Stdout, res.Stderr)
			}
			reports, err := ParseInput("", res.Stdout)
			must.OK(t, err)
			var got []string
			for _, r := range reports {
				if at, ok := r.Locate(dir); ok && at == path {
					got = places(render(s, r.Resolve(s)))
				}
			}
			if want := places(g.want); !slices.Equal(got, want) {
				t.Errorf("by SARIF\n%s\nin its own form\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// places are the lines of rendered diagnostics that say where a finding starts
// and what it is, sorted.
func places(rendered string) []string {
	var out []string
	for line := range strings.Lines(rendered) {
		if line[0] == ' ' {
			continue
		}
		where, rest, _ := strings.Cut(line, "-")
		fields := strings.Fields(rest)
		out = append(out, where+" "+fields[2])
	}
	slices.Sort(out)
	return out
}

func TestBiomeSaysWhatItLeavesOut(t *testing.T) {
	program := testkit.Tool(t, "biome")
	dir := t.TempDir()
	write := func(name, data string) {
		t.Helper()
		must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600))
	}
	l, err := New("biome", Options{Argv: []string{program}, Root: dir, Trust: Trusted, CacheDir: t.TempDir(), Timeout: patient})
	must.OK(t, err)
	s := text.File(filepath.Join(dir, "a.js"), "javascript", "debugger;\n")
	write("a.js", "")
	for config, want := range map[string]error{
		`{}`:                               nil,
		`{"files": {"includes": ["!**"]}}`: ErrUnsuitable,
		`{"files`:                          ErrFailed,
	} {
		write("biome.json", config)
		got, err := l.Lint(t.Context(), s)
		if want == nil && (err != nil || len(got) != 1) || want != nil && !errors.Is(err, want) {
			t.Errorf("with %s: %v, %v; want %v", config, got, err, want)
		}
	}
}

// TestNamed: a tool may be named with arguments, and its name may be two words.
func TestNamed(t *testing.T) {
	for words, want := range map[string]string{
		"go vet": "go vet|", "go": "go|", "go vet -unsafeptr=false": "go vet|-unsafeptr=false", "pytest -k login": "pytest|-k login",
		"mypy --strict": "mypy|--strict", "govet": "go vet|", "nothing": "|", "": "|",
	} {
		spec, arguments, ok := Named(words)
		if got := spec.Name + "|" + strings.Join(arguments, " "); got != want || ok != (spec.Name != "") {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}
