package e2e

import (
	"flag"
	"fmt"
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

// pictured is a session on the program of all pictures, with a model that is
// asked to mend it.
func pictured(t *testing.T, settings string) (session, gate) {
	t.Helper()
	_, config, g := serveHeld(t, replaces("rebate", "    return round(cents * (1 - discount))", 0))
	s := newSession(t, settings+strings.Replace(config, "'scripted'", "'qwen2.5-coder:7b'", 1))
	write(t, s.file("orders.py"), read(t, filepath.Join("testdata", "orders.py")))
	return s, g
}

// line and column of the problem, from one.
const picturedLine, picturedColumn = 16, 31

func neovimPictures(t *testing.T) {
	block := blocks(t, "../nvim/README.md", "lua")[2]
	open := func(settings string) (*terminal, gate) {
		s, g := pictured(t, settings)
		at := fmt.Sprintf("+call cursor(%d,%d)", picturedLine, picturedColumn)
		c := openTerminal(t, s, program(t, "nvim"), "--clean", "-u", neovimInit(t, s, block), at, "orders.py")
		c.see(`E:1\s`)
		return c, g
	}
	c, g := open("")
	c.text("gra")
	c.see(`Type number and`)
	c.take("nvim", "menu")
	c.dismiss()
	c.choose("AI fix: F821")
	c.see(`asking qwen2.5-coder:7b, (reading [\d,]+ tokens, )?\d+ s`)
	c.take("nvim", "progress")
	g.open(t)
	c.see(`F821 fixed · ruff is content`)
	eventually(t, "the problem is gone", c.screen, func() bool { return !strings.Contains(c.screen(), "E:1") })
	c.take("nvim", "result")

	c, g = open("preview = 'ask'\n")
	g.open(t)
	c.choose("AI fix: F821")
	c.see(`q discard`)
	c.take("nvim", "preview")
}

func helixPictures(t *testing.T) {
	s, g := pictured(t, "")
	helixFiles(t, s)
	h := openHelix(t, s, "orders.py")
	h.goTo(picturedLine, picturedColumn-1)
	h.menu("AI fix: F821")
	h.take("helix", "menu")
	h.pick("AI fix: F821")
	h.see(`asking qwen2.5-coder:7b, (reading [\d,]+ tokens, )?\d+ s`)
	h.take("helix", "progress")
	g.open(t)
	h.see(`F821 fixed · ruff is content`)
	eventually(t, "the problem is gone", h.screen, func() bool { return !strings.Contains(h.screen(), "●") })
	h.take("helix", "result")
}
