package langserver

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// faked is a server that misbehaves in one way.
func faked(t *testing.T, mode string, now func() time.Time) (*Server, string) {
	t.Helper()
	self, err := os.Executable()
	must.OK(t, err)
	root := t.TempDir()
	s := New(Options{Argv: []string{self}, Root: root, Now: now, Env: []string{"FAKE_SERVER=" + mode, "FAKE_MARK=" + filepath.Join(root, "mark")}})
	t.Cleanup(s.Close)
	return s, root
}

func document(root, body string) text.Snapshot {
	return text.File(filepath.Join(root, "a b.py"), "python", body)
}

func within(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

// TestDefinition follows the text that is asked about, changed or not.
func TestDefinition(t *testing.T) {
	s, root := faked(t, "fine", nil)
	ctx := within(t, time.Minute)
	for _, c := range []struct {
		body, path string
		line       int
	}{{"x.py 4\n", "x.py", 4}, {"sub/y.py 7\n", "sub/y.py", 7}, {"sub/y.py 7\n", "sub/y.py", 7}} {
		got, err := s.Definition(ctx, document(root, c.body), 0)
		must.OK(t, err)
		want := Place{filepath.Join(root, c.path), text.Lines{Start: c.line, End: c.line + 1}}
		if len(got) != 1 || got[0] != want {
			t.Errorf("%q: %v, want %v", c.body, got, want)
		}
	}
	// More documents than are held open at once.
	for i := range 2 * limits.ServerDocuments {
		doc := text.File(filepath.Join(root, strings.Repeat("n", i+1)+".py"), "python", "x.py 1\n")
		if _, err := s.Definition(ctx, doc, 0); err != nil {
			t.Fatal(err)
		}
	}
}

// TestColumns counts columns in the unit that was agreed: the fake answers with
// the column it was asked about.
func TestColumns(t *testing.T) {
	const body = "at.py # é😀x\n"
	for mode, want := range map[string]int{
		"column": len("at.py # ") + 1 + 2, // UTF-16: é is one unit, the emoji two
		"utf-8":  len("at.py # é😀"),
	} {
		s, root := faked(t, mode, nil)
		got, err := s.Definition(within(t, time.Minute), document(root, body), strings.Index(body, "x"))
		if err != nil || len(got) != 1 || got[0].Lines.Start != want {
			t.Errorf("%s: %v, %v, want line %d", mode, got, err, want)
		}
	}
}

// TestMisbehaviour costs an answer, and nothing else.
func TestMisbehaviour(t *testing.T) {
	for _, c := range []struct {
		mode string
		ok   bool // no error, and no place
	}{
		{"slow", false}, {"crash", false}, {"garbage", false}, {"huge", false}, {"mute", false}, {"error", false}, {"utf-32", false},
		{"other root", true}, {"null", true},
	} {
		t.Run(c.mode, func(t *testing.T) {
			s, root := faked(t, c.mode, nil)
			wait := time.Minute
			if c.mode == "slow" || c.mode == "mute" {
				wait = time.Second
			}
			start := time.Now()
			got, err := s.Definition(within(t, wait), document(root, "x.py 1\n"), 0)
			if (err == nil) != c.ok || len(got) > 0 {
				t.Errorf("%v, %v", got, err)
			}
			if time.Since(start) > 10*wait {
				t.Error("hangs")
			}
		})
	}
}

// TestLoading takes no answer that was given before the workspace was loaded:
// it is empty, and means nothing.
func TestLoading(t *testing.T) {
	s, root := faked(t, "loads", nil)
	places, err := s.Definition(within(t, time.Minute), document(root, "x\n"), 0)
	if err != nil || len(places) != 1 || places[0].Lines.Start != 4 {
		t.Errorf("definition: %v, %v", places, err)
	}
	s, root = faked(t, "loads", nil)
	found, err := s.Diagnostics(within(t, time.Minute), document(root, "x\n"))
	if err != nil || len(found) != 1 {
		t.Errorf("diagnostics: %v, %v", found, err)
	}
	s, root = faked(t, "ill", nil)
	if found, err := s.Diagnostics(within(t, time.Minute), document(root, "x\n")); err == nil || !strings.Contains(err.Error(), "no workspace") {
		t.Errorf("a server without a workspace: %v, %v", found, err)
	}
}

// TestRestart starts a crashed server again, after a pause.
func TestRestart(t *testing.T) {
	clock := time.Now()
	s, root := faked(t, "once", func() time.Time { return clock })
	ctx := within(t, time.Minute)
	doc := document(root, "x.py 1\n")
	if _, err := s.Definition(ctx, doc, 0); err == nil {
		t.Fatal("the crash went unnoticed")
	}
	noticed := func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return !s.next.IsZero()
	}
	for !noticed() { // the end of the process is noticed a moment later
		if ctx.Err() != nil {
			t.Fatal("the crash went unnoticed")
		}
		time.Sleep(time.Millisecond)
	}
	if _, err := s.Definition(ctx, doc, 0); !errors.Is(err, ErrDown) {
		t.Fatalf("started again at once: %v", err)
	}
	clock = clock.Add(limits.ServerBackoffMin)
	if got, err := s.Definition(ctx, doc, 0); err != nil || len(got) != 1 {
		t.Fatalf("%v, %v", got, err)
	}
}

// TestGopls asks a real server about an unsaved text.
//
// Covers R3-12.
func TestGopls(t *testing.T) {
	gopls := testkit.Tool(t, "gopls")
	goTool := testkit.Tool(t, "go")
	root, err := filepath.EvalSymlinks(t.TempDir())
	must.OK(t, err)
	must.WriteAll(t, root, map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.22\n",
		"b.go":   "package m\n\n// Helper helps.\nfunc Helper() int { return 1 }\n", "a.go": "package m\n"})
	s := New(Options{Argv: []string{gopls}, Root: root, Env: []string{"PATH=" + filepath.Dir(goTool) + ":" + os.Getenv("PATH"), "GOFLAGS=-mod=mod", "GOPROXY=off"}})
	t.Cleanup(s.Close)
	body := "package m\n\nfunc use() int { return Helper() }\n"
	doc := text.File(filepath.Join(root, "a.go"), "go", body)
	ctx := within(t, time.Minute)
	got, err := s.Definition(ctx, doc, strings.Index(body, "Helper"))
	if err != nil || len(got) != 1 || filepath.Base(got[0].Path) != "b.go" || got[0].Lines.Start != 3 {
		t.Errorf("definition: %v, %v", got, err)
	}
	uses, err := s.References(ctx, doc, strings.Index(body, "Helper"))
	if err != nil || len(uses) != 1 || filepath.Base(uses[0].Path) != "a.go" {
		t.Errorf("references: %v, %v", uses, err)
	}
}
