package fixer

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// ownFixes are findings of a text with a tool's own fix each: every "old" becomes what
// the function says of its number.
func ownFixes(s text.Snapshot, sure signal.Applicability, fresh func(i int) string) []Problem {
	var list []Problem
	for at, i := 0, 0; ; i++ {
		n := strings.Index(s.Text()[at:], "old")
		if n < 0 {
			return list
		}
		span := text.Span{Start: at + n, End: at + n + len("old")}
		at = span.End
		list = append(list, Problem{Snapshot: s, Diagnostic: signal.Diagnostic{Tool: "ruff", Code: "X1", Message: fmt.Sprint("no ", i),
			Span: span, Origin: signal.FromLinter,
			Fix: &signal.ToolFix{Applicability: sure, Edits: []text.Edit{{Span: span, New: fresh(i)}}}}})
	}
}

// TestPropose compares the fixes of many findings with those of each by itself: one
// among them that a gate refuses costs no other one its fix, and fixes that touch come
// out like all others.
func TestPropose(t *testing.T) {
	const bad = "'\u202e'"
	lines := strings.Repeat("x = old\n", 9) + "y = oldold\n"
	s := text.File("/w/a.py", "python", lines)
	for _, sure := range []signal.Applicability{signal.Safe, signal.Unsafe} {
		list := ownFixes(s, sure, func(i int) string {
			if i == 4 {
				return bad
			}
			return fmt.Sprintf("(%d)", i)
		})
		for i := range list {
			list[i].Unsafe = sure == signal.Unsafe
		}
		c := Choice{Worst: evidence.Checked, Deterministic: true, Unsafe: sure == signal.Unsafe}
		all := Ladder{}.Propose(context.Background(), list, c, 1)
		fixed := 0
		for i, p := range list {
			alone := Ladder{}.Propose(context.Background(), []Problem{p}, c, 1)[0]
			got, fixes, why := all[i], alone.Fixes, alone.Why
			if len(got.Fixes) != len(fixes) || (why == nil) != (got.Why == nil) {
				t.Fatalf("%v, finding %d: %d fixes, by itself %d (%v)", sure, i, len(got.Fixes), len(fixes), got.Why)
			}
			if len(fixes) == 0 {
				continue
			}
			fixed++
			if a, b := got.Fixes[0], fixes[0]; a.Text() != b.Text() || a.Grade() != evidence.Unchecked || len(a.Gates) != len(b.Gates) {
				t.Errorf("%v, finding %d: %q with %d gates, by itself %q with %d", sure, i, a.Text(), len(a.Gates), b.Text(), len(b.Gates))
			}
			if kept := got.Fixes[0].Problem; kept.File != nil || kept.Others != nil {
				t.Errorf("%v, finding %d: the fix keeps the tree of its text, and %d findings", sure, i, len(kept.Others))
			}
		}
		if fixed != len(list)-1 {
			t.Errorf("%v: %d of %d have a fix, want all but the one that nobody could read", sure, fixed, len(list))
		}
	}
}

// TestProposeRefused: what a choice does not allow is said for each.
func TestProposeRefused(t *testing.T) {
	list := ownFixes(text.File("/w/a.py", "python", "x = old\ny = old\n"), signal.Unsafe, func(int) string { return "1" })
	c := Choice{Worst: evidence.Checked, Deterministic: true}
	for i, p := range (Ladder{}).Propose(context.Background(), list, c, 1) {
		if len(p.Fixes) != 0 || p.Why == nil || !p.Why.Withheld {
			t.Errorf("finding %d: %d fixes, %v", i, len(p.Fixes), p.Why)
		}
	}
}

// TestUnparsed: a text is not parsed for findings whose own fixes may change behaviour, where nobody allows that and
// the text is as it was: there is nothing to propose.
func TestUnparsed(t *testing.T) {
	s := text.File("/w/a.py", "python", "x = old\n")
	later := s.With("y = old\n")
	for name, tt := range map[string]struct {
		sure   signal.Applicability
		unsafe bool
		was    text.Snapshot
		read   bool
	}{
		"safe":                         {signal.Safe, false, s, true},
		"for display":                  {signal.DisplayOnly, true, s, false},
		"unsafe":                       {signal.Unsafe, false, s, false},
		"unsafe, allowed":              {signal.Unsafe, true, s, true},
		"unsafe, of another text":      {signal.Unsafe, false, later, false},
		"unsafe, it is not known what": {signal.Unsafe, false, text.Snapshot{}, false},
	} {
		p := ownFixes(s, tt.sure, func(int) string { return "new" })[0]
		p.Unsafe, p.Was = tt.unsafe, tt.was
		a, decline := Ladder{}.begin(p, nil)
		if decline != nil {
			t.Fatalf("%s: %v", name, decline)
		}
		read := false
		a.file = func() *syntax.File {
			read = true
			return syntax.Parse(s.Lang, s.Text())
		}
		a.follows()
		for _, rung := range []signal.Rung{signal.RungTool, signal.RungRule} {
			for range a.proposals(context.Background(), rung) {
			}
		}
		if read != tt.read {
			t.Errorf("%s: parsed %v", name, read)
		}
	}
}
