package engine

import (
	"testing"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// What the user is told may be allowed is the fix that was made without a model, at its
// own place, whatever the model answered and wherever its answers have moved the line.
func TestAnswered(t *testing.T) {
	at := func(src string, line int, words string) fixer.Outcome {
		s := text.File("/a.py", "python", src)
		return fixer.Outcome{Snapshot: s, Diagnostic: signal.Diagnostic{Tool: "ruff", Code: "E722", Message: words, Span: s.LineSpan(line)}}
	}
	unsafe := func(o fixer.Outcome) fixer.Outcome {
		o.Decline = &fixer.Decline{Code: fixer.DeclineNotOffered, Reason: "the fix may change behaviour", Step: fixer.StepAllowUnsafe}
		return o
	}
	refused := func(o fixer.Outcome, code fixer.DeclineCode) fixer.Outcome {
		o.Fix = &fixer.Fix{Title: "the model's"}
		o.Decline = &fixer.Decline{Code: code, Reason: "refused", Asks: 3, Usage: model.Usage{Prompt: 7}}
		return o
	}
	const was, now = "a\nb\nc\nd\ne\n", "x\na\nb\nc\nd\ne\n"
	before := []fixer.Outcome{unsafe(at(was, 0, "bare")), unsafe(at(was, 3, "bare")), unsafe(at(was, 4, "other"))}
	after := Answered(before, []fixer.Outcome{refused(at(now, 4, "bare"), fixer.DeclineRejected), refused(at(now, 5, "other"), fixer.DeclineTimeout)})
	first, late := after[0], after[1]
	if first.Fix != nil || first.Snapshot.Text() != was || first.Snapshot.LineAt(first.Diagnostic.Span.Start) != 3 || first.Decline.Asks != 3 || first.Decline.Usage.Prompt != 7 ||
		first.Decline.Step != fixer.StepAllowUnsafe || first.Decline.Reason != "the fix may change behaviour, and no answer of the model holds" {
		t.Errorf("%+v, %+v", first, first.Decline)
	}
	if late.Decline.Reason != "refused" {
		t.Errorf("a model that had no time is told as %q", late.Decline.Reason)
	}
	if before[1].Decline.Reason != "the fix may change behaviour" {
		t.Error("the outcome of before has changed")
	}
}
