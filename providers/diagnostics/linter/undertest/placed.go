package undertest

import (
	"path/filepath"
	"slices"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
)

// Says is what a finding in a test says of the place of the code that the
// test is about.
const Says = "the code under test"

// Placed puts failures of tests also where the code is that they are about: the
// code that raised has a finding in the test that called it, too, and where the
// test's own assertion failed, what it has called has one. read returns the files
// as the tests saw them.
func Placed(list []report.Finding, m report.Mapping, read func(path string) (string, bool)) []report.Finding {
	var out []report.Finding
	at := func(f report.Finding, path string, line int, says report.Related) report.Finding {
		f.Path, f.Start, f.End = path, report.Point{Line: line}, report.Point{}
		f.Related = append([]report.Related{says}, f.Related...)
		return f
	}
	for _, f := range list {
		f.Path = m.Real(f.Path)
		for i := range f.Related {
			f.Related[i].Path = m.Real(f.Related[i].Path)
		}
		if !IsTest(f.Path) {
			out = append(out, f)
			if i := slices.IndexFunc(f.Related, func(r report.Related) bool { return IsTest(r.Path) }); i >= 0 {
				out = append(out, at(f, f.Related[i].Path, f.Related[i].Line,
					report.Related{Path: f.Path, Line: f.Start.Line, Message: Says}))
			}
			continue
		}
		code, ok := codeOf(f, m.Root, read)
		if !ok {
			out = append(out, f)
			continue
		}
		out = append(out, at(f, code.Path, code.Line,
			report.Related{Path: f.Path, Line: f.Start.Line, Message: "fails here"}),
			at(f, f.Path, f.Start.Line, report.Related{Path: code.Path, Line: code.Line, Message: Says}))
	}
	return out
}

// codeOf returns the code that a failure in a test is about.
func codeOf(f report.Finding, root string, read func(path string) (string, bool)) (Code, bool) {
	rel, err := filepath.Rel(root, f.Path)
	if err != nil || !filepath.IsLocal(rel) {
		return Code{}, false
	}
	code, ok := Find(func(rel string) (string, bool) { return read(filepath.Join(root, filepath.FromSlash(rel))) },
		filepath.ToSlash(rel), f.Start.Line)
	code.Path = filepath.Join(root, filepath.FromSlash(code.Path))
	return code, ok
}
