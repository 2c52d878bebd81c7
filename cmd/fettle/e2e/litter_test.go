package e2e

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// alone leaves a command the tools of the test, and the system's.
func (h *hostile) alone(cmd *exec.Cmd) *exec.Cmd {
	cmd.Env = append(cmd.Env, "PATH="+h.bin+":/usr/bin:/bin")
	return cmd
}

// killAt starts a command and kills it as soon as something is there.
func (h *hostile) killAt(cmd *exec.Cmd, there func() bool) {
	h.t.Helper()
	if err := cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	for end := time.Now().Add(time.Minute); !there(); {
		select {
		case <-ended:
			return
		default:
		}
		if time.Now().After(end) {
			h.t.Fatal("nothing came about")
		}
	}
	_ = cmd.Process.Kill()
	<-ended
}

// left lists what lies below a folder and is not the test's own.
func (h *hostile) left(dir string, ours func(rel string) bool) (list []string) {
	_ = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if rel, _ := filepath.Rel(dir, path); err == nil && ours(filepath.ToSlash(rel)) {
			list = append(list, rel)
		}
		return nil
	})
	return list
}

// TestLitterOfKills: what a killed run leaves in the cache folder and beside the
// user's files is gone after the next run, and nothing else is.
func TestLitterOfKills(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there a folder is swept after an hour")
	}
	h := newHostile(t)
	writeAll(t, h.root, map[string]string{"pyproject.toml": "", ".a.py.fettle-mine": "mine", ".b.py.fettle-0123456789abcdef": "mine", "app.py": "x = 1\n"})
	asked := filepath.Join(h.ran, "asked")
	hang := "#!/bin/sh\n: > '" + asked + "'\nsleep 60\n"
	h.script(filepath.Join(h.bin, "pyright"), hang)
	private := func() []string {
		return h.left(filepath.Join(h.home, "cache", "fettle"), func(rel string) bool {
			kind, rest, _ := strings.Cut(rel, "/")
			return rest != "" && (kind == "runs" || kind == "mirrors" || kind == "shadows" || kind == "writes" || strings.HasPrefix(rel, "path/new-"))
		})
	}
	h.killAt(h.alone(h.command("trusted", "fix", "app.py")), func() bool { _, err := os.Stat(asked); return err == nil })
	if len(private()) == 0 {
		t.Fatal("the kill left nothing: the test shows nothing")
	}
	h.script(filepath.Join(h.bin, "pyright"), "#!/bin/sh\necho '{\"generalDiagnostics\": []}'\n")
	_, _ = h.alone(h.command("trusted", "fix", "app.py")).CombinedOutput()
	if left := private(); len(left) > 0 {
		t.Errorf("left in the cache folder: %v", left)
	}

	h.script(filepath.Join(h.bin, "pyright"), "#!/bin/sh\nexit 2\n")
	must.OK(t, os.Symlink(testkit.Tool(t, "ruff"), filepath.Join(h.bin, "ruff")))
	temps := func() []string {
		list, _ := filepath.Glob(filepath.Join(h.root, ".m*.fettle-*"))
		return list
	}
	for range 40 {
		for i := range 30 {
			writeAll(t, h.root, map[string]string{fmt.Sprintf("m%d.py", i): "import os\n"})
		}
		h.killAt(h.alone(h.command("trusted", "fix", "--write", "--run", "ruff", ".")), func() bool { return len(temps()) > 0 })
		if len(temps()) > 0 {
			break
		}
	}
	if len(temps()) == 0 {
		t.Skip("no kill came while a file was being written")
	}
	t.Logf("left: %v", temps())
	_, _ = h.alone(h.command("trusted", "fix", "--run", "ruff", "app.py")).CombinedOutput()
	if left := append(temps(), private()...); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	for _, name := range []string{".a.py.fettle-mine", ".b.py.fettle-0123456789abcdef"} {
		if _, err := os.Stat(filepath.Join(h.root, name)); err != nil {
			t.Errorf("%s is the user's: %v", name, err)
		}
	}
}

// TestGrandchildrenEnd: what a linter has started ends with a server that is
// killed.
func TestGrandchildrenEnd(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("there it may go on")
	}
	h := newHostile(t)
	writeAll(t, h.root, map[string]string{"pyproject.toml": "", "app.py": "x = 1\n"})
	told := filepath.Join(h.ran, "pid")
	h.script(filepath.Join(h.bin, "ruff"), "#!/bin/sh\nsleep 300 </dev/null >/dev/null 2>&1 &\necho $! > '"+told+".new'\nmv '"+told+".new' '"+told+"'\nwait\n")
	cmd := h.alone(h.command("unknown", "serve"))
	server := testkit.StartChild(t, cmd)
	e := testkit.NewEditor(t, server, h.root, nil)
	e.Open(filepath.Join(h.root, "app.py"), "python", "x = 1\n")
	var pid int
	for end := time.Now().Add(time.Minute); pid == 0 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		data, _ := os.ReadFile(told)
		pid, _ = strconv.Atoi(strings.TrimSpace(string(data)))
	}
	runs := func() bool {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		return err == nil && !strings.Contains(string(stat), ") Z")
	}
	if pid == 0 || !runs() {
		t.Fatal("the linter has started nothing")
	}
	defer syscall.Kill(pid, syscall.SIGKILL)
	must.OK(t, cmd.Process.Kill())
	killed := time.Now()
	for runs() {
		if time.Since(killed) > time.Minute { // of the five that it sleeps
			t.Fatal("the linter's child lives on")
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Logf("gone after %v", time.Since(killed))
}

// TestStaleGrantInEditor: an editor's user is told that a grant has ended, by
// what, and how to give it again.
func TestStaleGrantInEditor(t *testing.T) {
	h := newHostile(t)
	writeAll(t, h.root, map[string]string{"pyproject.toml": "[tool.mypy]\n", "app.py": "x = 1\n"})
	if out, err := h.command("unknown", "trust", ".").CombinedOutput(); err != nil {
		t.Logf("%v: %s", err, out) // doctor also says what is missing here
	}
	writeAll(t, h.root, map[string]string{"sub/conftest.py": ""})
	server := testkit.StartChild(t, h.command("unknown", "serve"))
	e := testkit.NewEditor(t, server, h.root, nil)
	e.Open(filepath.Join(h.root, "app.py"), "python", "x = 1\n")
	m := e.Wait(0, "the warning", func(m testkit.Message) bool {
		return m.Method == "window/showMessage" && strings.Contains(m.Raw, "sub/conftest.py is new")
	})
	want := `"fettle: trust ended: sub/conftest.py is new; run fettle trust ."`
	if !strings.Contains(m.Raw, want) || !strings.Contains(m.Raw, `"type":2`) {
		t.Errorf("said %s", m.Raw)
	}
	e.Call("shutdown", nil)
	e.Notify("exit", nil)
	server.Exit()
}
