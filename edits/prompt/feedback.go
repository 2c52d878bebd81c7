package prompt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// Feedback is what a second ask says of the first answer.
type Feedback struct {
	Answer string   // as the model sent it, cut to a few thousand bytes
	Wrong  []string // one line each
	Near   string   // lines that a wrong id may have meant, with their ids
	Look   string   // the changed lines as they would look, numbered
	Same   bool     // the answer is the code as it was
	Also   []string // what the answer does besides, which passes: a question, not a fault
}

// Rejected returns the feedback on an answer that could not be decoded or placed.
// For a wrong id it shows the lines near its number and the owner of its code.
func Rejected(answer string, c edits.Candidates, rejects ...edits.Reject) *Feedback {
	f := &Feedback{Answer: cut(answer)}
	f.Same = slices.ContainsFunc(rejects, func(r edits.Reject) bool { return r.Code == edits.RejectNoop })
	var near []edits.Candidate
	for _, r := range rejects {
		f.Wrong = append(f.Wrong, r.Detail)
		switch r.Code {
		case edits.RejectImportRole:
			f.Wrong = append(f.Wrong, "use the IMPORTS ids for new imports")
		case edits.RejectIDUnknown, edits.RejectIDCheck, edits.RejectIDForeign:
			id, _, _ := strings.Cut(r.Detail, ": ")
			near = append(near, c.Near(edits.AnchorID(id))...)
		}
	}
	f.Near = numbered(c, near)
	return f
}

// numbered shows candidates by their first line, each once, in order.
func numbered(c edits.Candidates, list []edits.Candidate) string {
	slices.SortStableFunc(list, func(a, b edits.Candidate) int { return a.Lines.Start - b.Lines.Start })
	var b strings.Builder
	last := edits.AnchorID("")
	for _, x := range list {
		if x.ID != last {
			fmt.Fprintf(&b, "%s| %s\n", x.ID, c.Snapshot.Line(x.Lines.Start))
		}
		last = x.ID
	}
	return b.String()
}

// Failed returns the feedback on an answer whose result did not pass the gates.
func Failed(answer string, c edits.Candidates, after string, results []verify.Result) *Feedback {
	f := &Feedback{Answer: cut(answer)}
	for _, r := range results {
		if r.State == verify.Fail {
			f.Wrong = append(f.Wrong, r.Detail)
		}
	}
	f.Look = look(c, after)
	return f
}

// Refused returns the feedback on an answer that there is no fix, for a user who asks
// again.
func Refused(answer string) *Feedback {
	return &Feedback{Answer: cut(answer),
		Wrong: []string{"the user asks again: find the smallest change in these lines that mends the problem"}}
}

// Questioned returns the hint on an answer that passes, and does something besides: whether the
// problem needs that it is asked once.
func Questioned(answer string, also []string) *Feedback {
	return &Feedback{Answer: cut(answer), Also: also}
}

// Partly returns the hint on an answer that passes, and leaves a part of what it was asked about.
func Partly(answer, left string) *Feedback {
	return &Feedback{Answer: cut(answer), Wrong: []string{left}}
}

// look shows the windows of the result, with their new line numbers.
func look(c edits.Candidates, after string) string {
	next := c.Snapshot.With(after)
	var b strings.Builder
	shift := 0
	grown := next.LineCount() - c.Snapshot.LineCount()
	for i, r := range c.Windows.Runs {
		l := text.Lines{Start: r.Lines.Start + shift, End: r.Lines.End + shift}
		if i == len(c.Windows.Runs)-1 || r.Role == 0 {
			l.End += grown - shift
			shift = grown
		}
		for n := max(0, l.Start); n < min(l.End, next.LineCount()) && n-l.Start < 80; n++ {
			fmt.Fprintf(&b, "%d| %s\n", n+1, next.Line(n))
		}
	}
	return b.String()
}

func (f *Feedback) write(b *strings.Builder) {
	section(b, "YOUR LAST ANSWER", f.Answer)
	var wrong strings.Builder
	for _, w := range f.Wrong {
		wrong.WriteString("- " + quote(w) + "\n")
	}
	section(b, "IT WAS NOT ACCEPTED", wrong.String())
	if f.Near != "" {
		section(b, "LINES NEAR THE WRONG IDS", f.Near)
	}
	if f.Look != "" {
		section(b, "THE LINES WOULD LOOK LIKE THIS", f.Look)
	}
	b.WriteString("Do not send the same edit again.\n")
}

func cut(s string) string {
	if len(s) <= limits.FeedbackAnswer {
		return s
	}
	return strings.ToValidUTF8(s[:limits.FeedbackAnswer], "") + "\n(cut)"
}
