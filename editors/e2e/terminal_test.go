package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

// terminal is a program in a terminal of 100 columns: a tmux with a socket and
// a configuration of its own.
type terminal struct {
	t      *testing.T
	env    []string
	tmux   string
	socket string
}

// keyGap is the pause after each key: Helix loses keys that come without one.
const keyGap = 100 * time.Millisecond

// openTerminal starts a program in the session's workspace.
func openTerminal(t *testing.T, s session, argv ...string) *terminal {
	t.Helper()
	// A socket's path must be short.
	dir, err := os.MkdirTemp("", "tmux")
	if err != nil {
		t.Fatal(err)
	}
	c := &terminal{t: t, env: s.env, tmux: program(t, "tmux"), socket: filepath.Join(dir, "s")}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("screen:\n%s", c.screen())
		}
		_ = c.command("kill-server").Run()
		_ = os.RemoveAll(dir)
	})
	args := []string{"-f", "/dev/null", "new-session", "-d", "-s", "h", "-x", "100", "-y", "24", "-c", s.workspace}
	if out, err := c.command(append(args, argv...)...).CombinedOutput(); err != nil {
		t.Fatalf("tmux: %v\n%s", err, out)
	}
	return c
}

func (c *terminal) command(args ...string) *exec.Cmd {
	cmd := exec.Command(c.tmux, append([]string{"-S", c.socket}, args...)...)
	cmd.Env = c.env
	cmd.WaitDelay = time.Second
	return cmd
}

func (c *terminal) screen() string {
	out, _ := c.command("capture-pane", "-p", "-t", "h").Output()
	return string(out)
}

// see waits until the screen shows a pattern.
func (c *terminal) see(pattern string) {
	c.t.Helper()
	re := regexp.MustCompile(pattern)
	eventually(c.t, "the screen shows "+pattern, func() string { return "" }, func() bool { return re.MatchString(c.screen()) })
}

// keys sends keys by their names for tmux.
func (c *terminal) keys(names ...string) {
	c.t.Helper()
	for _, k := range names {
		if err := c.command("send-keys", "-t", "h", k).Run(); err != nil {
			c.t.Fatalf("tmux send-keys %q: %v", k, err)
		}
		time.Sleep(keyGap)
	}
}

// text types characters as they are.
func (c *terminal) text(s string) {
	c.t.Helper()
	if err := c.command("send-keys", "-l", "-t", "h", s).Run(); err != nil {
		c.t.Fatal(err)
	}
	time.Sleep(keyGap)
}
