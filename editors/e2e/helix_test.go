package e2e

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// slow is a model call long enough to do something meanwhile.
const slow = 2500 * time.Millisecond

// withHelix opens app.py in Helix, with the files of editors/helix and a model.
func withHelix(t *testing.T, delay time.Duration) (*helix, *testkit.Model) {
	t.Helper()
	m, config := serve(t, scripted(delay))
	s := newSession(t, config)
	helixFiles(t, s)
	return openHelix(t, s, "app.py"), m
}

// startFix starts the model fix of app.py and waits until the model is asked.
func (h *helix) startFix() {
	h.t.Helper()
	h.goTo(5, 19)
	h.pick("AI fix: F821")
	h.see(`asking scripted`)
}

func TestHelixMenu(t *testing.T) {
	scenario(t, "helix", "ruff's diagnostics reach fettle with the right columns", func(t *testing.T) {
		h, _ := withHelix(t, 0)
		h.goTo(5, 19)
		h.menu(`AI fix: F821`)
		line := strings.Split(app, "\n")[4]
		for _, m := range h.messages() {
			var p struct {
				Context struct {
					Diagnostics []struct {
						Code, Source string
						Range        struct{ Start, End struct{ Line, Character int } }
					}
				}
			}
			if m.Method != "textDocument/codeAction" || json.Unmarshal(m.Params, &p) != nil {
				continue
			}
			for _, d := range p.Context.Diagnostics {
				start := strings.Index(line, "undefined") // utf-8, as Helix asks for first
				if d.Code == "F821" && d.Source == "Ruff" && d.Range.Start.Line == 4 &&
					d.Range.Start.Character == start && d.Range.End.Character == start+len("undefined") {
					return
				}
			}
		}
		t.Error("no codeAction request with F821 at its columns")
	})
	scenario(t, "helix", "the AI entry is below ruff's fix and above its source actions", func(t *testing.T) {
		h, _ := withHelix(t, 0)
		h.goTo(1, 8)
		titles := h.menu(`AI fix: F401`)
		at := func(prefix string) int {
			return slices.IndexFunc(titles, func(s string) bool { return strings.HasPrefix(s, prefix) })
		}
		tool, ai, source := at("Ruff (F401): Remove"), at("AI fix: F401"), at("Ruff: Fix all")
		if tool < 0 || tool > ai || ai > source {
			t.Errorf("order:\n%s", strings.Join(titles, "\n"))
		}
	})
	scenario(t, "helix", "no model: a message says so, and rules still fix", func(t *testing.T) {
		s := newSession(t, "")
		helixFiles(t, s)
		h := openHelix(t, s, "app.py")
		h.goTo(5, 19)
		titles := h.menu(`Ruff`)
		h.see(`fettle: .*model.backend`)
		if strings.Contains(strings.Join(titles, "\n"), "AI fix") {
			t.Errorf("an AI entry without a model:\n%s", strings.Join(titles, "\n"))
		}
		h.goTo(7, 12)
		h.pick("Fix E701")
		h.untilSaved("app.py", strings.Replace(app, "if cond: return 1", "if cond:\n        return 1", 1))
	})
	scenario(t, "helix", "settings that change while it runs count at once", func(t *testing.T) {
		h, _ := withHelix(t, 0)
		h.goTo(5, 19)
		h.menu(`AI fix: F821`)
		config := read(t, h.s.config())
		write(t, h.s.config(), config+"[actions]\nenable = false\n")
		eventually(t, "fettle's entries are gone", h.screen, func() bool {
			return !strings.Contains(strings.Join(h.menu(`Ruff`), "\n"), "AI fix")
		})
		write(t, h.s.config(), config)
		h.menu(`AI fix: F821`)
	})
}

func TestHelixFix(t *testing.T) {
	scenario(t, "helix", "rule fix", func(t *testing.T) {
		h, m := withHelix(t, 0)
		h.goTo(7, 12)
		h.pick("Fix E701")
		h.untilSaved("app.py", strings.Replace(app, "if cond: return 1", "if cond:\n        return 1", 1))
		if n := len(m.Requests()); n != 0 {
			t.Errorf("%d model calls", n)
		}
	})
	scenario(t, "helix", "model fix: progress, keys act meanwhile, one undo", func(t *testing.T) {
		h, _ := withHelix(t, slow)
		h.startFix()
		h.see(`NOR [⣾⣽⣻⢿⡿⣟⣯⣷]`)
		h.goTo(2, 0)
		h.see(`1 sel  2:1`)
		if h.count("workspace/applyEdit") != 0 {
			t.Error("the fix was there before the keys: nothing was shown")
		}
		h.untilSaved("app.py", fixedApp)
		h.keys("u")
		h.untilSaved("app.py", app)
	})
	scenario(t, "helix", "typing in the window during the fix: refused, with a message", func(t *testing.T) {
		h, _ := withHelix(t, slow)
		h.startFix()
		h.keys("A", "x", "Escape")
		h.see(`document changed, fix not applied`)
		h.untilSaved("app.py", strings.Replace(app, "undefined", "undefinedx", 1))
		if h.count("workspace/applyEdit") != 0 {
			t.Error("an edit was sent")
		}
	})
	scenario(t, "helix", "typing elsewhere during the fix: the fix lands, the typing stays", func(t *testing.T) {
		h, _ := withHelix(t, slow)
		h.startFix()
		h.keys("g", "g", "O", "#", "x", "Escape")
		h.untilSaved("app.py", "#x\n"+fixedApp)
	})
	scenario(t, "helix", "cancel from the menu", func(t *testing.T) {
		h, m := withHelix(t, time.Minute)
		h.startFix()
		h.pick("AI fix: cancel F821")
		eventually(t, "the model call is dropped", h.screen, func() bool { return m.Gone() == 1 })
		h.untilSaved("app.py", app)
		h.menu(`AI fix: F821`)
	})
	scenario(t, "helix", "the reason of a failed model call is on the screen", func(t *testing.T) {
		_, config := serve(t, func(testkit.ModelRequest) (testkit.Reply, bool) {
			return testkit.Reply{Status: http.StatusUnauthorized}, true
		})
		s := newSession(t, config)
		helixFiles(t, s)
		h := openHelix(t, s, "app.py")
		h.goTo(5, 19)
		h.pick("AI fix: F821")
		h.see(`fettle: .*(401|key)`)
		h.untilSaved("app.py", app)
	})
	scenario(t, "helix", "CRLF file keeps its line ends", func(t *testing.T) {
		_, config := serve(t, scripted(0))
		s := newSession(t, config)
		helixFiles(t, s)
		crlf := func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }
		write(t, s.file("crlf.py"), crlf(app))
		h := openHelix(t, s, "crlf.py")
		h.goTo(5, 19)
		h.pick("AI fix: F821")
		h.untilSaved("crlf.py", crlf(fixedApp))
	})
	scenario(t, "helix", "preview: asked first, applied after Apply", func(t *testing.T) {
		_, config := serve(t, scripted(0))
		s := newSession(t, "preview = 'ask'\n"+config)
		helixFiles(t, s)
		h := openHelix(t, s, "app.py")
		h.goTo(5, 19)
		h.pick("AI fix: F821")
		h.see(`Discard`)
		if h.count("workspace/applyEdit") != 0 {
			t.Error("applied before it was asked")
		}
		h.keys("Enter") // the first choice is Apply
		h.untilSaved("app.py", fixedApp)
	})
}

func TestHelixKeys(t *testing.T) {
	scenario(t, "helix", "key f fixes the selected line", func(t *testing.T) {
		h, _ := withHelix(t, 0)
		h.goTo(5, 19)
		h.menu(`AI fix: F821`) // fettle knows the diagnostic
		h.keys("Escape", "x", "Space", "m", "f")
		h.untilSaved("app.py", fixedApp)
	})
	scenario(t, "helix", "key a fixes everything that needs no model", func(t *testing.T) {
		h, m := withHelix(t, 0)
		h.goTo(7, 12)
		h.menu(`(?m)^Fix E701`)
		h.keys("Escape", "Space", "m", "a")
		want := strings.NewReplacer("import os\n\n\n", "", "if cond: return 1", "if cond:\n        return 1", `f"nothing"`, `"nothing"`).Replace(app)
		eventually(t, "all three are fixed", h.screen, func() bool {
			return strings.TrimLeft(h.saved("app.py"), "\n") == want
		})
		if n := len(m.Requests()); n != 0 {
			t.Errorf("%d model calls", n)
		}
	})
	scenario(t, "helix", "key c cancels", func(t *testing.T) {
		h, m := withHelix(t, time.Minute)
		h.startFix()
		h.keys("Space", "m", "c")
		eventually(t, "the model call is dropped", h.screen, func() bool { return m.Gone() == 1 })
		h.untilSaved("app.py", app)
	})
}

func TestHelixLife(t *testing.T) {
	scenario(t, "helix", "code-actions-on-save: ruff's fixes, no model call", func(t *testing.T) {
		m, config := serve(t, scripted(0))
		s := newSession(t, config)
		helixFiles(t, s)
		path := helixConfig(s, "languages.toml")
		write(t, path, strings.Replace(read(t, path), "name = \"python\"\n",
			"name = \"python\"\ncode-actions-on-save = [\"source.fixAll\", \"quickfix\"]\n", 1))
		h := openHelix(t, s, "app.py")
		h.goTo(2, 0)
		h.keys("i", "#", "Escape") // something to save
		eventually(t, "ruff's fixes are saved", h.screen, func() bool {
			return strings.Contains(h.saved("app.py"), `return "nothing"`)
		})
		if n := len(m.Requests()); n != 0 || h.count("workspace/executeCommand") != 0 {
			t.Errorf("%d model calls, %d commands", n, h.count("workspace/executeCommand"))
		}
	})
	scenario(t, "helix", "a killed server: Helix goes on, lsp-restart brings it back", func(t *testing.T) {
		_, config := serve(t, scripted(0))
		s := newSession(t, config)
		pids := s.recordServers(t)
		helixFiles(t, s)
		h := openHelix(t, s, "app.py")
		h.goTo(5, 19)
		h.menu(`AI fix: F821`)
		h.keys("Escape")
		kill(t, pids()[0])
		h.goTo(2, 0)
		h.see(`1 sel  2:1`)
		h.run("lsp-restart fettle")
		eventually(t, "a second server", h.screen, func() bool { return len(pids()) == 2 })
		h.goTo(5, 19)
		h.pick("AI fix: F821")
		h.untilSaved("app.py", fixedApp)
	})
	scenario(t, "helix", "quitting ends the server", func(t *testing.T) {
		s := newSession(t, "")
		pids := s.recordServers(t)
		helixFiles(t, s)
		h := openHelix(t, s, "app.py")
		h.run("q!")
		eventually(t, "the server's process ends", func() string { return "" }, func() bool {
			return syscall.Kill(pids()[0], 0) != nil
		})
	})
}

// recordServers puts a script before fettle that notes the process id, so that
// a test can kill just the server it started.
func (s *session) recordServers(t *testing.T) func() []int {
	t.Helper()
	note := filepath.Join(s.dir, "pids")
	shim := filepath.Join(s.dir, "shim", "fettle")
	write(t, shim, "#!/bin/sh\necho $$ >>'"+note+"'\nexec '"+fettle(t)+"' \"$@\"\n")
	if err := os.Chmod(shim, 0o700); err != nil {
		t.Fatal(err)
	}
	s.env = append(s.env, "PATH="+filepath.Dir(shim)+":"+os.Getenv("PATH")+":"+filepath.Dir(testkit.Tool(t, "ruff")))
	return func() []int {
		data, _ := os.ReadFile(note)
		var out []int
		for _, f := range strings.Fields(string(data)) {
			if n, err := strconv.Atoi(f); err == nil {
				out = append(out, n)
			}
		}
		return out
	}
}

func kill(t *testing.T, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}
