package fixer

import (
	"context"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// plainer checks a doubtful answer again without what it has a type checker believe:
// models write return "middle" as Level where the checker is content with "middle",
// too. The plainer text counts where nothing is doubted about it.
func (k *ask) plainer(ctx context.Context, r edits.Result, first verify.Report, placeholders []string) (edits.Result, verify.Report) {
	if first.Err != nil || first.Verdict != verify.Unverified || len(first.Doubts) == 0 {
		return r, first
	}
	bare := unasserted(k.climb.p.Snapshot, r.Text)
	if bare == r.Text || bare == k.climb.p.Snapshot.Text() {
		return r, first
	}
	if second := k.verify(ctx, bare, placeholders); second.Err == nil && second.Verdict == verify.Verified {
		r.Text = bare
		return r, second
	}
	return r, first
}

var (
	// assertedType is behind a value of TypeScript. What it does not match whole (a
	// function's type, an object's) stays.
	assertedType = lazyre.New(`[ \t]+as[ \t]+(?:readonly[ \t]+)?[A-Za-z_$][\w$.]*(?:<[^<>()\n]*>)?(?:\[\])*(?:[ \t]*\|[ \t]*[A-Za-z_$][\w$.]*(?:\[\])*)*`)
	moduleList   = lazyre.New(`\bimport\b|\bexport\s*[{*]`) // where "as" gives another name
	castCall     = lazyre.New(`\b(?:typing\.)?cast\(`)
)

// unasserted takes assertions of types out of the lines that a text changes. They
// have no effect when the program runs.
func unasserted(before text.Snapshot, after string) string {
	known := map[string]bool{}
	for i := range before.LineCount() {
		known[before.Line(i)] = true
	}
	f := syntax.Lexed(before.Lang, after)
	doc := f.Doc()
	inCode := func(at int) bool { return len(f.Quiet(text.Span{Start: at, End: at + 1})) == 0 }
	var cuts []text.Edit
	for i := range doc.LineCount() {
		line, start := doc.Line(i), doc.LineStart(i)
		if known[line] {
			continue
		}
		switch {
		case slices.Contains([]string{"typescript", "typescriptreact"}, before.Lang):
			for _, m := range assertedType.FindAllStringIndex(line, -1) {
				at := text.Span{Start: start + m[0], End: start + m[1]}
				if words := strings.Fields(doc.Slice(at)); words[1] != "const" && !moduleList.MatchString(line) && inCode(at.Start) {
					cuts = append(cuts, text.Edit{Span: at})
				}
			}
		case before.Lang == "python":
			for _, m := range castCall.FindAllStringIndex(line, -1) {
				if value, end, ok := castValue(line[m[1]:]); ok && inCode(start+m[0]) {
					cuts = append(cuts, text.Edit{Span: text.Span{Start: start + m[0], End: start + m[1] + end}, New: value})
				}
			}
		}
	}
	out, err := doc.Apply(cuts)
	if len(cuts) == 0 || err != nil {
		return after
	}
	return out.Text()
}

// castValue is the value of a cast, from behind its bracket on, and where the cast
// ends; false where it goes over the line.
func castValue(s string) (value string, end int, ok bool) {
	depth, comma := 0, -1
	for i, c := range []byte(s) {
		switch c {
		case '(', '[', '{':
			depth++
		case ',':
			if depth == 0 && comma < 0 {
				comma = i
			}
		case ')', ']', '}':
			if depth--; depth < 0 {
				return strings.TrimSpace(s[comma+1 : i]), i + 1, comma > 0
			}
		}
	}
	return "", 0, false
}
