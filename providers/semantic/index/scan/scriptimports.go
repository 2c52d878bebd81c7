package scan

import (
	"bytes"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// bindsCall is what stands in front of a require or an import() whose value is bound to a name, or unpacked.
var bindsCall = lazyre.New(`(?:const|let|var)\s+(\{[^}]*\}|[\w$]+)\s*(?::[^=\n]+)?=\s*(?:await\s+)?$`)

// The bounds of a statement that imports, in bytes.
const (
	longClause = 8000
	longBinder = 2000
	longType   = 300
)

// scriptImports finds import and export … from, require and import().
func (s *Text) scriptImports() {
	line := 0
	for _, w := range s.Words {
		word := s.src[w.Start:w.End]
		if word != "import" && word != "export" && word != "require" || w.Start > 0 && s.mask[w.Start-1] == '.' {
			continue // the last is a member of that name
		}
		rest := s.mask[w.End:]
		if !w.Code {
			// A type that a comment of JavaScript names is imported: {import('./a').B}.
			// https://www.typescriptlang.org/docs/handbook/jsdoc-supported-types.html#import-types
			if word != "import" || s.mask[w.Start] != ' ' {
				continue
			}
			rest = []byte(s.src[w.End:min(len(s.src), int(w.End)+longType)])
		}
		for line+1 < len(s.Starts) && s.Starts[line+1] <= int(w.Start) {
			line++
		}
		im := Import{Line: line}
		if called := bytes.HasPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte("(")); called {
			s.importedByCall(&im, rest, int(w.Start), int(w.End))
		} else if w.Code && word != "require" {
			s.importedFrom(&im, int(w.End))
		}
		if im.Spec != "" {
			s.Imports = append(s.Imports, im)
		}
	}
}

// importedFrom reads what follows the word import or export: "a, { b as c } from 'd'", or "'d'".
func (s *Text) importedFrom(im *Import, at int) {
	end := bytes.IndexAny(s.mask[at:min(len(s.mask), at+longClause)], ";\"()=")
	if end < 0 || s.mask[at+end] != '"' {
		return
	}
	clause := strings.TrimSpace(string(s.mask[at : at+end]))
	clause, from := strings.CutSuffix(clause, "from")
	if from || clause == "" {
		im.Spec = s.literal(at + end)
		im.bind(strings.TrimPrefix(strings.TrimSpace(clause), "type "))
	}
}

// importedByCall reads require('d'), import('d').b and const { b } = require('d').
func (s *Text) importedByCall(im *Import, rest []byte, start, end int) {
	c := &cursor{b: rest}
	c.blank()
	c.i++
	c.blank()
	if c.i >= len(c.b) || !bytes.ContainsRune([]byte("\"'`"), rune(c.b[c.i])) {
		return
	}
	im.Spec = s.literal(end + c.i)
	c.i += len(im.Spec) + 2
	c.blank()
	if c.i >= len(c.b) || c.b[c.i] != ')' || im.Spec == "" {
		im.Spec = ""
		return
	}
	c.i++
	what := "*" // passed on, or looked into later
	if m := bindsCall.FindStringSubmatch(string(s.mask[max(0, start-longBinder):start])); m != nil {
		what = m[1]
		if !strings.HasPrefix(what, "{") {
			what = "* as " + what
		}
	}
	if c.take('.') {
		what = "{" + c.word() + "}"
	}
	im.bind(what)
}

// literal returns what stands between the quotes of a string that begins at an offset, "" for what names no file.
func (s *Text) literal(at int) string {
	end := at + 1
	for end < len(s.src) && s.src[end] != s.src[at] && s.src[end] != '\n' {
		end++
	}
	if spec := s.src[at+1 : min(end, len(s.src))]; end < len(s.src) && s.src[end] == s.src[at] &&
		!strings.ContainsAny(spec, " {}$") {
		return spec
	}
	return ""
}

// bind notes what a clause imports, and under which names: "a, { b as c }", "* as n", "{ d: e }", "*".
func (im *Import) bind(clause string) {
	add := func(name, as string) { im.Names, im.As = append(im.Names, name), append(im.As, as) }
	first, list, _ := strings.Cut(clause, "{")
	list, _, _ = strings.Cut(list, "}")
	for item := range strings.SplitSeq(first, ",") {
		switch words := strings.Fields(item); {
		case len(words) == 3 && words[0] == "*":
			add("*", words[2])
		case len(words) == 1 && words[0] == "*":
			add("*", "")
		case len(words) > 0:
			add("default", words[0])
		}
	}
	for item := range strings.SplitSeq(list, ",") {
		words := strings.FieldsFunc(item, func(r rune) bool { return strings.ContainsRune(" \t\r\n:=", r) })
		if len(words) > 1 && words[0] == "type" {
			words = words[1:]
		}
		if len(words) > 0 {
			add(strings.TrimPrefix(words[0], "..."), strings.TrimPrefix(words[len(words)-1], "..."))
		}
	}
}
