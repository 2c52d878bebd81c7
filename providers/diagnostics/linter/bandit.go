package linter

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
)

// bandit reads a private copy: from standard input it would not honour the
// folders that the project's configuration excludes.
func (j *job) bandit() (child.Command, error) {
	tree, err := j.mirror()
	if err != nil {
		return child.Command{}, err
	}
	argv := j.args("--format", "json", "--quiet", "--exit-zero")
	argv = append(argv, banditConfig(j.root)...)
	rel, err := filepath.Rel(j.root, j.snapshot.Path)
	if err != nil {
		return child.Command{}, err
	}
	return child.Command{Argv: append(argv, "--", "."+string(filepath.Separator)+rel), Dir: tree}, nil
}

// banditConfig finds what bandit itself would only be told: it looks for no
// configuration but .bandit.
func banditConfig(root string) []string {
	for _, name := range [...]string{"bandit.yaml", "bandit.yml"} {
		if _, err := os.Lstat(filepath.Join(root, name)); err == nil {
			return []string{"--configfile", name}
		}
	}
	if f, err := files.Read(filepath.Join(root, "pyproject.toml"), 0); err == nil && strings.Contains(string(f.Data), "[tool.bandit") {
		return []string{"--configfile", "pyproject.toml"}
	}
	if _, err := os.Lstat(filepath.Join(root, ".bandit")); err == nil {
		return []string{"--ini", ".bandit"}
	}
	return nil
}
