package app

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/words"
)

// Lookers are which tools have looked at which files of a run: "clean" is said by
// somebody.
type Lookers struct {
	files     map[looker][]string // as shown
	installed map[looker]bool
}

// looker is a tool in a root, where it may be of another version.
type looker struct{ tool, root string }

// Add adds the tools that have looked at a file, if they are installed.
func (l *Lookers) Add(w *App, r Result) {
	if l.files == nil {
		l.files, l.installed = map[looker][]string{}, map[looker]bool{}
	}
	names := w.Engine.Names(text.File(r.File, syntax.Language(r.File), ""))
	if r.notebook != nil {
		names = slices.DeleteFunc(w.Engine.Names(text.File(r.File, "python", "")),
			func(name string) bool { return name != ruff })
	}
	for _, name := range names {
		of, in := looker{name, r.Root}, looker{name, filepath.Dir(r.File)}
		if _, known := l.installed[in]; !known {
			spec, _ := w.Engine.Tools().Find(name)
			l.installed[in] = w.Installed(spec, r.Root, in.root)
		}
		if l.installed[in] && !slices.ContainsFunc(r.Unlooked, func(u Unlooked) bool { return u.Tool == name }) {
			l.files[of] = append(l.files[of], filepath.ToSlash(r.Path))
		}
	}
}

// Line says who has looked at how many files: "ruff 0.17.6 and mypy 2.4.1 looked at 3
// files"; "" = nobody.
func (l *Lookers) Line(ctx context.Context, w *App) string {
	type file struct{ tool, path string }
	skipped := map[file]bool{}
	for _, s := range w.Skipped() {
		skipped[file{s.Tool, s.File}] = true
	}
	files := map[string]int{} // by tool, with its version
	for _, k := range slices.SortedFunc(maps.Keys(l.files), func(a, b looker) int {
		return cmp.Or(cmp.Compare(a.tool, b.tool), cmp.Compare(a.root, b.root))
	}) {
		looked := slices.DeleteFunc(l.files[k], func(path string) bool { return skipped[file{k.tool, path}] })
		if len(looked) > 0 {
			files[strings.TrimSpace(k.tool+" "+w.Engine.Version(ctx, k.tool, k.root))] += len(looked)
		}
	}
	byCount := map[int][]string{}
	for _, tool := range slices.Sorted(maps.Keys(files)) {
		byCount[files[tool]] = append(byCount[files[tool]], Clean(tool))
	}
	var parts []string
	for _, n := range slices.Backward(slices.Sorted(maps.Keys(byCount))) {
		parts = append(parts, fmt.Sprintf("%s looked at %s", words.Listed(byCount[n]), Counted(n, "file")))
	}
	return strings.Join(parts, ", ")
}
