package e2e

import (
	"context"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestRegistries loads the entries for others' lists of servers as those editors
// would, which bring them along.
func TestRegistries(t *testing.T) {
	scenario(t, "neovim", "registries: the entry for nvim-lspconfig starts fettle", func(t *testing.T) {
		s := newSession(t, "")
		entry, err := filepath.Abs("../../packaging/registries/nvim-lspconfig")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 3*patience)
		defer cancel()
		cmd := exec.CommandContext(ctx, program(t, "nvim"), "--clean", "--headless", "-l", filepath.Join("nvim", "entry.lua"), entry, s.file("app.py"))
		cmd.Env, cmd.WaitDelay = s.env, time.Second
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "fix of F821 offered in "+s.workspace) {
			t.Errorf("nvim: %v\n%s", err, out)
		}
	})
	scenario(t, "helix", "registries: the entry for Helix's default languages is known", func(t *testing.T) {
		s := newSession(t, "")
		helixFiles(t, s)
		entry := read(t, "../../packaging/registries/helix/languages.toml")
		write(t, helixConfig(s, "languages.toml"), "[language-server]\n"+entry+"\n[[language]]\nname = \"python\"\nlanguage-servers = [\"fettle\"]\n")
		cmd := exec.Command(program(t, "hx"), "--health", "python")
		cmd.Env = s.env
		if out, err := cmd.CombinedOutput(); err != nil || !regexp.MustCompile(`✓\S* fettle: `).Match(out) {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
