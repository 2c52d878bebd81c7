package scan

import (
	"bytes"
	"strings"
)

// rust scans items of files, modules, impls and traits.
func (s *Text) rust() {
	s.walk(func(i int, in scope) (*scope, int) {
		line := s.line(i)
		c := &cursor{b: line}
		if in.kind == Struct || in.kind == Enum {
			return nil, s.rustField(i, c, in)
		}
		if n := c.peek(); n == '#' || n == '}' {
			return nil, i + 1
		}
		w := c.word()
		for {
			switch w {
			case "pub":
				if c.peek() == '(' {
					c.bracket('(', ')')
				}
				w = c.word()
				continue
			case "async", "unsafe", "default":
				w = c.word()
				continue
			case "extern":
				if c.peek() == '"' {
					for c.i < len(c.b) && (c.b[c.i] == '"' || c.b[c.i] == inString) {
						c.i++
					}
					w = c.word()
					continue
				}
			case "const":
				at := c.i
				if n := c.word(); n == "fn" || n == "unsafe" || n == "async" {
					w = n
					continue
				}
				c.i = at
			}
			break
		}
		d := Def{Start: i, Container: in.name}
		switch w {
		case "fn":
			d.Name, d.Kind = c.word(), Function
			if in.kind == Class || in.kind == Trait {
				d.Kind = Method
			}
			d.Sig, d.End = s.extent(s.Starts[i], i, true)
		case "struct", "enum", "union":
			d.Name, d.Kind = c.word(), Struct
			if w == "enum" {
				d.Kind = Enum
			}
			d.Sig, d.End = s.extent(s.Starts[i], i, true)
			s.add(d)
			return &scope{name: d.Name, kind: d.Kind, from: d.Sig, end: d.End}, d.End
		case "trait":
			d.Name, d.Kind = c.word(), Trait
			d.Sig, d.End = s.extent(s.Starts[i], i, true)
			s.add(d)
			return &scope{name: d.Name, kind: Trait, end: d.End}, d.End
		case "impl":
			sig, end := s.extent(s.Starts[i], i, true)
			name, trait := implOf(string(s.mask[s.Starts[i]:s.Offset(sig)]))
			if trait != "" {
				for k := range s.Defs {
					if s.Defs[k].Name == name && s.Defs[k].Kind != Method {
						s.Defs[k].Bases = append(s.Defs[k].Bases, trait)
					}
				}
			}
			return &scope{name: name, kind: Class, end: end}, end
		case "mod":
			name := c.word()
			_, end := s.extent(s.Starts[i], i, true)
			if c.peek() == ';' {
				s.Imports = append(s.Imports, Import{Spec: "mod " + name, Line: i})
				return nil, i + 1
			}
			return &scope{name: name, kind: Module, end: end}, end
		case "use":
			_, end := s.extent(s.Starts[i], i, true)
			_, brace := s.useTree(i)
			return nil, max(end, brace)
		case "type", "static", "const":
			if d.Name = c.word(); d.Name == "mut" || d.Name == "ref" {
				d.Name = c.word()
			}
			d.Kind = Constant
			if w == "type" {
				d.Kind = Type
			}
			d.End = s.ends(i, ';')
			d.Sig = d.End
		case "macro_rules":
			c.take('!')
			d.Name, d.Kind = c.word(), Function
			d.Sig, d.End = s.extent(s.Starts[i], i, true)
		default:
			return nil, i + 1
		}
		s.add(d)
		return nil, d.End
	})
}

// rustField reads one line of a struct or enum.
func (s *Text) rustField(i int, c *cursor, in scope) int {
	w := c.word()
	if w == "pub" {
		if c.peek() == '(' {
			c.bracket('(', ')')
		}
		w = c.word()
	}
	if w == "" {
		return i + 1
	}
	d := Def{Name: w, Kind: Field, Container: in.name, Start: i, Sig: i + 1, End: i + 1}
	n := c.peek()
	if n != ':' && n != ',' && n != '(' && n != '{' && n != '=' && n != 0 {
		return i + 1
	}
	depth, end := 0, i
	for k := s.Starts[i]; k < s.Offset(in.end-1); k++ {
		switch s.mask[k] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '\n':
			end++
		}
		if s.mask[k] == ',' && depth <= 0 {
			break
		}
	}
	d.End = min(in.end-1, end+1)
	d.Sig = d.End
	s.add(d)
	return max(i+1, d.End)
}

// implOf reads the type and the trait of an impl header.
func implOf(header string) (name, trait string) {
	h, _, _ := strings.Cut(header, "{")
	h, _, _ = strings.Cut(h, " where ")
	h = strings.TrimSpace(h)
	h = h[strings.Index(h, "impl")+4:]
	c := &cursor{b: []byte(h)}
	if c.peek() == '<' {
		c.bracket('<', '>')
	}
	h = string(c.b[c.i:])
	base := func(t string) string {
		t, _, _ = strings.Cut(strings.TrimSpace(t), "<")
		t = strings.TrimLeft(t, "&! ")
		if k := strings.LastIndex(t, "::"); k >= 0 {
			t = t[k+2:]
		}
		k := &cursor{b: []byte(t)}
		w := k.word()
		if w == "dyn" || w == "mut" {
			w = k.word()
		}
		return w
	}
	if a, b, ok := strings.Cut(h, " for "); ok {
		return base(b), base(a)
	}
	return base(h), ""
}

// useTree reads a use declaration into one import a path, and returns the line
// behind it.
func (s *Text) useTree(i int) (int, int) {
	end := s.ends(i, ';')
	stmt := string(bytes.TrimSpace(s.mask[s.Starts[i]:s.Offset(end)]))
	pub := strings.HasPrefix(stmt, "pub")
	k := strings.Index(stmt, "use")
	if k < 0 {
		return i, end
	}
	stmt, _, _ = strings.Cut(stmt[k+3:], ";")
	type level struct{ prefix string }
	stack := []level{{""}}
	cur := ""
	emit := func() {
		p := strings.Trim(strings.TrimSpace(cur), ":")
		cur = ""
		if p == "" {
			return
		}
		p, _, _ = strings.Cut(p, " as ")
		full := strings.Trim(stack[len(stack)-1].prefix+"::"+strings.TrimSpace(p), ":")
		im := Import{Spec: full, Line: i}
		if n := full[strings.LastIndex(full, ":")+1:]; n != "self" {
			im.Names = []string{n}
		}
		if pub {
			im.Spec = "pub " + full
		}
		if len(s.Imports) < 5000 {
			s.Imports = append(s.Imports, im)
		}
	}
	for _, r := range stmt {
		switch r {
		case '{':
			p := strings.Trim(strings.TrimSpace(cur), ":")
			stack = append(stack, level{strings.Trim(stack[len(stack)-1].prefix+"::"+p, ":")})
			cur = ""
		case '}':
			emit()
			if len(stack) > 1 {
				stack = stack[:len(stack)-1]
			}
		case ',':
			emit()
		case '\n', '\r', '\t':
			cur += " "
		default:
			cur += string(r)
		}
	}
	emit()
	return i, end
}
