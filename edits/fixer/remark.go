package fixer

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/directive"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// remarked begins a line of its own that tells what was changed instead of what the
// code does.
var remarked = lazyre.New(`^(?i)(fix|fixed|fixes|fixing|change|changed|changing|correct|corrected|correction|add|added|adding|remove|removed|removing|replace|replaced|replacing|rename|renamed|update|updated|modify|modified|assume|assumed|assuming)\b`)

// withoutRemarks takes out of a text what a model that was to fix one problem says
// to its user in comments: those behind code on lines that it changed ("// Add this
// return statement"), and lines of their own that begin with a word for a change.
// Small models do so in every second fix. Comments of the document stay, and so do
// those that tools obey.
func withoutRemarks(before text.Snapshot, after string) string {
	known := map[string]bool{}
	for i := range before.LineCount() {
		known[before.Line(i)] = true
	}
	f := syntax.Lexed(before.Lang, after)
	doc := f.Doc()
	var cuts []text.Edit
	for i := range doc.LineCount() {
		if line := doc.Line(i); known[line] || strings.TrimSpace(line) == "" {
			continue
		}
		if cut, ok := remark(before, f, i); ok {
			cuts = append(cuts, text.Edit{Span: cut})
		}
	}
	if len(cuts) == 0 {
		return after
	}
	out, err := doc.Apply(cuts)
	if err != nil || out.Text() == before.Text() {
		return after
	}
	return out.Text()
}

// remark is what goes of a line.
func remark(before text.Snapshot, f *syntax.File, line int) (text.Span, bool) {
	doc := f.Doc()
	row := text.Lines{Start: line, End: line + 1}
	list := f.Comments(doc.LinesSpan(row))
	if len(list) != 1 || len(directive.In(before.Lang, f, row)) > 0 {
		return text.Span{}, false
	}
	at, start := list[0], doc.LineStart(line)
	end := start + len(doc.Line(line))
	says := doc.Slice(at)
	if at.Start < start || at.End < end || strings.Contains(says, "\n") || strings.Contains(before.Text(), says) {
		return text.Span{}, false
	}
	words := strings.Trim(says, "#/*!- \t")
	code := strings.TrimRight(doc.Text()[start:at.Start], " \t")
	switch {
	case code != "" && len(strings.Fields(words)) > 1:
		return text.Span{Start: start + len(code), End: end}, true
	case code == "" && remarked.MatchString(words):
		return doc.LinesSpan(row), true
	}
	return text.Span{}, false
}
