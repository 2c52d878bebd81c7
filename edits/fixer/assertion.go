package fixer

import (
	"context"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// plainer checks a refused answer again without what it has a type checker believe: models
// write return "middle" as Level where the checker is content with "middle", too.
func (k *run) plainer(ctx context.Context, r edits.Result, first verify.Report, placeholders []string) (edits.Result, verify.Report) {
	if first.Err != nil || !first.FailedAt(verify.Types) {
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
	castCall     = lazyre.New(`(?:^|[^\w.])((?:typing\.)?cast\()`)
	castImport   = lazyre.New(`(?m)^[ \t]*from[ \t]+typing(?:_extensions)?[ \t]+import[ \t]+[^#\n]*\bcast\b(?:[ \t]*[,)#]|[ \t]*$)`)
	oneValue     = lazyre.New(`^[\w.]+$`) // without its brackets
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
	own := castImport.MatchString(after) // other libraries have a cast, too
	inCode := func(at int) bool { return len(f.NonCode(text.Span{Start: at, End: at + 1})) == 0 }
	var cuts []text.Edit
	for i := range doc.LineCount() {
		line, start := doc.Line(i), doc.LineStart(i)
		if known[line] {
			continue
		}
		switch before.Lang {
		case "typescript": // in JSX, "as" may stand in what is shown
			for _, m := range assertedType.FindAllStringIndex(line, -1) {
				at := text.Span{Start: start + m[0], End: start + m[1]}
				if words := strings.Fields(doc.Slice(at)); words[1] != "const" && !moduleList.MatchString(line) && inCode(at.Start) {
					cuts = append(cuts, text.Edit{Span: at})
				}
			}
		case "python":
			for _, m := range castCall.FindAllStringSubmatchIndex(line, -1) {
				value, end, ok := castValue(line[m[3]:])
				if ok && inCode(start+m[2]) && (own || strings.HasPrefix(line[m[2]:], "typing.")) {
					cuts = append(cuts, text.Edit{Span: text.Span{Start: start + m[2], End: start + m[3] + end}, New: value})
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
// ends; false where it goes over the line. What is more than a name with brackets
// behind it keeps its own: cast(int, a or b) + 1.
func castValue(s string) (value string, end int, ok bool) {
	depth, comma, outside := 0, -1, ""
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
				if value = strings.TrimSpace(s[comma+1 : i]); !oneValue.MatchString(strings.TrimSpace(outside)) {
					value = "(" + value + ")"
				}
				return value, i + 1, comma > 0
			}
			continue
		}
		if depth == 0 && comma >= 0 && i > comma {
			outside += string(c)
		}
	}
	return "", 0, false
}
