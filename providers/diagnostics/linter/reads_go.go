package linter

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/reads"
)

// goCommand adds what the go command reads.
func (d inputs) goCommand(t *tool, root string, dirs []string) (known bool) {
	return len(t.argv) == 1 && d.Go(reads.Go{Program: t.argv[0], Root: root, Dirs: dirs,
		Confined: t.opts.Trust != Trusted})
}

// goTool adds a program that is no script, and the go command that it starts.
func (d inputs) goTool(t *tool, root string, dirs []string) (known bool) {
	state, known := programState(t)
	if !known {
		return false
	}
	d.Add(state)
	look := t.opts.look()
	look.Roots, look.UserPath, look.Trusted = []string{root}, nil, false // as the program looks: in PATH
	program, err := child.Look("go", look)
	return err == nil && d.Go(reads.Go{Program: program, Root: root, Dirs: dirs, Confined: t.opts.Trust != Trusted})
}

// staticcheck adds what staticcheck reads: besides the go command the settings in all
// folders above a package (https://staticcheck.dev/docs/configuration/). It runs in a
// private tree, and so meets those above that as well.
func (d inputs) staticcheck(t *tool, root string, dirs []string) (known bool) {
	return d.goTool(t, root, dirs) && d.aboveBoth(t, root, nil, "staticcheck.conf")
}

// golangci adds what golangci-lint reads: besides the go command its settings, which it
// looks for in the folder it runs in, all above it and the user's
// (https://golangci-lint.run/docs/configuration/file/), and those of staticcheck.
func (d inputs) golangci(t *tool, root string, dirs []string) (known bool) {
	names := []string{".golangci.yml", ".golangci.yaml", ".golangci.toml", ".golangci.json"}
	if !d.goTool(t, root, dirs) || !d.aboveBoth(t, root, golangciLeads.Match, append(names, "staticcheck.conf")...) {
		return false
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return false
	}
	for _, dir := range append(dirs, home) {
		texts, known := d.Above(dir, names...)
		for _, text := range texts {
			if golangciLeads.Match(text) {
				return false
			}
		}
		if !known {
			return false
		}
	}
	return true
}

// golangciLeads is what makes settings of golangci-lint depend on more than the code:
// plugins and rules in other files, what version control says is new, the clock (a year
// in the header of a file).
var golangciLeads = lazyre.New(`(?im)\b(custom|plugins?|ruleguard|goheader|template-path|new-from[a-z-]*|whole-files` +
	`|exclude-from|base-path|config-path|GOROOT)\b|(^|[\s{,"'])new["']?\s*[:=]`)

// aboveBoth adds files of some names above the root, and above the private trees that
// stand for it.
func (d inputs) aboveBoth(t *tool, root string, leads func([]byte) bool, names ...string) (known bool) {
	for _, dir := range []string{root, filepath.Join(t.opts.CacheDir, mirrorsFolder)} {
		texts, known := d.Above(dir, names...)
		if !known || leads != nil && leads(bytes.Join(texts, []byte("\n"))) {
			return false
		}
	}
	return true
}
