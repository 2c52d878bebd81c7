package linter

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestMain lets the test binary play the linters that misbehave. The role is
// the first argument, as a user's configured command would give it.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "play" {
		os.Exit(play(os.Args[2]))
	}
	os.Exit(m.Run())
}

const one = `[{"code":"F401","message":"m","filename":%q,"location":{"row":%d,"column":%d},"end_location":{"row":%d,"column":%d},"fix":null}]`

func play(role string) int {
	path := ""
	for i, a := range os.Args {
		if a == "--stdin-filename" {
			path = os.Args[i+1]
		}
	}
	if strings.HasPrefix(role, "count") {
		f, err := os.OpenFile(os.Args[3], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return 3
		}
		_, _ = f.WriteString(".")
		_ = f.Close()
	}
	switch role {
	case "count", "count-slow":
		if role == "count-slow" {
			time.Sleep(time.Second)
		}
		fmt.Printf(one, path, 1, 8, 1, 10)
	case "count-fail":
		return 2
	case "good", "exit1":
		fmt.Printf(one, path, 1, 8, 1, 10)
		if role == "exit1" {
			return 1
		}
	case "crash":
		p, _ := os.FindProcess(os.Getpid())
		_ = p.Kill()
		time.Sleep(time.Hour)
	case "exit2":
		fmt.Fprintln(os.Stderr, "internal error:\x1b[31m cannot go on")
		return 2
	case "hang", "count-hang":
		time.Sleep(time.Hour)
	case "garbage":
		fmt.Print("warning: something is deprecated\n[]")
	case "half":
		fmt.Print(`[{"code":"F401","message":"m","filename":"` + path + `","location":{"row":1,`)
	case "other-version":
		fmt.Printf(`[{"code":"F401","kind":{"body":"m"},"path":%q,"range":{"start":1}}]`, path)
	case "object":
		fmt.Print(`{"diagnostics":[]}`)
	case "empty":
	case "null":
		fmt.Print("null")
	case "flood":
		chunk := strings.Repeat(" ", 64<<10)
		for {
			if _, err := fmt.Print(chunk); err != nil {
				return 0
			}
		}
	case "stderr":
		for i := range 200_000 {
			fmt.Fprintln(os.Stderr, "noise", i)
		}
		return 1
	case "daemon":
		c := exec.Command(os.Args[0], "play", "hang")
		c.Stdout = os.Stdout
		if c.Start() != nil {
			return 3
		}
		fmt.Printf(one, path, 1, 8, 1, 10)
	case "past-end":
		fmt.Printf(one, path, 999, 1, 999, 5)
	case "past-line":
		fmt.Printf(one, path, 1, 999, 1, 1200)
	case "negative":
		fmt.Printf(one, path, -3, -7, -3, -1)
	case "backwards":
		fmt.Printf(one, path, 2, 3, 1, 1)
	case "huge":
		fmt.Printf(one, path, 1<<40, 1<<40, 1<<50, 1)
	case "other-file":
		fmt.Printf(one, filepath.Join(filepath.Dir(path), "other.py"), 1, 1, 1, 2)
	case "edits-file":
		_ = os.WriteFile(path, []byte("changed while running\n"), 0o600)
		fmt.Printf(one, path, 1, 8, 1, 10)
	case "show": // what a file of a private tree, and what lies beside it, say
		data, _ := os.ReadFile(path)
		other, _ := os.ReadFile("other.py")
		fmt.Printf("%s:1: %s, beside %s\n", path, strings.TrimSpace(string(data)), strings.TrimSpace(string(other)))
	case "words": // each line that begins with "bad" is a finding
		data, _ := os.ReadFile(path)
		for i, line := range strings.Split(string(data), "\n") {
			if strings.HasPrefix(line, "bad") {
				fmt.Printf("%s:%d: %s\n", path, i+1, line)
			}
		}
	case "mend": // writes one of them in another way, and moves another line
		data, _ := os.ReadFile(path)
		_ = os.WriteFile(path, []byte(strings.Replace(string(data), "bad 1\nx\n", "x\ngood 1\n", 1)), 0o600)
	case "litter":
		_, _ = os.MkdirTemp("", "pyright-")
		time.Sleep(time.Hour)
	case "env":
		fmt.Fprintln(os.Stderr, strings.Join(os.Environ(), "\n"))
		return 2
	}
	return 0
}

// faulty is ruff played by ourselves.
func faulty(t *testing.T, role string) (*tool, text.Snapshot) {
	t.Helper()
	self, err := os.Executable()
	must.OK(t, err)
	dir := t.TempDir()
	path := filepath.Join(dir, "a.py")
	must.OK(t, os.WriteFile(path, []byte("on disk\n"), 0o600))
	spec, _ := Find("ruff")
	tl, err := newTool(spec, Options{Argv: []string{self, "play", role}, Root: dir, CacheDir: t.TempDir()})
	must.OK(t, err)
	return tl, text.File(path, "python", "import os\nx = 1\n")
}

func TestFaultyLinter(t *testing.T) {
	for _, c := range []struct {
		role string
		want string // what the diagnostics cover, "" for none
		err  error
	}{
		{"good", "os", nil},
		{"exit1", "os", nil},
		{"crash", "", ErrFailed},
		{"exit2", "", ErrFailed},
		{"hang", "", ErrTimeout},
		{"garbage", "", ErrOutput},
		{"half", "", ErrOutput},
		{"other-version", "", ErrOutput},
		{"object", "", ErrOutput},
		{"empty", "", ErrOutput},
		{"null", "", ErrOutput},
		{"flood", "", ErrFailed},
		{"stderr", "", ErrFailed},
		{"daemon", "os", nil},
		{"past-end", "", nil},
		{"past-line", "", nil},
		{"negative", "import os", nil},
		{"backwards", "", nil},
		{"huge", "", nil},
		{"other-file", "", ErrOutput}, // one that is not there
		{"edits-file", "os", nil},
	} {
		t.Run(c.role, func(t *testing.T) {
			t.Parallel()
			tl, s := faulty(t, c.role)
			if c.role == "hang" {
				tl.opts.Timeout = 300 * time.Millisecond
			}
			began := time.Now()
			list, err := tl.Lint(t.Context(), s)
			if time.Since(began) > 10*limits.LinterTime {
				t.Errorf("took %v", time.Since(began))
			}
			if !errors.Is(err, c.err) || (err == nil) != (c.err == nil) {
				t.Fatalf("got %v, want %v", err, c.err)
			}
			if err != nil {
				if list != nil {
					t.Errorf("an error came with diagnostics: %v", list)
				}
				if strings.ContainsAny(err.Error(), "\n\x1b") || len(err.Error()) > 1000 {
					t.Errorf("error text %q", err)
				}
				return
			}
			covered := ""
			for _, d := range list {
				if d.Span.Start < 0 || d.Span.End > s.Len() || d.Span.Start > d.Span.End {
					t.Errorf("span %v outside of the text", d.Span)
				}
				covered += s.Slice(d.Span)
			}
			if c.want != "" && covered != c.want {
				t.Errorf("covers %q, want %q", covered, c.want)
			}
		})
	}
}

func TestMissingAndNotExecutable(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := New("ruff", Options{Root: t.TempDir()})
	var e *Error
	if !errors.Is(err, ErrMissing) || !errors.As(err, &e) || e.Hint == "" {
		t.Errorf("missing: %v", err)
	}
	plain := filepath.Join(t.TempDir(), "ruff")
	must.OK(t, os.WriteFile(plain, []byte("not a program"), 0o755))
	l, err := New("ruff", Options{Root: t.TempDir(), Argv: []string{plain}})
	must.OK(t, err)
	if _, err := l.Lint(t.Context(), text.File(filepath.Join(t.TempDir(), "a.py"), "python", "")); !errors.Is(err, ErrFailed) {
		t.Errorf("not executable: %v", err)
	}
	if _, err := New("nonsense\x1b", Options{}); !errors.Is(err, ErrUnknownTool) {
		t.Errorf("unknown: %v", err)
	}
	if _, err := New("ruff", Options{Argv: []string{"./ruff"}}); !errors.Is(err, ErrNotAllowed) {
		t.Errorf("relative command: %v", err)
	}
}

func TestCancelStopsTheTool(t *testing.T) {
	tl, s := faulty(t, "hang")
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, err := tl.Lint(ctx, s); !errors.Is(err, ErrCanceled) {
		t.Errorf("got %v", err)
	}
}

func TestChildSeesNoKey(t *testing.T) {
	canary := fmt.Sprint("canary", os.Getpid())
	for _, name := range []string{"OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GITHUB_TOKEN"} {
		t.Setenv(name, canary)
	}
	tl, s := faulty(t, "env")
	_, err := tl.Lint(t.Context(), s)
	if !errors.Is(err, ErrFailed) || strings.Contains(err.Error(), canary) {
		t.Errorf("got %v", err)
	}
}

// TestNoLitter: pyright, ended at its limit, leaves nothing in the user's folder for
// temporary files, and nothing in fettle's own.
func TestNoLitter(t *testing.T) {
	self, err := os.Executable()
	must.OK(t, err)
	root, cache, temp := t.TempDir(), t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temp)
	program := filepath.Join(t.TempDir(), "basedpyright")
	if err := os.Symlink(self, program); err != nil {
		t.Skip(err)
	}
	spec, _ := Find("pyright")
	tl, err := newTool(spec, Options{Argv: []string{program, "play", "litter"}, Root: root, CacheDir: cache, Trust: Trusted, Timeout: 2 * time.Second})
	must.OK(t, err)
	if _, err := tl.Lint(t.Context(), text.File(filepath.Join(root, "a.py"), "python", "x = 1\n")); !errors.Is(err, ErrTimeout) {
		t.Errorf("%v, want that it timed out", err)
	}
	for _, dir := range []string{temp, filepath.Join(cache, runsFolder)} {
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%s holds %v", dir, left)
		}
	}
}
