package linter

import (
	"os"
	"path/filepath"
	"strings"

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

// wanted reports whether a project uses a tool: tools with marks are run
// unasked only where one of their configuration files lies at or above the
// document, or pyproject.toml or setup.cfg has a section for them. A project
// that does not use a type checker does not want its findings.
func (s *Spec) wanted(path, root string) bool {
	if len(s.marks) == 0 {
		return true
	}
	config := s.marked(path, root)
	if config == "" || s.Name != "mypy" {
		return config != ""
	}
	f, err := files.Read(config, 0)
	return err != nil || mypyCovers(string(f.Data), filepath.Dir(config), filepath.Dir(path))
}

// marked returns the nearest file, at or above a document up to the root, by which a project sets the tool up; "" if
// there is none.
func (s *Spec) marked(path, root string) string {
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		for _, m := range s.marks {
			name, section, needsSection := strings.Cut(m, "#")
			full := filepath.Join(dir, name)
			if !needsSection {
				if _, err := os.Lstat(full); err == nil {
					return full
				}
				continue
			}
			if f, err := files.Read(full, 0); err == nil && strings.Contains(string(f.Data), section) {
				return full
			}
		}
		if dir == root || dir == filepath.Dir(dir) {
			return ""
		}
	}
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
