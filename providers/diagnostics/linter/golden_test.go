package linter

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/undertest"
	"github.com/fettle-dev/fettle/providers/signal"
)

var update = flag.Bool("update", false, "run the real tools and rewrite testdata")

// patient is the limit for a real tool in a test: only a hang reaches it, not
// a busy machine.
const patient = 5 * time.Minute

// A golden is testdata/TOOL/NAME.txtar. Its comment names the document and the
// version that was recorded; it holds the project's files, what the tool wrote
// ("output", with $DIR for the project and $SHADOW for a private copy) and the
// diagnostics ("want").
type golden struct {
	file     string
	tool     string
	document string
	version  string
	archive  *txtar.Archive
	output   []byte
	want     string
}

func goldens(t *testing.T) []golden {
	t.Helper()
	names, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no goldens: %v", err)
	}
	var list []golden
	for _, name := range names {
		if filepath.Base(filepath.Dir(name)) == "input" {
			continue // reports from files: TestInput
		}
		a, err := txtar.ParseFile(name)
		must.OK(t, err)
		g := golden{file: name, tool: filepath.Base(filepath.Dir(name)), archive: a}
		for line := range strings.SplitSeq(string(a.Comment), "\n") {
			if v, ok := strings.CutPrefix(line, "document: "); ok {
				g.document = v
			}
			if v, ok := strings.CutPrefix(line, "version: "); ok {
				g.version = v
			}
		}
		for _, f := range a.Files {
			switch f.Name {
			case "output":
				g.output = f.Data
			case "want":
				g.want = string(f.Data)
			}
		}
		if _, ok := Find(g.tool); !ok {
			g.tool = strings.ReplaceAll(g.tool, "_", " ")
		}
		list = append(list, g)
	}
	return list
}

func (g golden) text(t *testing.T) string {
	t.Helper()
	for _, f := range g.archive.Files {
		if f.Name == g.document {
			return string(f.Data)
		}
	}
	t.Fatalf("%s has no document %q", g.file, g.document)
	return ""
}

func langOf(path string) string {
	return map[string]string{".py": "python", ".go": "go", ".rs": "rust", ".ts": "typescript", ".tsx": "typescriptreact",
		".js": "javascript", ".jsx": "javascriptreact"}[filepath.Ext(path)]
}

// render prints diagnostics for a golden.
func render(s text.Snapshot, list []signal.Diagnostic) string {
	var b strings.Builder
	pos := func(offset int) string {
		p := s.Position(offset, text.UTF32)
		return fmt.Sprintf("%d:%d", p.Line+1, p.Character+1)
	}
	for _, d := range list {
		fmt.Fprintf(&b, "%s-%s %s %s/%s %s\n  on %q\n", pos(d.Span.Start), pos(d.Span.End), d.Severity, d.Tool, d.Code, d.Message, s.Slice(d.Span))
		for _, r := range d.Related {
			fmt.Fprintf(&b, "  related %s %s %s\n", filepath.Base(r.Path), r.Lines, r.Message)
		}
		if len(d.Tags) > 0 {
			fmt.Fprintf(&b, "  tags %v\n", d.Tags)
		}
		if d.Doc != "" {
			fmt.Fprintf(&b, "  doc %s\n", d.Doc)
		}
		if d.Fix != nil {
			fmt.Fprintf(&b, "  fix %d %s\n", d.Fix.Applicability, d.Fix.Title)
			for _, e := range d.Fix.Edits {
				fmt.Fprintf(&b, "    %s-%s %q → %q\n", pos(e.Span.Start), pos(e.Span.End), s.Slice(e.Span), e.New)
			}
		}
	}
	return b.String()
}

// TestGoldenOutputs reads the recorded output of every tool.
func TestGoldenOutputs(t *testing.T) {
	for _, g := range goldens(t) {
		t.Run(g.file, func(t *testing.T) {
			if g.output == nil {
				t.Fatal("nothing is recorded; run the test with -update")
			}
			spec, ok := Find(g.tool)
			if !ok {
				t.Fatalf("no tool %q", g.tool)
			}
			out := bytes.ReplaceAll(g.output, []byte("$SHADOW"), []byte("/shadow"))
			out = bytes.ReplaceAll(out, []byte("$DIR"), []byte("/project"))
			findings, err := spec.read(out)
			must.OK(t, err)
			path := filepath.Join("/project", filepath.FromSlash(g.document))
			s := text.File(path, langOf(g.document), g.text(t))
			dir := "/project"
			switch spec.Name {
			case "ruff", "go", "go vet", goFix, "staticcheck":
				dir = filepath.Dir(path)
			}
			m := Mapping{Snapshot: s, Dir: dir, Root: "/project", Aliases: []string{"/shadow"}}
			if spec.Name == "pytest" {
				findings = undertest.Placed(findings, m)
			}
			m.Root = ""
			got := render(s, Resolve(findings, m))
			if d := cmp.Diff(g.want, got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestRealTools runs every tool on the same projects. The document's text is
// given in memory; on the disk it is something else.
func TestRealTools(t *testing.T) {
	for _, g := range goldens(t) {
		t.Run(g.file, func(t *testing.T) {
			t.Parallel()
			spec, _ := Find(g.tool)
			program := testkit.Tool(t, spec.Binary)
			dir, err := filepath.EvalSymlinks(t.TempDir())
			must.OK(t, err)
			g.project(t, dir, onDisk(g.document))
			before := tree(t, dir)
			tl, err := newTool(spec, Options{Argv: []string{program}, Root: dir, Trust: Trusted, CacheDir: t.TempDir(), Timeout: patient})
			must.OK(t, err)
			var raw []byte
			tl.tap = func(j *job, out []byte) { raw = anonymous(j, dir, out) }
			s := text.File(filepath.Join(dir, filepath.FromSlash(g.document)), langOf(g.document), g.text(t))
			got, err := tl.Lint(t.Context(), s)
			if filepath.Base(g.file) == "ignored.txtar" { // nobody looked at the document, which is not the same as clean
				if !errors.Is(err, ErrUnsuitable) {
					t.Errorf("%v, want %s (output %s)", err, ErrUnsuitable, raw)
				}
				return
			}
			if err != nil {
				t.Fatalf("%v (output %s)", err, raw)
			}
			if d := cmp.Diff(before, tree(t, dir)); d != "" {
				t.Errorf("the tool changed the project: %s", d)
			}
			if *update {
				g.save(t, raw, render(s, got))
				return
			}
			if d := cmp.Diff(g.want, render(s, got)); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// project writes the project's files into a folder, the document with the given
// text.
func (g golden) project(t *testing.T, dir string, document []byte) {
	t.Helper()
	for _, f := range g.archive.Files {
		if f.Name == "output" || f.Name == "want" {
			continue
		}
		data := f.Data
		if f.Name == g.document {
			data = document
		}
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		must.Write(t, path, string(data))
	}
}

// onDisk is what lies on the disk instead of the document: harmless text.
func onDisk(name string) []byte {
	if filepath.Ext(name) == ".go" {
		return []byte("package other // on the disk\n")
	}
	return []byte("\n")
}

// tree lists a project with its contents.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		out[path] = string(data)
		return err
	})
	must.OK(t, err)
	return out
}

// anonymous replaces the run's own paths.
func anonymous(j *job, dir string, out []byte) []byte {
	replace := func(path, by string) { out = bytes.ReplaceAll(out, []byte(path), []byte(by)) }
	if j.mapping.Mirror != "" {
		replace(j.mapping.Mirror, "$DIR")
	} else {
		for a := range j.renamed {
			for _, from := range []string{j.dir, filepath.Dir(j.snapshot.Path), dir} {
				if rel, err := filepath.Rel(from, a); err == nil {
					replace(rel, "$SHADOW")
				}
			}
			replace(a, "$SHADOW")
		}
	}
	replace(dir, "$DIR")
	replace(j.opts.CacheDir, "$CACHE")
	if cache, err := os.UserCacheDir(); err == nil {
		replace(cache, "$USERCACHE")
	}
	return out
}

func (g golden) save(t *testing.T, raw []byte, want string) {
	t.Helper()
	if len(raw) > 0 && raw[len(raw)-1] != '\n' {
		raw = append(raw, '\n')
	}
	kept := g.archive.Files[:0:0]
	for _, f := range g.archive.Files {
		if f.Name != "output" && f.Name != "want" {
			kept = append(kept, f)
		}
	}
	g.archive.Files = append(kept, txtar.File{Name: "output", Data: raw}, txtar.File{Name: "want", Data: []byte(want)})
	must.OK(t, os.WriteFile(g.file, txtar.Format(g.archive), 0o644))
}
