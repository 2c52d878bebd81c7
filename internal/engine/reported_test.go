package engine

import (
	"testing"

	"github.com/fettle-dev/fettle/edits/changeset"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestReported: each finding is said once in the order of the text, the findings of a report are found in the words of
// the tools here, at their places before others of their lines, and what no tool here says is another's.
func TestReported(t *testing.T) {
	at := func(tool, code, message string, start int) signal.Diagnostic {
		return signal.Diagnostic{Tool: tool, Code: code, Message: message, Span: text.Span{Start: start, End: start + 1}}
	}
	r := Reported{File: changeset.File{Snapshot: text.File("/r/a.py", "python", "a b c\nd\n"),
		Reports: map[string][]signal.Diagnostic{
			"x": {at("x", "E1", "one", 4), at("x", "E1", "one", 2), at("go", "C", "said by both", 6)},
			"w": {at("go", "C", "said by both", 6)}}},
		owner: func(tool string) string { return tool }}
	all := r.All()
	if len(all) != 3 || all[0].Span.Start != 2 || all[1].Span.Start != 4 || all[2].Span.Start != 6 {
		t.Errorf("%+v", all)
	}
	reported := at("x", "E1", "in other words", 2)
	reported.Times = 3
	own, foreign := r.Split([]signal.Diagnostic{reported, at("x", "E1", "one", 4), at("x", "E1", "one", 0),
		at("x", "E1", "one", 6), at("x", "E2", "one", 2)})
	if len(own) != 2 || own[0].Span.Start != 2 || own[0].Message != "one" || own[0].Times != 3 ||
		own[1].Span.Start != 4 {
		t.Errorf("own: %+v", own)
	}
	if len(foreign) != 2 || foreign[0].Span.Start != 6 || foreign[1].Code != "E2" {
		t.Errorf("foreign: %+v", foreign)
	}
	left := r.still(text.File("/r/a.py", "python", "new\na b c\n"), []signal.Diagnostic{at("x", "E1", "one", 8)})
	if len(left) != 1 || left[0].Code != "E1" {
		t.Errorf("still there: %+v", left)
	}
}

// TestMoved: a finding moves with its line and the edits of its tool's own fix with it; one whose line has changed is
// gone.
func TestMoved(t *testing.T) {
	was := text.File("/r/a.py", "python", "a\nb\nc\n")
	found := []signal.Diagnostic{
		{Code: "B", Span: text.Span{Start: 2, End: 3},
			Fix: &signal.ToolFix{Edits: []text.Edit{{Span: text.Span{Start: 2, End: 3}, New: "x"}}}},
		{Code: "C", Span: text.Span{Start: 4, End: 5}}}
	got := moved(was, was.With("new\na\nb\nd\n"), found)
	if len(got) != 1 || got[0].Code != "B" || got[0].Span.Start != 6 || got[0].Fix.Edits[0].Span.Start != 6 {
		t.Errorf("%+v", got)
	}
}
