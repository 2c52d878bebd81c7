package lsp

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestCommandsPage: docs/commands.md names each command of the server, and what
// it says of an editor is what that editor's files make of it.
func TestCommandsPage(t *testing.T) {
	page := read(t, "../docs/commands.md")
	var inTable []string
	var vscode struct {
		Contributes struct {
			Commands []struct{ Command, Title string }
		}
	}
	must.OK(t, json.Unmarshal([]byte(read(t, "../editors/vscode/package.json")), &vscode))
	titles := map[string]string{}
	for _, c := range vscode.Contributes.Commands {
		titles[strings.Replace(c.Command, ".ui.", ".", 1)] = c.Title
	}
	words := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^  (\w+) = \{ command = '([\w.]+)'`).FindAllStringSubmatch(read(t, "../editors/nvim/lua/fettle/init.lua"), -1) {
		words[m[2]] = m[1]
	}
	keys := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^(\w) = '@:(?:[^<]*<C-u>)lsp-workspace-command `+
		`([\w.]+)`).FindAllStringSubmatch(read(t, "../editors/helix/config.toml"), -1) {
		keys[m[2]] = m[1]
	}
	for _, row := range regexp.MustCompile("(?m)^\\| [^|`]+ \\| `(fettle\\.\\w+)` \\|([^|]*)\\|([^|]*)\\|([^|]*)\\|").FindAllStringSubmatch(page, -1) {
		name := row[1]
		inTable = append(inTable, name)
		for i, c := range []struct{ editor, has string }{{"Neovim", words[name]}, {"VS Code", titles[name]}, {"Helix", keys[name]}} {
			if got := strings.Trim(row[i+2], "` "); got != c.has {
				t.Errorf("%s in %s: the page says %q, its files %q", name, c.editor, got, c.has)
			}
		}
	}
	slices.Sort(inTable)
	if !slices.Equal(inTable, commandNames()) {
		t.Errorf("the page names %q, the server knows %q", inTable, commandNames())
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data := must.Read(t, path)
	return data
}
