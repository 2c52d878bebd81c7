package linter

import "github.com/fettle-dev/fettle/internal/child"

// pyright checks files; its command reads text from no other place than a file.
func (j *job) pyright(dir string, paths []string) (child.Command, error) {
	return child.Command{Argv: append(j.args("--outputjson"), relativeTo(dir, paths)...), Dir: dir,
		Env: []string{"PYRIGHT_PYTHON_IGNORE_WARNINGS=1", "NO_COLOR=1"}}, nil
}
