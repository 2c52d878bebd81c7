package linter

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// Unmarked is, of a tool that runs unasked only where a project sets it up, what
// would say so, in words, where nothing in a folder and above it up to its root does.
func (s *Spec) Unmarked(dir, root string) (marks []string) {
	if s.wanted(filepath.Join(dir, "x"), root) {
		return nil
	}
	for _, m := range s.marks {
		name, section, needsSection := strings.Cut(m, "#")
		if needsSection {
			name = section + "] in " + name
		}
		marks = append(marks, name)
	}
	return marks
}

// wanted is [rootCache.wants] with nothing remembered.
func (s *Spec) wanted(path, root string) bool {
	return new(rootCache).wants(s, path, root, time.Time{})
}

// marked is [rootCache.marked] with nothing remembered.
func (s *Spec) marked(dir, root string) string {
	return new(rootCache).marked(s, dir, root, time.Time{})
}

// wants reports whether a document's project uses a tool: tools with marks are run
// unasked only where one of their configuration files lies at or above the
// document, or pyproject.toml or setup.cfg has a section for them. A project
// that does not use a type checker does not want its findings.
func (c *rootCache) wants(s *Spec, path, root string, now time.Time) bool {
	dir := filepath.Dir(path)
	return len(s.marks) == 0 || remembered[bool](c, use{s.Name, root, dir}, now, func() memory {
		config := c.marked(s, dir, root, now)
		if config == "" || s.Name != "mypy" {
			return memory{config != "", now}
		}
		text, err := c.settings(config, now).text()
		return memory{err != nil || mypyCovers(text, filepath.Dir(config), dir), now}
	})
}

// marked returns the nearest file, at or above a folder up to the root, by which a project sets a tool up; "" if
// there is none. A folder is looked at once for all below it, and a file once for all tools: many look into the same.
func (c *rootCache) marked(s *Spec, dir, root string, now time.Time) string {
	return remembered[string](c, mark{s.Name, root, dir}, now, func() memory {
		for _, m := range s.marks {
			name, section, needsSection := strings.Cut(m, "#")
			full := filepath.Join(dir, name)
			f := c.settings(full, now)
			if f.there && needsSection {
				text, err := f.text()
				f.there = err == nil && strings.Contains(text, section)
			}
			if f.there {
				return memory{full, now}
			}
		}
		if dir == root || dir == filepath.Dir(dir) {
			return memory{"", now}
		}
		return memory{c.marked(s, filepath.Dir(dir), root, now), now}
	})
}

// settings returns a file that may set up a tool.
func (c *rootCache) settings(path string, now time.Time) settings {
	return remembered[settings](c, settingsAt{path}, now, func() memory {
		_, err := os.Lstat(path)
		return memory{settings{err == nil, sync.OnceValues(func() (string, error) {
			f, err := files.Read(path, 0)
			return string(f.Data), err
		})}, now}
	})
}

// settings is a file that may set up a tool: whether it is there, and what it says.
type settings struct {
	there bool
	text  func() (string, error)
}

// mypyFiles finds what mypy is to check where a run names nothing
// (https://mypy.readthedocs.io/en/stable/config_file.html#confval-files).
var (
	mypyFiles = lazyre.New(`(?m)^files[ \t]*=[ \t]*(\[[^\]]*\]|.*(?:\n[ \t]+.*)*)`)
	mypyEntry = lazyre.New(`#[^\n]*|[^\s,"'\[\]]+`)
)

// mypySection returns mypy's own section of a file of settings, "" where it has none.
func mypySection(config string) string {
	for _, title := range []string{"\n[tool.mypy]", "\n[mypy]"} {
		if _, rest, ok := strings.Cut("\n"+config, title); ok {
			section, _, _ := strings.Cut(rest, "\n[")
			return section
		}
	}
	return ""
}

// mypyCovers reports whether a project that says which of its files mypy checks names any of a folder, or of one around
// it: of others it does not want mypy's findings.
func mypyCovers(config, top, dir string) bool {
	said := mypyFiles.FindStringSubmatch(mypySection(config))
	if said == nil {
		return true
	}
	for _, entry := range mypyEntry.FindAllString(said[1], -1) {
		if strings.HasPrefix(entry, "#") {
			continue
		}
		entry, _, _ = strings.Cut(entry, "*")
		at := filepath.Join(top, filepath.FromSlash(entry))
		for _, pair := range [][2]string{{at, dir}, {dir, at}} {
			if rel, err := filepath.Rel(pair[0], pair[1]); err == nil && filepath.IsLocal(rel) {
				return true
			}
		}
	}
	return false
}
