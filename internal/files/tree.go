package files

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Folder is one folder of a [Root.Tree], with its entries sorted by name.
type Folder struct {
	Path    string // root-relative, with slashes; "" is the root
	Entries []fs.DirEntry
	Err     error // what kept it from being read whole
}

// Tree visits every folder of a root, whatever is ignored, those above before those below; links are not followed. What
// visit returns decides for each folder in the visited one whether to go there. The walk ends after a number of
// entries, and with the context; then it is not whole.
func (r *Root) Tree(ctx context.Context, most int, visit func(Folder) (enter func(name string) bool)) (whole bool) {
	for queue := []string{""}; len(queue) > 0; queue = queue[1:] {
		f := Folder{Path: queue[0]}
		f.Entries, f.Err = r.entries(ctx, f.Path, most)
		most -= len(f.Entries)
		if most <= 0 || ctx.Err() != nil {
			return false
		}
		slices.SortFunc(f.Entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
		enter := visit(f)
		for _, e := range f.Entries {
			if e.IsDir() && enter(e.Name()) {
				queue = append(queue, path.Join(f.Path, e.Name()))
			}
		}
	}
	return true
}

// List returns the entries of a folder by its path, wherever it lies; links are
// followed.
func List(dir string) ([]fs.DirEntry, error) {
	list, err := os.ReadDir(filepath.Clean(dir))
	if err != nil {
		return nil, fail(dir, err)
	}
	return list, nil
}
