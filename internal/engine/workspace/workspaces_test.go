package workspace

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine/learning"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/semantic"
)

// TestQuestionWhileIndexing: a question is answered while the index is being
// built for somebody else, however long that takes.
func TestQuestionWhileIndexing(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := t.TempDir()
	must.OK(t, os.WriteFile(filepath.Join(dir, "tax.py"), []byte("def vat_rate():\n    return 19\n"), 0o600))
	s := config.Default()
	r := NewSet(new(learning.Learner))
	defer r.Close()
	r.Use(Choices{Host: host{dir}, Context: s.Context, Log: slog.New(slog.DiscardHandler)})
	p := r.Of(dir)
	if err := p.building.take(t.Context()); err != nil { // as an index of many files does
		t.Fatal(err)
	}
	p.Changed(t.Context(), "tax.py") // indexed so far
	res, err := r.Query(t.Context(), dir, semantic.DefaultQuery("vat rate"))
	if err != nil || len(res.Results) != 1 {
		t.Errorf("%d results: %v", len(res.Results), err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Query(gone, dir, semantic.DefaultQuery("vat rate")); err == nil {
		t.Error("a question that nobody waits for is answered")
	}
	p.building.give()
	if res, err = r.Query(t.Context(), dir, semantic.DefaultQuery("vat rate")); err != nil || !p.Ready() || res.Partial != "" {
		t.Errorf("ready %v, partial %q: %v", p.Ready(), res.Partial, err)
	}
}

// TestIndexGoesOn: what a question had no time for is indexed behind it, as nobody
// may ask again.
func TestIndexGoesOn(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := t.TempDir()
	must.OK(t, os.WriteFile(filepath.Join(dir, "tax.py"), []byte("def vat_rate():\n    return 19\n"), 0o600))
	r := NewSet(new(learning.Learner))
	r.Use(Choices{Host: host{dir}, Context: config.Default().Context, Log: slog.New(slog.DiscardHandler)})
	must.OK(t, r.buildFor(t.Context(), dir, 1))
	for deadline := time.Now().Add(time.Minute); !r.Of(dir).Ready(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the index is not completed")
		}
	}
	r.Close()
	r.behind(func() { t.Error("something began after the end") })
	r.storing.Wait()
}

// TestToldLate: of a document that has been typed on meanwhile, the index has what it
// is now, whoever tells of which text last.
func TestToldLate(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := t.TempDir()
	path := filepath.Join(dir, "tax.py")
	must.OK(t, os.WriteFile(path, []byte("x = 1\n"), 0o600))
	version := func(v int32, body string) text.Snapshot {
		s := text.File(path, "python", body)
		s.URI, s.Version = "file://"+path, v
		return s
	}
	before, now := version(1, "def vat_rate_before():\n    return 1\n"), version(2, "def vat_rate_now():\n    return 2\n")
	r := NewSet(new(learning.Learner))
	defer r.Close()
	r.Use(Choices{Host: host{dir}, Context: config.Default().Context, Log: slog.New(slog.DiscardHandler),
		Editor: true, Document: func(string) (text.Snapshot, bool) { return now, true }})
	for name, late := range map[string]func(){"a tool's run": func() { r.Follow(before) }, "the opening": func() { r.Warm(t.Context(), before) }} {
		r.Follow(now)
		late()
		res, err := r.Query(t.Context(), dir, semantic.DefaultQuery("vat rate"))
		if err != nil || len(res.Results) != 1 || !strings.HasSuffix(res.Results[0].Entity.QualifiedName, "vat_rate_now") {
			t.Errorf("after %s that comes late: %+v, %v", name, res.Results, err)
		}
	}
}

// host has one root, in which git may run and nothing else.
type host struct{ root string }

func (h host) Root(string) string              { return h.root }
func (host) Redact(_, s string) (string, bool) { return s, true }
func (host) Denied(string) bool                { return false }
func (host) Trusted(_, _ string) bool          { return false }

// unlisted is a source whose files cannot be listed.
type unlisted struct{}

func (unlisted) List(context.Context) ([]semantic.File, error) {
	return nil, errors.New("no such device")
}

func (unlisted) Read(context.Context, string) (string, error) {
	return "", errors.New("no such device")
}

// TestBuildSaysWhatFailed: what the version control knows does not hide that no file
// could be listed.
func TestBuildSaysWhatFailed(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{{"init", "-q"}, {"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "x"}} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
	}
	r := NewSet(new(learning.Learner))
	defer r.Close()
	c := config.Default().Context
	c.Index.Persist = false
	r.Use(Choices{Host: host{dir}, Context: c, Log: slog.New(slog.DiscardHandler)})
	r.Of(dir).Provider = semantic.New(semantic.Options{Source: unlisted{}})
	if err := r.build(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "no such device") {
		t.Errorf("error %v", err)
	}
}
