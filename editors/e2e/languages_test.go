package e2e

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// TestLanguages compares the languages that the editors' files name with those
// that fettle has tools for.
func TestLanguages(t *testing.T) {
	var want []string
	for _, s := range linter.Specs() {
		for _, lang := range s.Languages {
			if !slices.Contains(want, lang) {
				want = append(want, lang)
			}
		}
	}
	slices.Sort(want)
	config := read(t, filepath.Join("..", "nvim", "lsp", "fettle.lua"))
	list := regexp.MustCompile(`(?s)filetypes = \{(.*?)\}`).FindStringSubmatch(config)
	if list == nil {
		t.Fatal("lsp/fettle.lua names no filetypes")
	}
	var have []string
	for _, m := range regexp.MustCompile(`'(\w+)'`).FindAllStringSubmatch(list[1], -1) {
		have = append(have, m[1])
	}
	slices.Sort(have)
	types := append(slices.DeleteFunc(slices.Clone(want), func(l string) bool { return l == "shellscript" }), "bash", "sh")
	if slices.Sort(types); !slices.Equal(have, types) {
		t.Errorf("Neovim: %q, want %q", have, types)
	}
	// Helix has names of its own for the React dialects and shells.
	names := strings.NewReplacer("javascriptreact", "jsx", "typescriptreact", "tsx", "shellscript", "bash")
	blocks := read(t, filepath.Join("..", "helix", "languages.toml"))
	for _, lang := range want {
		block := regexp.MustCompile(fmt.Sprintf(`(?m)^name = %q\nlanguage-servers = \[(?:.*, )?"fettle"\]$`,
			names.Replace(lang)))
		if !block.MatchString(blocks) {
			t.Errorf("Helix: no block for %s that ends with fettle", names.Replace(lang))
		}
	}
	// Who copies the blocks keeps a type checker: they replace Helix's default list.
	if !strings.Contains(blocks, `["ruff", "basedpyright", "fettle"]`) {
		t.Error("Helix: no type checker for Python")
	}
}
