package linter

import (
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
)

// biome checks a private tree of links with the document's text in place of the
// file: given text on standard input it formats, and says nothing of what it
// found. SARIF is the one of its machine-readable forms that it does not call
// experimental. It holds no fixes.
func (j *job) biome() (child.Command, error) {
	tree, err := j.mirror()
	if err != nil {
		return child.Command{}, err
	}
	rel := j.rel(j.root)
	if filepath.IsLocal(rel) {
		rel = "." + string(filepath.Separator) + rel
	}
	return child.Command{
		Argv: j.args("lint", "--reporter=sarif", "--colors=off", "--max-diagnostics=none", rel),
		Dir:  tree,
	}, nil
}

// biomeOutput takes the report. Exit code 1 stands for errors found, for a
// configuration that leaves the document out, and for one that cannot be read,
// which gives no report.
func biomeOutput(j *job, res child.Result) ([]byte, error) {
	if res.ExitCode > 1 || len(res.Stdout) == 0 {
		return nil, j.failure(res)
	}
	if list, err := decode.SARIF(res.Stdout); err == nil && len(list) == 0 && res.ExitCode == 1 {
		return nil, &Error{Tool: j.spec.Name, Kind: ErrUnsuitable, Detail: "its configuration leaves the document out"}
	}
	return res.Stdout, nil
}
