package engine

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/text"
)

// gateway is the egress gate as the fixer and the providers see it.
type gateway struct{ gate *egress.Gate }

func (g gateway) Denied(path string) string {
	if path == "" {
		return ""
	}
	if reason, denied := g.gate.DeniedPath(path); denied {
		return reason
	}
	return ""
}

// Protected says why a file gets no fix, "" if it may: it must not leave, or no
// fix may touch it, under whatever name it is opened.
func (e *Engine) Protected(path string) string {
	for _, name := range slices.Compact([]string{path, e.gate.Real(path)}) {
		if why := protectedPath(name); why != "" {
			return why
		}
	}
	return gateway{e.gate}.Denied(path)
}

// Withheld reports whether a file must not leave this computer, by the user's
// settings and the built-in list.
func (e *Engine) Withheld(path string) bool { return gateway{e.gate}.Denied(path) != "" }

func (g gateway) Redact(path, s string) (string, []string) {
	v := g.gate.Check(egress.Item{Text: s, Path: path})
	var marks []string
	for _, r := range v.Redactions {
		marks = append(marks, r.Placeholder)
	}
	return v.Text, marks
}

func (g gateway) Secrets(path, s string) []text.Span {
	var out []text.Span
	for _, r := range g.gate.Check(egress.Item{Text: s, Path: path}).Redactions {
		out = append(out, text.Span{Start: r.Start, End: r.End})
	}
	return out
}

// Redact is the gate of what is shown of other files: a file's text without its
// secrets, and whether it may leave at all. Paths are absolute.
func (e *Engine) Redact(path, s string) (string, bool) {
	v := e.gate.Check(egress.Item{Text: s, Path: path})
	return v.Text, !v.Denied
}

// protectedPath says why no fix may touch a file: it steers tools or editors,
// or a program writes it. Case does not count: some file systems ignore it.
func protectedPath(path string) string {
	slashed := strings.ToLower(filepath.ToSlash(path))
	for _, dir := range []string{"/.git/", "/.vscode/", "/.idea/", "/.helix/", "/.github/workflows/"} {
		if strings.Contains(slashed, dir) {
			return "files under " + strings.Trim(dir, "/") + " are not fixed"
		}
	}
	switch strings.ToLower(filepath.Base(path)) {
	case ".nvim.lua", ".envrc", config.WorkspaceFile, "package-lock.json", "yarn.lock", "pnpm-lock.yaml", "go.sum",
		"cargo.lock", "poetry.lock", "uv.lock":
		return filepath.Base(path) + " is not fixed"
	}
	return ""
}
