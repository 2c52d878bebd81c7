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
	h := startHelix(t, s, file)
	shown := regexp.MustCompile(`● [1-9]`)
	restarts := 0
	eventually(t, "ruff's diagnostics", h.screen, func() bool {
		// Helix may send didOpen before initialized, at which ruff gives up. Users
		// restart it, too.
		if strings.Count(h.tail(1<<20), "expected initialized notification") > restarts {
			restarts++
			h.run("lsp-restart ruff")
		}
		return shown.MatchString(h.screen())
	})
	return h
}

func startHelix(t *testing.T, s session, file string) *helix {
	t.Helper()
	h := &helix{s: s, log: filepath.Join(s.dir, "hx.log")}
	h.terminal = openTerminal(t, s, program(t, "hx"), "--log", h.log, "-v", file)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("end of the log:\n%s", h.tail(6000))
		}
	})
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
	h.run(fmt.Sprintf("goto %d", line))
	h.keys("g", "h")
	if right > 0 {
		h.text(fmt.Sprintf("%dl", right))
	}
	h.see(fmt.Sprintf(` %d:%d\b`, line, right+1))
}

// menuRow is a title of fettle, ruff or gopls.
var menuRow = regexp.MustCompile(`(AI fix|AI edit|Fix|Ignore here|Delete|Ruff|Create|Add|Browse|Show|Toggle)[ :(].*`)

// menu opens the code actions until one matches, and gives all titles in the
// order of the screen.
func (h *helix) menu(pattern string) []string {
	h.t.Helper()
	re := regexp.MustCompile(pattern)
	var titles []string
	eventually(h.t, "a menu with "+pattern, func() string { return strings.Join(titles, "\n") }, func() bool {
		h.keys("Escape")
		eventually(h.t, "the menu closes", h.screen, func() bool { return len(h.rows()) == 0 })
		h.text(" a")
		// Helix does not always say that there are no actions: open it again.
		for soon := time.Now().Add(2 * time.Second); time.Now().Before(soon); time.Sleep(20 * time.Millisecond) {
			if titles = h.rows(); len(titles) > 0 || strings.Contains(h.screen(), "No code actions available") {
				break
			}
		}
		return re.MatchString(strings.Join(titles, "\n"))
	})
	return titles
}

// rows are the titles of the menu that is open.
func (h *helix) rows() []string {
	var titles []string
	lines := strings.Split(h.screen(), "\n")
	for _, line := range lines[:max(0, min(len(lines), rows-2))] { // what is below is status and messages
		if row := menuRow.FindString(line); row != "" {
			titles = append(titles, strings.TrimRight(row, " │"))
		}
	}
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
// before, or not be there while Helix replaces it. Its callers try again.
func (h *helix) saved(name string) string {
	h.t.Helper()
	h.run("w!")
	data, _ := os.ReadFile(h.s.file(name))
	return string(data)
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
	ID     json.RawMessage
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

// told waits until Helix has shown a message of fettle; another one, such as
// that of a save, may have taken its place since.
func (h *helix) told(pattern string) {
	h.t.Helper()
	re := regexp.MustCompile(`editor (warning|error|status): fettle: ` + pattern)
	eventually(h.t, "the message "+pattern, h.screen, func() bool { return re.MatchString(read(h.t, h.log)) })
}

// progress are the kinds and messages of all progress so far: "report: asking
// scripted".
func (h *helix) progress() []string {
	var out []string
	for _, m := range h.messages() {
		var p struct {
			Value struct{ Kind, Message string }
		}
		if m.Method == "$/progress" && json.Unmarshal(m.Params, &p) == nil {
			out = append(out, p.Value.Kind+": "+p.Value.Message)
		}
	}
	return out
}

// reported waits until the n-th progress of a pattern, from one.
func (h *helix) reported(pattern string, n int) {
	h.t.Helper()
	re := regexp.MustCompile(pattern)
	eventually(h.t, fmt.Sprintf("progress %s, %d times", pattern, n), func() string { return strings.Join(h.progress(), "\n") }, func() bool {
		found := 0
		for _, line := range h.progress() {
			if re.MatchString(line) {
				found++
			}
		}
		return found >= n
	})
}
