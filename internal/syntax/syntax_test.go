package syntax

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

var update = flag.Bool("update", false, "write what the parsers give into testdata")

// TestOutlines holds both engines against the recorded facts of one text per
// language. Read a change of these files line by line before recording it.
func TestOutlines(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no test data: %v", err)
	}
	for _, path := range paths {
		lang := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(lang, func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			must.OK(t, err)
			src := string(a.Files[0].Data)
			scanned := newFile(lang, src)
			scanned.scan()
			check(t, scanned)
			got := map[string]string{"source": src, "tree": string(a.Files[1].Data), "scan": outline(scanned)}
			if f := Parse(lang, src); f.Engine == TreeSitter {
				check(t, f)
				if len(f.Damage) > 0 {
					t.Errorf("damage in a sound text: %v", f.Damage)
				}
				got["tree"] = outline(f)
			}
			if *update {
				for i := range a.Files {
					a.Files[i].Data = []byte(got[a.Files[i].Name])
				}
				must.OK(t, os.WriteFile(path, txtar.Format(a), 0o644))
				return
			}
			for _, f := range a.Files {
				if diff := cmp.Diff(string(f.Data), got[f.Name]); diff != "" {
					t.Errorf("%s (-want +got):\n%s", f.Name, diff)
				}
			}
		})
	}
}

func TestScanStandsInWithoutAGrammar(t *testing.T) {
	f := Parse("java", "class A {\n  int f() {\n    return 1;\n  }\n}\n")
	if f.Engine != Scan {
		t.Fatalf("engine %v", f.Engine)
	}
	i := f.Enclosing(2, Function)
	if i < 0 || f.Nodes[i].Name != "f" || f.Nodes[i].Lines.End != 4 {
		t.Errorf("function at line 3: %d in %+v", i, f.Nodes)
	}
	if f := Parse("", ""); f == nil || f.At(0) != -1 {
		t.Error("the empty text of no language has no facts")
	}
}
