package lines

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// LayoutErrors counts the places in a Python text where the indentation is
// wrong for Python itself: an indent that nothing opens, a header without one,
// a dedent to a level that was never there, tabs and spaces that do not compare.
func LayoutErrors(text string) int {
	p := layout{levels: []column{{}}}
	for _, line := range Split(strings.TrimPrefix(text, "\ufeff")) {
		p.line(line)
	}
	if p.header {
		p.errors++
	}
	return p.errors
}

// Nesting is how deep each logical line of a Python text stands: two texts with
// the same words and the same nesting are the same program.
func Nesting(text string) []int {
	p := layout{levels: []column{{}}}
	var depths []int
	p.began = func() { depths = append(depths, len(p.levels)) }
	for _, line := range Split(strings.TrimPrefix(text, "\ufeff")) {
		p.line(line)
	}
	return depths
}

// column is the width of an indentation with tabs of eight and of one; Python
// requires both to agree.
type column struct{ wide, narrow int }

// layout is the state of the scan between two lines.
type layout struct {
	levels []column
	depth  int           // open brackets
	open   []literalPart // strings and their fields that last on, innermost last
	joined bool          // the former line ended in a backslash
	header bool          // the logical line so far ends in a colon
	lead   string        // the indentation of a line that is only a backslash …
	led    bool          // … and counts for the next one
	errors int
	began  func() // hears of each logical line, nil if nobody does
}

// literalPart is the text of a string, or a replacement field in one, which is
// code again and may span lines.
type literalPart struct {
	quote  string // the end of the text
	format bool   // the text has fields
	field  bool
	depth  int // of a field: open brackets
}

func (p *layout) line(s string) {
	fresh := p.depth == 0 && len(p.open) == 0 && !p.joined
	p.joined = false
	code := strings.TrimLeft(s, " \t\f")
	if fresh {
		blanks := s[:len(s)-len(code)]
		if p.led {
			blanks = p.lead
		}
		if p.led = code == "\\"; p.led {
			p.lead = blanks
			return
		}
		if code == "" || code[0] == '#' {
			return
		}
		p.indent(blanks)
		p.header = false
		if p.began != nil {
			p.began()
		}
	}
	p.scan(s)
}

// indent compares the indentation of a logical line with the open levels.
func (p *layout) indent(blanks string) {
	var c column
	for i := range len(blanks) {
		switch blanks[i] {
		case '\t':
			c.wide += 8 - c.wide%8
			c.narrow++
		case '\f':
			c = column{}
		default:
			c.wide++
			c.narrow++
		}
	}
	top := p.levels[len(p.levels)-1]
	if c.wide > top.wide != (c.narrow > top.narrow) || c.wide < top.wide != (c.narrow < top.narrow) {
		p.errors++ // tabs and spaces do not compare
	}
	if c.wide > top.wide {
		if !p.header {
			p.errors++ // nothing opens it
		}
		p.levels = append(p.levels, c)
		return
	}
	if p.header {
		p.errors++ // the header opens nothing
	}
	for len(p.levels) > 1 && p.levels[len(p.levels)-1].wide > c.wide {
		p.levels = p.levels[:len(p.levels)-1]
	}
	if p.levels[len(p.levels)-1].wide != c.wide {
		p.errors++ // this level was never there
		p.levels = append(p.levels, c)
	}
}

// scan moves over the characters of a line: strings, brackets, comments.
func (p *layout) scan(s string) {
	for i := 0; i < len(s); {
		if n := len(p.open); n > 0 && !p.open[n-1].field {
			i += p.text(s[i:])
			continue
		}
		switch c := s[i]; c {
		case '#':
			return
		case '"', '\'':
			l := literalPart{quote: s[i : i+1], format: formats(s[:i])}
			if strings.HasPrefix(s[i:], strings.Repeat(l.quote, 3)) {
				l.quote = s[i : i+3]
			}
			i += len(l.quote)
			p.open = append(p.open, l)
			p.header = false
			continue
		case '(', '[', '{':
			*p.brackets()++
			p.header = false
		case ')', ']', '}':
			p.header = false
			if n := p.brackets(); *n > 0 {
				*n--
			} else if len(p.open) > 0 && c == '}' {
				p.open = p.open[:len(p.open)-1] // the field ends
			}
		case '\\':
			p.joined = i == len(s)-1
		case ' ', '\t', '\f':
		default:
			p.header = c == ':' && p.depth == 0 && len(p.open) == 0
			if c == ':' && len(p.open) > 0 && *p.brackets() == 0 { // a format follows
				p.open[len(p.open)-1] = literalPart{format: true, quote: "}"}
			}
		}
		i++
	}
	// A plain string ends with its line, unless a backslash joins the next one.
	for n := len(p.open); n > 0 && !p.open[n-1].field && len(p.open[n-1].quote) == 1 && !strings.HasSuffix(s, "\\"); n-- {
		p.open = p.open[:n-1]
	}
}

// text moves inside a string by one character, or over its end.
func (p *layout) text(s string) int {
	top := p.open[len(p.open)-1]
	switch {
	case s[0] == '\\':
		return min(2, len(s))
	case strings.HasPrefix(s, top.quote):
		p.open = p.open[:len(p.open)-1]
		return len(top.quote)
	case top.format && strings.HasPrefix(s, "{{") && top.quote != "}":
		return 2
	case top.format && s[0] == '{':
		p.open = append(p.open, literalPart{field: true})
	}
	return 1
}

// brackets counts those open in the code that the scan is in.
func (p *layout) brackets() *int {
	if n := len(p.open); n > 0 {
		return &p.open[n-1].depth
	}
	return &p.depth
}

// formats reports whether a string behind this code has replacement fields.
func formats(code string) bool {
	word := strings.TrimRight(code, "rRbBuUfFtT")
	prefix := code[len(word):]
	if len(prefix) == 0 || len(prefix) > 2 || !strings.ContainsAny(prefix, "fFtT") {
		return false
	}
	r, _ := utf8.DecodeLastRuneInString(word)
	return word == "" || r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}
