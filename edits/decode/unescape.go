package decode

import (
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// unescape undoes one level of escapes that a model added on top of those of
// JSON. It does so only if the code does not parse in its place as it is and
// does when unescaped; whether the escapes inside string literals were doubled
// too, the same test decides.
func (d *decoder) unescape(code []string, span text.Lines, kind edits.OpKind) []string {
	if lines.Bytes(code) > 4*limits.NewText {
		return code
	}
	raw := strings.Join(code, "\n")
	if span.Start < 0 || kind == edits.Delete || !strings.Contains(raw, `\n`) && !strings.Contains(raw, `\"`) && !strings.Contains(raw, `\t`) {
		return code
	}
	if !strings.Contains(raw, `\n`) && !strings.Contains(raw, `\t`) && strings.Contains(strings.ReplaceAll(raw, `\"`, ""), `"`) {
		return code // who escapes quotes twice does so with each
	}
	switch kind {
	case edits.InsertBefore:
		span.End = span.Start
	case edits.InsertAfter:
		span.Start = span.End
	}
	base := d.damage(span, code)
	if base == 0 {
		return code
	}
	for _, try := range [...]string{unescapeOnce(raw), unescapeOutside(raw)} {
		if try == raw {
			continue
		}
		if lines := lines.Split(try); d.damage(span, lines) == 0 {
			d.repair(edits.RepairUnescape)
			return lines
		}
	}
	return code
}

// damage counts what the new lines would add to the document's parse errors.
func (d *decoder) damage(span text.Lines, rows []string) int {
	s := d.c.Snapshot
	indent := ""
	if len(rows) > 0 && lines.Lead(rows[0]) == "" && span.Start < s.LineCount() {
		indent = lines.Lead(s.Line(span.Start))
	}
	var b strings.Builder
	b.WriteString(s.Text()[:s.LineStart(span.Start)])
	for _, l := range rows {
		b.WriteString(indent)
		b.WriteString(l)
		b.WriteByte('\n')
	}
	b.WriteString(s.Text()[s.LineStart(span.End):])
	f := syntax.Parse(s.Lang, b.String())
	if f.Engine == syntax.Scan {
		return strayEscapes(rows)
	}
	before := 0
	if d.c.File != nil {
		before = len(d.c.File.Damage)
	}
	return max(0, len(f.Damage)-before)
}

// strayEscapes counts backslashes that neither end a line nor stand in a string
// literal, and literals that do not end on their line: without a grammar they tell that code was escaped once too often.
func strayEscapes(lines []string) int {
	n := 0
	for _, l := range lines {
		quote := byte(0)
		for i := 0; i < len(l); i++ {
			switch c := l[i]; {
			case c == '\\':
				if quote == 0 && i < len(l)-1 {
					n++
				}
				i++
			case c == quote:
				quote = 0
			case quote == 0 && (c == '"' || c == '\''):
				quote = c
			}
		}
		if quote != 0 {
			n++ // the literal does not end: a line end was unescaped inside it
		}
	}
	return n
}

// unescapeOnce reads the whole text as the inside of one more JSON string.
func unescapeOnce(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			if c, ok := escaped(s[i+1]); ok {
				b.WriteByte(c)
				i++
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// unescapeOutside leaves the inside of string literals alone.
func unescapeOutside(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\\' && i+1 < len(s) {
			next := s[i+1]
			switch {
			case next == '"' || next == '\'':
				// An escaped quote opens or closes a literal that was escaped
				// as a whole.
				switch quote {
				case 0:
					quote = next
				case next:
					quote = 0
				}
				b.WriteByte(next)
			case quote != 0:
				b.WriteByte(c)
				b.WriteByte(next)
			default:
				if e, ok := escaped(next); ok {
					b.WriteByte(e)
				} else {
					b.WriteByte(c)
					b.WriteByte(next)
				}
			}
			i++
			continue
		}
		if c == '"' || c == '\'' {
			switch quote {
			case 0:
				quote = c
			case c:
				quote = 0
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}

func escaped(c byte) (byte, bool) {
	switch c {
	case 'n':
		return '\n', true
	case 't':
		return '\t', true
	case '"', '\\', '/':
		return c, true
	}
	return 0, false
}
