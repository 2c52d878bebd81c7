package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

// terminal is a program in a terminal of its own: a tmux with a socket and
// a configuration of its own.
type terminal struct {
	t      *testing.T
	env    []string
	tmux   string
	socket string
}

// columns and rows are the size of a terminal.
const columns, rows = 100, 24

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
	args := []string{"-f", "/dev/null", "new-session", "-d", "-s", "h", "-x", fmt.Sprint(columns), "-y", fmt.Sprint(rows), "-c", s.workspace}
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

// sees reports whether the screen shows a pattern within some time.
func (c *terminal) sees(re *regexp.Regexp, within time.Duration) bool {
	for end := time.Now().Add(within); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		if re.MatchString(c.screen()) {
			return true
		}
	}
	return false
}

// escape is the Escape key as terminals send it that tell keys apart: the byte
// alone, with another key right behind it, would be that key with Alt.
const escape = "\x1b[27u"

// keys sends keys by their names for tmux.
func (c *terminal) keys(names ...string) {
	c.t.Helper()
	for _, k := range names {
		if k == "Escape" {
			c.text(escape)
			continue
		}
		if out, err := c.command("send-keys", "-t", "h", k).CombinedOutput(); err != nil {
			c.t.Fatalf("tmux send-keys %q: %v\n%s", k, err, out)
		}
	}
}

// text types characters as they are.
func (c *terminal) text(s string) {
	c.t.Helper()
	if out, err := c.command("send-keys", "-l", "-t", "h", s).CombinedOutput(); err != nil {
		c.t.Fatalf("tmux send-keys: %v\n%s", err, out)
	}
}

// pause is as long as between two looks at a screen.
func (c *terminal) pause() { time.Sleep(40 * time.Millisecond) }
