package semantic

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// The sizes of summaries, in bytes.
const (
	shortSummary = 500
	longSummary  = 900
	purposeBytes = 160
	firstLines   = 8 // of a program that says and defines nothing
)

// summary says in a few lines what a file is for: the first sentence of its
// documentation, and what it exports, or some first lines where it has neither.
func (p *Provider) summary(path string, s text.Snapshot, most, first int) string {
	var b strings.Builder
	purpose, defs := purposeOf(s), index.Exported(s.Lang, s.Text(), p.index.DefsOf(path))
	if purpose != "" {
		b.WriteString(purpose + "\n")
	}
	for _, d := range defs {
		line := "- " + providers.CodeSpan(headOf(s, d.Start)) + "\n"
		if b.Len()+len(line) > most {
			b.WriteString("- …\n")
			break
		}
		b.WriteString(line)
	}
	for i := range min(first, s.LineCount()) {
		if head := headOf(s, i); purpose == "" && len(defs) == 0 && head != "" {
			b.WriteString("- " + providers.CodeSpan(head) + "\n")
		}
	}
	return p.redact(path, b.String())
}

// headOf returns the line of a definition without what opens its body.
func headOf(s text.Snapshot, line int) string {
	head := strings.TrimSpace(s.Line(line))
	head = strings.TrimSpace(strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(head, "{"), ":"), " =("))
	if len(head) > 110 {
		head = strings.ToValidUTF8(head[:107], "") + "…"
	}
	return head
}

// purposeOf returns the first sentence of the comment or documentation at the start
// of a file.
func purposeOf(s text.Snapshot) string {
	head := s.Slice(text.Span{Start: 0, End: min(s.Len(), 2000)})
	words := scan.Words(head, s.Lang)
	i := slices.IndexFunc(words, func(w scan.Word) bool { return !w.Code })
	if i < 0 || i > 0 && words[0].Code {
		return ""
	}
	end := i
	for end+1 < len(words) && !words[end+1].Code && !strings.Contains(head[words[end].End:words[end+1].Start], ". ") &&
		strings.Count(head[words[end].End:words[end+1].Start], "\n") < 2 {
		end++
	}
	out := strings.Join(strings.FieldsFunc(head[words[i].Start:words[end].End],
		func(r rune) bool { return r == '\n' || r == '\r' || r == ' ' || r == '\t' }), " ")
	for _, mark := range []string{"//! ", "/// ", "// ", "# ", "* "} {
		out = strings.ReplaceAll(out, " "+mark, " ")
	}
	if len(out) > purposeBytes {
		out = strings.ToValidUTF8(out[:purposeBytes-3], "") + "…"
	}
	return out
}
