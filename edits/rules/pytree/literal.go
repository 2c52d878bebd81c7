package pytree

import "strings"

// stringPrefix is the length of the prefix letters if a string literal starts
// here, -1 otherwise.
func stringPrefix(s string) int {
	for n := 0; n < len(s) && n <= 2; n++ {
		switch s[n] {
		case '"', '\'':
			return n
		case 'r', 'R', 'b', 'B', 'f', 'F', 'u', 'U', 't', 'T':
		default:
			return -1
		}
	}
	return -1
}

// frame is one level of a string being read: a literal, or a replacement field
// of an f-string.
type frame struct {
	quote  string // of a literal
	raw    bool
	format bool // replacement fields have a meaning
	field  bool // this frame is a replacement field
	depth  int  // brackets open in a field
	spec   bool // behind the field's ":", text again
}

// stringEnd is the offset behind the literal that starts at i with a prefix of
// n letters. Since 3.12 a field may hold any expression, other strings with the
// same quotes included; the levels are kept on an explicit stack.
func stringEnd(src string, i, n int) (int, error) {
	unclosed := broken(i, "an unclosed string")
	stack := []frame{opening(src[i:], n)}
	j := i + n + len(stack[0].quote)
	for len(stack) > 0 {
		if j >= len(src) {
			return 0, unclosed
		}
		top := &stack[len(stack)-1]
		c := src[j]
		if !top.field || top.spec {
			lit := literalOf(stack)
			if lit == nil {
				return 0, unclosed
			}
			switch {
			case c == '\\' && j+1 < len(src):
				// Raw literals keep the backslash, but it still hides a quote.
				// "\N{DASH}" is no field.
				if lit.format && !lit.raw && src[j+1] == 'N' && strings.HasPrefix(src[j+2:], "{") {
					if k := strings.IndexByte(src[j:], '}'); k > 0 {
						j += k + 1
						continue
					}
				}
				if lit.format && (src[j+1] == '{' || src[j+1] == '}') {
					j++
					continue
				}
				j += 2
			case strings.HasPrefix(src[j:], lit.quote):
				if top.field {
					return 0, unclosed
				}
				j += len(lit.quote)
				stack = stack[:len(stack)-1]
			case (c == '\n' || c == '\r') && len(lit.quote) == 1:
				return 0, unclosed
			case lit.format && c == '{' && !top.spec && strings.HasPrefix(src[j:], "{{"):
				j += 2
			case lit.format && c == '{':
				stack = append(stack, frame{field: true})
				j++
			case top.field && c == '}':
				stack = stack[:len(stack)-1]
				j++
			default:
				j++
			}
			continue
		}
		// Inside the expression of a field.
		if p := stringPrefix(src[j:]); p >= 0 && (j == 0 || !wordBefore(src, j)) {
			// Before 3.12 the enclosing quote ends the field and is an error
			// there; here it opens a nested string, as it does now.
			f := opening(src[j:], p)
			stack = append(stack, f)
			j += p + len(f.quote)
			continue
		}
		switch c {
		case '(', '[', '{':
			top.depth++
		case ')', ']':
			top.depth--
		case '}':
			if top.depth == 0 {
				stack = stack[:len(stack)-1]
			} else {
				top.depth--
			}
		case ':':
			if top.depth == 0 {
				top.spec = true
			}
		case '#':
			for j+1 < len(src) && src[j+1] != '\n' && src[j+1] != '\r' {
				j++
			}
		}
		j++
	}
	return j, nil
}

// literalOf is the innermost literal.
func literalOf(stack []frame) *frame {
	for k := len(stack) - 1; k >= 0; k-- {
		if !stack[k].field {
			return &stack[k]
		}
	}
	return nil
}

func wordBefore(src string, j int) bool {
	c := src[j-1]
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// opening describes the literal that starts here.
func opening(s string, n int) frame {
	prefix := strings.ToLower(s[:n])
	q := s[n : n+1]
	if strings.HasPrefix(s[n:], strings.Repeat(q, 3)) {
		q = strings.Repeat(q, 3)
	}
	return frame{quote: q, raw: strings.Contains(prefix, "r"), format: strings.ContainsAny(prefix, "ft")}
}

// Literal is a string token taken apart.
type Literal struct {
	Prefix string // as written
	Quote  string
	Body   string
}

// Literal takes a String token apart.
func (t Token) Literal() Literal {
	n := stringPrefix(t.Text)
	if t.Kind != String || n < 0 {
		return Literal{}
	}
	q := opening(t.Text, n).quote
	return Literal{t.Text[:n], q, t.Text[n+len(q) : len(t.Text)-len(q)]}
}

// Format reports whether the literal is an f-string.
func (l Literal) Format() bool { return strings.ContainsAny(l.Prefix, "fF") }

// Fields reports whether a literal with format prefix holds a replacement
// field.
func (l Literal) Fields() bool {
	if !strings.ContainsAny(l.Prefix, "fFtT") {
		return false
	}
	raw := strings.ContainsAny(l.Prefix, "rR")
	for i := 0; i < len(l.Body); i++ {
		switch {
		case l.Body[i] == '\\' && !raw && strings.HasPrefix(l.Body[i+1:], "N{"):
			for i < len(l.Body) && l.Body[i] != '}' {
				i++
			}
		case l.Body[i] == '\\' && i+1 < len(l.Body) && l.Body[i+1] != '{':
			i++
		case strings.HasPrefix(l.Body[i:], "{{"):
			i++
		case l.Body[i] == '{':
			return true
		}
	}
	return false
}
