package fleet

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/fleet"
	"github.com/fettle-dev/fettle/internal/fleet/embedded"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit"
)

// typed is a project in which a fix of ruff's brings an error of mypy's.
func typed() map[string]string {
	return map[string]string{
		"mypy.ini": "[mypy]\n", "ruff.toml": "lint.select = [\"B009\", \"F401\"]\n",
		"a.py": "def name(o: object) -> object:\n    return getattr(o, \"name\")\n",
		"b.py": "import os\nfrom a import name\n\nprint(name(1))\n",
	}
}

// caches sets other caches for this machine, as another has them.
func caches(t *testing.T) (folder string) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	return filepath.Join(dir, "fettle")
}

// byOne has a run done by one worker.
func byOne(t *testing.T, s embedded.Server, f *fleet.Fleet, su app.Setup, o app.Options) map[string]app.Result {
	t.Helper()
	end := join(t, s, su)
	defer end()
	own := su
	got := within(t, f, &own, o, new(strings.Builder), 10*time.Minute)
	return got
}

// texts holds what became of the files against each other.
func texts(t *testing.T, got, want map[string]app.Result) {
	t.Helper()
	for path, w := range want {
		if g := got[path]; g.Err != nil || g.After != w.After || len(g.List(fixer.Model{})) != len(w.Findings) {
			t.Errorf("%s: %v\n%s\nalone\n%s", path, g.Err, g.After, w.After)
		}
	}
}

// names are the entries of a folder.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// TestSharedChecks: what mypy has said on one worker another one knows without it, and
// so does the first one later; --no-cache asks anew. What somebody has forged in the
// store makes a worker offer a wrong fix, which the coordinator's own mypy refuses.
func TestSharedChecks(t *testing.T) {
	testkit.OtherProcesses(t)
	home(t)
	mypy := filepath.Dir(testkit.Tool(t, "mypy"))
	t.Setenv("PATH", mypy+string(filepath.ListSeparator)+os.Getenv("PATH"))
	dir := project(t, typed())
	s, err := embedded.Start(embedded.Options{Dir: t.TempDir(), Port: -1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	f := dial(t, s)
	su := app.Setup{Version: "1", NoModel: true, Run: []string{"mypy", "ruff"}, Set: []string{"timeouts.compiler=300", "timeouts.linter=100"}} // however busy the machine is
	o := app.Options{NoModel: true, NoResume: true}
	own := su
	want := alone(t, &own, o)
	if want["a.py"].After != want["a.py"].Before || want["b.py"].After == want["b.py"].Before {
		t.Fatalf("alone: %v", want)
	}

	one := caches(t)
	texts(t, byOne(t, s, f, su, o), want)
	keys := names(t, filepath.Join(one, "fleet-checks"))
	if len(keys) == 0 && os.Getenv("FETTLE_REQUIRE_TOOLS") == "" {
		t.Skip("it is not known what this mypy reads")
	}
	for _, key := range keys {
		if data, err := f.Kept(t.Context(), key); err != nil || len(data) == 0 {
			t.Errorf("%s is on the disk, not in the store: %v", key, err)
		}
	}
	if len(keys) < 2 || len(names(t, filepath.Join(one, "checks"))) > 0 {
		t.Errorf("kept: %q, by folder: %q", keys, names(t, filepath.Join(one, "checks")))
	}

	// started tells whether a worker, which alone has these caches, has run mypy: it
	// then has a cache.
	coordinator := caches(t)
	started := func(o app.Options, cache string) (map[string]app.Result, bool) {
		t.Helper()
		jobs := make(chan struct{})
		t.Setenv("XDG_CACHE_HOME", filepath.Dir(cache))
		w := &worker{setup: &app.Setup{Version: su.Version, NoModel: true, Run: su.Run, Set: su.Set, OneRun: true}, fleet: f, errs: io.Discard, checks: newChecks(f, su.Version)}
		defer w.close()
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		var ran bool
		go func() {
			defer close(jobs)
			_ = f.Work(ctx, &fleet.Worker{Name: "w", Version: versionOf("1"), Do: func(ctx context.Context, run string, body []byte) ([]byte, bool, error) {
				before := names(t, filepath.Join(cache, "tools", "mypy"))
				data, keep, err := w.do(ctx, run, body)
				ran = len(names(t, filepath.Join(cache, "tools", "mypy"))) > len(before)
				return data, keep, err
			}})
		}()
		own := su
		got := within(t, f, &own, o, new(strings.Builder), 10*time.Minute)
		stop()
		<-jobs
		return got, ran
	}
	got, ran := started(o, coordinator)
	texts(t, got, want)
	if ran || len(names(t, filepath.Join(coordinator, "fleet-checks"))) > 0 {
		t.Errorf("the second worker: mypy was started: %v; on its disk: %q", ran, names(t, filepath.Join(coordinator, "fleet-checks")))
	}
	anew := o
	anew.NoCache = true
	got, ran = started(anew, caches(t))
	if texts(t, got, want); !ran {
		t.Error("--no-cache: mypy was not started")
	}

	for _, key := range keys {
		data, err := f.Kept(t.Context(), key)
		var said [][]json.RawMessage
		if err != nil || json.Unmarshal(data, &said) != nil {
			t.Fatalf("%s, %v", data, err)
		}
		for i := range said {
			said[i] = nil
		}
		f.Keep(t.Context(), key, encoded(t, said))
	}
	got, ran = started(o, caches(t))
	if err := got["a.py"].Err; ran || err == nil || !strings.Contains(err.Error(), "a.py: left as it is: mypy newly reports attr-defined") {
		t.Errorf("of what was forged: mypy was started by the worker: %v; %v\n%s", ran, err, got["a.py"].After)
	}
	if r := got["b.py"]; r.Err != nil || r.After != want["b.py"].After {
		t.Errorf("beside what was forged: %v\n%s", r.Err, r.After)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "a.py")); err != nil || string(data) != typed()["a.py"] {
		t.Errorf("%s, %v", data, err)
	}
	t.Setenv("XDG_CACHE_HOME", filepath.Dir(one)) // its own disk comes first
	texts(t, byOne(t, s, f, su, o), want)
}

// TestChecksWithoutServer: while the server does not answer, a check is looked for on
// the disk, and tools are asked without delay.
func TestChecksWithoutServer(t *testing.T) {
	home(t)
	s, err := embedded.Start(embedded.Options{Dir: t.TempDir(), Port: -1})
	if err != nil {
		t.Fatal(err)
	}
	c := newChecks(dial(t, s), "1")
	c.put(t.Context(), "one", []byte("said"))
	if other := (checks{fleet: c.fleet, version: c.version, away: c.away}); string(other.get(t.Context(),
		"one")) != "said" {
		t.Error("another worker does not find what was kept")
	}
	if old := newChecks(c.fleet, "2"); old.get(t.Context(), "one") != nil {
		t.Error("a worker of another version takes it")
	}
	s.Stop()
	begun := time.Now()
	for range 20 {
		if c.get(t.Context(), "two") != nil || string(c.get(t.Context(), "one")) != "said" {
			t.Error("not found, or found what is not there")
		}
		c.put(t.Context(), "three", []byte("x"))
	}
	if took := time.Since(begun); took > 10*limits.FleetLook { // one look waits, twenty would twice as long
		t.Errorf("20 looks take %s", took)
	}
	old := time.Now().Add(-30 * 24 * time.Hour)
	if err := os.Chtimes(filepath.Join(c.dir, c.key("one")), old, old); err != nil {
		t.Fatal(err)
	}
	c.sweep(1)
	if list := names(t, c.dir); len(list) != 1 || list[0] != c.key("three") {
		t.Errorf("left: %q", list)
	}
}
