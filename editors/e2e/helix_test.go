package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// withHelix opens app.py in Helix, with the files of editors/helix and a model.
func withHelix(t *testing.T, settings string, next answer) (*helix, *testkit.Model) {
	t.Helper()
	m, config := serve(t, next)
	s := newSession(t, settings+config)
	helixFiles(t, s)
	return openHelix(t, s, "app.py"), m
}

// heldHelix is withHelix with a model that answers when the gate opens.
func heldHelix(t *testing.T) (*helix, gate) {
	t.Helper()
	_, config, g := serveHeld(t, scripted(0))
	s := newSession(t, config)
	helixFiles(t, s)
	return openHelix(t, s, "app.py"), g
}

// duringFix is heldHelix with the model fix of app.py begun.
func duringFix(t *testing.T) (*helix, gate) {
	t.Helper()
	h, g := heldHelix(t)
	h.startFix(5)
	return h, g
}

// startFix begins the model fix of a line and waits until the model is asked.
func (h *helix) startFix(line int) {
	h.t.Helper()
	h.goTo(line, 19)
	h.pick("AI fix: F821")
	h.reported(`asking scripted`, 1)
}

// typeForFourSeconds types ten keys a second at the end of a line, and says how
// long after each the screen showed it.
func (h *helix) typeForFourSeconds(line *string) string {
	h.t.Helper()
	var waits []time.Duration
	for range 40 {
		*line += "x"
		next := time.After(100 * time.Millisecond)
		start := time.Now()
		h.text("x")
		h.see(`(?m)` + *line + `\s*$`)
		waits = append(waits, time.Since(start))
		<-next
	}
	slices.Sort(waits)
	return fmt.Sprintf("p50 %v, p95 %v, at most %v", waits[len(waits)/2].Round(time.Millisecond),
		waits[len(waits)*95/100].Round(time.Millisecond), waits[len(waits)-1].Round(time.Millisecond))
}

func TestHelixMenu(t *testing.T) {
	scenario(t, "helix", "emoji: ruff's diagnostic reaches fettle in its columns, utf-8", func(t *testing.T) {
		h, _ := withHelix(t, "", scripted(0))
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
	scenario(t, "helix", "foreign diagnostics: ruff's; the AI entry is below its fix, above its source actions", func(t *testing.T) {
		h, _ := withHelix(t, "", scripted(0))
		h.goTo(5, 19)
		titles := h.menu(`AI fix: F821`)
		at := func(prefix string) int {
			return slices.IndexFunc(titles, func(s string) bool { return strings.HasPrefix(s, prefix) })
		}
		tool, ai, source := at("Ruff (F821): Disable"), at("AI fix: F821"), at("Ruff: Fix all")
		if tool < 0 || tool > ai || ai > source {
			t.Errorf("order:\n%s", strings.Join(titles, "\n"))
		}
	})
	scenario(t, "helix", "no model: an entry says so, and rules still fix", func(t *testing.T) {
		s := newSession(t, "")
		write(t, s.file("app.py"), app+"l = 1\n") // E741, which no rule fixes
		helixFiles(t, s)
		h := openHelix(t, s, "app.py")
		h.goTo(9, 0)
		// Until fettle's own ruff has run, E741 may be one that ruff fixes.
		h.pick(`AI fix: E741`)
		h.see(`fettle: .*fettle init`)
		h.goTo(7, 12)
		h.pick("Fix E701")
		h.untilSaved("app.py", strings.Replace(app, "if cond: return 1", "if cond:\n        return 1", 1)+"l = 1\n")
	})
	scenario(t, "helix", "settings: a change while it runs counts at once", func(t *testing.T) {
		h, _ := withHelix(t, "", scripted(0))
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
	scenario(t, "helix", "rule fix: from the menu", func(t *testing.T) {
		h, m := withHelix(t, "", scripted(0))
		h.goTo(7, 12)
		h.pick("Fix E701")
		h.untilSaved("app.py", strings.Replace(app, "if cond: return 1", "if cond:\n        return 1", 1))
		if n := len(m.Requests()); n != 0 {
			t.Errorf("%d model calls", n)
		}
	})
	scenario(t, "helix", "tool fix: where its server offers none", func(t *testing.T) {
		h, m := withHelix(t, "[actions]\ntoolFixes = 'always'\n", scripted(0))
		h.goTo(8, 12)
		h.pick("Fix F541")
		h.untilSaved("app.py", strings.Replace(app, `f"nothing"`, `"nothing"`, 1))
		if n := len(m.Requests()); n != 0 {
			t.Errorf("%d model calls", n)
		}
	})
	scenario(t, "helix", "model fix: progress on the screen, one undo", func(t *testing.T) {
		h, g := duringFix(t)
		h.see(`NOR [⣾⣽⣻⢿⡿⣟⣯⣷]`)
		h.see(`AI fix F821 ⋅ asking scripted`)
		g.open(t)
		h.see(`AI fix F821 ⋅ F821 fixed · ruff is content`)
		h.untilSaved("app.py", fixedApp)
		h.keys("u")
		h.untilSaved("app.py", app)
	})
	scenario(t, "helix", "typing in the window: refused, with a message", func(t *testing.T) {
		h, g := duringFix(t)
		h.keys("A", "x", "Escape")
		h.untilSaved("app.py", strings.Replace(app, "undefined", "undefinedx", 1))
		g.open(t)
		h.told(`document changed, fix not applied`)
		h.untilSaved("app.py", strings.Replace(app, "undefined", "undefinedx", 1))
		if h.count("workspace/applyEdit") != 0 {
			t.Error("an edit was sent")
		}
	})
	scenario(t, "helix", "typing elsewhere: the fix lands, the typing stays", func(t *testing.T) {
		h, g := duringFix(t)
		h.keys("g", "g", "O", "#", "x", "Escape")
		h.untilSaved("app.py", "#x\n"+app)
		g.open(t)
		h.untilSaved("app.py", "#x\n"+fixedApp)
	})
	scenario(t, "helix", "typing during four seconds: of a model call, no key waits", func(t *testing.T) {
		h, g := heldHelix(t)
		line := "#"
		h.text("ggO#")
		h.see(`(?m)^.* 1  #`)
		alone := h.typeForFourSeconds(&line)
		h.keys("Escape")
		h.startFix(6)
		h.text("ggA")
		meanwhile := h.typeForFourSeconds(&line)
		if strings.Contains(h.screen(), `"😀", cond`) {
			t.Error("the model has answered")
		}
		g.open(t)
		h.keys("Escape")
		h.untilSaved("app.py", line+"\n"+fixedApp)
		t.Logf("typed during 4 s: key to screen %s; without a fix %s", meanwhile, alone)
	})
	scenario(t, "helix", "cancel: from the menu", func(t *testing.T) {
		h, _ := duringFix(t)
		h.pick("AI fix: cancel F821")
		h.reported(`end: cancelled`, 1)
		h.untilSaved("app.py", app)
		h.menu(`AI fix: F821`)
	})
	scenario(t, "helix", "error text: the reason of a failed model call is on the screen", func(t *testing.T) {
		h, _ := withHelix(t, "", func(testkit.ModelRequest) (testkit.Reply, bool) {
			return testkit.Reply{Status: http.StatusUnauthorized}, true
		})
		h.goTo(5, 19)
		h.pick("AI fix: F821")
		h.see(`fettle: .*(401|key)`)
		h.untilSaved("app.py", app)
	})
	scenario(t, "helix", "CRLF: line ends are kept", func(t *testing.T) {
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
	asked := func(t *testing.T) *helix {
		h, _ := withHelix(t, "preview = 'ask'\n", scripted(0))
		h.goTo(5, 19)
		h.pick("AI fix: F821")
		h.see(`Discard`)
		if h.count("workspace/applyEdit") != 0 {
			t.Error("applied before it was asked")
		}
		return h
	}
	scenario(t, "helix", "preview: Apply", func(t *testing.T) {
		h := asked(t)
		h.keys("Enter") // the first choice
		h.untilSaved("app.py", fixedApp)
	})
	scenario(t, "helix", "preview: Show diff, then Apply", func(t *testing.T) {
		h := asked(t)
		h.keys("Tab", "Enter")
		h.see(`\+    défini = "😀", cond`)
		h.see(`Discard`)
		h.keys("Enter")
		h.run("buffer-close!") // the diff
		h.untilSaved("app.py", fixedApp)
	})
	scenario(t, "helix", "preview: Discard leaves the text", func(t *testing.T) {
		h := asked(t)
		h.keys("Tab", "Tab", "Enter")
		h.reported(`end: not applied`, 1)
		h.untilSaved("app.py", app)
	})
}

func TestHelixKeys(t *testing.T) {
	scenario(t, "helix", "keys: f fixes the selected line", func(t *testing.T) {
		h, _ := withHelix(t, "", scripted(0))
		h.goTo(5, 19)
		h.menu(`AI fix: F821`) // fettle knows the diagnostic
		h.keys("Escape", "x")
		h.text(" mf")
		h.untilSaved("app.py", fixedApp)
	})
	scenario(t, "helix", "keys: the popup says in words what each does", func(t *testing.T) {
		s := newSession(t, "")
		helixFiles(t, s)
		h := openHelix(t, s, "app.py")
		h.text(" m")
		for _, words := range []string{"f  @:fix here (AI where needed)<", "a  @:fix all that needs no model<",
			"A  @:fix all files of the folder<",
			"c  @:cancel what runs<", "i  @:AI edit by an instruction<",
			"e  @:explain what a fix would send<", "x  @:show the context of a fix<", "w  @:why the last fix failed<", "q  @:find code for a question<", "j  @:what was learned here<"} {
			h.see(regexp.QuoteMeta(words))
		}
		h.text("c")
		h.see(`fettle: nothing is running`)
	})
	scenario(t, "helix", "keys: x shows what a fix would see, without the prompt", func(t *testing.T) {
		h, m := withHelix(t, "", scripted(0))
		h.goTo(5, 19)
		h.menu(`AI fix: F821`)
		h.keys("Escape")
		h.text(" mx")
		h.see(`seen\.md`)
		h.see(`What a fix would see`)
		if n := len(m.Requests()); n != 0 || strings.Contains(h.screen(), "### system") {
			t.Errorf("%d model calls", n)
		}
	})
	scenario(t, "helix", "fix all files: key A asks, and fixes what is proved", func(t *testing.T) {
		h, _ := withHelix(t, "", nil)
		h.goTo(7, 12)
		h.menu(`(?m)^Fix E701`)
		h.keys("Escape")
		h.text(" mA")
		h.see(`Fix workspace: \d problems in \d files?`)
		h.see(`Discard`)
		h.keys("Enter")
		want := strings.NewReplacer("import os\n\n\n", "", "if cond: return 1", "if cond:\n        return 1",
			`f"nothing"`, `"nothing"`).Replace(app)
		eventually(t, "the document is fixed", h.screen, func() bool {
			return strings.TrimLeft(h.saved("app.py"), "\n") == want
		})
	})
	scenario(t, "helix", "fix all: key a fixes everything that needs no model", func(t *testing.T) {
		h, m := withHelix(t, "", scripted(0))
		h.goTo(7, 12)
		h.menu(`(?m)^Fix E701`)
		h.keys("Escape")
		h.text(" ma")
		want := strings.NewReplacer("import os\n\n\n", "", "if cond: return 1", "if cond:\n        return 1", `f"nothing"`, `"nothing"`).Replace(app)
		eventually(t, "all three are fixed", h.screen, func() bool {
			return strings.TrimLeft(h.saved("app.py"), "\n") == want
		})
		if n := len(m.Requests()); n != 0 {
			t.Errorf("%d model calls", n)
		}
	})
	scenario(t, "helix", "cancel: key c", func(t *testing.T) {
		h, _ := duringFix(t)
		h.text(" mc")
		h.reported(`end: cancelled`, 1)
		h.untilSaved("app.py", app)
	})
	scenario(t, "helix", "edit: key i, with an instruction typed into its prompt", func(t *testing.T) {
		h, _ := withHelix(t, "", edited())
		h.goTo(6, 0)
		h.keys("x")
		h.text(" mi")
		h.see(`"instruction":"`)
		h.text("print edited, too")
		h.keys("Enter")
		h.untilSaved("app.py", strings.Replace(app, "print(défini)", `print(défini, "edited")`, 1))
	})
	scenario(t, "helix", "edit: from the picker, without an instruction, says what is missing", func(t *testing.T) {
		h, m := withHelix(t, "", edited())
		h.goTo(6, 0)
		h.menu("Ruff")
		h.run("lsp-workspace-command fettle.edit")
		h.see(`fettle: .*instruction`)
		if n := len(m.Requests()); n != 0 {
			t.Errorf("%d model calls", n)
		}
	})
	scenario(t, "helix", "keys: e shows what a fix would see and send", func(t *testing.T) {
		h, m := withHelix(t, "", scripted(0))
		h.goTo(5, 19)
		h.menu(`AI fix: F821`)
		h.keys("Escape")
		h.text(" me")
		h.see(`explain\.md`)
		h.see(`F821`)
		if n := len(m.Requests()); n != 0 {
			t.Errorf("%d model calls", n)
		}
	})
}

func TestHelixLife(t *testing.T) {
	scenario(t, "helix", "save: ruff's fixes by code-actions-on-save, no model call", func(t *testing.T) {
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
	scenario(t, "helix", "crash: Helix goes on, lsp-restart brings the server back", func(t *testing.T) {
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
	scenario(t, "helix", "quit: the server ends", func(t *testing.T) {
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
	must.OK(t, os.Chmod(shim, 0o700))
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
	must.OK(t, syscall.Kill(pid, syscall.SIGKILL))
}
