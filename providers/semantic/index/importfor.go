package index

import (
	"path"
	"strings"

	"github.com/fettle-dev/fettle/internal/syntax"
)

// ImportFor is the statement that brings a name of a file into another one, as
// far as the paths tell; "" if the languages differ or none is needed.
func ImportFor(defined, name, from string) string {
	fam := familyOf(syntax.Language(from))
	if fam != familyOf(syntax.Language(defined)) {
		return ""
	}
	stem := strings.TrimSuffix(defined, path.Ext(defined))
	switch fam {
	case python:
		stem = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(stem, "src/"), "lib/"), "/__init__")
		return "from " + strings.ReplaceAll(stem, "/", ".") + " import " + name
	case script:
		rel := relative(dir(from), strings.TrimSuffix(stem, "/index"))
		return "import { " + name + " } from '" + rel + "'"
	case golang:
		if dir(defined) == dir(from) {
			return ""
		}
		return path.Base(dir(defined)) + "." + name
	case rust:
		stem = strings.TrimPrefix(stem, "src/")
		for _, s := range []string{"/mod", "/lib", "/main"} {
			stem = strings.TrimSuffix(stem, s)
		}
		if stem == "lib" || stem == "main" {
			return "use crate::" + name + ";"
		}
		return "use crate::" + strings.ReplaceAll(stem, "/", "::") + "::" + name + ";"
	}
	return ""
}

// relative is a path seen from a folder, with "./" or "../" in front.
func relative(from, to string) string {
	a, b := strings.Split(from, "/"), strings.Split(to, "/")
	if from == "" {
		a = nil
	}
	for len(a) > 0 && len(b) > 1 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	if len(a) == 0 {
		return "./" + strings.Join(b, "/")
	}
	return strings.Repeat("../", len(a)) + strings.Join(b, "/")
}

// LinesUsing are the zero-based lines on which a text uses a name in code.
func LinesUsing(lang, src, name string) []int {
	l := lex(src, lang)
	var out []int
	line, at := 0, 0
	for _, w := range l.words {
		if !w.code || src[w.start:w.end] != name {
			continue
		}
		line += strings.Count(src[at:w.start], "\n")
		at = int(w.start)
		if n := len(out); n == 0 || out[n-1] != line {
			out = append(out, line)
		}
	}
	return out
}
