package edits

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/syntax"
)

// NoWorse makes the test whether a new text of a document parses at least as
// well as the old one did, for [Options.Parse]: it has no more damage. (The
// indentation of Python, which the grammar is lenient about, [Apply] checks
// itself.) Without a file every text passes.
func NoWorse(before *syntax.File) func(newText string) bool {
	return func(newText string) bool {
		return before == nil || len(syntax.Parse(before.Lang, newText).Damage) <= len(before.Damage)
	}
}

// LayoutErrors counts the places in a Python text where the indentation is
// wrong for Python itself: an indent that nothing opens, a header without one,
// a dedent to a level that was never there, tabs and spaces that do not compare.
func LayoutErrors(text string) int {
	p := layout{levels: []column{{}}}
	for _, line := range splitLines(strings.TrimPrefix(text, "\ufeff")) {
		p.line(line)
	}
	if p.header {
		p.errors++
	}
	return p.errors
}

// column is the width of an indentation with tabs of eight and of one; Python
// requires both to agree.
type column struct{ wide, narrow int }

// layout is the state of the scan between two lines.
type layout struct {
	levels []column
	depth  int    // open brackets
	quote  string // the end of the string that lasts on, "" in code
	joined bool   // the former line ended in a backslash
	header bool   // the logical line so far ends in a colon
	lead   string // the indentation of a line that is only a backslash …
	led    bool   // … and counts for the next one
	errors int
}

func (p *layout) line(s string) {
	fresh := p.depth == 0 && p.quote == "" && !p.joined
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
		if p.quote != "" {
			end := stringEnd(s, i, p.quote)
			if end < 0 {
				// A plain string ends with its line, unless a backslash joins
				// the next one.
				if len(p.quote) == 1 && !strings.HasSuffix(s, "\\") {
					p.quote = ""
				}
				return
			}
			i, p.quote = end, ""
			continue
		}
		switch c := s[i]; c {
		case '#':
			return
		case '"', '\'':
			p.quote = s[i : i+1]
			if strings.HasPrefix(s[i:], strings.Repeat(p.quote, 3)) {
				p.quote = s[i : i+3]
			}
			i += len(p.quote)
			p.header = false
			continue
		case '(', '[', '{':
			p.depth++
			p.header = false
		case ')', ']', '}':
			p.depth = max(0, p.depth-1)
			p.header = false
		case '\\':
			p.joined = i == len(s)-1
		case ' ', '\t', '\f':
		default:
			p.header = c == ':' && p.depth == 0
		}
		i++
	}
}

// stringEnd is the offset behind the quote that ends a string, -1 if it is not
// on this line.
func stringEnd(s string, from int, quote string) int {
	for i := from; i < len(s); i++ {
		if s[i] == '\\' {
			i++
		} else if strings.HasPrefix(s[i:], quote) {
			return i + len(quote)
		}
	}
	return -1
}
