package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// helix is a real Helix in a terminal.
type helix struct {
	*terminal
	s   session
	log string
}

// helixFiles copies the files of editors/helix into the session, as a user is
// told to.
func helixFiles(t *testing.T, s session) {
	t.Helper()
	for _, name := range []string{"languages.toml", "config.toml"} {
		write(t, helixConfig(s, name), read(t, filepath.Join("..", "helix", name)))
	}
}

func helixConfig(s session, name string) string {
	return filepath.Join(s.dir, "config", "helix", name)
}

// openHelix starts Helix on a file and waits for ruff's diagnostics.
func openHelix(t *testing.T, s session, file string) *helix {
	t.Helper()
	h := &helix{s: s, log: filepath.Join(s.dir, "hx.log")}
	h.terminal = openTerminal(t, s, program(t, "hx"), "--log", h.log, "-v", file)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("end of the log:\n%s", h.tail(6000))
		}
	})
	h.see(`● [1-9]`)
	return h
}

// run types a command of Helix.
func (h *helix) run(command string) {
	h.t.Helper()
	h.keys("Escape", ":")
	h.text(command)
	h.keys("Enter")
}

// goTo puts the cursor on the n-th line (from one), right by some characters.
func (h *helix) goTo(line, right int) {
	h.t.Helper()
	place := fmt.Sprintf(` %d:%d\b`, line, right+1)
	eventually(h.t, "the cursor is at"+place, func() string { return "" }, func() bool {
		h.run(fmt.Sprintf("goto %d", line))
		h.keys("g", "h")
		if right > 0 {
			for _, digit := range fmt.Sprint(right) {
				h.keys(string(digit))
			}
			h.keys("l")
		}
		ok, _ := regexp.MatchString(place, h.screen())
		return ok
	})
}

var menuRow = regexp.MustCompile(`(AI fix|AI edit|Fix|Suppress|Delete|Ruff)[ :(].*`)

// menu opens the code actions until one matches, and gives all titles in the
// order of the screen.
func (h *helix) menu(pattern string) []string {
	h.t.Helper()
	re := regexp.MustCompile(pattern)
	var titles []string
	eventually(h.t, "a menu with "+pattern, func() string { return strings.Join(titles, "\n") }, func() bool {
		h.keys("Escape", "Space", "a")
		for range 10 {
			titles = titles[:0]
			for _, line := range strings.Split(h.screen(), "\n") {
				if row := menuRow.FindString(line); row != "" {
					titles = append(titles, strings.TrimRight(row, " │"))
				}
			}
			if len(titles) > 0 {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		return re.MatchString(strings.Join(titles, "\n"))
	})
	return titles
}

// pick chooses the first menu entry that starts with a title.
func (h *helix) pick(title string) []string {
	h.t.Helper()
	titles := h.menu(`(?m)^` + regexp.QuoteMeta(title))
	for _, row := range titles {
		if strings.HasPrefix(row, title) {
			break
		}
		h.keys("Tab")
	}
	h.keys("Enter")
	return titles
}

// saved writes the buffer and gives the file's text, which may still be that of
// before: its callers try again.
func (h *helix) saved(name string) string {
	h.t.Helper()
	h.run("w!")
	time.Sleep(keyGap) // what Helix says of it, progress may cover
	return read(h.t, h.s.file(name))
}

// untilSaved saves until the file holds a text.
func (h *helix) untilSaved(name, want string) {
	h.t.Helper()
	var got string
	eventually(h.t, name+" holds the expected text", func() string { return got }, func() bool {
		got = h.saved(name)
		return got == want
	})
}

func (h *helix) tail(n int) string {
	data, _ := os.ReadFile(h.log)
	return string(data[max(0, len(data)-n):])
}

// rpc is one message of Helix' log.
type rpc struct {
	Sent   bool // by Helix
	Method string
	Params json.RawMessage
	Result json.RawMessage
}

var logLine = regexp.MustCompile(`(?m)\[INFO\] fettle (->|<-) (\{.*\})$`)

// messages are what Helix and fettle said to each other.
func (h *helix) messages() []rpc {
	data, err := os.ReadFile(h.log)
	if err != nil {
		h.t.Fatal(err)
	}
	var out []rpc
	for _, m := range logLine.FindAllSubmatch(data, -1) {
		var one rpc
		if json.Unmarshal(m[2], &one) == nil {
			one.Sent = string(m[1]) == "->"
			out = append(out, one)
		}
	}
	return out
}

// count is how many messages of a method there were.
func (h *helix) count(method string) int {
	n := 0
	for _, m := range h.messages() {
		if m.Method == method {
			n++
		}
	}
	return n
}
