package app

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
)

// submodulePath is where a submodule lies, in the file that git keeps of them
// (https://git-scm.com/docs/gitmodules).
var submodulePath = lazyre.New(`(?m)^[ \t]*path[ \t]*=[ \t]*"?([^"\r\n]+?)"?[ \t]*$`)

// passed says which submodules below a folder were left out of its listing: git
// does not list the files of another repository. One that is named is fixed.
func passed(dir string, listed []string) (out []skip) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	for top := abs; ; top = filepath.Dir(top) {
		if held(top, ".git") {
			return submodules(top, abs, dir, listed)
		}
		if top == filepath.Dir(top) {
			return nil
		}
	}
}

// submodules returns the submodules of a repository that lie below a folder, are checked out,
// and hold no listed file.
func submodules(top, abs, dir string, listed []string) (out []skip) {
	root, err := files.Open(top)
	if err != nil {
		return nil
	}
	defer root.Close()
	body, err := root.ReadText(".gitmodules", limits.SettingsFile)
	if err != nil {
		return nil
	}
next:
	for _, m := range submodulePath.FindAllStringSubmatch(body, -1) {
		path := filepath.Join(top, filepath.FromSlash(m[1]))
		rel, err := filepath.Rel(abs, path)
		if err != nil || rel == "." || !filepath.IsLocal(rel) || !held(path, ".git") {
			continue
		}
		shown := filepath.Join(dir, rel)
		for _, f := range listed {
			if strings.HasPrefix(f, shown+string(filepath.Separator)) {
				continue next // the folders were walked, without git
			}
		}
		out = append(out, leave(shown, "submodule",
			notOurs("a submodule is a repository of its own; name it to have it fixed")))
	}
	return out
}

// held reports whether a folder has an entry of that name.
func held(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}
