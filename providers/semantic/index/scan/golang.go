package scan

import (
	"bytes"
	"strings"
)

// golang scans gofmt'ed Go: declarations start at the left margin.
func (s *Text) golang() {
	for i := 0; i < len(s.Starts); i++ {
		line := s.line(i)
		if len(line) == 0 || !isStart(line[0]) {
			continue
		}
		c := &cursor{b: line}
		switch c.word() {
		case "package":
			if s.Package == "" {
				s.Package = c.word()
			}
		case "import":
			i = s.goImport(i, c) - 1
		case "func":
			d := Def{Kind: Function, Start: i}
			if c.peek() == '(' {
				from := c.i
				c.bracket('(', ')')
				d.Kind, d.Container = Method, receiver(string(line[from:c.i]))
			}
			d.Name = c.word()
			d.Sig, d.End = s.extent(s.Starts[i], i, false)
			if k := s.bodyBrace(i, d.End); k >= 0 {
				d.Sig, d.End = s.extent(s.Starts[i], i, true)
				d.Sig, d.End = s.goSig(i, k, d.End)
			}
			s.add(d)
			i = max(i, d.End-1)
		case "type":
			i = s.goGroup(i, c, s.goType)
		case "const":
			i = s.goGroup(i, c, s.goValue(Constant))
		case "var":
			i = s.goGroup(i, c, s.goValue(Variable))
		}
	}
}

// bodyBrace returns the offset of the brace that opens a function's body, -1 if it
// has none.
func (s *Text) bodyBrace(i, end int) int {
	to := len(s.mask)
	if end < len(s.Starts) {
		to = s.Starts[end]
	}
	depth := 0
	for k := s.Starts[i]; k < to; k++ {
		switch s.mask[k] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '{':
			if depth != 0 {
				continue
			}
			// interface{} and struct{} in a result are no body.
			before := strings.TrimRight(string(s.mask[s.Starts[i]:k]), " ")
			if strings.HasSuffix(before, "interface") || strings.HasSuffix(before, "struct") {
				n := bytes.IndexByte(s.mask[k:to], '}')
				if n < 0 {
					return -1
				}
				k += n
				continue
			}
			return k
		}
	}
	return -1
}

func (s *Text) goSig(i, brace, end int) (int, int) {
	sig := i + 1 + bytes.Count(s.mask[s.Starts[i]:brace], []byte("\n"))
	return sig, s.close(brace, sig-1)
}

// receiver returns the type name in "(r *T[K])".
func receiver(r string) string {
	r = strings.Trim(r, "() \t")
	if k := strings.IndexAny(r, " \t"); k >= 0 {
		r = r[k+1:]
	}
	r = strings.TrimLeft(strings.TrimSpace(r), "*")
	r, _, _ = strings.Cut(r, "[")
	return r
}

// goGroup reads one declaration or a parenthesised group of them and returns the
// last line.
func (s *Text) goGroup(i int, c *cursor, one func(line int, c *cursor) int) int {
	if c.peek() != '(' {
		return max(i, one(i, c)-1)
	}
	_, end := s.extent(s.Starts[i]+c.i, i, false)
	for k := i + 1; k < end-1; {
		line := s.line(k)
		t := bytes.TrimLeft(line, " \t")
		if len(t) == 0 || !isStart(t[0]) {
			k++
			continue
		}
		k = max(k+1, one(k, &cursor{b: line}))
	}
	return end - 1
}

// goType reads one type and returns the line behind it.
func (s *Text) goType(i int, c *cursor) int {
	d := Def{Name: c.word(), Kind: Type, Start: i}
	if c.peek() == '[' {
		c.bracket('[', ']')
	}
	c.take('=')
	d.Sig, d.End = s.extent(s.Starts[i], i, false)
	switch c.word() {
	case "struct":
		d.Kind = Struct
	case "interface":
		d.Kind = Interface
	}
	if d.Kind != Type {
		d.Sig = i + 1
	}
	s.add(d)
	if d.Kind != Type {
		s.goFields(d)
	}
	return d.End
}

// goFields records the fields of a struct and the methods of an interface.
func (s *Text) goFields(d Def) {
	depth := 0
	for k := d.Start; k < d.End; k++ {
		line := s.line(k)
		if depth == 1 && k > d.Start {
			c := &cursor{b: line}
			name := c.word()
			f := Def{Name: name, Kind: Field, Container: d.Name, Start: k, Sig: k + 1, End: k + 1}
			if c.i < len(line) && line[c.i] == '(' {
				f.Kind = Method
			}
			if name != "" && (f.Kind == Method || c.peek() != 0) {
				s.add(f)
			}
		}
		depth += bytes.Count(line, []byte("{")) - bytes.Count(line, []byte("}"))
	}
}

// goValue reads one constant or variable.
func (s *Text) goValue(kind Kind) func(int, *cursor) int {
	return func(i int, c *cursor) int {
		sig, end := s.extent(s.Starts[i], i, false)
		for {
			s.add(Def{Name: c.word(), Kind: kind, Start: i, Sig: sig, End: end})
			if !c.take(',') {
				return end
			}
		}
	}
}

// goImport reads an import declaration and returns the line behind it.
func (s *Text) goImport(i int, c *cursor) int {
	end := i + 1
	if c.peek() == '(' {
		_, end = s.extent(s.Starts[i]+c.i, i, false)
	}
	for k := i; k < end; k++ {
		raw := s.raw(k)
		if len(bytes.TrimSpace(s.line(k))) == 0 {
			continue
		}
		a := strings.IndexByte(raw, '"')
		b := strings.LastIndexByte(raw, '"')
		if a >= 0 && b > a {
			name := strings.TrimPrefix(strings.TrimSpace(raw[:a]), "import")
			s.Imports = append(s.Imports, Import{Spec: raw[a+1 : b], As: []string{strings.Trim(name, " \t(")}, Line: k})
		}
	}
	return end
}
