//go:build unix

package linter

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/reads"
	"github.com/fettle-dev/fettle/providers/signal"
)

// machine is a worker's tree in a folder of its own, and what it reads outside.
type machine struct {
	*testing.T
	dir, root string
	shared    *Shared
}

func newMachine(t *testing.T, dir string) machine {
	t.Helper()
	top := filepath.Join(dir, "home", "cache", "tree-"+filepath.Base(t.TempDir())) // another name each time
	m := machine{t, dir, filepath.Join(top, "project"), &Shared{Top: top, Installed: &reads.Installed{}}}
	place(t, filepath.Join(m.root, "a.py"), "x = 1\n")
	place(t, filepath.Join(top, "mypy.ini"), "[mypy]\n")
	return m
}

// key is the digest of what mypy reads beside a text.
func (m machine) key() (sum [32]byte, known bool) {
	m.Helper()
	r := NewRunner(RunnerOptions{Roots: []string{m.root}, Trust: func(string, string) Trust { return Trusted }, CacheDir: filepath.Join(m.dir, "cache"), Shared: m.shared})
	spec, _ := Find("mypy")
	t, err := r.tool(spec, m.root, Trusted)
	if err != nil {
		m.Fatal(err)
	}
	return r.around(t, m.root, []text.Snapshot{text.File(filepath.Join(m.root, "a.py"), "python", "x = 1\n")})
}

// TestSharedKey: two machines have one name for a check if everything that it depends
// on is the same, wherever the tree lies and however old what is installed is.
func TestSharedKey(t *testing.T) {
	site := filepath.Join("venv", "lib", "python3.11", "site-packages")
	for name, c := range map[string]struct {
		change  func(m machine)
		same    bool
		unknown bool
	}{
		"nothing": {change: func(machine) {}, same: true},
		"a time": {same: true, change: func(m machine) {
			if err := os.Chtimes(filepath.Join(m.dir, site, "mypy", "main.py"), time.Time{}, time.Unix(1, 0)); err != nil {
				m.Fatal(err)
			}
		}},
		"a package of the same size and time": {change: func(m machine) {
			path := filepath.Join(m.dir, site, "mypy", "main.py")
			info, err := os.Stat(path)
			if err != nil {
				m.Fatal(err)
			}
			place(m.T, path, "#1")
			if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
				m.Fatal(err)
			}
		}},
		"stubs":           {change: func(m machine) { place(m.T, filepath.Join(m.dir, site, "types_x", "py.typed"), "") }},
		"the interpreter": {change: func(m machine) { place(m.T, filepath.Join(m.dir, "base", "bin", "python3.11"), "\x7fELF pythom") }},
		"its library":     {change: func(m machine) { place(m.T, filepath.Join(m.dir, "base", "lib", "python3.11", "ast.py"), "x") }},
		"another file":    {change: func(m machine) { place(m.T, filepath.Join(m.root, "b.py"), "") }},
		"a settings file": {change: func(m machine) { place(m.T, filepath.Join(m.root, "pyproject.toml"), "[tool.mypy]\nstrict = true\n") }},
		"settings of above": {change: func(m machine) {
			place(m.T, filepath.Join(filepath.Dir(m.root), "mypy.ini"), "[mypy]\nstrict = True\n")
		}},
		"settings outside": {change: func(m machine) { place(m.T, filepath.Join(m.dir, "home", "mypy.ini"), "[mypy]\nstrict = True\n") }},
		"the user's":       {change: func(m machine) { place(m.T, filepath.Join(m.dir, "home", ".mypy.ini"), "[mypy]\nstrict = True\n") }},
		"a language":       {change: func(m machine) { m.Setenv("LANG", "de_DE.UTF-8") }},
		"beside the tree":  {change: func(m machine) { place(m.T, filepath.Join(m.dir, "home", "cache", "x.py"), "") }, same: true},
		"in a package": {unknown: true, change: func(m machine) {
			place(m.T, filepath.Join(m.root, "__init__.py"), "")
			place(m.T, filepath.Join(filepath.Dir(m.root), "__init__.py"), "")
		}},
		"code elsewhere": {unknown: true, change: func(m machine) { place(m.T, filepath.Join(m.dir, site, "own.pth"), "/src/own\n") }},
	} {
		t.Run(name, func(t *testing.T) {
			dir := realPath(t.TempDir())
			t.Setenv("HOME", filepath.Join(dir, "home"))
			t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "xdg"))
			venv(t, filepath.Join(dir, "venv"), filepath.Join(dir, "base"))
			place(t, filepath.Join(dir, site, "mypy", "main.py"), "#0")
			t.Setenv("PATH", filepath.Join(dir, "venv", "bin"))
			before, known := newMachine(t, dir).key()
			if !known {
				t.Fatal("it is not known what mypy reads")
			}
			other := newMachine(t, dir)
			c.change(other)
			after, known := other.key()
			if known == c.unknown || known && (after == before) != c.same {
				t.Errorf("known: %v, the same: %v", known, after == before)
			}
		})
	}
}

// TestSharedSaysWhatMypySays: the second machine has the same findings without mypy,
// of files as they are, of one text and of several together; of other texts it has not.
func TestSharedSaysWhatMypySays(t *testing.T) {
	testkit.OtherProcesses(t)
	program := testkit.Tool(t, "mypy")
	home := realPath(t.TempDir())
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "conf"))
	store := map[string][]byte{}
	type answers struct {
		Survey, Lint, Together map[string][]signal.Diagnostic
	}
	ask := func(text2 string) (out answers, hits int) {
		top := filepath.Join(home, "cache", "tree-"+filepath.Base(t.TempDir()))
		root := filepath.Join(top, "p")
		place(t, filepath.Join(root, "mypy.ini"), "[mypy]\n")
		place(t, filepath.Join(root, "a.py"), "def f(x: int) -> str:\n    return x\n")
		place(t, filepath.Join(root, "b.py"), "from a import f\n\nf('1')\n")
		r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: filepath.Join(top, "cache"), OneRun: true, Trust: func(string, string) Trust { return Trusted },
			Tools: map[string]ToolOptions{"mypy": {Argv: []string{program}}},
			Shared: &Shared{Top: top, Installed: &reads.Installed{}, Get: func(_ context.Context, key string) []byte {
				if data := store[key]; data != nil {
					hits++
					return data
				}
				return nil
			}, Put: func(_ context.Context, key string, data []byte) { store[key] = data }}})
		a, b := text.File(filepath.Join(root, "a.py"), "python", "def f(x: int) -> str:\n    return x\n"), text.File(filepath.Join(root, "b.py"), "python", "from a import f\n\nf('1')\n")
		r.Survey(t.Context(), []text.Snapshot{a, b}, func(text.Snapshot) []string { return []string{"mypy"} })
		named := func(m map[string][]signal.Diagnostic) map[string][]signal.Diagnostic {
			out := map[string][]signal.Diagnostic{}
			for path, list := range m {
				for i := range list {
					for k := range list[i].Related {
						list[i].Related[k].Path = strings.TrimPrefix(list[i].Related[k].Path, top)
					}
				}
				out[strings.TrimPrefix(path, top)] = list
			}
			return out
		}
		all := map[string][]signal.Diagnostic{}
		for _, s := range []text.Snapshot{a, b} {
			list, err := r.Lint(t.Context(), "mypy", s)
			if err != nil {
				t.Fatal(err)
			}
			all[s.Path] = list
		}
		out.Survey = named(all)
		changed := b.With(text2)
		list, err := r.Recheck(t.Context(), "mypy", b, changed)
		if err != nil {
			t.Fatal(err)
		}
		out.Lint = named(map[string][]signal.Diagnostic{b.Path: list})
		both, err := r.Together(t.Context(), "mypy", Texts{Root: root, Files: []text.Snapshot{a.With("def f(x: int) -> str:\n    return str(x)\n"), changed}, Changed: map[string]bool{a.Path: true, b.Path: true}})
		if err != nil {
			t.Fatal(err)
		}
		out.Together = named(both)
		return out, hits
	}
	first, hits := ask("from a import f\n\nf(1)\nf('é')\n")
	if len(store) == 0 && os.Getenv("FETTLE_REQUIRE_TOOLS") == "" {
		t.Skip("it is not known what this mypy reads")
	}
	if hits != 0 || len(store) != 3 || len(first.Survey["/p/a.py"]) != 1 || len(first.Lint["/p/b.py"]) != 1 || len(first.Together["/p/a.py"]) != 0 || len(first.Together["/p/b.py"]) != 1 {
		t.Fatalf("%d hits, %d kept, %v", hits, len(store), first)
	}
	second, hits := ask("from a import f\n\nf(1)\nf('é')\n")
	if hits != 3 {
		t.Errorf("%d of 3 checks were known", hits)
	}
	if d := cmp.Diff(first, second); d != "" {
		t.Errorf("what was shared is not what was said (-said +shared):\n%s", d)
	}
	if third, hits := ask("from a import f\n\nf(1)\n"); hits != 1 || len(third.Lint["/p/b.py"]) != 0 || len(third.Together["/p/b.py"]) != 0 {
		t.Errorf("of another text: %d hits, %v", hits, third)
	}
}

// TestSharedIsAnybodysWord: an entry that no tool can have said is as if there were none.
func TestSharedIsAnybodysWord(t *testing.T) {
	r := NewRunner(RunnerOptions{Shared: &Shared{Top: "/top"}})
	spec, _ := Find("mypy")
	s := text.File("/top/a.py", "python", "x = 1\n")
	good := sharedFinding{Code: "arg-type", Message: "no", Severity: signal.Error, Span: text.Span{Start: 0, End: 6}, Related: []signal.Related{{Path: "b.py", Message: "see"}}}
	read := func(change func(*sharedFinding)) bool {
		one := good
		one.Related = []signal.Related{good.Related[0]}
		change(&one)
		data, err := json.Marshal([][]sharedFinding{{one}})
		if err != nil {
			t.Fatal(err)
		}
		found, ok := r.readShared(&tool{spec: spec}, []text.Snapshot{s}, data)
		return ok && len(found[0]) == 1 && found[0][0].Tool == "mypy" && found[0][0].Fix == nil && found[0][0].Related[0].Path == "/top/b.py"
	}
	if !read(func(*sharedFinding) {}) {
		t.Error("a right entry is not read")
	}
	for name, change := range map[string]func(*sharedFinding){
		"behind the end":    func(f *sharedFinding) { f.Span.End = 7 },
		"before the start":  func(f *sharedFinding) { f.Span.Start = -1 },
		"backwards":         func(f *sharedFinding) { f.Span = text.Span{Start: 5, End: 2} },
		"no severity":       func(f *sharedFinding) { f.Severity = 0 },
		"a terminal's code": func(f *sharedFinding) { f.Message = "\x1b[2J" },
		"in a link":         func(f *sharedFinding) { f.Doc = "https://x/\x1b[2J" },
		"in a code":         func(f *sharedFinding) { f.Code = "a\nb" },
		"a place elsewhere": func(f *sharedFinding) { f.Related[0].Path = "../../etc/passwd" },
		"an absolute place": func(f *sharedFinding) { f.Related[0].Path = "/etc/passwd" },
		"no lines":          func(f *sharedFinding) { f.Related[0].Lines = text.Lines{Start: -1} },
	} {
		if read(change) {
			t.Errorf("%s: the entry is taken", name)
		}
	}
	for _, data := range []string{"", "null", "[]", "[[],[]]", "[1", `{"a":1}`} {
		if _, ok := r.readShared(&tool{spec: spec}, []text.Snapshot{s}, []byte(data)); ok {
			t.Errorf("%q is taken", data)
		}
	}
}
