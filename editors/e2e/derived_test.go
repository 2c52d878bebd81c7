package e2e

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

var update = flag.Bool("update", false, "rewrite what is derived from fettle's tables")

// TestNeovimHelpSettings keeps the settings in the help equal to the table.
func TestNeovimHelpSettings(t *testing.T) {
	path := filepath.Join("..", "nvim", "doc", "fettle.txt")
	help := read(t, path)
	const begin, end = "(generated)\n", "\n" + "====="
	before, rest, _ := strings.Cut(help, begin)
	have, after, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatal("the help has no place for the settings")
	}
	var want strings.Builder
	for _, k := range config.Documented() {
		value := ""
		switch v := k.Default.(type) {
		case bool, int, float64:
			value = fmt.Sprintf(", default %v", v)
		case string:
			if v != "" {
				value = fmt.Sprintf(", default %q", v)
			}
		}
		fmt.Fprintf(&want, "\n%s\n    (%s%s)\n%s\n", k.Name, k.Plane, value, wrap(k.Doc, "    ", 78))
	}
	if have == want.String() {
		return
	}
	if !*update {
		t.Fatal("the settings of the help differ from the table: run go test ./editors/e2e -run Help -update")
	}
	if err := os.WriteFile(path, []byte(before+begin+want.String()+end+after), 0o600); err != nil {
		t.Fatal(err)
	}
}

// wrap folds text into lines of at most width, each with an indentation.
func wrap(text, indent string, width int) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		if column > 0 && column+1+len(word) > width {
			b.WriteByte('\n')
			column = 0
		}
		if column == 0 {
			b.WriteString(indent)
			column = len(indent)
		} else {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}

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
	list := regexp.MustCompile(`filetypes = \{(.*)\}`).FindStringSubmatch(config)
	if list == nil {
		t.Fatal("lsp/fettle.lua names no filetypes")
	}
	var have []string
	for _, m := range regexp.MustCompile(`'(\w+)'`).FindAllStringSubmatch(list[1], -1) {
		have = append(have, m[1])
	}
	slices.Sort(have)
	if !slices.Equal(have, want) {
		t.Errorf("Neovim: %q, want %q", have, want)
	}
	// Helix has names of its own for the React dialects.
	names := strings.NewReplacer("javascriptreact", "jsx", "typescriptreact", "tsx")
	blocks := read(t, filepath.Join("..", "helix", "languages.toml"))
	for _, lang := range want {
		block := regexp.MustCompile(fmt.Sprintf(`(?m)^name = %q\nlanguage-servers = \[.*, "fettle"\]$`, names.Replace(lang)))
		if !block.MatchString(blocks) {
			t.Errorf("Helix: no block for %s that ends with fettle", names.Replace(lang))
		}
	}
}
