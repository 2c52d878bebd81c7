package e2e

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var pictures = flag.Bool("pictures", false, "take the pictures of the READMEs anew, from the real editors")

// TestPictures takes the pictures with -pictures. Without, it looks whether each
// one that a README shows is there, small, and whole.
func TestPictures(t *testing.T) {
	if *pictures {
		t.Run("neovim", neovimPictures)
		t.Run("helix", helixPictures)
	}
	for _, editor := range []string{"nvim", "helix"} {
		readme := read(t, filepath.Join("..", editor, "README.md"))
		for _, name := range []string{"menu", "progress", "result"} {
			path := filepath.Join("..", editor, "images", name+".svg")
			if text := read(t, path); len(text) > 100_000 || !strings.HasSuffix(text, "</svg>\n") {
				t.Errorf("%s: %d bytes", path, len(text))
			}
		}
		for _, part := range strings.Split(readme, "](images/")[1:] {
			name, _, _ := strings.Cut(part, ")")
			if _, err := os.Stat(filepath.Join("..", editor, "images", name)); err != nil {
				t.Error(err)
			}
		}
	}
}

// take draws what the terminal shows.
func (c *terminal) take(editor, name string) {
	c.t.Helper()
	out, err := c.command("capture-pane", "-e", "-p", "-t", "h").Output()
	if err != nil {
		c.t.Fatal(err)
	}
	write(c.t, filepath.Join("..", editor, "images", name+".svg"), svg(string(out)))
}

func neovimPictures(t *testing.T) {
	_, config, g := serveHeld(t, scripted(0))
	s := newSession(t, strings.Replace(config, "'scripted'", "'your-model'", 1))
	block := blocks(t, "../../README.md", "lua")[0]
	c := openTerminal(t, s, program(t, "nvim"), "--clean", "-u", neovimInit(t, s, block), "+5", "app.py")
	c.see(`E:1 W:3`)
	c.text("gra")
	c.see(`Type number and`)
	c.take("nvim", "menu")
	c.dismiss()
	c.choose("AI fix: F821")
	c.see(`asking your-model, \d+ s`)
	c.take("nvim", "progress")
	g.open(t)
	c.see(`applied, ruff clean`)
	c.see(`W:3\s`)
	c.take("nvim", "result")

	_, config = serve(t, scripted(0))
	s = newSession(t, "preview = 'ask'\n"+config)
	c = openTerminal(t, s, program(t, "nvim"), "--clean", "-u", neovimInit(t, s, block), "+5", "app.py")
	c.see(`E:1 W:3`)
	c.choose("AI fix: F821")
	c.see(`q discard`)
	c.take("nvim", "preview")
}

func helixPictures(t *testing.T) {
	_, config, g := serveHeld(t, scripted(0))
	s := newSession(t, strings.Replace(config, "'scripted'", "'your-model'", 1))
	helixFiles(t, s)
	h := openHelix(t, s, "app.py")
	h.goTo(5, 19)
	h.menu("AI fix: F821")
	h.take("helix", "menu")
	h.pick("AI fix: F821")
	h.see(`asking your-model, \d+ s`)
	h.take("helix", "progress")
	g.open(t)
	h.see(`applied, ruff clean`)
	h.take("helix", "result")
}
