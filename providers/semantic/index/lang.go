package index

import (
	"path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// Code reports whether a file of this path is source code worth indexing.
func Code(p string) bool {
	return scan.FamilyOf(syntax.Language(p)) != scan.Plain && !skipped.MatchString(p)
}

// CodeBelow reports whether a file is such source code of one of some roots, whatever
// the folders are called that these lie in.
func CodeBelow(roots []string, path string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		rel, ok := files.Below(root, path)
		return ok && Code(rel)
	})
}

// Extensions returns the extensions of source files worth indexing, without the dot.
func Extensions() []string {
	var out []string
	for _, e := range syntax.Extensions() {
		if Code("x" + e) {
			out = append(out, strings.TrimPrefix(e, "."))
		}
	}
	return out
}

// skipped are generated, vendored and packed files.
var skipped = lazyre.New(`(^|/)(node_modules|vendor|third_party|dist|build|target|\.venv|venv|site-packages|\.git` +
	`|__pycache__)/` +
	`|_pb2?\.py$|_pb2_grpc\.py$|\.pb\.go$|\.min\.m?js$|\.gen\.go$|\.d\.ts$|(^|/)__snapshots__/|\.snap$`)

// proper matches paths of tests, around those of examples, benchmarks and documentation. They count less
// unless they are asked for.
var (
	proper = lazyre.New(`(?i)(^|/)(tests?|testing|testsuite|__tests__|runtime-tests)/` +
		`|(_test|\.test|\.spec|_tests)\.[a-z]+$|(^|/)test_[^/]*$|(^|/)tests?\.[a-z]+$|conftest\.py$`)
	around = lazyre.New(`(?i)(^|/)(benches|benchmarks?|examples?|docs?)/`)
)

// IsTest reports whether a path is that of a test, an example or documentation.
func IsTest(p string) bool { return InTests(p) || around.MatchString(p) }

// InTests reports whether a path is that of a test.
func InTests(p string) bool { return proper.MatchString(p) }

// The limits of what is worth indexing.
const (
	MaxFile     = limits.IndexFile // bytes; larger files are candidates without text
	maxLineMean = 200              // bytes a line: minified
	probe       = 8 << 10
)

// indexable reports whether a text is readable source: not too large, no NUL,
// not minified, not generated.
func indexable(src string) bool {
	if len(src) >= MaxFile {
		return false
	}
	head := src[:min(len(src), probe)]
	if strings.IndexByte(head, 0) >= 0 {
		return false
	}
	if len(src) > 4000 && len(src)/(1+strings.Count(src, "\n")) > maxLineMean {
		return false
	}
	top := head[:min(len(head), 1000)]
	for line := range strings.Lines(top) {
		t := strings.TrimLeft(line, "/#*; -\t")
		if strings.HasPrefix(t, "Code generated ") && strings.Contains(t, "DO NOT EDIT") ||
			strings.HasPrefix(t, "@generated") {
			return false
		}
	}
	return true
}

// dir returns the folder of a path, "" at the root.
func dir(p string) string {
	d := path.Dir(p)
	if d == "." {
		return ""
	}
	return d
}
