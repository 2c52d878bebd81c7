package egress

import (
	"iter"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// pattern is a way to write a secret that is the same in all languages: the
// name and the value are its groups called n and v.
type pattern struct {
	quick string // must stand in the text, in lower case
	then  string // and one of these characters not far behind it; empty: any
	re    *lazyre.Regexp
	kind  nameKind // of the value, where no group names it
}

// patterns of SQL, markup, shells and documents.
var patterns = readPatterns(patternFile)

// written finds secrets by how they are written down, where no syntax of the
// language says what they are given to.
func written(src, lang string) []span {
	low := lower(src)
	var out []span
	for i := range patterns {
		for near := range patterns[i].near(low) {
			out = append(out, patterns[i].find(src, near)...)
		}
	}
	out = append(out, inserted(src, low)...)
	out = append(out, heredocs(src)...)
	for at := 0; ; {
		from := strings.Index(src[at:], "<!--")
		if from < 0 {
			break
		}
		from += at
		from += 4
		to := len(src)
		if n := strings.Index(src[from:], "-->"); n >= 0 {
			to = from + n
		}
		out = append(out, prose(src, text.Span{Start: from, End: to})...)
		at = to
	}
	switch lang {
	case "shellscript", "dockerfile", "makefile", "powershell", "yaml", "markdown":
		out = append(out, commands(src, 0, len(src))...)
	}
	return out
}

// The reach of a pattern around the word that it is quickly found by.
const (
	patternBefore = 700
	patternBehind = 700
	patternThen   = 160
)

// near returns the parts of a text, in lower case, in which the pattern may match:
// expressions are slow, and most texts have few of the words.
func (p *pattern) near(low string) iter.Seq[text.Span] {
	return func(yield func(text.Span) bool) {
		part := text.Span{Start: -1}
		for at := 0; ; {
			n := strings.Index(low[at:], p.quick)
			if n < 0 {
				break
			}
			from := at + n
			at = from + len(p.quick)
			if p.then != "" && !strings.ContainsAny(low[at:min(len(low), at+patternThen)], p.then) {
				continue
			}
			next := text.Span{Start: max(0, from-patternBefore), End: min(len(low), at+patternBehind)}
			switch {
			case part.Start < 0:
				part = next
			case next.Start <= part.End:
				part.End = next.End
			default:
				if !yield(part) {
					return
				}
				part = next
			}
		}
		if part.Start >= 0 {
			yield(part)
		}
	}
}

// find matches the pattern in a part of a text.
func (p *pattern) find(src string, part text.Span) []span {
	var out []span
	n, v := p.re.SubexpIndex("n"), p.re.SubexpIndex("v")
	for _, m := range p.re.FindAllStringSubmatchIndex(src[part.Start:part.End], -1) {
		for i := range m {
			m[i] += part.Start
		}
		kind := p.kind
		if n > 0 {
			kind = min(kindOf(lastPart(src[m[2*n]:m[2*n+1]])), keyName)
		}
		if value := src[m[2*v]:m[2*v+1]]; secretValue(kind, value) {
			out = append(out, span{m[2*v], m[2*v+1], "written_secret"})
		}
	}
	return out
}

// insertion matches the start of a statement that fills the columns of a table.
var insertion = lazyre.New(`(?i)\binsert\s+(?:into|ignore|or\s+\w+\s+into)\s+[\w."` + "`" +
	`\[\]]+\s*\(([^()]{3,600})\)\s*values\s*`)

// inserted judges the values of rows by the names of their columns.
func inserted(src, low string) []span {
	if !strings.Contains(low, "insert") {
		return nil
	}
	var out []span
	for _, m := range insertion.FindAllStringSubmatchIndex(src, -1) {
		var kinds []nameKind
		for column := range strings.SplitSeq(src[m[2]:m[3]], ",") {
			kinds = append(kinds, kindOf(strings.Trim(column, " \t\n\"`[]")))
		}
		if slices.Max(kinds) == plainName {
			continue
		}
		out = append(out, rows(src, m[1], kinds)...)
	}
	return out
}

// rows reads ('a', 1, 'b'), (…) and judges each value by its column.
func rows(src string, i int, kinds []nameKind) []span {
	var out []span
	column, depth := 0, 0
	for limit := min(len(src), i+reachAfter); i < limit; i++ {
		switch c := src[i]; c {
		case '(':
			depth++
			if depth == 1 {
				column = 0
			}
		case ')':
			depth--
		case ',':
			if depth == 1 {
				column++
			}
		case '\'', '"':
			n := strings.IndexByte(src[i+1:limit], c)
			if n < 0 {
				return out
			}
			if v := src[i+1 : i+1+n]; depth >= 1 && column < len(kinds) && secretValue(kinds[column], v) {
				out = append(out, span{i + 1, i + 1 + n, "written_secret"})
			}
			i += n + 1
		case ';':
			return out
		}
	}
	return out
}

// heredoc is a name that is given lines of its own, up to a mark.
var heredoc = lazyre.New(`(?m)([\w.-]{2,60})["']?\s*[:=]+\s*[^\n]{0,40}<<[-~]?["']?(\w{2,20})["']?[^\n]*\n`)

func heredocs(src string) []span {
	if !strings.Contains(src, "<<") {
		return nil
	}
	var out []span
	for _, m := range heredoc.FindAllStringSubmatchIndex(src, -1) {
		kind, mark := kindOf(src[m[2]:m[3]]), src[m[4]:m[5]]
		if kind == plainName {
			continue
		}
		for at := m[1]; at < len(src); {
			line, _, _ := strings.Cut(src[at:], "\n")
			v := strings.TrimSpace(line)
			if v == mark || at > m[1]+reachAfter {
				break
			}
			if secretValue(kind, v) && !HasPlaceholder(v) {
				start := at + strings.Index(line, v)
				out = append(out, span{start, start + len(v), "written_secret"})
			}
			at += len(line) + 1
		}
	}
	return out
}
