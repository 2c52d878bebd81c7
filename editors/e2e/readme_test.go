package e2e

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
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
	must.OK(t, err)
	block = strings.ReplaceAll(block, "path/to/fettle/editors/nvim", plugin)
	if strings.HasPrefix(block, "{ dir =") { // an entry for lazy.nvim, and what that does with it
		block = "local spec = " + block + "vim.opt.rtp:prepend(spec.dir)\nspec.config()\n"
	}
	path := filepath.Join(s.dir, ".config", "nvim", "init.lua")
	write(t, path, "vim.o.swapfile = false\nvim.g.loaded_python3_provider = 0\n"+block+`
vim.lsp.config('ruff', { cmd = { 'ruff', 'server' }, filetypes = { 'python' }, root_markers = { 'pyproject.toml' } })
vim.lsp.enable('ruff')
`)
	return path
}

// installPackage runs the shell block of a README where there is one, and lets
// Neovim look for its configuration and packages where it does by itself.
func installPackage(t *testing.T, s *session, path string) {
	t.Helper()
	s.env = append(s.env, "XDG_CONFIG_HOME="+filepath.Join(s.dir, ".config"), "XDG_DATA_HOME="+filepath.Join(s.dir, ".local", "share"))
	write(t, filepath.Join(s.dir, ".config", "fettle", "config.toml"), read(t, s.config()))
	plugin, err := filepath.Abs("../nvim")
	must.OK(t, err)
	for _, m := range shellBlock.FindAllStringSubmatch(read(t, path), -1) {
		if !strings.Contains(m[1], "/nvim/site/") {
			continue
		}
		cmd := exec.Command("sh", "-ec", strings.ReplaceAll(m[1], "path/to/fettle/editors/nvim", "'"+plugin+"'"))
		cmd.Env = s.env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}

var shellBlock = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")

// openMenu is what Neovim shows below its menu, or in place of one.
var openMenu = regexp.MustCompile(`Type number and|No code actions`)

// dismiss closes the menu and wipes what it leaves on the screen.
func (c *terminal) dismiss() {
	c.t.Helper()
	c.keys("Escape")
	c.text(":mode\r")
	eventually(c.t, "the menu closes", c.screen, func() bool { return !openMenu.MatchString(c.screen()) })
}

// choose picks a row of Neovim's own numbered menu.
func (c *terminal) choose(title string) {
	c.t.Helper()
	row := regexp.MustCompile(`(?m)^(\d+): ` + regexp.QuoteMeta(title))
	eventually(c.t, "a menu with "+title, c.screen, func() bool {
		c.text("gra")
		if !c.sees(openMenu, patience/8) {
			c.t.Log("neither a menu nor a word that there is none: asked again") // the word goes with the next redraw
			c.dismiss()
			return false
		}
		if m := row.FindStringSubmatch(c.screen()); m != nil {
			c.keys(m[1], "Enter")
			return true
		}
		c.dismiss()
		return false
	})
}

// TestReadmeNeovim uses each block of the READMEs as init.lua in a real
// terminal: a fix from the menu, undone in one step.
func TestReadmeNeovim(t *testing.T) {
	for _, path := range []string{"../nvim/README.md"} {
		for i, block := range blocks(t, path, "lua") {
			name := "README: " + strings.TrimPrefix(filepath.Clean(path), "../") + " " + strconv.Itoa(i+1)
			scenario(t, "neovim", name, func(t *testing.T) {
				_, config := serve(t, scripted(0))
				s := newSession(t, config)
				neovimInit(t, s, block)
				installPackage(t, &s, path)
				c := openTerminal(t, s, program(t, "nvim"), "+5", "app.py")
				c.see(`Undefined|[EW] +\d|E +défini`)
				c.choose("AI fix: F821")
				c.see(`défini = "😀", cond`)
				c.see(`F821 fixed · ruff is content`)
				c.keys("u")
				c.see(`défini = "😀", undefined`)
			})
		}
	}
	scenario(t, "neovim", "message: a narrow terminal is not stopped by one", func(t *testing.T) {
		s := newSession(t, "")
		c := openTerminal(t, s, program(t, "nvim"), "--clean", "-u", neovimInit(t, s, blocks(t, "../nvim/README.md", "lua")[2]), "+5", "app.py")
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

// TestReadmeHelix uses each block of the READMEs as languages.toml, and nothing
// else.
func TestReadmeHelix(t *testing.T) {
	for _, path := range []string{"../helix/README.md"} {
		all := blocks(t, path, "toml")
		i := slices.IndexFunc(all, func(b string) bool { return strings.HasPrefix(b, "# languages.toml") })
		if i < 0 {
			t.Fatalf("%s shows no languages.toml", path)
		}
		scenario(t, "helix", "README: "+strings.TrimPrefix(filepath.Clean(path), "../"), func(t *testing.T) {
			_, config := serve(t, scripted(0))
			s := newSession(t, config)
			write(t, helixConfig(s, "languages.toml"), all[i])
			h := openHelix(t, s, "app.py")
			h.goTo(5, 19)
			h.pick("AI fix: F821")
			h.untilSaved("app.py", fixedApp)
		})
	}
	scenario(t, "helix", "health: fettle is found for every language of languages.toml", func(t *testing.T) {
		s := newSession(t, "")
		helixFiles(t, s)
		for _, m := range regexp.MustCompile(`(?m)^name = "(.*)"`).FindAllStringSubmatch(read(t, helixConfig(s, "languages.toml")), -1) {
			cmd := exec.Command(program(t, "hx"), "--health", m[1])
			cmd.Env = s.env
			out, err := cmd.CombinedOutput()
			if err != nil || !regexp.MustCompile(`✓\S* fettle: `).Match(out) {
				t.Errorf("%s: %v\n%s", m[1], err, out)
			}
		}
	})
}
