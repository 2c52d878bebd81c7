package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/review"
	"github.com/fettle-dev/fettle/internal/fleet"
	"github.com/fettle-dev/fettle/internal/fleet/embedded"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/providers/signal"
)

// home makes settings, caches and tools for this test alone.
func home(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"} {
		t.Setenv(name, filepath.Join(dir, name))
	}
	t.Setenv("PATH", filepath.Dir(testkit.Tool(t, "ruff"))+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// project writes files and makes their folder the working folder.
func project(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	texts["pyproject.toml"] = "[tool.ruff]\nline-length = 100\n"
	for name, text := range texts {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	return dir
}

// server is a server with some workers.
func server(t *testing.T, su app.Setup, workers int) *fleet.Fleet {
	t.Helper()
	s, err := embedded.Start(embedded.Options{Dir: t.TempDir(), Port: -1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	for range workers {
		join(t, s, su)
	}
	return dial(t, s)
}

func dial(t *testing.T, s embedded.Server) *fleet.Fleet {
	t.Helper()
	f, err := fleet.Dial(t.Context(), fleet.Options{Conn: s})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}

// join is a worker more; it ends when it is told to, or with the test.
func join(t *testing.T, s embedded.Server, su app.Setup) (end func()) {
	t.Helper()
	f := dial(t, s)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- Work(ctx, f, &su, WorkOptions{Jobs: 1}, io.Discard) }()
	end = sync.OnceFunc(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(end)
	return end
}

// here is the engine of the coordinator, and what it is to fix.
func here(t *testing.T, su *app.Setup, o app.Options) (*app.App, []app.Target) {
	t.Helper()
	su.OneRun = true
	w, err := su.Build(io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	targets, _, err := w.Chosen(t.Context(), strings.NewReader(""), io.Discard, o, []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	return w, targets
}

// there has a run done on a server.
func there(t *testing.T, f *fleet.Fleet, su *app.Setup, o app.Options) (map[string]app.Result, string) {
	t.Helper()
	var said strings.Builder
	out := within(t, f, su, o, &said, 3*time.Minute)
	return out, said.String()
}

// within is a run that may take so long.
func within(t *testing.T, f *fleet.Fleet, su *app.Setup, o app.Options, said *strings.Builder, long time.Duration) map[string]app.Result {
	t.Helper()
	o.On = "here"
	w, targets := here(t, su, o)
	ctx, done := context.WithTimeout(t.Context(), long)
	defer done()
	results, err := Fix(ctx, f, []Part{{App: w, Targets: targets}}, o, said, func(string) {})
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	out := map[string]app.Result{}
	for _, r := range results {
		out[r.Path] = r
	}
	return out
}

// alone does a run on this machine.
func alone(t *testing.T, su *app.Setup, o app.Options) map[string]app.Result {
	t.Helper()
	w, targets := here(t, su, o)
	out := map[string]app.Result{}
	for r := range w.FixAll(t.Context(), targets, o, w.Finished(o)) {
		r.Findings = r.List(w.Ladder.Model)
		out[r.Path] = r
	}
	return out
}

// same holds the results of two machines against each other, byte for byte.
func same(t *testing.T, got, want map[string]app.Result) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
	for path, w := range want {
		g := got[path]
		if g.Err != nil || w.Err != nil {
			t.Errorf("%s: %v, alone %v", path, g.Err, w.Err)
			continue
		}
		a, _ := json.Marshal(g.List(fixer.Model{}))
		b, _ := json.Marshal(w.Findings)
		a, b = looked.ReplaceAll(a, nil), looked.ReplaceAll(b, nil)
		var any app.App
		if g.Before != w.Before || g.After != w.After || string(a) != string(b) ||
			any.Outcome(g).Beside != any.Outcome(w).Beside {
			t.Errorf("%s:\n%s\n%s\nalone\n%s\n%s", path, g.After, a, w.After, b)
		}
	}
}

type fileResult = app.Outcome

// many are files with findings that ruff fixes, that a rule fixes, and that are left.
func many(n int) map[string]string {
	texts := map[string]string{}
	for i := range n {
		texts[fmt.Sprintf("pkg%d/m%d.py", i%3, i)] = fmt.Sprintf("import os\nimport sys\n\n\ndef f%d(a):\n    x = 1\n    if a == None:\n        print(sys.argv, f'plain')\n", i)
	}
	return texts
}

// TestEqualToOneMachine: what the workers give is what one machine finds, in one
// slice or several.
func TestEqualToOneMachine(t *testing.T) {
	home(t)
	project(t, many(30))
	for name, o := range map[string]app.Options{"in one slice": {NoModel: true}, "in several": {}, "unsafe": {NoModel: true, Unsafe: true}} {
		t.Run(name, func(t *testing.T) {
			su := app.Setup{Version: "1", NoModel: o.NoModel}
			f := server(t, su, 2)
			want := alone(t, &su, o)
			got, _ := there(t, f, &su, o)
			same(t, got, want)
			fixed := 0
			for _, r := range want {
				if r.After != r.Before {
					fixed++
				}
			}
			if fixed != 30 {
				t.Errorf("%d files were fixed", fixed)
			}
		})
	}
}

// TestNameOfTheTree: a folder that is a package itself is one of the same name on a
// worker, where ruff looks at the names of modules; also of the same files under another.
func TestNameOfTheTree(t *testing.T) {
	home(t)
	texts := many(3)
	texts["__init__.py"] = ""
	dir := project(t, texts)
	if err := os.WriteFile("pyproject.toml", []byte("[tool.ruff.lint]\nextend-select = ['N999']\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	su, o := app.Setup{Version: "1", NoModel: true}, app.Options{NoModel: true}
	f := server(t, su, 1)
	for _, name := range []string{"package", "No-Package"} {
		next := filepath.Join(filepath.Dir(dir), name)
		if err := os.Rename(dir, next); err != nil {
			t.Fatal(err)
		}
		dir = next
		t.Chdir(dir)
		want := alone(t, &su, o)
		got, _ := there(t, f, &su, o)
		same(t, got, want)
	}
}

// TestSeveralParts: the files of several repositories are one run, and each gets its
// own results; those with the same files are told apart.
func TestSeveralParts(t *testing.T) {
	home(t)
	su := app.Setup{Version: "1", NoModel: true, OneRun: true}
	o := app.Options{NoModel: true, On: "here", Rules: []string{"ruff/F401"}}
	f := server(t, su, 2)
	var parts []Part
	names := []string{"one", "two", "same"}
	for i, name := range names {
		dir := project(t, many(6-2*(i%2)))
		w, err := su.Build(io.Discard, dir)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(w.Close)
		targets, skipped, err := w.Files(t.Context(), name, dir, o)
		if err != nil || len(skipped) > 0 {
			t.Fatal(err, skipped)
		}
		parts = append(parts, Part{App: w, Targets: targets})
	}
	results, err := Fix(t.Context(), f, parts, o, io.Discard, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	count := make([]int, len(parts))
	for i, r := range results {
		if r.Err != nil || !strings.HasPrefix(r.Path, names[i]+"/") || strings.Contains(r.After, "import os") || !strings.Contains(r.After, "f'plain'") {
			t.Errorf("part %d: %s: %v\n%s", i, r.Path, r.Err, r.After)
		}
		count[i]++
	}
	if !slices.Equal(count, []int{6, 4, 6}) {
		t.Errorf("%v files", count)
	}
}

// looked is at how many files a tool has looked for a proof: a slice has fewer.
var looked = regexp.MustCompile(`"files":\d+`)

// misspelt are files with a finding that only a model can fix.
func misspelt(n int) map[string]string {
	texts := map[string]string{}
	for i := range n {
		texts[fmt.Sprintf("m%d.py", i)] = fmt.Sprintf("def show%d(items):\n    for item in items:\n        print(box)\n", i)
	}
	return texts
}

// speller is a model that can, and the settings of a worker that asks it.
func speller(t *testing.T) (*testkit.Model, app.Setup) {
	t.Helper()
	id := regexp.MustCompile(`(?m)^(L\d+:[a-z2-7]{2})\|.*box`)
	m := testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
		at := id.FindStringSubmatch(r.Prompt())
		if at == nil {
			return testkit.Reply{Text: "NO_FIX the line is not shown"}, true
		}
		return testkit.Reply{Text: fmt.Sprintf("EDIT replace %s\n~~~\n        print(item)\n~~~\nEND\n", at[1])}, true
	})
	t.Cleanup(m.Close)
	return m, app.Setup{Version: "1", Set: []string{"model.backend=openai", "model.url=" + m.URL + "/v1", "model.name=test", "model.shape=script"}}
}

// TestOtherModel: a finished fix serves the next run of workers with the same model,
// and none of workers with another.
func TestOtherModel(t *testing.T) {
	home(t)
	project(t, misspelt(2))
	m, su := speller(t)
	other := su
	other.Set = append(slices.Clone(su.Set), "model.name=other")
	s, err := embedded.Start(embedded.Options{Dir: t.TempDir(), Port: -1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	asked := func(su app.Setup) int {
		before := len(m.Requests())
		end := join(t, s, su)
		all, _ := there(t, dial(t, s), &su, app.Options{})
		end()
		for path, r := range all {
			if !strings.Contains(r.After, "print(item)") {
				t.Errorf("%s: %v\n%s", path, r.Err, r.After)
			}
		}
		return len(m.Requests()) - before
	}
	for i, c := range []struct {
		su   app.Setup
		want int
	}{{su, 2}, {su, 0}, {other, 2}, {other, 0}, {su, 0}} {
		if n := asked(c.su); n != c.want {
			t.Errorf("run %d asks the model %d times, want %d", i, n, c.want)
		}
	}
}

// TestSharedCalls: three workers make as many calls as there may be, and the jobs that
// are left are done when the run is taken up; what is done then is not asked again.
func TestSharedCalls(t *testing.T) {
	home(t)
	const n = 12
	project(t, misspelt(n))
	m, su := speller(t)
	f := server(t, su, 3)
	count := func(all map[string]app.Result) (fixed int) {
		for path, r := range all {
			if r.Err != nil {
				t.Errorf("%s: %v", path, r.Err)
			}
			if strings.Contains(r.After, "print(item)") {
				fixed++
			}
		}
		return fixed
	}
	first, said := there(t, f, &su, app.Options{MaxCalls: 5})
	if fixed, asked := count(first), len(m.Requests()); fixed != 5 || asked != 5 {
		t.Fatalf("with 5 calls %d files are fixed, %d requests were made", fixed, asked)
	}
	told := 0
	for _, r := range first {
		for _, found := range r.List(fixer.Model{}) {
			told += found.Asks
		}
	}
	if told != 5 {
		t.Errorf("5 requests were made, %d are told of", told)
	}
	run := regexp.MustCompile(`run ([a-z0-9]+)`).FindStringSubmatch(said)[1]
	second, _ := there(t, f, &su, app.Options{Resume: run})
	if fixed := count(second); fixed != n {
		t.Errorf("taken up, %d of %d files are fixed", fixed, n)
	}
	if asked := len(m.Requests()); asked < n || asked > n+5 { // a job has two files, of which one may have been done
		t.Errorf("taken up, %d requests were made for %d files", asked, n)
	}
	before := len(m.Requests())
	third, _ := there(t, f, &su, app.Options{Resume: run})
	if fixed, asked := count(third), len(m.Requests())-before; fixed != n || asked != 0 {
		t.Errorf("taken up again, %d files are fixed with %d requests", fixed, asked)
	}
	m.Close()
}

// TestWorkerHasOtherTools: a worker whose tools are others than those of the run
// refuses its jobs, in words that the coordinator passes on; nothing of a job makes
// it run one.
func TestWorkerHasOtherTools(t *testing.T) {
	home(t)
	project(t, map[string]string{"a.py": "import os\n"})
	su := app.Setup{Version: "1", NoModel: true, Run: []string{"bandit"}}
	testkit.Tool(t, "bandit")
	f := server(t, su, 1)
	own := app.Setup{Version: "1", NoModel: true}
	o := app.Options{NoModel: true, On: "here"}
	w, targets := here(t, &own, o)
	ctx, stop := context.WithCancel(t.Context())
	said := &watched{stop: stop, word: "planned with other tools"}
	if _, err := Fix(ctx, f, []Part{{App: w, Targets: targets}}, o, said, func(string) {}); err == nil || !strings.Contains(said.String(), "this worker's: bandit") {
		t.Errorf("%v\n%s", err, said)
	}
	if want := regexp.MustCompile(`run ([a-z0-9]+)\n(?s:.*)--resume ([a-z0-9]+)`).FindStringSubmatch(said.String()); want == nil || want[1] != want[2] {
		t.Errorf("how to go on is not said:\n%s", said)
	}
}

// TestWorkersOfAnotherVersion: whoever has only workers of another version is told
// which those are; what such a worker says to its own user is not passed on.
func TestWorkersOfAnotherVersion(t *testing.T) {
	home(t)
	project(t, map[string]string{"a.py": "import os\n"})
	f := server(t, app.Setup{Version: "2", NoModel: true}, 1)
	own := app.Setup{Version: "1", NoModel: true}
	o := app.Options{NoModel: true, On: "here"}
	w, targets := here(t, &own, o)
	ctx, stop := context.WithCancel(t.Context())
	said := &watched{stop: stop, word: "those that are there are " + versionOf("2")}
	if _, err := Fix(ctx, f, []Part{{App: w, Targets: targets}}, o, said, func(string) {}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if strings.Contains(said.String(), "jobs of another version") {
		t.Errorf("said:\n%s", said)
	}
}

// watched ends a run once a word was said.
type watched struct {
	strings.Builder
	word string
	stop func()
}

func (w *watched) Write(p []byte) (int, error) {
	n, err := w.Builder.Write(p)
	if strings.Contains(w.String(), w.word) {
		w.stop()
	}
	return n, err
}

// TestFalseWorker: a worker that gives texts its job did not ask for, or that the
// tools of the coordinator object to, changes nothing.
func TestFalseWorker(t *testing.T) {
	home(t)
	project(t, map[string]string{"a.py": "import os\n\nprint(1)\n"})
	su := app.Setup{Version: "1", NoModel: true}
	for want, give := range map[string]func(j job) result{
		"which is not the job's": func(job) result { return result{Files: []fileResult{{Path: "../b.py", After: new("x = 1\n")}}} },
		"it has 2 files": func(j job) result {
			return result{Files: []fileResult{{Path: j.Files[0].Path}, {Path: "pyproject.toml", After: new("")}}}
		},
		"still reports F401": func(j job) result {
			return result{Files: []fileResult{{Path: j.Files[0].Path, After: new("import os\n\nprint(2)\n"), Findings: []app.Far{{Finding: app.Finding{
				Tool: "ruff", Code: "F401", Message: "`os` imported but unused", Grade: "proved", Applied: true}}}}}}
		},
		"newly reports F821": func(j job) result {
			return result{Files: []fileResult{{Path: j.Files[0].Path, After: new("print(nothing)\n")}}}
		},
		"invalid-syntax": func(j job) result {
			return result{Files: []fileResult{{Path: j.Files[0].Path, After: new("print(\n")}}}
		},
		"newly reports I001": func(j job) result {
			return result{Files: []fileResult{{Path: j.Files[0].Path, After: new("import os, sys\n\nprint(1)\n")}}}
		},
	} {
		t.Run(want, func(t *testing.T) {
			f := server(t, su, 0)
			ctx, stop := context.WithCancel(t.Context())
			go func() {
				_ = f.Work(ctx, &fleet.Worker{Name: "false", Version: versionOf("1"), Do: func(_ context.Context, _ string, body []byte) ([]byte, bool, error) {
					j, err := readJob(body)
					if err != nil {
						t.Error(err)
					}
					data, err := json.Marshal(give(j))
					return data, false, err
				}})
			}()
			got, _ := there(t, f, &su, app.Options{NoModel: true})
			stop()
			if err := got["a.py"].Err; err == nil || !strings.Contains(err.Error(), want) || len(got) != 1 {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestCheckedTogether: results of several jobs are looked at together; what the
// tools object to in one file, or what is wrong with one job, keeps no other from
// being taken.
func TestCheckedTogether(t *testing.T) {
	home(t)
	texts := map[string]string{}
	for i := range 8 {
		texts[fmt.Sprintf("m%d.py", i)] = "import os\n\nprint(1)\n"
	}
	project(t, texts)
	su := app.Setup{Version: "1"}
	f := server(t, su, 0)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() {
		_ = f.Work(ctx, &fleet.Worker{Name: "one", Version: versionOf("1"), Do: func(_ context.Context, _ string, body []byte) ([]byte, bool, error) {
			j, err := readJob(body)
			if err != nil {
				t.Error(err)
			}
			var r result
			for _, file := range j.Files {
				one := fileResult{Path: file.Path, After: new("print(1)\n")}
				switch file.Path {
				case "m2.py":
					one.After = new("print(nothing)\n")
				case "m5.py":
					one.After = new("print(\n")
				case "m7.py":
					one.Path = "../m7.py"
				}
				r.Files = append(r.Files, one)
			}
			data, err := json.Marshal(r)
			return data, false, err
		}})
	}()
	got, _ := there(t, f, &su, app.Options{})
	for path, want := range map[string]string{"m2.py": "newly reports F821", "m5.py": "invalid-syntax", "m6.py": "not the job's", "m7.py": "not the job's"} {
		if err := got[path].Err; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
		delete(got, path)
	}
	for path, r := range got {
		if r.Err != nil || r.After != "print(1)\n" {
			t.Errorf("%s: %v\n%s", path, r.Err, r.After)
		}
	}
	if len(got) != 4 {
		t.Errorf("%d files are left", len(got))
	}
}

// TestSlowTool: a tool that is too slow in one job fails that job's files; the worker
// asks it again for the next job.
func TestSlowTool(t *testing.T) {
	home(t)
	texts := map[string]string{}
	for i := range 6 {
		texts[fmt.Sprintf("m%d.py", i)] = "import os\n\nprint(1)\n"
	}
	project(t, texts)
	dir := t.TempDir()
	slow := filepath.Join(dir, "slow")
	script := fmt.Sprintf("#!/bin/sh\ncase \"$*\" in *--version*) ;; *) test -e '%s' || { : > '%s'; sleep 60; } ;; esac\nexec '%s' \"$@\"\n", slow, slow, testkit.Tool(t, "ruff"))
	program := filepath.Join(dir, "ruff")
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	su := app.Setup{Version: "1", Set: []string{"linters.ruff.command=" + program, "timeouts.linter=3"}}
	got, _ := there(t, server(t, su, 1), &su, app.Options{})
	failed := 0
	for path, r := range got {
		if r.Err != nil {
			failed++
		} else if r.After != "print(1)\n" {
			t.Errorf("%s:\n%s", path, r.After)
		}
	}
	if failed != 2 {
		t.Errorf("%d files have failed, want those of the first job", failed)
	}
}

// TestHostileJobs: a job can name nothing outside of its tree, and nothing that is
// run or set.
func TestHostileJobs(t *testing.T) {
	const file = `"files":[{"path":"a.py","shown":"a.py","sum":"0"}]`
	if _, err := readJob([]byte(`{"name":"p","root":".",` + file + `}`)); err != nil {
		t.Fatal(err)
	}
	for _, body := range []string{
		`{"name":"p","root":"..",` + file + `}`, `{"name":"p","root":"/",` + file + `}`, `{"name":"p","root":"a/../..",` + file + `}`, `{"name":"p","root":".git",` + file + `}`, `{"name":"p","root":"",` + file + `}`,
		`{"name":"p","root":".","files":[]}`, `{"name":"p","root":"."}`, `[]`, ``,
		`{"name":"p","root":".","files":[{"path":"../a.py"}]}`, `{"name":"p","root":".","files":[{"path":"/etc/passwd"}]}`, `{"name":"p","root":".","files":[{"path":"a/./b.py"}]}`,
		`{"name":"p","root":".","files":[{"path":"a.py"},{"path":"a.py"}]}`, `{"name":"p","root":"sub","files":[{"path":"a.py"}]}`, `{"name":"p","root":".","files":[{"path":".git/config"}]}`,
		`{"name":"p","root":".","files":[{"path":"a\\..\\b.py"}]}`,
		`{"name":"p","root":".","command":["sh"],` + file + `}`, `{"name":"p","root":".","run":["mypy"],` + file + `}`, `{"name":"p","root":".","model":{"url":"http://x"},` + file + `}`, `{"name":"p","root":".","key":"k",` + file + `}`,
		`{"name":"p","root":".","trusted":true,` + file + `}`,
	} {
		if _, err := readJob([]byte(body)); err == nil {
			t.Errorf("%s is taken for a job", body)
		}
	}
}

// TestHostileResults: what is no text of a file of its job is refused.
func TestHostileResults(t *testing.T) {
	j := job{Files: []jobFile{{Path: "a.py"}, {Path: "b.py"}}}
	text := func(s string) *string { return &s }
	if _, err := readResult(encoded(t, result{Files: []fileResult{{Path: "a.py", After: text("x")}, {Path: "b.py"}}}), j); err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]result{
		"too few":   {Files: []fileResult{{Path: "a.py"}}},
		"others":    {Files: []fileResult{{Path: "a.py"}, {Path: "c.py", After: text("x")}}},
		"twice":     {Files: []fileResult{{Path: "a.py"}, {Path: "a.py"}}},
		"no text":   {Files: []fileResult{{Path: "a.py", After: text("a\x00b")}, {Path: "b.py"}}},
		"oversized": {Files: []fileResult{{Path: "a.py", After: text(strings.Repeat("x", 5<<20))}, {Path: "b.py"}}},
		"failed":    {Files: []fileResult{{Path: "a.py", After: text("x"), Error: "no"}, {Path: "b.py"}}},
	} {
		if _, err := readResult(encoded(t, r), j); err == nil {
			t.Errorf("%s: it is taken", name)
		}
	}
}

func encoded(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestUnkept: what a worker calls fixed is gone, but for as many of the same words as
// it lists as left.
func TestUnkept(t *testing.T) {
	found := signal.Diagnostic{Tool: "ruff", Code: "F401", Message: "m"}
	one := func(grade string, applied bool, count int) app.Far {
		return app.Far{Finding: app.Finding{Tool: "ruff", Code: "F401", Message: "m", Grade: grade, Applied: applied, Count: count}}
	}
	for name, c := range map[string]struct {
		now    []signal.Diagnostic
		listed []app.Far
		want   string
	}{
		"gone":                       {nil, []app.Far{one("checked", true, 0)}, ""},
		"there":                      {[]signal.Diagnostic{found}, []app.Far{one("checked", true, 0)}, "ruff still reports F401: m"},
		"another one is left":        {[]signal.Diagnostic{found}, []app.Far{one("checked", true, 0), one("", false, 0)}, ""},
		"three are left, two listed": {[]signal.Diagnostic{found, found, found}, []app.Far{one("checked", true, 0), one("", false, 2)}, "ruff still reports F401: m"},
		"two are left, as listed":    {[]signal.Diagnostic{found, found}, []app.Far{one("checked", true, 0), one("", false, 2)}, ""},
		"nobody says it is gone":     {[]signal.Diagnostic{found}, []app.Far{one("unchecked", true, 0)}, ""},
		"not of this run":            {[]signal.Diagnostic{found}, nil, ""},
	} {
		f := &review.File{Now: map[string][]signal.Diagnostic{"ruff": c.now}}
		if got := unkept(f, c.listed); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestUnspoken: what a tool reports more often than before has to be listed by the worker as left.
func TestUnspoken(t *testing.T) {
	found := signal.Diagnostic{Tool: "ruff", Code: "F401", Message: "m", Severity: signal.Warning}
	left := []app.Far{{Finding: app.Finding{Tool: "ruff", Code: "F401", Message: "m"}}}
	for name, c := range map[string]struct {
		was, now int // so often
		listed   []app.Far
		want     string
	}{
		"as before":      {1, 1, nil, ""},
		"one more":       {1, 2, nil, "ruff newly reports F401: m"},
		"one more, said": {1, 2, left, ""},
		"two, one said":  {0, 2, left, "ruff newly reports F401: m"},
		"fewer":          {2, 1, nil, ""},
	} {
		said := func(n int) map[string][]signal.Diagnostic {
			return map[string][]signal.Diagnostic{"ruff": slices.Repeat([]signal.Diagnostic{found}, n)}
		}
		if got := unspoken(&review.File{Was: said(c.was), Now: said(c.now)}, c.listed); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
