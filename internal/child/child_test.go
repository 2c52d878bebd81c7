package child

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func TestArgumentsArriveUnchanged(t *testing.T) {
	hostile := []string{"-c", "$(touch PWNED).py", ";x", "a\nb", "`id`", "%PATH%", "*", strings.Repeat("n", 255), "é😀", ""}
	c := player(t, "args", hostile...)
	res, err := Run(t.Context(), c)
	must.OK(t, err)
	if want := fmt.Sprintf("%q", hostile); string(res.Stdout) != want {
		t.Errorf("child saw %s, want %s", res.Stdout, want)
	}
	if left, _ := os.ReadDir(c.Dir); len(left) != 0 {
		t.Errorf("files appeared: %v", left)
	}
}

func TestEnvironmentHoldsNoSecret(t *testing.T) {
	canary := "canary" + strconv.Itoa(os.Getpid())
	for _, name := range []string{"OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "MY_PASSWORD",
		"PYTHONPATH", "NODE_OPTIONS", "LD_AUDIT_X", "GOFLAGS", "RUSTC_WRAPPER", "HTTPS_PROXY", "LC_API_KEY", "SOMETHING"} {
		t.Setenv(name, canary)
	}
	t.Setenv("LC_TIME", "C")
	t.Setenv("WANTED", "yes")
	c := player(t, "env")
	c.Env = []string{"EXTRA=1"}
	c.Inherit = []string{"WANTED", "GITHUB_TOKEN"}
	res, err := Run(t.Context(), c)
	must.OK(t, err)
	out := string(res.Stdout)
	if strings.Contains(out, canary) {
		t.Errorf("a secret reached the child:\n%s", out)
	}
	for _, want := range []string{"EXTRA=1", "LC_TIME=C", "WANTED=yes", "PATH="} {
		if !strings.Contains("\n"+out, "\n"+want) {
			t.Errorf("%s is missing in\n%s", want, out)
		}
	}
}

func TestStdinAndExitCode(t *testing.T) {
	c := player(t, "cat")
	c.Stdin = []byte("text\r\n\x00é")
	res, err := Run(t.Context(), c)
	if err != nil || !bytes.Equal(res.Stdout, c.Stdin) || res.ExitCode != 0 {
		t.Errorf("got %q, %d, %v", res.Stdout, res.ExitCode, err)
	}
	res, err = Run(t.Context(), player(t, "exit"))
	if err != nil || res.ExitCode != 3 || string(res.Stdout) != "found something" {
		t.Errorf("exit 3 gave %q, %d, %v", res.Stdout, res.ExitCode, err)
	}
}

func TestHangIsKilledWithItsTree(t *testing.T) {
	c := player(t, "tree")
	var res Result
	for c.Timeout = 700 * time.Millisecond; len(res.Stdout) == 0 && c.Timeout < time.Minute; c.Timeout *= 2 { // the child may start slowly
		began := time.Now()
		var err error
		if res, err = Run(t.Context(), c); !errors.Is(err, ErrTimeout) {
			t.Fatalf("got %v, want a timeout", err)
		}
		if d := time.Since(began); d > 10*(c.Timeout+limits.ChildWait) {
			t.Errorf("took %v", d)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	pid, convErr := strconv.Atoi(strings.TrimSpace(string(res.Stdout)))
	if convErr != nil {
		t.Fatalf("child told %q", res.Stdout)
	}
	if !gone(pid) {
		t.Errorf("process %d outlived its group", pid)
	}
}

// gone waits until a process is dead or a zombie.
func gone(pid int) bool {
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || bytes.Contains(stat, []byte(") Z ")) {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

func TestDaemonHoldsThePipe(t *testing.T) {
	began := time.Now()
	res, err := Run(t.Context(), player(t, "daemon"))
	if err != nil || !strings.Contains(string(res.Stdout), "done") {
		t.Errorf("got %q, %v", res.Stdout, err)
	}
	if d := time.Since(began); d > 10*limits.ChildWait {
		t.Errorf("waited %v for a daemon", d)
	}
}

func TestOutputIsCapped(t *testing.T) {
	c := player(t, "flood")
	c.MaxOutput = 1 << 20
	res, err := Run(t.Context(), c)
	if !errors.Is(err, ErrOutput) || len(res.Stdout) != 1<<20 {
		t.Errorf("got %d bytes, %v", len(res.Stdout), err)
	}
	res, err = Run(t.Context(), player(t, "noise"))
	if err != nil || len(res.Stderr) != limits.ChildErrorTail || !strings.HasSuffix(res.Stderr, "line 99999\n") {
		t.Errorf("got %d bytes of stderr, %v", len(res.Stderr), err)
	}
}

func TestCancelAndCrash(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(200*time.Millisecond, cancel)
	if _, err := Run(ctx, player(t, "hang")); !errors.Is(err, ErrCanceled) {
		t.Errorf("cancel gave %v", err)
	}
	if _, err := Run(ctx, player(t, "hang")); !errors.Is(err, ErrCanceled) {
		t.Errorf("start after the cancel gave %v", err)
	}
	ctx, cancel = context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := Run(ctx, player(t, "hang")); !errors.Is(err, ErrTimeout) {
		t.Errorf("the caller's deadline gave %v", err)
	}
	if runtime.GOOS != "windows" {
		if _, err := Run(t.Context(), player(t, "crash")); !errors.Is(err, ErrCrashed) {
			t.Errorf("crash gave %v", err)
		}
	}
}

// TestTimeIsUpBeforeTheStart: a machine so busy that the limit has passed before the
// program starts has not shown that it cannot be started.
func TestTimeIsUpBeforeTheStart(t *testing.T) {
	late, cancel := context.WithTimeout(context.Background(), 0)
	defer cancel()
	gone, leave := context.WithCancel(context.Background())
	leave()
	for _, tt := range []struct {
		ctx     context.Context
		timeout time.Duration
		want    error
	}{{context.Background(), time.Nanosecond, ErrTimeout}, {late, time.Minute, ErrTimeout}, {gone, time.Minute, ErrCanceled}} {
		if _, err := Run(tt.ctx, Command{Argv: []string{os.Args[0]}, Timeout: tt.timeout}); !errors.Is(err, tt.want) || errors.Is(err, ErrStart) {
			t.Errorf("%v, want %v", err, tt.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	must.OK(t, os.WriteFile(plain, []byte("not a program"), 0o755))
	for _, c := range []struct {
		name string
		cmd  Command
		want error
	}{
		{"nothing", Command{Dir: dir}, ErrRefused},
		{"relative program", Command{Argv: []string{"ls"}, Dir: dir}, exec.ErrDot},
		{"relative folder", Command{Argv: []string{plain}, Dir: "."}, ErrRefused},
		{"zero byte", Command{Argv: []string{plain, "a\x00b"}, Dir: dir}, ErrRefused},
		{"missing", Command{Argv: []string{filepath.Join(dir, "none")}, Dir: dir}, ErrNotFound},
		{"missing folder", Command{Argv: []string{plain}, Dir: filepath.Join(dir, "none")}, ErrStart},
		{"no program", Command{Argv: []string{plain}, Dir: dir}, ErrStart},
	} {
		if _, err := Run(t.Context(), c.cmd); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
	}
}

func TestStartTalksAndKills(t *testing.T) {
	p, err := Start(t.Context(), player(t, "echo-lines"))
	must.OK(t, err)
	fmt.Fprintln(p.Stdin, "hello")
	line, err := bufio.NewReader(p.Stdout).ReadString('\n')
	if err != nil || line != "got hello\n" {
		t.Errorf("got %q, %v", line, err)
	}
	p.Kill()
	select {
	case <-p.Done():
	default:
		t.Error("still running after Kill")
	}
	if p.Err() == nil {
		t.Error("a killed child has no error")
	}
}

// TestRead: output far over the cap is read while it comes, and its beginning is kept.
func TestRead(t *testing.T) {
	c := player(t, "cat")
	c.Stdin = bytes.Repeat([]byte("x"), limits.ChildOutput)
	n := int64(0)
	c.Read = func(r io.Reader) { n, _ = io.Copy(io.Discard, r) }
	res, err := Run(t.Context(), c)
	if err != nil || n != int64(len(c.Stdin)) || len(res.Stdout) != limits.ChildHead {
		t.Errorf("%d bytes were read, %d kept, %v", n, len(res.Stdout), err)
	}
	c.Read = func(r io.Reader) { _, _ = r.Read(make([]byte, 1)) } // who reads no further keeps no child waiting
	if res, err = Run(t.Context(), c); err != nil || res.ExitCode != 0 {
		t.Errorf("exit code %d, %v", res.ExitCode, err)
	}
	c = player(t, "flood")
	c.Read = func(r io.Reader) { _, _ = r.Read(make([]byte, 1)) }
	if _, err = Run(t.Context(), c); !errors.Is(err, ErrOutput) {
		t.Errorf("it went on, and nobody read it: %v", err)
	}
	c.MaxOutput, c.Read = 1<<20, func(r io.Reader) { n, _ = io.Copy(io.Discard, r) }
	if _, err = Run(t.Context(), c); !errors.Is(err, ErrOutput) || n != 1<<20 {
		t.Errorf("over its cap: %d bytes, %v", n, err)
	}
}
