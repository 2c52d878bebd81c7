package scan

import (
	"bytes"
	"strings"
)

// braces scans Java, C, C++, C# and their like: types by keyword, functions by
// "name(…) {".
func (s *Text) braces() {
	s.walk(func(i int, in scope) (*scope, int) {
		line := s.line(i)
		t := bytes.TrimLeft(line, " \t")
		if t[0] == '#' || t[0] == '}' || t[0] == '@' {
			return nil, i + 1
		}
		c := &cursor{b: line}
		d := Def{Start: i, Container: in.name}
		name := ""
		for w := c.word(); ; w = c.word() {
			switch w {
			case "class", "struct", "interface", "trait", "enum", "namespace", "object", "protocol", "record", "extension",
				"impl":
				d.Name, d.Kind = c.word(), Class
				switch w {
				case "struct", "interface", "trait", "enum":
					d.Kind = Kind(w)
				case "namespace":
					d.Kind = Module
				}
				sig, end := s.extent(s.Starts[i], i, true)
				if d.Name == "" || end <= i {
					return nil, i + 1
				}
				d.Sig, d.End = sig, end
				if bytes.IndexByte(s.mask[s.Starts[i]:s.Offset(sig)], '{') < 0 {
					return nil, i + 1
				}
				if d.Kind != Module {
					s.add(d)
				}
				return &scope{name: d.Name, kind: d.Kind, end: d.End}, d.End
			case "if", "for", "while", "switch", "return", "else", "catch", "using", "import", "package", "throw", "new", "case",
				"do", "goto", "delete", "typedef":
				return nil, i + 1
			case "":
				switch n := c.peek(); n {
				case '(':
					if name == "" || name == "fun" || name == "func" {
						return nil, i + 1
					}
					sig, end := s.extent(s.Starts[i], i, true)
					header := s.mask[s.Starts[i]:s.Offset(sig)]
					if bytes.IndexByte(header, '{') < 0 || bytes.IndexByte(header, '=') >= 0 {
						return nil, max(i+1, sig)
					}
					d.Name, d.Kind, d.Sig, d.End = name, Function, sig, end
					if in.kind != "" && in.kind != Module {
						d.Kind = Method
					}
					s.add(d)
					return nil, end
				case '<':
					if !c.bracket('<', '>') {
						return nil, i + 1
					}
				case '*', '&', ':', '~', '[', ']', '?', '.', '$':
					c.i++
				default:
					return nil, i + 1
				}
			default:
				name = w
			}
		}
	})
}

// sql makes one definition a statement that creates something.
func (s *Text) sql() {
	for i := 0; i < len(s.Starts); i++ {
		f := strings.Fields(strings.ToLower(string(s.line(i))))
		if len(f) < 3 || f[0] != "create" {
			continue
		}
		c := &cursor{b: s.line(i)}
		kind := ""
		name := ""
		for w := c.word(); w != ""; w = c.word() {
			switch lw := strings.ToLower(w); lw {
			case "create", "or", "replace", "temporary", "temp", "unlogged", "unique", "if", "not", "exists", "materialized":
			case "table", "view", "index", "function", "procedure", "type", "trigger":
				kind = lw
			default:
				name = w
			}
			if name != "" {
				break
			}
		}
		if name == "" { // a quoted name
			name = strings.Trim(f[len(f)-1], "\"`([")
		}
		d := Def{Name: name, Kind: Variable, Start: i, Sig: i + 1}
		if kind == "table" {
			d.Kind = Table
		}
		d.End = s.ends(i, ';')
		s.add(d)
		i = max(i, d.End-1)
	}
}
