package child

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// playGuard are the roles of these tests.
func playGuard(role string) (code int, known bool) {
	switch role {
	case "guarded", "guarded-daemons":
		return guarded(role == "guarded-daemons"), true
	case "session":
		return session(), true
	}
	return 0, false
}

// guarded plays a process of ours that starts children and waits to be killed.
func guarded(daemons bool) int {
	Guard()
	if guards() != 0 {
		return 1
	}
	for _, role := range []string{"tree", "session"} {
		p, err := Start(context.Background(), Command{Argv: []string{os.Args[0], "play", role}, Daemons: daemons})
		if err != nil {
			return 1
		}
		line, _ := bufio.NewReader(p.Stdout).ReadString('\n')
		if guards() != 1 {
			return 1
		}
		fmt.Print(line)
	}
	time.Sleep(time.Hour)
	return 0
}

// guards counts this process's guards.
func guards() (n int) {
	list, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, f := range list {
		if b, err := os.ReadFile(f); err == nil && strings.Contains(string(b), "\x00"+guardArgument+"\x00"+mark()+"\x00") {
			n++
		}
	}
	return n
}

// session plays a child that starts something in a session of its own.
func session() int {
	c := exec.Command(os.Args[0], "play", "hang")
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := c.Start(); err != nil {
		return 1
	}
	fmt.Println(c.Process.Pid)
	time.Sleep(time.Hour)
	return 0
}

func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(after, "Z")
}

// TestGuard: what the children of a killed process have started ends, also in a
// session of its own, unless it is a daemon of a child that may leave some.
func TestGuard(t *testing.T) {
	for _, role := range []string{"guarded", "guarded-daemons"} {
		t.Run(role, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "play", role)
			out, err := cmd.StdoutPipe()
			must.OK(t, err)
			must.OK(t, cmd.Start())
			defer cmd.Wait()
			defer cmd.Process.Kill()
			in := bufio.NewReader(out)
			var pids []int
			for range 2 {
				line, _ := in.ReadString('\n')
				pid, err := strconv.Atoi(strings.TrimSpace(line))
				if err != nil || !alive(pid) {
					t.Fatalf("%q does not run: %v", line, err)
				}
				defer syscall.Kill(pid, syscall.SIGKILL)
				pids = append(pids, pid)
			}
			must.OK(t, cmd.Process.Kill())
			killed := time.Now()
			for alive(pids[0]) || role == "guarded" && alive(pids[1]) {
				if time.Since(killed) > 10*time.Second {
					t.Fatalf("after %v: grandchild %v, in its own session %v", time.Since(killed), alive(pids[0]), alive(pids[1]))
				}
				time.Sleep(5 * time.Millisecond)
			}
			t.Logf("ended after %v", time.Since(killed))
			if time.Sleep(100 * time.Millisecond); role == "guarded-daemons" && !alive(pids[1]) {
				t.Error("a daemon was ended that may stay")
			}
		})
	}
}
