package e2e

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// blocks are the fenced blocks of a language in a document.
func blocks(t *testing.T, path, language string) []string {
	t.Helper()
	var out []string
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(read(t, path), -1) {
		out = append(out, m[1])
	}
	if len(out) == 0 {
		t.Fatalf("%s shows no block of %s", path, language)
	}
	return out
}

// neovimInit makes a block of a README the user's init.lua, beside a ruff as
// users have it. Only the path is filled in.
func neovimInit(t *testing.T, s session, block string) string {
	t.Helper()
	plugin, err := filepath.Abs("../nvim")
	if err != nil {
		t.Fatal(err)
	}
	const placeholder = "path/to/fettle/editors/nvim"
	if !strings.Contains(block, placeholder) {
		t.Fatalf("the block does not name %s:\n%s", placeholder, block)
	}
	block = strings.ReplaceAll(block, placeholder, plugin)
	if strings.HasPrefix(block, "{ dir =") { // an entry for lazy.nvim, and what that does with it
		block = "local spec = " + block + "vim.opt.rtp:prepend(spec.dir)\nspec.config()\n"
	}
	path := filepath.Join(s.dir, "init.lua")
	write(t, path, "vim.o.swapfile = false\nvim.g.loaded_python3_provider = 0\n"+block+`
vim.lsp.config('ruff', { cmd = { 'ruff', 'server' }, filetypes = { 'python' }, root_markers = { 'pyproject.toml' } })
vim.lsp.enable('ruff')
`)
	return path
}

// choose picks a row of Neovim's own numbered menu.
func (c *terminal) choose(title string) {
	c.t.Helper()
	row := regexp.MustCompile(`(?m)^(\d+): ` + regexp.QuoteMeta(title))
	open := regexp.MustCompile(`Type number and|No code actions`)
	eventually(c.t, "a menu with "+title, c.screen, func() bool {
		c.text("gra")
		c.see(open.String())
		if m := row.FindStringSubmatch(c.screen()); m != nil {
			c.keys(m[1], "Enter")
			return true
		}
		c.keys("Escape")
		c.text(":mode\r") // wipes what the menu left
		eventually(c.t, "the menu closes", c.screen, func() bool { return !open.MatchString(c.screen()) })
		return false
	})
}

// TestReadmeNeovim uses each block of the READMEs as init.lua in a real
// terminal: a fix from the menu, undone in one step.
func TestReadmeNeovim(t *testing.T) {
	for _, path := range []string{"../../README.md", "../nvim/README.md"} {
		for i, block := range blocks(t, path, "lua") {
			name := "README: " + strings.TrimPrefix(filepath.Clean(path), "../") + " " + strconv.Itoa(i+1)
			scenario(t, "neovim", name, func(t *testing.T) {
				_, config := serve(t, scripted(0))
				s := newSession(t, config)
				c := openTerminal(t, s, program(t, "nvim"), "--clean", "-u", neovimInit(t, s, block), "+5", "app.py")
				c.see(`Undefined|[EW] +\d|E +défini`)
				c.choose("AI fix: F821")
				c.see(`défini = "😀", 42`)
				c.see(`applied, ruff clean`)
				c.keys("u")
				c.see(`défini = "😀", undefined`)
			})
		}
	}
	scenario(t, "neovim", "message: a narrow terminal is not stopped by one", func(t *testing.T) {
		s := newSession(t, "")
		c := openTerminal(t, s, program(t, "nvim"), "--clean", "-u", neovimInit(t, s, blocks(t, "../../README.md", "lua")[0]), "+5", "app.py")
		if out, err := c.command("resize-window", "-t", "h", "-x", "60", "-y", "24").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		told := regexp.MustCompile(`(fettle|AI fix F821): .*model`)
		eventually(t, "the message", c.screen, func() bool {
			c.keys("Escape")
			c.text(":5Fettle fix")
			c.keys("Enter")
			return told.MatchString(c.screen())
		})
		if strings.Contains(c.screen(), "Press ENTER") {
			t.Error("a message asks to press Enter")
		}
		c.keys("G", "o", "#", "x", "Escape")
		c.see(`(?m)#x`)
	})
}

// TestReadmeHelix uses the block of the README as languages.toml, and nothing
// else.
func TestReadmeHelix(t *testing.T) {
	all := blocks(t, "../../README.md", "toml")
	i := slices.IndexFunc(all, func(b string) bool { return strings.HasPrefix(b, "# languages.toml") })
	if i < 0 {
		t.Fatal("the README shows no languages.toml")
	}
	scenario(t, "helix", "README: README.md 1", func(t *testing.T) {
		_, config := serve(t, scripted(0))
		s := newSession(t, config)
		write(t, helixConfig(s, "languages.toml"), all[i])
		h := openHelix(t, s, "app.py")
		h.goTo(5, 19)
		h.pick("AI fix: F821")
		h.untilSaved("app.py", fixedApp)
	})
}
