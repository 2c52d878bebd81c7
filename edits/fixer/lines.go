package fixer

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// The lines that a model may change, and how attempts widen or narrow them.

// use opens a window set, as far as it may be shown: statements that hold a
// secret are cut out of it, and come to the model redacted and without
// addresses. A problem on such a statement is declined, unless the secret
// itself is the problem.
func (k *run) use(set window.Set) *Decline {
	secrets := k.secrets()
	k.redacted = nil
	if k.req.Secret {
		k.set, k.redacted = set, secrets
		return nil
	}
	at := k.p.Snapshot.LinesOf(k.p.Diagnostic.Span)
	for _, l := range secrets {
		l = k.file().Statement(l)
		if l.Overlaps(at) && k.p.Instruction == "" {
			d := k.refuse(DeclineDenied, "the lines hold a secret")
			d.Windows, d.Next = set, "move it out of the file first"
			return d
		}
		set = set.Without(l)
	}
	if !slices.ContainsFunc(set.Runs, func(r window.Run) bool { return r.Role == window.Primary }) && len(secrets) > 0 {
		return k.refuse(DeclineDenied, "every line that could change holds a secret")
	}
	k.set = set
	return nil
}

// secrets returns the lines of the document that hold something secret.
func (k *run) secrets() []text.Lines {
	if k.ladder.Gate == nil {
		return nil
	}
	var out []text.Lines
	for _, sp := range k.ladder.Gate.Secrets(k.p.Snapshot.Path, k.p.Snapshot.Text()) {
		out = append(out, k.p.Snapshot.LinesOf(sp))
	}
	return out
}

// aboutResult are messages that a function returns another type than it says.
var aboutResult = lazyre.New(`(?i)return value type|assignable to return type|in return statement|^Type '.+' is not ` +
	`assignable to type`)

// header has the header of the function asked for that returns another type than it says:
// where the value is right, that is wrong.
func (k *run) header() bool {
	s, d, f := k.p.Snapshot, k.p.Diagnostic, k.file()
	line := s.LineAt(d.Span.Start)
	i := f.Enclosing(line, syntax.Function)
	if i < 0 || k.p.Instruction != "" || !aboutResult.MatchString(d.Message) ||
		!strings.Contains(s.Line(line), "return") || !k.set.Covers(f.Nodes[i].Header) {
		return false
	}
	span := f.Nodes[i].Span
	d.Span = text.Span{Start: span.Start, End: min(span.End, s.LineSpan(s.LineAt(span.Start)).End)}
	k.about.header = &d
	return true
}

// member has the class asked for that lacks a member.
func (k *run) member() bool {
	before := k.set
	next, ok := window.WithMember(k.p.Snapshot, k.file(), k.p.Diagnostic, k.set)
	if !ok || k.p.Instruction != "" || k.use(next) != nil || k.set.Member.Len() == 0 {
		k.set = before
		return false
	}
	k.inside, k.about.member = before, true
	return true
}

// function has the whole function round the diagnostic asked for, if a small model can send
// that back: it knows functions better than lines out of them.
func (k *run) function() bool {
	s := k.p.Snapshot
	if k.p.Instruction != "" {
		return false
	}
	at := s.LinesOf(k.p.Diagnostic.Span)
	around := slices.IndexFunc(k.file().Nodes, func(n syntax.Node) bool {
		return n.Kind == syntax.Function && n.Lines.Covers(at) && n.Lines.Len() <= longestWhole
	})
	switch {
	case around < 0:
		return false
	case k.set.Covers(k.file().Nodes[around].Lines):
		return true
	case k.set.Level != window.LevelRow:
		return false
	}
	next, ok := window.Widen(s, k.file(), k.p.Diagnostic, k.set)
	if before := k.set; !ok || next.Level != window.LevelFunction || k.use(next) != nil {
		k.set = before
		return false
	}
	return true
}

// widen opens the next wider window set, once.
func (k *run) widen() bool {
	if k.p.Instruction != "" || k.widened {
		return false // the selection is the user's word
	}
	next, ok := window.Widen(k.p.Snapshot, k.file(), k.p.Diagnostic, k.set)
	if ok && k.use(next) == nil {
		k.widened = true
		return true
	}
	return false
}

// widenTo opens wider windows until they cover the lines; it reports false, and opens none,
// where no set does.
func (k *run) widenTo(want text.Lines) bool {
	if k.p.Instruction != "" || k.widened {
		return false
	}
	s, f, d := k.p.Snapshot, k.file(), k.p.Diagnostic
	for next, ok := window.Widen(s, f, d, k.set); ok; next, ok = window.Widen(s, f, d, next) {
		if next.Covers(want) {
			k.widened = true
			return k.use(next) == nil
		}
	}
	return false
}

const (
	// A small model sends windows whole; of longer ones than it can, it is shown the lines
	// around the diagnostic.
	longestWhole = 60
	wholeLines   = 15
)

// shorten cuts the diagnostic's run to what a small model can send whole.
func (k *run) shorten() {
	i := k.set.RunAt(k.p.Snapshot.LineAt(k.p.Diagnostic.Span.Start))
	if (k.plainly() || k.ladder.Model.Weak) && k.p.Instruction == "" && i >= 0 &&
		k.set.Runs[i].Lines.Len() > longestWhole {
		k.cut(wholeLines, window.Imports, window.Signature, window.Names, window.Class, window.Related)
	}
}

// cut leaves the whole statements of one block around the diagnostic in its run, some so many lines on each
// side, and the runs of some roles.
func (k *run) cut(around int, roles ...window.Role) {
	at := k.p.Snapshot.LinesOf(k.p.Diagnostic.Span)
	i := k.set.RunAt(at.Start)
	if i < 0 {
		return
	}
	lines := k.set.Runs[i].Lines
	few := k.file().Whole(at, at.Len()+2*around)
	if !lines.Covers(few) || few.Len() > 2*longestWhole { // it begins or ends a block that is too long to be sent
		few = text.Lines{Start: max(lines.Start, at.Start-around), End: min(lines.End, at.End+around)}
		few = k.file().Statement(few)
	}
	next := window.Set{Level: k.set.Level}
	for j, r := range k.set.Runs {
		if j == i {
			r = r.Within(few)
		}
		if j == i || slices.Contains(roles, r.Role) {
			next.Runs = append(next.Runs, r)
		}
	}
	k.set = next
}
