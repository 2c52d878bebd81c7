package index

import (
	"path"
	"strings"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// ImportFor returns the statement that imports a name of a file into another one, as far as the paths show; "" if the
// languages differ or none is needed.
func ImportFor(defined, name, from string) string {
	fam := scan.FamilyOf(syntax.Language(from))
	if fam != scan.FamilyOf(syntax.Language(defined)) {
		return ""
	}
	stem := strings.TrimSuffix(defined, path.Ext(defined))
	switch fam {
	case scan.Python:
		stem = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(stem, "src/"), "lib/"), "/__init__")
		return "from " + strings.ReplaceAll(stem, "/", ".") + " import " + name
	case scan.Script:
		rel := relative(dir(from), strings.TrimSuffix(stem, "/index"))
		return "import { " + name + " } from '" + rel + "'"
	case scan.Golang:
		if dir(defined) == dir(from) {
			return ""
		}
		return path.Base(dir(defined)) + "." + name
	case scan.Rust:
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

// relative returns a path seen from a folder, with "./" or "../" in front.
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

// LinesUsing returns the zero-based lines on which a text uses a name in code.
func LinesUsing(lang, src, name string) []int {
	l := scan.Words(src, lang)
	var out []int
	line, at := 0, 0
	for _, w := range l {
		if !w.Code || src[w.Start:w.End] != name {
			continue
		}
		line += strings.Count(src[at:w.Start], "\n")
		at = int(w.Start)
		if n := len(out); n == 0 || out[n-1] != line {
			out = append(out, line)
		}
	}
	return out
}

// ImportLines returns the import statements of a file that bind a name which the
// code uses, as written, at most maxLines lines.
func ImportLines(lang, src, code string, maxLines int) string {
	used := map[string]bool{}
	for _, w := range scan.Words(code, lang) {
		if w.Code {
			used[code[w.Start:w.End]] = true
		}
	}
	f, s := extract(lang, src)
	var b strings.Builder
	n, last := 0, -1
	for _, im := range f.Imports {
		if im.Line == last {
			continue
		}
		first, end := s.Statement(im, maxLines)
		stmt := src[s.Offset(first):s.Offset(end)]
		binds := false
		for _, w := range scan.Words(stmt, "") {
			word := stmt[w.Start:w.End]
			binds = binds || used[word] && !Keyword(word)
		}
		if !binds || n+end-first > maxLines {
			continue
		}
		last = im.Line
		n += end - first
		b.WriteString(strings.TrimRight(stmt, "\r\n") + "\n")
	}
	return b.String()
}
