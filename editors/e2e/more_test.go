package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// moreEditors is the environment variable that names the folder which
// "get-editors.sh DIR more" filled: Emacs with eglot and lsp-mode, Vim with ALE.
const moreEditors = "FETTLE_MORE_EDITORS"

// more finds an editor that make test-more-editors drives, and no other test.
func more(t *testing.T, name string) string {
	t.Helper()
	dir := os.Getenv(moreEditors)
	if dir == "" {
		t.Skip("SKIPPED: " + name + " is driven by make test-more-editors")
	}
	path := filepath.Join(dir, "bin", name)
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// eagerApp has a problem for a rule, and one for ruff's own fix behind an emoji.
const eagerApp = `def café(cond):
    if cond: return "😀"
    return "😀", f"nothing"
`

// eagerFixed is eagerApp without its problems.
const eagerFixed = `def café(cond):
    if cond:
        return "😀"
    return "😀", "nothing"
`

// emacs is a real Emacs in a terminal.
type emacs struct {
	*terminal
	s session
}

// openEmacs starts Emacs with blocks of the README as its init.el, for a user
// who has Debian's packages of Emacs.
func openEmacs(t *testing.T, s session, blocks ...string) *emacs {
	t.Helper()
	program := more(t, "emacs")
	packages, err := filepath.EvalSymlinks(filepath.Join(os.Getenv(moreEditors), "emacs-packages"))
	must.OK(t, err)
	dir := filepath.Join(s.dir, ".emacs.d")
	// Debian's packages say this where they are installed. There is no compiler.
	write(t, filepath.Join(dir, "early-init.el"), `(setq package-directory-list '("`+packages+`")
      native-comp-enable-subr-trampolines nil native-comp-jit-compilation nil)`)
	write(t, filepath.Join(dir, "init.el"), "(setq make-backup-files nil lsp-disabled-clients '(ruff))\n"+strings.Join(blocks, "\n"))
	write(t, filepath.Join(s.workspace, ".git", "HEAD"), "ref: refs/heads/main\n")
	return &emacs{openTerminal(t, s, program, "-nw", "--no-splash", "app.py"), s}
}

// run is M-x and a command.
func (e *emacs) run(command string) {
	e.t.Helper()
	e.keys("M-x")
	e.text(command)
	e.keys("Enter")
}

// quit leaves what Emacs asks. It forgets what was typed before it gets to that.
func (e *emacs) quit() {
	e.t.Helper()
	e.keys("C-g")
	e.see(`(?m)^Quit`)
}

// act opens the menu on a line until it has an entry, and takes that: the first
// word of its title, as a space completes words there.
func (e *emacs) act(command, line, entry, done string) {
	e.t.Helper()
	want, menu := regexp.MustCompile(done), regexp.MustCompile(`(?m)^(\[eglot\] Pick an action|Select code action)`)
	until := func(re *regexp.Regexp) bool {
		for range 250 {
			if re.MatchString(e.screen()) {
				return true
			}
			e.pause()
		}
		return false
	}
	eventually(e.t, entry, e.screen, func() bool {
		if want.MatchString(e.screen()) {
			return true // only later than it was waited for
		}
		e.quit()
		e.run("goto-line")
		e.see(`Goto line`)
		e.text(line)
		e.keys("Enter")
		e.see(`L` + line + ` `)
		e.run(command)
		if !until(menu) {
			return false
		}
		e.text(entry)
		e.keys("Enter")
		return until(want)
	})
}

// saves saves until the file holds a text.
func (e *emacs) saves(want string) {
	e.t.Helper()
	eventually(e.t, "saved", e.screen, func() bool {
		e.keys("C-x", "C-s")
		return read(e.t, e.s.file("app.py")) == want
	})
}

// started waits for the file. Emacs reads lsp-mode from its source, which takes as
// long as everything else together.
func (e *emacs) started() {
	e.t.Helper()
	if shown := regexp.MustCompile(`U(:|\*\*|---).*app\.py`); !e.sees(shown, 3*patience) {
		e.t.Fatal("timeout: Emacs shows the file")
	}
}

// undo is one step.
func (e *emacs) undo(shows string) {
	e.t.Helper()
	e.keys("C-/")
	e.see(shows)
}

// TestEmacs uses the blocks of the README in a real Emacs: a fix from the menu
// beside an emoji, undone in one step, and what a save mends.
func TestEmacs(t *testing.T) {
	more(t, "emacs")
	all := blocks(t, "../emacs/README.md", "elisp")
	const shown = "\n[linters]\npublish = true\n"
	for _, c := range []struct{ name, block, start, ready, menu string }{
		{"eglot", all[0], "eglot", `Flymake\[[1-9]`, "eglot-code-actions"},
		{"lsp-mode", all[1], "lsp", `fettle:\d+.*\n.*initialized successfully|Flymake\[[1-9]`, "lsp-execute-code-action"},
	} {
		scenario(t, "emacs", "README: "+c.name, func(t *testing.T) {
			_, config := serve(t, scripted(0))
			s := newSession(t, config+shown)
			e := openEmacs(t, s, c.block)
			e.started()
			e.run(c.start)
			if c.start == "lsp" {
				e.see(`Select action:`)
				e.text("i") // the project's root is the one that it shows
			}
			e.see(c.ready)
			e.act(c.menu, "5", "AI", `"😀", cond`)
			e.saves(fixedApp)
			e.undo(`"😀", undefined`)
			e.saves(app)
			e.act(c.menu, "7", "Fix", `(?m)if cond:$`)
			e.undo(`if cond: return 1`)
			e.saves(app)
		})
	}
	scenario(t, "emacs", "README: eglot, on a save", func(t *testing.T) {
		s := newSession(t, shown)
		write(t, s.file("app.py"), eagerApp)
		e := openEmacs(t, s, all[0], all[2])
		e.started()
		e.run("eglot")
		e.see(`Flymake\[[0-9 ]*[1-9]`)
		eventually(t, "the save mends", e.screen, func() bool {
			e.keys("M-<")
			e.text(" ")
			e.keys("BSpace", "C-x", "C-s")
			e.pause()
			return read(t, s.file("app.py")) == eagerFixed
		})
	})
}

// TestVim uses the blocks of the README in a real Vim with ALE: its own finding
// beside an emoji, mended from the menu and undone in one step. ALE tells a
// server that it takes no edits but those of an entry, and counts bytes where
// the protocol counts UTF-16 units.
func TestVim(t *testing.T) {
	program := more(t, "vim")
	all := blocks(t, "../vim/README.md", "vim")
	block := all[len(all)-1]
	if !strings.Contains(block, "ale#linter#Define") {
		t.Fatal("the README's last block is not ALE's")
	}
	scenario(t, "vim", "README: ALE", func(t *testing.T) {
		s := newSession(t, "[linters]\npublish = true\n")
		write(t, s.file("app.py"), eagerApp)
		plugin, err := filepath.Abs(filepath.Join(os.Getenv(moreEditors), "vim-ale"))
		must.OK(t, err)
		write(t, filepath.Join(s.dir, ".vimrc"), "set nocompatible noswapfile\nfiletype plugin on\nset rtp+="+plugin+"\n"+block)
		c := openTerminal(t, s, program, "app.py")
		c.see(`# E: `)
		take := func(line, entry, shows string) {
			eventually(t, entry, c.screen, func() bool {
				c.keys("C-c", "C-c")
				c.text(":" + line + "\r:ALECodeAction\r")
				row := regexp.MustCompile(`(?m)^(\d+)\) ` + entry)
				for range 50 {
					if m := row.FindStringSubmatch(c.screen()); m != nil {
						c.keys(m[1], "Enter")
						c.see(shows)
						return true
					}
					c.pause()
				}
				return false
			})
		}
		saved := func(want string) {
			eventually(t, "saved", c.screen, func() bool {
				c.text(":w\r")
				c.pause()
				return read(t, s.file("app.py")) == want
			})
		}
		take("3", "Fix F541", `"😀", "nothing"`)
		saved(strings.Replace(eagerApp, `f"nothing"`, `"nothing"`, 1))
		c.text("u")
		c.see(`"😀", f"nothing"`)
		saved(eagerApp)
		take("2", "Fix E701", `(?m)if cond:$`)
		c.text("u")
		c.see(`if cond: return "😀"`)
		saved(eagerApp)
	})
}
