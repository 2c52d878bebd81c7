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

// Lookers counts which tools have looked at how many files of a run: "clean" is said by
// somebody.
type Lookers struct{ files map[looker]int }

// looker is a tool in a root, where it may be of another version.
type looker struct{ tool, root string }

// Count adds the tools that have looked at a file.
func (l *Lookers) Count(w *App, r Result) {
	if l.files == nil {
		l.files = map[looker]int{}
	}
	names := w.Engine.Names(text.File(r.File, syntax.Language(r.File), ""))
	if r.notebook != nil {
		names = slices.DeleteFunc(w.Engine.Names(text.File(r.File, "python", "")),
			func(name string) bool { return name != ruff })
	}
	for _, name := range names {
		spec, _ := w.Engine.Tools().Find(name)
		passes := func(s Skipped) bool { return s.Tool == name && s.File == filepath.ToSlash(r.Path) }
		if w.Installed(spec, r.Root) && !slices.ContainsFunc(r.Unlooked, func(u Unlooked) bool { return u.Tool == name }) &&
			!slices.ContainsFunc(w.Skipped(), passes) {
			l.files[looker{name, r.Root}]++
		}
	}
}

// Line says who has looked at how many files: "ruff 0.17.6 and mypy 2.4.1 looked at 3
// files"; "" = nobody.
func (l *Lookers) Line(ctx context.Context, w *App) string {
	files := map[string]int{} // by tool, with its version
	for _, k := range slices.SortedFunc(maps.Keys(l.files), func(a, b looker) int {
		return cmp.Or(cmp.Compare(a.tool, b.tool), cmp.Compare(a.root, b.root))
	}) {
		files[strings.TrimSpace(k.tool+" "+w.Engine.Version(ctx, k.tool, k.root))] += l.files[k]
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
