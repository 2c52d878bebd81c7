package engine

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// diskFault is something that keeps an entry from the disk. It is made twice:
// before anything was sent, and after a first request.
type diskFault struct {
	name  string
	make  func(t *testing.T, state string)
	whole bool // it holds for the whole process
}

func diskFaults() []diskFault {
	mount := func(t *testing.T, at string, flags uintptr, options string) {
		t.Helper()
		must.OK(t, os.MkdirAll(at, 0o700))
		if err := syscall.Mount("none", at, "tmpfs", flags, options); err != nil {
			t.Skip("no file system can be mounted here:", err)
		}
		t.Cleanup(func() { _ = syscall.Unmount(at, syscall.MNT_DETACH) })
	}
	write := func(t *testing.T, path string, n int) {
		t.Helper()
		_ = os.MkdirAll(filepath.Dir(path), 0o700)
		if err := os.WriteFile(path, make([]byte, n), 0o600); err != nil && !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
	}
	return []diskFault{
		{name: "disk full", make: func(t *testing.T, state string) {
			mount(t, state, 0, "size=64k")
			write(t, filepath.Join(state, "fill"), 1<<20)
		}},
		{name: "disk full in the middle of a line", make: func(t *testing.T, state string) {
			mount(t, state, 0, "size=4k")
			write(t, filepath.Join(state, "fettle", "audit.jsonl"), 4090)
		}},
		{name: "no inodes", make: func(t *testing.T, state string) { mount(t, state, 0, "nr_inodes=1") }},
		{name: "read-only", make: func(t *testing.T, state string) { mount(t, state, syscall.MS_RDONLY, "") }},
		{name: "file size limit", make: func(t *testing.T, state string) { limitFileSize(t, 10) }, whole: true},
		{name: "file size limit, nothing fits", make: func(t *testing.T, state string) { limitFileSize(t, 0) }, whole: true},
		{name: "rotation fails", make: func(t *testing.T, state string) {
			log := filepath.Join(state, "fettle", "audit.jsonl")
			write(t, log, limits.AuditFile)
			write(t, filepath.Join(log+".1", "in the way"), 1) // a folder takes no file's place
			write(t, filepath.Join(log+".2", "in the way"), 1)
		}},
		{name: "a folder in its place", make: func(t *testing.T, state string) {
			log := filepath.Join(state, "fettle", "audit.jsonl")
			_ = os.Remove(log)
			write(t, filepath.Join(log, "x"), 1)
		}},
		{name: "a link in its place", make: func(t *testing.T, state string) {
			log := filepath.Join(state, "fettle", "audit.jsonl")
			_ = os.MkdirAll(filepath.Dir(log), 0o700)
			_ = os.Remove(log)
			must.OK(t, os.Symlink("/dev/full", log))
		}},
		{name: "a file for its folder", make: func(t *testing.T, state string) {
			_ = os.RemoveAll(filepath.Join(state, "fettle"))
			write(t, filepath.Join(state, "fettle"), 1)
		}},
		{name: "folder deleted, and none can be made", make: func(t *testing.T, state string) {
			_ = os.RemoveAll(state)
			must.OK(t, os.WriteFile(state, nil, 0o600))
		}},
	}
}

// alone reports whether a test runs in a process of its own, and runs it in one
// if it does not: a limit of the process also ends go test's log of what its
// tests open, with which the package fails.
func alone(t *testing.T) bool {
	t.Helper()
	const mark = "FETTLE_TEST_ALONE"
	if os.Getenv(mark) != "" {
		return true
	}
	var pattern []string
	for part := range strings.SplitSeq(t.Name(), "/") {
		pattern = append(pattern, "^"+regexp.QuoteMeta(part)+"$")
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.v", "-test.run="+strings.Join(pattern, "/"))
	cmd.Env = append(os.Environ(), mark+"=1")
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()+" ") {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}

// limitFileSize makes writes fail as under "ulimit -f", until the test ends.
// Only for a test that runs alone.
func limitFileSize(t *testing.T, n uint64) {
	t.Helper()
	var old syscall.Rlimit
	must.OK(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old))
	less := old
	less.Cur = n
	must.OK(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &less))
	t.Cleanup(func() { _ = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old) })
}

// senders are every way in which a request leaves fettle.
func senders(t *testing.T, p *Process, url string) map[string]func(context.Context) error {
	t.Helper()
	s, _ := config.Resolve()
	m := config.Model{Backend: "openai", URL: url + "/v1", Name: "m"}
	s.Models = map[string]config.Model{"small": m}
	s.Model = m
	s.Audit.Required = true
	s.Context.Embeddings = config.Embeddings{Enabled: true, Backend: "ollama", Model: "tiny", URL: url}
	s.Context.Plan.Mode, s.Context.Plan.Backend = "model", "small"
	gate, log := p.Gate(s), slog.New(slog.DiscardHandler)
	client, err := p.Client(s, m, gate, log)
	must.OK(t, err)
	audit, _ := p.openAudit()
	fix, embed := p.model(s, gate, audit, log), p.embedding(s, gate, log)
	planner, ok := p.planner(s, gate, log).(*plan.Model)
	if fix.Completer == nil || embed == nil || !ok {
		t.Fatal(fix.Why)
	}
	ask := func(mode model.Mode) func(ctx context.Context) error {
		return func(ctx context.Context) error {
			_, err := fix.Completer.Complete(ctx, model.Prompt{User: "x", Mode: mode})
			return err
		}
	}
	return map[string]func(context.Context) error{
		"fix": ask(model.Explicit), "planned": ask(model.Plan), "prefetch": ask(model.Prefetch),
		"embed": func(ctx context.Context) error { _, err := embed.Embed(ctx, []string{"a", "b"}); return err },
		"plan":  func(ctx context.Context) error { _, err := planner.Complete(ctx, "x"); return err },
		"ping":  func(ctx context.Context) error { _, err := client.Ping(ctx); return err },
	}
}

// TestNoRequestWithoutItsEntry: with audit.required, whatever happens to the
// disk and whatever is sent, as many requests arrive as there are entries
// written before them. It counts on the wire.
func TestNoRequestWithoutItsEntry(t *testing.T) {
	for _, f := range append([]diskFault{{name: "none"}}, diskFaults()...) {
		for _, when := range []string{"before", "after"} {
			if f.make == nil && when == "after" {
				continue
			}
			t.Run(f.name+" "+when, func(t *testing.T) {
				if f.whole && !alone(t) {
					return
				}
				var arrived atomic.Int64
				server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					arrived.Add(1)
					w.WriteHeader(http.StatusTeapot)
				}))
				t.Cleanup(server.Close)
				state := filepath.Join(t.TempDir(), "state")
				t.Setenv("XDG_STATE_HOME", state)
				p := NewProcess(Options{})
				t.Cleanup(p.Close)
				all := senders(t, p, server.URL)
				if when == "after" {
					_ = all["fix"](t.Context())
					if arrived.Swap(0) == 0 {
						t.Fatal("nothing was sent before the fault")
					}
				}
				if f.make != nil {
					f.make(t, state)
				}
				for kind, send := range all {
					err := send(t.Context())
					switch n := arrived.Swap(0); {
					case f.make != nil && n > 0:
						t.Errorf("%s: %d requests without an entry", kind, n)
					case f.make != nil && (err == nil || !strings.Contains(err.Error(), "audit.required")):
						t.Errorf("%s: %v", kind, err)
					case f.make == nil && n == 0:
						t.Errorf("%s: nothing was sent: %v", kind, err)
					case f.make == nil:
						if log := entriesSending(t, state); log != int(n) {
							t.Errorf("%s: %d requests, %d entries before them", kind, n, log)
						}
					}
				}
			})
		}
	}
}

// entriesSending counts the entries that were written before a request, and
// empties the log.
func entriesSending(t *testing.T, state string) int {
	t.Helper()
	log := filepath.Join(state, "fettle", "audit.jsonl")
	data := must.Read(t, log)
	must.OK(t, os.Truncate(log, 0))
	return strings.Count(data, `"outcome":"sending"`)
}

// TestAuditComesBack: once there is room again, or the folder is made anew,
// entries are written again without a restart.
func TestAuditComesBack(t *testing.T) {
	if !alone(t) {
		return
	}
	var arrived atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { arrived.Add(1) }))
	t.Cleanup(server.Close)
	state := filepath.Join(t.TempDir(), "state")
	t.Setenv("XDG_STATE_HOME", state)
	send := senders(t, NewProcess(Options{}), server.URL)["ping"]
	_ = send(t.Context())
	must.OK(t, os.RemoveAll(state))
	_ = send(t.Context()) // the folder is made again
	if n := entriesSending(t, state); n != 1 || arrived.Load() != 2 {
		t.Errorf("%d entries, %d requests", n, arrived.Load())
	}
	t.Run("limit", func(t *testing.T) {
		limitFileSize(t, 10)
		if err := send(t.Context()); err == nil || arrived.Load() != 2 {
			t.Errorf("%v, %d requests", err, arrived.Load())
		}
	})
	_ = send(t.Context())
	if n := entriesSending(t, state); n != 1 || arrived.Load() != 3 {
		t.Errorf("%d entries, %d requests", n, arrived.Load())
	}
}
