// Package undertest puts failures of Python tests also where the code is that they are about. Where an assertion
// fails, the traceback ends in the test; the fault mostly lies in what the test has called, and pytest's run says
// what that was (pytest_calls.py of package linter).
package undertest

import (
	"path"
	"path/filepath"
	"slices"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
)

// Says is what a finding in a test says of the place of the code that the test is about.
const Says = report.UnderTest

// testFile are names of files with tests and what belongs to them.
var testFile = lazyre.New(`^(?:test_.*|.*_test|conftest|tests?)\.py$`)

// IsTest reports whether a file of that path contains tests, by the names that pytest looks for.
func IsTest(rel string) bool { return testFile.MatchString(path.Base(filepath.ToSlash(rel))) }

// Placed puts failures of tests also where the code is that they are about: code that raised has a finding in the test
// that called it, too, and where the test's own assertion failed, what it has called has one.
func Placed(list []report.Finding, m report.Mapping) []report.Finding {
	var out []report.Finding
	at := func(f report.Finding, path string, line int, says report.Related) report.Finding {
		f.Path, f.Start, f.End = path, report.Point{Line: line}, report.Point{}
		f.Related = append([]report.Related{says}, f.Related...)
		return f
	}
	for _, f := range list {
		f.Path = m.Real(f.Path)
		f.Related = slices.Clone(f.Related)
		for i := range f.Related {
			f.Related[i].Path = m.Real(f.Related[i].Path)
		}
		said := slices.IndexFunc(f.Related, func(r report.Related) bool { return r.Message == Says })
		var code report.Related
		if said >= 0 {
			code = f.Related[said]
			f.Related = slices.Delete(f.Related, said, said+1)
		}
		switch test := slices.IndexFunc(f.Related, func(r report.Related) bool { return IsTest(r.Path) }); {
		case !IsTest(f.Path) && test >= 0:
			caller := f.Related[test]
			out = append(out, f, at(f, caller.Path, caller.Line,
				report.Related{Path: f.Path, Line: f.Start.Line, Message: Says}))
		case IsTest(f.Path) && said >= 0:
			out = append(out, at(f, code.Path, code.Line,
				report.Related{Path: f.Path, Line: f.Start.Line, Message: "fails here"}),
				at(f, f.Path, f.Start.Line, code))
		default:
			out = append(out, f)
		}
	}
	return out
}
