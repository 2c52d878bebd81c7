package scan

import (
	"bytes"
	"strings"
)

// script scans TypeScript and JavaScript: declarations of the file, of
// namespaces and of classes.
func (s *Text) script() {
	s.scriptImports()
	s.walk(func(i int, in scope) (*scope, int) {
		line := s.line(i)
		c := &cursor{b: line}
		switch in.kind {
		case Class, Interface:
			return nil, s.member(i, c, in)
		case object:
			return nil, s.property(i, c, in)
		}
		w := c.word()
		exported := false
		for w == "export" || w == "default" || w == "declare" || w == "async" || w == "abstract" {
			exported = exported || w == "default"
			w = c.word()
		}
		if exported {
			if opened, end := s.exported(i, w, in); end > 0 {
				return opened, end
			}
		}
		if w == "module" && c.peek() == '.' {
			w = "module.exports" // no namespace
		}
		d := Def{Start: i, Container: in.name}
		switch w {
		case "function":
			c.take('*')
			if d.Name = c.word(); d.Name == "" {
				d.Name = "default"
			}
			d.Kind = Function
			d.Sig, d.End = s.bodied(i, false)
		case "class", "interface", "enum":
			d.Name, d.Kind = c.word(), Kind(w)
			if d.Name == "" || d.Name == "extends" {
				d.Name = "default"
			}
			d.Sig, d.End = s.bodied(i, true)
			d.Bases = s.heritage(i, d.Sig)
			s.add(d)
			return &scope{name: d.Name, kind: d.Kind, from: d.Sig, end: d.End}, d.End
		case "namespace", "module":
			if d.Name = c.word(); d.Name == "" {
				return nil, i + 1
			}
			d.Kind = Module
			d.Sig, d.End = s.extent(s.Starts[i], i, true)
			s.add(d)
			return &scope{name: d.Name, kind: Module, end: d.End}, d.End
		case "type":
			if d.Name = c.word(); d.Name == "" || d.Name == "from" {
				return nil, i + 1
			}
			d.Kind = Type
			d.Sig, d.End = s.extent(s.Starts[i], i, false)
		case "const", "let", "var":
			if d.Name = c.word(); d.Name == "enum" {
				d.Name, d.Kind = c.word(), Enum
				d.Sig, d.End = s.extent(s.Starts[i], i, true)
				break
			}
			d.Kind = Variable
			if s.class(i) {
				return s.openClass(i, d)
			}
			d.Sig, d.End = s.extent(s.Starts[i], i, false)
			if arrow(s.mask[s.Starts[i]:s.Offset(d.End)]) {
				d.Kind = Function
				d.Sig = i + 1
			} else if d.Name != "" && d.End-i > 2 && s.object(i, d.End) {
				s.add(d)
				return &scope{name: d.Name, kind: object, end: d.End}, d.End
			}
			if d.Name == "" { // destructuring
				c.take('{')
				for n := c.word(); n != ""; n = c.word() {
					s.add(Def{Name: n, Kind: Variable, Start: i, Sig: d.Sig, End: d.End})
					if !c.take(',') {
						break
					}
				}
				return nil, d.End
			}
		case "":
			if len(bytes.TrimSpace(line)) > 0 && bytes.TrimSpace(line)[0] == '}' {
				return nil, i + 1
			}
			return nil, i + 1
		default:
			// module.exports.x = function, Type.prototype.x = …
			rest := string(line[c.i:])
			if k := strings.LastIndexByte(strings.SplitN(rest, "=", 2)[0], '.'); k >= 0 && strings.Contains(rest, "=") &&
				indent(line) == 0 && !strings.Contains(rest, "==") {
				n := &cursor{b: []byte(rest[k+1:])}
				d.Name, d.Kind = n.word(), Variable
				if s.class(i) {
					return s.openClass(i, d)
				}
				d.Sig, d.End = s.extent(s.Starts[i], i, false)
				if d.End-i > 2 && s.object(i, d.End) { // module.exports = {
					s.add(d)
					return &scope{name: d.Name, kind: object, end: d.End}, d.End
				}
				if n.take('=') && arrow(s.mask[s.Starts[i]:s.Offset(d.End)]) {
					d.Kind, d.Sig = Function, i+1
				}
				break
			}
			_, end := s.extent(s.Starts[i], i, false)
			if indent(line) > 0 {
				return nil, i + 1
			}
			if name := functionIn(line); name != "" { // the handler of a call: define(x, function name() {
				s.add(Def{Name: name, Kind: Function, Container: in.name, Start: i, Sig: i + 1, End: end})
			}
			return nil, end
		}
		s.add(d)
		return nil, d.End
	})
}

// object is the kind of a literal whose members are looked at.
const object Kind = "object"

// exported returns what a file exports as its default without a declaration: a
// function, which is named "default" unless it has a name, or an object whose
// members are looked at. end is 0 where it is something else.
func (s *Text) exported(i int, word string, in scope) (opened *scope, end int) {
	switch word {
	case "function", "class", "interface", "enum", "namespace", "module", "type":
		return nil, 0
	}
	d := Def{Name: "default", Kind: Function, Container: in.name, Start: i, Sig: i + 1}
	_, d.End = s.extent(s.Starts[i], i, false)
	body := s.mask[s.Starts[i]:s.Offset(d.End)]
	k := bytes.Index(body, []byte("default"))
	if k < 0 {
		return nil, 0
	}
	value := append([]byte("="), body[k+len("default"):]...)
	switch name := functionIn(s.line(i)); {
	case name != "":
		d.Name = name
	case arrow(value):
	case d.End-i > 2:
		return &scope{name: "default", kind: object, end: d.End}, d.End
	default:
		return nil, 0
	}
	s.add(d)
	return nil, d.End
}

// property reads one line of an object literal, and returns the line behind the
// property. Only functions are definitions.
func (s *Text) property(i int, c *cursor, in scope) int {
	w := c.word()
	for w == "async" || w == "get" || w == "set" {
		n := c.peek()
		if !isStart(n) && n != '*' {
			break
		}
		c.take('*')
		w = c.word()
	}
	end := min(s.ends(i, '\n'), in.end-1)
	d := Def{Name: w, Container: in.name, Start: i, Kind: Method, Sig: i + 1, End: end}
	line := bytes.TrimSpace(s.line(i))
	switch n := c.peek(); {
	case w == "" || w == "if" || w == "for" || w == "while" || w == "switch" || w == "return":
		return i + 1
	case n == '(' && bytes.HasSuffix(line, []byte("{")) || n == '(' &&
		bytes.HasSuffix(bytes.TrimRight(line, ","), []byte("}")):
	case n == ':' && arrow(append([]byte("="), c.b[min(c.i+1, len(c.b)):]...)):
	case n == ':':
		return max(i+1, end)
	default:
		return i + 1
	}
	s.add(d)
	return max(i+1, d.End)
}

// object reports whether a line assigns an object to a variable.
func (s *Text) object(i, end int) bool {
	return bytes.HasPrefix(assigned(s.mask[s.Starts[i]:s.Offset(end)]), []byte("{"))
}

// class reports whether a line assigns a class to a variable.
func (s *Text) class(i int) bool {
	c := &cursor{b: assigned(s.line(i))}
	return c.word() == "class"
}

// openClass adds a class that is given to a variable: it is known by its own
// name, else by the variable's.
func (s *Text) openClass(i int, d Def) (*scope, int) {
	c := &cursor{b: assigned(s.line(i))}
	c.word()
	if name := c.word(); name != "" && name != "extends" {
		d.Name = name
	}
	d.Kind = Class
	d.Sig, d.End = s.bodied(i, true)
	d.Bases = s.heritage(i, d.Sig)
	s.add(d)
	return &scope{name: d.Name, kind: Class, from: d.Sig, end: d.End}, d.End
}

// assigned returns the value behind all of the names that a statement assigns it to:
// const proto = module.exports = {.
func assigned(b []byte) []byte {
	eq := bytes.IndexByte(b, '=')
	if eq < 0 {
		return nil
	}
	for {
		b = bytes.TrimSpace(b[eq+1:])
		eq = bytes.IndexByte(b, '=')
		if eq < 0 || eq+1 < len(b) && (b[eq+1] == '=' || b[eq+1] == '>') || !dotted(bytes.TrimSpace(b[:eq])) {
			return b
		}
	}
}

// dotted reports whether a text is a name, or several with points between.
func dotted(b []byte) bool {
	for _, part := range bytes.Split(b, []byte(".")) {
		c := &cursor{b: part}
		if w := c.word(); w == "" || len(w) != len(part) {
			return false
		}
	}
	return true
}

// functionIn returns the name of a function that a line contains as an expression.
func functionIn(line []byte) string {
	k := bytes.Index(line, []byte("function "))
	if k < 0 {
		return ""
	}
	c := &cursor{b: line[k+len("function "):]}
	name := c.word()
	if c.peek() != '(' {
		return ""
	}
	return name
}

// Offset returns where a line begins, the end of the text behind its last one.
func (s *Text) Offset(line int) int {
	if line < len(s.Starts) {
		return s.Starts[line]
	}
	return len(s.mask)
}

// arrow reports whether a variable's value is a function.
func arrow(b []byte) bool {
	eq := bytes.IndexByte(b, '=')
	if eq < 0 {
		return false
	}
	rest := bytes.TrimSpace(b[eq+1:])
	rest = bytes.TrimSpace(bytes.TrimPrefix(rest, []byte("async")))
	if bytes.HasPrefix(rest, []byte("function")) {
		return true
	}
	k := bytes.Index(rest, []byte("=>"))
	if k < 0 {
		return false
	}
	if len(rest) > 0 && (rest[0] == '(' || rest[0] == '<') {
		return true
	}
	head := bytes.TrimSpace(rest[:k])
	return len(head) > 0 && len(head) < 40 && isStart(head[0]) && !bytes.ContainsAny(head, "(.,{")
}

// member reads one line of a class or interface body and returns the line behind
// the member.
func (s *Text) member(i int, c *cursor, in scope) int {
	c.take('#')
	w := c.word()
	for {
		switch w {
		case "public", "private", "protected", "static", "async", "readonly", "abstract", "override", "declare", "get", "set",
			"accessor", "export":
			if n := c.peek(); isStart(n) || n == '#' || n == '*' || n == '[' {
				c.take('#')
				c.take('*')
				w = c.word()
				continue
			}
		case "if", "for", "while", "switch", "return", "else", "try", "catch", "const", "let", "var", "throw", "new", "await":
			return i + 1
		}
		break
	}
	d := Def{Name: w, Container: in.name, Start: i, Kind: Field}
	c.take('?')
	c.take('!')
	n := c.peek()
	switch { //nolint:staticcheck // the last case looks further than at n
	case n == '(' || n == '<':
		d.Kind = Method
		d.Sig, d.End = s.bodied(i, false)
	case n == ':' || n == '=' || n == ';' || n == 0:
		d.Sig, d.End = s.extent(s.Starts[i], i, false)
		if n == '=' && arrow(s.mask[s.Starts[i]:s.Offset(d.End)]) {
			d.Kind, d.Sig = Method, i+1
		}
	default: // a computed name, a decorator, a static block
		_, end := s.extent(s.Starts[i], i, false)
		return max(i+1, min(end, in.end-1))
	}
	d.End = min(d.End, in.end-1)
	s.add(d)
	return max(i+1, d.End)
}

// bodied finds how far a class, function or method that Starts on a line
// reaches: the line behind its signature and the line behind its end. A brace
// in its type parameters, its parameters or its types is not its body; without
// a body, as overloads and abstract methods are, it ends with its signature.
func (s *Text) bodied(i int, class bool) (sig, end int) {
	depth, at := 0, i
	var last byte
	for k := s.Starts[i]; k < len(s.mask); k++ {
		c := s.mask[k]
		switch c {
		case '(', '[', '<':
			depth++
		case ')', ']':
			depth--
		case '>':
			if last != '=' {
				depth--
			}
		case '{':
			if depth <= 0 && !bytes.ContainsRune([]byte(":|&,<=?"), rune(last)) {
				return at + 1, s.close(k, at)
			}
			past := s.closing(k)
			at += bytes.Count(s.mask[k:past], []byte("\n"))
			k, c = past-1, '}'
		case '}': // of what is around
			return at + 1, max(i+1, at)
		case ';':
			if depth <= 0 {
				return at + 1, at + 1
			}
		case '\n':
			if depth <= 0 && !class && !s.open(last, k) && !s.continued(at+1) && !s.brace(at+1) {
				return at + 1, at + 1
			}
			at++
		}
		if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			last = c
		}
	}
	return len(s.Starts), len(s.Starts)
}

// brace reports whether a line begins with an opening brace.
func (s *Text) brace(i int) bool {
	return i < len(s.Starts) && bytes.HasPrefix(bytes.TrimLeft(s.line(i), " \t"), []byte("{"))
}

// heritage returns the names behind extends and implements.
func (s *Text) heritage(i, sig int) []string {
	var out []string
	on := false
	c := &cursor{b: s.mask[s.Starts[i]:s.Offset(sig)]}
	for c.i < len(c.b) && c.b[c.i] != '{' {
		c.blank()
		w := c.word()
		switch {
		case w == "extends" || w == "implements":
			on = true
		case w == "":
			if c.peek() == '<' {
				c.bracket('<', '>')
			} else {
				c.i++
			}
		case on:
			if c.peek() == '.' {
				continue
			}
			out = append(out, w)
		}
	}
	return out
}
