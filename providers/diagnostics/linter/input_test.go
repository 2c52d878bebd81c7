package linter

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestInput reads recorded reports of real tools, with the format named and
// found out.
func TestInput(t *testing.T) {
	names, _ := filepath.Glob("testdata/input/*.txtar")
	if len(names) < 10 {
		t.Fatalf("only %d reports", len(names))
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			must.OK(t, err)
			first, _, _ := strings.Cut(string(a.Comment), "\n")
			format := strings.TrimPrefix(first, "format: ")
			root := t.TempDir()
			var report []byte
			want, kept := "", a.Files[:0:0]
			for _, f := range a.Files {
				switch f.Name {
				case "report":
					report = f.Data
				case "want":
					want = string(f.Data)
					continue
				default:
					path := filepath.Join(root, filepath.FromSlash(f.Name))
					must.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
					must.OK(t, os.WriteFile(path, f.Data, 0o644))
				}
				kept = append(kept, f)
			}
			if got := Detect(report); got != format {
				t.Errorf("taken for %q, it is %q", got, format)
			}
			reports, err := ParseInput(format, report)
			must.OK(t, err)
			var b strings.Builder
			for _, r := range reports {
				path, ok := r.Locate(root)
				if !ok {
					b.WriteString("== " + r.Path + " is not here\n")
					continue
				}
				data := must.Read(t, path)
				rel, _ := filepath.Rel(root, path)
				s := text.File(path, langOf(path), data)
				b.WriteString("== " + filepath.ToSlash(rel) + "\n" + render(s, r.Resolve(s)))
			}
			if *update {
				a.Files = append(kept, txtar.File{Name: "want", Data: []byte(b.String())})
				must.OK(t, os.WriteFile(name, txtar.Format(a), 0o644))
				return
			}
			if d := cmp.Diff(want, b.String()); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

func TestInputRefusesGarbage(t *testing.T) {
	for _, in := range []string{"", "hello", "{", "[1]", "<html></html>", `{"a": 1}`, `{"runs": []`, "\x00\x01", "[[[["} {
		if reports, err := ParseInput("", []byte(in)); err == nil {
			t.Errorf("%q was read as %+v", in, reports)
		} else if e := (&Error{}); !errors.As(err, &e) {
			t.Errorf("%q: %T", in, err)
		}
	}
	if _, err := ParseInput("nonsense", nil); !errors.Is(err, ErrUnknownTool) {
		t.Errorf("got %v", err)
	}
}

func TestLocate(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"src/a.py", "a.py"} {
		path := filepath.Join(root, filepath.FromSlash(name))
		must.Write(t, path, "")
	}
	for in, want := range map[string]string{
		"src/a.py": "src/a.py", "./a.py": "a.py", "/ci/repo/src/a.py": "src/a.py", "/ci/a.py": "a.py",
		filepath.Join(root, "src", "a.py"): "src/a.py", `C:\ci\src\a.py`: "src/a.py", "../../etc/passwd": "", "src": "", "b.py": "", "": "",
	} {
		got, ok := Report{Path: in}.Locate(root)
		if want == "" && ok || want != "" && got != filepath.Join(root, filepath.FromSlash(want)) {
			t.Errorf("%q is found at %q, %v; want %q", in, got, ok, want)
		}
	}
}

// TestLocateLinks puts links into a root: to its own parts they lead on, out of
// it they do not, whatever a report says.
func TestLocateLinks(t *testing.T) {
	top := t.TempDir()
	root, outside := filepath.Join(top, "root"), filepath.Join(top, "outside")
	for _, dir := range []string{filepath.Join(root, "src"), outside} {
		must.Write(t, filepath.Join(dir, "a.py"), "")
	}
	for name, to := range map[string]string{"in": "src", "out": outside, "out.py": filepath.Join(outside, "a.py"), "nowhere.py": "gone.py"} {
		must.OK(t, os.Symlink(to, filepath.Join(root, name)))
	}
	spelled := filepath.Join(top, "spelled")
	must.OK(t, os.Symlink(root, spelled))
	for _, at := range []string{root, spelled} {
		for in, want := range map[string]bool{"src/a.py": true, "in/a.py": true, "out/a.py": false, "out.py": false, "nowhere.py": false} {
			for _, path := range []string{in, filepath.Join(at, in)} {
				if got, ok := (Report{Path: path}).Locate(at); ok != want {
					t.Errorf("%s in %s: found %v at %q, want %v", path, filepath.Base(at), ok, got, want)
				}
			}
		}
	}
}
