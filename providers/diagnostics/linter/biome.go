package linter

import (
	"bytes"
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
)

// biomeSaid returns the file next to a report of Biome's that says which of its fixes are safe.
func biomeSaid(report string) string { return filepath.Join(filepath.Dir(report), "said.txt") }

// biome checks a private tree of links with the document's text in place of the
// file: given text on standard input it formats, and says nothing of what it
// found. Of its reports for machines rdjson alone holds its fixes, and none says which
// of them are safe: the one for people does, in the same run.
func (j *job) biome(tree string, paths []string) (child.Command, error) {
	dir, err := j.private()
	if err != nil {
		return child.Command{}, err
	}
	j.report = filepath.Join(dir, "findings.json")
	return child.Command{
		Argv: append(j.args("lint", "--reporter=rdjson", "--reporter-file="+j.report,
			"--reporter=default", "--reporter-file="+biomeSaid(j.report), "--colors=off", "--max-diagnostics=none"),
			relativeTo(tree, paths)...),
		Dir: tree,
	}, nil
}

// biomeOutput reads the reports. Exit code 1 stands for errors found, for a
// configuration that leaves the document out, and for one that cannot be read,
// which writes no report.
func biomeOutput(j *job, res child.Result) ([]byte, error) {
	found, err := files.Read(j.report, limits.ChildOutput)
	if res.ExitCode > 1 || err != nil || len(found.Data) == 0 {
		return nil, j.failure(res)
	}
	if list, err := decode.Biome(found.Data); err == nil && len(list) == 0 && res.ExitCode == 1 {
		return nil, j.leftOut()
	}
	said, err := files.Read(biomeSaid(j.report), limits.ChildOutput)
	if err != nil {
		return nil, j.failure(res)
	}
	return bytes.Join([][]byte{found.Data, said.Data}, []byte("\n")), nil
}
