package pytree

import "strings"

// stringPrefix returns the length of the prefix letters if a string literal starts
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

// Literal is a string token split into its parts.
type Literal struct {
	Prefix string // as written
	Quote  string
	Body   string
}

// Literal splits a String token into its parts.
func (t Token) Literal() Literal {
	n := stringPrefix(t.Text)
	if t.Kind != String || n < 0 {
		return Literal{}
	}
	q := t.Text[n : n+1]
	if triple := strings.Repeat(q, 3); strings.HasPrefix(t.Text[n:], triple) {
		q = triple
	}
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
