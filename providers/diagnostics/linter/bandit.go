package linter

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
)

// bandit checks files: from standard input it would not honour the
// folders that the project's configuration excludes.
func (j *job) bandit(dir string, paths []string) (child.Command, error) {
	argv := append(j.args("--format", "json", "--quiet", "--exit-zero"), banditConfig(j.root)...)
	return child.Command{Argv: append(append(argv, "--"), relativeTo(dir, paths)...), Dir: dir}, nil
}

// banditConfig finds the configuration files that bandit itself reads only where its arguments name them: it looks for
// no configuration but .bandit, and for that only where its argument is a folder.
func banditConfig(root string) (args []string) {
	for _, name := range [...]string{"bandit.yaml", "bandit.yml", "pyproject.toml"} {
		f, err := files.Read(filepath.Join(root, name), 0)
		if err == nil && (name != "pyproject.toml" || strings.Contains(string(f.Data), "[tool.bandit")) {
			args = append(args, "--configfile", name)
			break
		}
	}
	if _, err := os.Lstat(filepath.Join(root, ".bandit")); err == nil {
		args = append(args, "--ini", ".bandit")
	}
	return args
}
