package decode

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// Plain reads an answer that is plain code: the corrected text of a part of the
// document, of the whole document, or of less than the part. Where it belongs
// is decided by the lines that it keeps, never by how much it resembles a place.
//
// An answer that can be read in several ways results in a script for each, the most
// likely one first: the checks decide, not the reader. It may be meant for more than
// one part. Lines outside the windows are ignored where the answer repeats them, and
// make it a reject where it changes them.
func Plain(answer string, c edits.Candidates, parts ...text.Lines) ([]edits.Script, *edits.Reject) {
	rows, last := answerRows(answer)
	if last != nil {
		return nil, last
	}
	var out, spare []edits.Script
	for _, part := range parts {
		found, _, reject := plain(rows, c, part)
		last = reject
		for _, s := range found {
			switch {
			case slices.ContainsFunc(slices.Concat(out, spare),
				func(o edits.Script) bool { return slices.EqualFunc(o.Ops, s.Ops, sameOp) }):
			case s.Spare:
				spare = append(spare, s)
			default:
				out = append(out, s)
			}
		}
	}
	if len(out)+len(spare) == 0 {
		return nil, last
	}
	return append(out[:min(len(out), maxPlain)], spare[:min(len(spare), 1)]...), nil
}

// answerRows returns the lines of an answer without the model's thoughts and the frame
// of the question.
func answerRows(answer string) ([]string, *edits.Reject) {
	body, open := stripThought(answer)
	if open {
		return nil, rejectf(edits.RejectDecodeIncomplete, "the answer ends inside its <think> part")
	}
	rows := withoutFrame(lines.Split(body))
	if len(rows) > maxAnswerLines {
		return nil, rejectf(edits.RejectTooLarge, "the answer has %d lines, at most %d are read", len(rows), maxAnswerLines)
	}
	return rows, nil
}

// plain reads an answer as the text of one part. at are the lines that each of the
// scripts has the new text of.
func plain(rows []string, c edits.Candidates, part text.Lines) (out []edits.Script, at []text.Lines,
	first *edits.Reject) {
	codes := pieces(rows, c, part)
	if len(codes) == 0 && slices.ContainsFunc(fences(rows),
		func(f fenced) bool { return sameCode(f.code, c.LinesOf(part)) }) {
		return nil, nil, rejectf(edits.RejectNoop, "the code is the same as before; change what the tool reports")
	}
	if len(codes) == 0 {
		return nil, nil, rejectf(edits.RejectDecodeNone, "the answer holds no code block")
	}
	for _, code := range codes {
		if r := tooLong(code, c); r != nil {
			first = cmp.Or(first, r)
			continue
		}
		if why := missingCode(code, c); why != "" {
			first = cmp.Or(first, rejectf(edits.RejectLazy,
				"%q stands for code that was left out; send all of it", lines.Clip(why, 40)))
			continue
		}
		for _, r := range (fitting{c, part, code}).readings() {
			s, reject := r.script(c)
			if reject != nil {
				first = cmp.Or(first, reject)
				continue
			}
			out, at = append(out, s), append(at, r.at)
			if len(r.imports(c)) > 0 {
				r.head = nil
				if s, reject := r.script(c); reject == nil {
					s.Spare = true
					out, at = append(out, s), append(at, r.at)
				}
			}
		}
	}
	if len(out) == 0 {
		return nil, nil, cmp.Or(first, rejectf(edits.RejectDecodeNone, "the code fits no place in the file"))
	}
	return out, at, nil
}

// tooLong rejects code that is several times the document.
func tooLong(code []string, c edits.Candidates) *edits.Reject {
	if n := lines.Bytes(code); len(code) > 4*c.Snapshot.LineCount()+1000 || n > 4*(c.Snapshot.Len()+limits.NewText) {
		return rejectf(edits.RejectTooLarge, "the code has %d lines and %d bytes, several times the file", len(code), n)
	}
	return nil
}

// Scripted reports whether an answer has a form of edits that name their place,
// whatever it was asked for: fettle's own, JSON, or a diff.
func Scripted(answer string) bool {
	body, _ := stripThought(answer)
	body = strings.TrimLeft(body, " \t\r\n")
	for _, head := range []string{"EDIT ", "NO_FIX", "REASON ", "{", "```json", "```diff", "@@", "*** Begin Patch", "--- ",
		"diff --git", "<<<<<"} {
		if strings.HasPrefix(body, head) {
			return true
		}
	}
	return strings.Contains(body, "\n<<<<<<< SEARCH") || strings.Contains(body, "\nEDIT ")
}

// maxPlain bounds the readings of one answer that are checked.
const maxPlain = 3

func sameOp(a, b edits.Op) bool { return a.Meets(b) && slices.Equal(a.Lines, b.Lines) }

// pieces returns the code blocks of an answer that may be meant: those in the
// document's language that are not the part as it stands, the last one first,
// since models quote the old code before the new.
func pieces(rows []string, c edits.Candidates, part text.Lines) [][]string {
	old := c.LinesOf(part)
	var known, any [][]string
	for _, f := range fences(rows) {
		code := lines.TrimBlank(f.code)
		if len(code) == 0 || notCode(f.info) || sameCode(code, old) {
			continue
		}
		if fileName(code[0]) {
			code = lines.TrimBlank(code[1:])
		}
		if f.info != "" && sameLanguage(f.info, c.Snapshot.Lang) {
			known = append(known, code)
		}
		any = append(any, code)
	}
	if len(known) > 0 {
		any = known
	}
	if len(any) == 0 && len(fences(rows)) == 0 {
		if code := bareCode(rows, c); code != nil {
			any = append(any, code)
		}
	}
	slices.Reverse(any)
	return any
}

// bareCode returns an answer without a fence, if it is code: some of its lines are
// lines of the document, and no line is a sentence before them.
func bareCode(rows []string, c edits.Candidates) []string {
	code := lines.TrimBlank(rows)
	known := countsOf(c)
	hits := 0
	for _, l := range code {
		if t := strings.TrimSpace(l); len(t) > 3 && known[t] > 0 {
			hits++
		}
	}
	if hits == 0 || len(code) > 0 && known[strings.TrimSpace(code[0])] == 0 &&
		strings.HasSuffix(strings.TrimSpace(code[0]), ".") {
		return nil
	}
	return code
}

// sameCode compares code, blank lines and indentation aside.
func sameCode(a, b []string) bool {
	for {
		i, j := lines.FirstText(a), lines.FirstText(b)
		if i < 0 || j < 0 {
			return i == j
		}
		if strings.TrimSpace(a[i]) != strings.TrimSpace(b[j]) {
			return false
		}
		a, b = a[i+1:], b[j+1:]
	}
}

// missingCode returns a line that stands for code which is not there, "" if none does.
func missingCode(code []string, c edits.Candidates) string {
	var known map[string]int
	for _, l := range code {
		t := strings.TrimSpace(l)
		if !lines.Elided(t) {
			continue
		}
		if known == nil {
			known = countsOf(c)
		}
		if known[t] == 0 {
			return t
		}
	}
	return ""
}
