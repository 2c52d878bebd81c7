package fixer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Findings of one tool, code and message (or symbol) in one function have one cause: they are
// one question, and one judgement. An answer that removes them all is better than one that
// removes the one that was asked about.

// siblings returns the other findings of the problem's cause, in the order of their places.
func (a *task) siblings() []signal.Diagnostic {
	if a.p.Instruction != "" {
		return nil
	}
	s, d := a.p.Snapshot, a.p.Diagnostic
	within := a.file().Enclosing(s.LineAt(d.Span.Start), syntax.Function)
	var out []signal.Diagnostic
	for _, o := range a.p.Others {
		if o.Tool == d.Tool && o.Code == d.Code && o.Span != d.Span && !o.OfFile() && sameCause(o, d) && within >= 0 &&
			a.file().Enclosing(s.LineAt(o.Span.Start), syntax.Function) == within {
			out = append(out, o)
		}
	}
	slices.SortFunc(out, func(x, y signal.Diagnostic) int { return x.Span.Start - y.Span.Start })
	return slices.CompactFunc(out, func(x, y signal.Diagnostic) bool { return x.Span == y.Span })
}

// sameCause reports whether two findings of one code say the same, or say it of one symbol.
func sameCause(x, y signal.Diagnostic) bool {
	if x.Message == y.Message {
		return true
	}
	a, b := window.QuotedNames(x.Message), window.QuotedNames(y.Message)
	return len(a) > 0 && slices.Equal(a, b)
}

// asked returns the siblings of the problem that may change with it.
func (k *run) asked() []signal.Diagnostic {
	if k.about != (subject{}) {
		return nil
	}
	return slices.DeleteFunc(k.siblings(), func(d signal.Diagnostic) bool {
		return !k.set.Covers(k.p.Snapshot.LinesOf(d.Span))
	})
}

// stayed returns the siblings that the tool still reports on a text, where that text is about.
func (a *task) stayed(r verify.Report) []signal.Diagnostic {
	list := a.siblings()
	if len(list) == 0 || r.Now == nil {
		return nil
	}
	after := a.p.Snapshot.With(r.Text)
	gone := verify.Compare(a.p.Snapshot, after, list, r.Now).Gone
	var out []signal.Diagnostic
	for i, d := range list {
		if !gone[i] {
			out = append(out, d)
		}
	}
	return out
}

// partly says that an answer leaves a part of what it was asked about; "" if it does not.
func partly(s text.Snapshot, left []signal.Diagnostic) string {
	if len(left) == 0 {
		return ""
	}
	var at []string
	for _, d := range left {
		at = append(at, fmt.Sprint(s.LineAt(d.Span.Start)+1))
	}
	return fmt.Sprintf("%s still reports the same at line %s: %s", left[0].Tool, strings.Join(at, ", "), left[0].Message)
}
