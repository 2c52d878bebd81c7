// Package repos has the repositories of one run of fettle fix --repos: their list,
// a private clone of each, and the branch that its fixes become.
//
// Nobody's checkout is touched, and nothing that a repository configures is run: git
// works under the rules of [child.Git], in a clone of ours. A repository on this
// machine lends its objects to the clone; of one on a server only the commit is
// fetched. git asks nobody for a password: who has keys, an agent or a credential
// helper is let in.
package repos

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Entry is a repository of the list.
type Entry struct {
	Name     string // of its patch, and in front of its paths; unique
	Where    string // an absolute path, or what git fetches from
	Revision string // "" = what is checked out there
	Local    bool
}

// Read reads a list: a repository a line, its path (from the list's folder) or
// address, then, if not what is checked out there is meant, a revision. Both are
// separated by a tab, or by blanks where there is no tab in the line. Empty lines,
// and what begins with #, do not count.
func Read(file string) ([]Entry, error) {
	f, err := files.Read(file, limits.SettingsFile)
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return nil, err
	}
	var list []Entry
	taken := map[string]bool{}
	for i, line := range strings.Split(string(f.Data), "\n") {
		line = strings.TrimSpace(strings.TrimSuffix(line, "\r"))
		if line == "" || line[0] == '#' {
			continue
		}
		e, err := parse(line, dir)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
		e.Name = unique(nameOf(e.Where), taken)
		list = append(list, e)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s lists no repository", file)
	}
	return list, nil
}

func parse(line, dir string) (e Entry, err error) {
	words := strings.Fields(line)
	if strings.Contains(line, "\t") {
		words = strings.FieldsFunc(line, func(r rune) bool { return r == '\t' })
	}
	if len(words) > 2 {
		return e, fmt.Errorf("want a repository and a revision, separated by a tab if there are blanks in them: %q", line)
	}
	e.Where = strings.TrimSpace(words[0])
	if len(words) == 2 {
		e.Revision = strings.TrimSpace(words[1])
	}
	if strings.HasPrefix(e.Where, "-") || strings.HasPrefix(e.Revision, "-") || strings.ContainsAny(e.Revision, ":+\x00") {
		return e, fmt.Errorf("no repository or no revision: %q", line)
	}
	path := e.Where
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			path = filepath.Join(home, rest)
		}
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	if _, err := os.Stat(path); err == nil || !address.MatchString(e.Where) {
		e.Where, e.Local = path, true
	}
	return e, nil
}

// address matches what git accepts as the address of a server, https://git-scm.com/docs/git-clone#_git_urls:
// with a scheme, or with a colon ahead of the first slash.
var address = lazyre.New(`^([A-Za-z][A-Za-z0-9+.-]*://|[^/:]+:)`)

// nameOf returns the last part of a path or an address.
func nameOf(where string) string {
	where = strings.TrimRight(filepath.ToSlash(where), "/")
	where = strings.TrimSuffix(strings.TrimSuffix(where, "/.git"), ".git")
	where = where[strings.LastIndexAny(where, "/:")+1:]
	where = strings.Trim(unfit.ReplaceAllString(where, "-"), ".-")
	if where == "" {
		return "repository"
	}
	return where
}

// unfit is what a file's name need not have.
var unfit = lazyre.New(`[^A-Za-z0-9._-]+`)

func unique(name string, taken map[string]bool) string {
	try := name
	for i := 2; taken[strings.ToLower(try)]; i++ {
		try = name + "-" + strconv.Itoa(i)
	}
	taken[strings.ToLower(try)] = true
	return try
}
