package app

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/lsp/words"
)

// Lookers are which tools have looked at which files of a run, as shown: "clean" is said by
// somebody.
type Lookers map[looker][]string

// looker is a tool in a root, where it may be of another version.
type looker struct{ tool, root string }

// Add adds the tools that have looked at a file.
func (l Lookers) Add(r Result) {
	for _, tool := range r.Looked {
		of := looker{tool, r.Root}
		l[of] = append(l[of], filepath.ToSlash(r.Path))
	}
}

// Line says who has looked at how many files: "ruff 0.17.6 and mypy 2.4.1 looked at 3
// files"; "" = nobody.
func (l Lookers) Line(ctx context.Context, w *App) string {
	type file struct{ tool, path string }
	skipped := map[file]bool{}
	for _, s := range w.Skipped() {
		skipped[file{s.Tool, s.File}] = true
	}
	files := map[string]int{} // by tool, with its version
	for _, k := range slices.SortedFunc(maps.Keys(l), func(a, b looker) int {
		return cmp.Or(cmp.Compare(a.tool, b.tool), cmp.Compare(a.root, b.root))
	}) {
		looked := slices.DeleteFunc(l[k], func(path string) bool { return skipped[file{k.tool, path}] })
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
