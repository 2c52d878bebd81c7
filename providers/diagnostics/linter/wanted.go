package linter

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
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
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		for _, m := range s.marks {
			name, section, needsSection := strings.Cut(m, "#")
			full := filepath.Join(dir, name)
			if !needsSection {
				if _, err := os.Lstat(full); err == nil {
					return true
				}
				continue
			}
			if f, err := files.Read(full, 0); err == nil && strings.Contains(string(f.Data), section) {
				return true
			}
		}
		if dir == root || dir == filepath.Dir(dir) {
			return false
		}
	}
}
