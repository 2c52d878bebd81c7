package scan

import (
	"bytes"
	"strings"
)

// python scans by indentation; it also serves languages with "#" comments,
// whose "end" lines do no harm.
func (s *Text) python() {
	type block struct {
		indent int
		def    int // number of the definition, -1 for none
		class  bool
	}
	var open []block
	depth := 0
	last := 0 // line behind the last code line
	closeTo := func(ind int) {
		for len(open) > 0 && open[len(open)-1].indent >= ind {
			if d := open[len(open)-1].def; d >= 0 {
				s.Defs[d].End = max(s.Defs[d].Sig, last)
			}
			open = open[:len(open)-1]
		}
	}
	for i := range s.Starts {
		line := s.line(i)
		t := bytes.TrimLeft(line, " \t")
		if len(t) == 0 {
			continue
		}
		inside := depth > 0 || line[0] == inString
		for _, c := range line {
			switch c {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth = max(0, depth-1)
			}
		}
		if inside {
			last = i + 1
			continue
		}
		ind := indent(line)
		closeTo(ind)
		last = i + 1
		container := ""
		inClass, inFunc := false, false
		for _, b := range open {
			if b.class {
				container, inClass, inFunc = s.Defs[b.def].Name, true, false
			} else if b.def >= 0 {
				inFunc, inClass = true, false
			}
		}
		c := &cursor{b: t}
		w := c.word()
		if w == "async" {
			w = c.word()
		}
		switch w {
		case "def", "class", "module", "sub", "function":
			name := c.word()
			for s.fam == Hashes && (c.take('.') || c.take(':')) {
				if n := c.word(); n != "" {
					name = n
				}
			}
			if name == "" {
				continue
			}
			d := Def{Name: name, Kind: Function, Container: container, Start: i, Sig: s.sigEnd(i)}
			if w == "class" || w == "module" {
				d.Kind = Class
				d.Bases = s.pythonBases(i, d.Sig)
			} else if inClass {
				d.Kind = Method
			}
			s.add(d)
			open = append(open, block{ind, len(s.Defs) - 1, d.Kind == Class})
		case "import", "from":
			if s.fam == Python {
				s.pythonImport(i, w)
			}
		case "if", "else", "elif", "try", "except", "finally", "with", "for", "while", "match", "case":
			s.guard(i)
			if line[len(line)-1] == ':' {
				open = append(open, block{ind, -1, false})
			}
		case "":
		default:
			if inFunc || s.fam != Python && container == "" && ind > 0 {
				continue
			}
			if n := c.peek(); n == '=' && c.i+1 < len(t) && t[c.i+1] != '=' || n == ':' {
				d := Def{Name: w, Kind: Variable, Container: container, Start: i, Sig: s.sigEnd(i)}
				if strings.ToUpper(w) == w && w != "_" {
					d.Kind = Constant
				}
				if inClass {
					d.Kind = Field
				}
				d.End = d.Sig
				s.add(d)
			}
		}
	}
	closeTo(0)
}

// sigEnd returns the line behind a statement or header that Starts on a line: where
// its brackets are closed.
func (s *Text) sigEnd(i int) int {
	depth := 0
	for k := i; k < len(s.Starts); k++ {
		line := s.line(k)
		for _, c := range line {
			switch c {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			}
		}
		if depth <= 0 && !(len(line) > 0 && line[len(line)-1] == '\\') &&
			!(k+1 < len(s.Starts) && len(s.line(k+1)) > 0 && s.line(k + 1)[0] == inString) {
			return k + 1
		}
	}
	return len(s.Starts)
}

// pythonBases returns the superclass names of a class header.
func (s *Text) pythonBases(i, sig int) []string {
	end := len(s.mask)
	if sig < len(s.Starts) {
		end = s.Starts[sig]
	}
	header := s.mask[s.Starts[i]:end]
	open := bytes.IndexByte(header, '(')
	if open < 0 {
		return nil
	}
	var out []string
	for _, part := range strings.Split(string(header[open+1:]), ",") {
		part = strings.Trim(part, " \t\r\n():")
		if strings.Contains(part, "=") {
			continue
		}
		part, _, _ = strings.Cut(part, "[")
		if k := strings.LastIndexByte(part, '.'); k >= 0 {
			part = part[k+1:]
		}
		if part != "" {
			out = append(out, part)
		}
	}
	return out
}

// pythonImport records "import a.b as c, d" and "from .x import (y as z)".
func (s *Text) pythonImport(i int, word string) {
	end := s.sigEnd(i)
	to := len(s.mask)
	if end < len(s.Starts) {
		to = s.Starts[end]
	}
	stmt := strings.NewReplacer("\\\n", " ", "(", " ", ")", " ", "\r", " ", "\n",
		" ").Replace(string(s.mask[s.Starts[i]:to]))
	stmt = strings.TrimSpace(stmt)
	stmt, _, _ = strings.Cut(stmt, ";")
	inner := indent(s.line(i)) > 0
	if word == "import" {
		for _, p := range strings.Split(strings.TrimPrefix(stmt, "import"), ",") {
			if f := strings.Fields(p); len(f) > 0 {
				s.Imports = append(s.Imports, Import{Spec: f[0], As: f[len(f)-1:], Line: i, Inner: inner})
			}
		}
		return
	}
	mod, rest := splitFrom(strings.TrimPrefix(stmt, "from"))
	im := Import{Spec: strings.ReplaceAll(strings.TrimSpace(mod), " ", ""), Line: i, Inner: inner}
	for _, p := range strings.Split(rest, ",") {
		if f := strings.Fields(p); len(f) > 0 {
			im.Names, im.As = append(im.Names, f[0]), append(im.As, f[len(f)-1])
		}
	}
	s.Imports = append(s.Imports, im)
}

// splitFrom cuts what is between from and import from what is imported: "from .import a" is one, too, and so is "from
// importlib import a".
func splitFrom(s string) (module, names string) {
	const word = "import "
	for at := 0; ; {
		i := strings.Index(s[at:], word)
		if i < 0 {
			return "", ""
		}
		if at += i; at > 0 && (s[at-1] == ' ' || s[at-1] == '.') {
			return s[:at], s[at+len(word):]
		}
		at += len(word)
	}
}

// runAs is the name of the module that Python runs.
const runAs = "__main__"

// guard notes that a line lets a module be run as a program.
func (s *Text) guard(i int) {
	if s.fam == Python && bytes.HasPrefix(s.line(i), []byte("if __name__ ==")) && strings.Contains(s.raw(i), runAs) {
		s.Package = runAs
	}
}
