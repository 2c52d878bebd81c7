package lines

import (
	"sort"
	"strings"

	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// LayoutErrors counts the places in a Python text where the indentation is
// wrong for Python itself: an indent that nothing opens, a header without one,
// a dedent to a level that was never there, tabs and spaces that do not compare.
func LayoutErrors(src string) int {
	p := layout{levels: []column{{}}}
	p.read(src)
	return p.errors
}

// column is the width of an indentation with tabs of eight and of one; Python
// requires both to agree.
type column struct{ wide, narrow int }

// layout is the state of the scan between two lines.
type layout struct {
	levels []column
	header bool // the logical line so far ends in a colon
	errors int
}

// read goes over the lines of a text.
func (p *layout) read(src string) {
	doc := text.New(strings.TrimPrefix(src, "\ufeff"))
	read := lex.Read(doc, lex.For("python"))
	lead, led := "", false // the indentation of a line that is only a backslash counts for the next one
	for i := range doc.LineCount() {
		line := doc.Line(i)
		code := strings.TrimLeft(line, " \t\f")
		if read.Edge[i] || led {
			if !led {
				lead = line[:len(line)-len(code)]
			}
			if led = code == "\\"; led || code == "" || code[0] == '#' {
				continue
			}
			p.indent(lead)
			p.header = false
		}
		p.ending(read, line, doc.LineStart(i))
	}
	if p.header {
		p.errors++
	}
}

// ending looks at the end of the code on a line: a colon there opens a block.
func (p *layout) ending(read lex.Text, line string, start int) {
	last := sort.Search(len(read.NonCode), func(k int) bool { return read.NonCode[k].Start >= start+len(line) }) - 1
	if last >= 0 && read.NonCode[last].End > start && read.Marks[last].Has(lex.Comment) {
		line = line[:max(0, read.NonCode[last].Start-start)]
		last--
	}
	line = strings.TrimRight(line, " \t\f")
	p.header = strings.HasSuffix(line, ":") && (last < 0 || read.NonCode[last].End < start+len(line))
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
