package engine

import (
	"context"
	"os"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lex"
)

// repository returns the folder of the repository that a root is a part of, "" if it is
// none or all of it. A home folder under version control is no project.
func repository(root string) string {
	vcs := []string{".git", ".hg", ".jj"}
	dir := files.NearestWith(root, "", vcs...)
	if home, err := os.UserHomeDir(); dir == root || err == nil && dir == home {
		return ""
	}
	return dir
}

// usedBeyond returns a file of a repository outside of one of its roots that uses one of some
// names of a file of the root.
func (e *Engine) usedBeyond(ctx context.Context, repository, root, path string, names []string) (name, file string) {
	rel, inside := files.Below(repository, path)
	part, is := files.Below(repository, root)
	if !inside || !is {
		return "", ""
	}
	known := e.usages.beyond(ctx, repository, lastName(path), names)
	for _, n := range names {
		if by := first(known.users(part+"/", rel, n)); by != "" {
			return n, by
		}
	}
	return "", ""
}

// searches is how often a command searches a repository before it reads all of it
// once and for all: that costs some twenty times as much time (measured on 1,846 files of
// Python), and holds it in memory.
const searches = 20

// beyond returns what of a repository speaks of some names of a module.
func (u *usages) beyond(ctx context.Context, repository, module string, names []string) *usage {
	u.mu.Lock()
	if u.searched == nil {
		u.searched = map[string]int{}
	}
	u.searched[repository]++
	often := u.reported && u.searched[repository] > searches
	u.mu.Unlock()
	if often {
		return u.of(ctx, repository)
	}
	return readUsage(ctx, repository, func(path, body string) bool {
		if !isScript(path) && !lex.HasWord(body, module) {
			return false // a script can be imported by the name of its package
		}
		return strings.Contains(body, "import *") ||
			slices.ContainsFunc(names, func(n string) bool { return lex.HasWord(body, n) })
	})
}

// only reports whether no other Python file has the name of one as a module.
func (k *usage) only(path string) bool {
	own := lastName(path)
	for other := range k.paths {
		if other != path && strings.HasSuffix(other, ".py") && lastName(other) == own {
			return false
		}
	}
	return true
}
