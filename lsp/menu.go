package lsp

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/ahead"
	"github.com/fettle-dev/fettle/lsp/problem"
	"github.com/fettle-dev/fettle/lsp/words"
	"github.com/fettle-dev/fettle/providers/signal"
)

// problems puts together what speaks of one thing in a document.
func (s *Server) problems(snap text.Snapshot, list []signal.Diagnostic) []problem.Problem {
	return problem.Group(snap, list, func(tool string) bool { return s.diags.Ran(snap.URI, tool) })
}

// slot is what the menu offers for one problem: a fix that is certain, the model,
// or neither.
type slot struct {
	sure   []codeAction // finished edits, and jobs that ask no model
	ask    []codeAction // what a model has made, or is asked for
	model  bool         // these start or hold a fix of the model
	counts bool         // fettle can fix it
}

// menu builds the entries: those of the problem under the cursor, then the others' in
// their order, then all together, then what only hides a problem. A running job's entry
// stands where the one stood that started it.
func (s *Server) menu(m menu) []codeAction {
	if m.allOnly() {
		return s.fixAllEntry(m)
	}
	m.saving = len(m.only) > 0 && (m.automatic || m.wholeDocument())
	m.lines = m.snapshot.LinesOf(m.at.span(m.snapshot, m.client.encoding))
	m.pick(func(d signal.Diagnostic) bool { return s.diags.Ran(m.snapshot.URI, d.Tool) })
	problems := s.problems(m.snapshot, m.found)
	out, fixable, ai := s.slots(m, problems)
	if fixable >= allFrom && !m.automatic && !m.saving && m.client.applyEdit {
		out = append(out, s.allEntry(m, fixable, ai))
	}
	prefer(out, m.client)
	named := len(problems) > 0 && !m.saving && !m.automatic
	if named {
		if e, ok := s.ruleEntry(m, problems[0]); ok {
			out = append(out, e)
		}
	}
	if !m.saving {
		out = append(out, s.instructEntries(m)...)
	}
	if named {
		out = append(out, s.ignoreEntry(m, problems[0].Lead())...)
	}
	return slices.DeleteFunc(out, func(a codeAction) bool { return !m.wants(a) })
}

// slots returns what is offered for all problems, how many of them fettle can fix, and whether
// a model has a part in that. The model is offered for the first ones.
func (s *Server) slots(m menu, problems []problem.Problem) (all []codeAction, fixable int, ai bool) {
	all = []codeAction{}
	asks := 0
	for _, p := range problems {
		o := s.slot(m, p)
		all = append(all, o.sure...)
		if o.counts {
			fixable++
		}
		if len(o.ask) > 0 && asks < maxAI {
			asks++
			all, ai = append(all, o.ask...), ai || o.model
		}
	}
	return all, fixable, ai
}

// slot finds what is offered for one problem.
func (s *Server) slot(m menu, p problem.Problem) slot {
	var out slot
	solved := s.sureEntries(m, p, &out)
	if m.saving {
		return out
	}
	if j := s.running(m, p); j != nil {
		out.counts = true
		e := m.cancelEntry(p, j, s.now().Sub(j.started))
		if out.model = true; j.ai {
			out.ask = append(out.ask, e)
		} else {
			out.sure = []codeAction{e} // also where its fix is finished by now
		}
		return out
	}
	if solved {
		out.counts = out.counts || m.settings.Actions.ToolFixes != "never" &&
			slices.ContainsFunc(p, func(d signal.Diagnostic) bool { return d.Fix != nil && d.Fix.Applicability == signal.Safe })
		return out
	}
	if s.tryEntries(m, p, &out) {
		return out
	}
	s.askEntries(m, p, &out)
	return out
}

// tryEntries adds a job that may mend a problem without a model, and reports whether
// there is one, here or with the tool's own server. What was tried in vain for one
// report of a problem is not tried for another one.
func (s *Server) tryEntries(m menu, p problem.Problem, out *slot) bool {
	if slices.ContainsFunc(p, func(d signal.Diagnostic) bool { return s.prepared.Hopeless(m.snapshot, d) }) {
		return false
	}
	for _, d := range p {
		e, does, ok := s.sureJobEntry(m, d)
		if ok && m.servedAs(p, does.Rule) {
			return true
		}
		if ok {
			out.sure, out.counts = append(out.sure, e), true
			return true
		}
	}
	return false
}

// sureEntries adds the finished fixes of a problem, and reports whether there is
// a certain one, here or with the tool's own server.
func (s *Server) sureEntries(m menu, p problem.Problem, out *slot) (solved bool) {
	for _, d := range p {
		kept, served := s.toolKeeps(m, d), m.served(d)
		solved = solved || kept
		for _, f := range s.prepared.Of(m.snapshot, d) {
			solved = true
			if m.servedAs(p, f.Rule) {
				continue
			}
			if kept && (served || f.Rung == signal.RungTool || !f.Safe || sameEdits(m.snapshot, f, d)) ||
				f.Rung == signal.RungTool && m.settings.Actions.ToolFixes == "never" ||
				slices.ContainsFunc(out.sure, func(e codeAction) bool {
					return e.fix != nil &&
						slices.Equal(e.fix.Edits, f.Edits)
				}) {
				continue
			}
			out.sure = append(out.sure, s.sureEntry(m, d, f))
			out.counts = out.counts || f.Safe
		}
	}
	return solved
}

// sameEdits reports whether a fix makes the text that the tool's own would.
func sameEdits(snap text.Snapshot, f fixer.Fix, d signal.Diagnostic) bool {
	if d.Fix == nil {
		return false
	}
	after, err := snap.Apply(d.Fix.Edits)
	return err == nil && after.Text() == f.Text()
}

// toolKeeps reports whether the tool has a fix of its own for a diagnostic that
// fettle leaves to it: its own server offers it, or the settings want none from
// us.
func (s *Server) toolKeeps(m menu, d signal.Diagnostic) bool {
	has := d.Fix != nil && d.Fix.Applicability != signal.DisplayOnly
	switch {
	case m.settings.Actions.ToolFixes == "always":
		return false
	case m.served(d):
		return true
	case m.settings.Actions.ToolFixes == "never":
		return has
	case d.Origin == signal.FromLinter:
		return false
	case has || s.diags.Ran(m.snapshot.URI, d.Tool):
		return has
	}
	// Nobody has asked the tool itself yet. A rule that it mends as a rule is
	// its own, unless it will never be asked here and a model could help.
	rungs := m.engine.Ladder().Table.Require(d).Rungs
	if !slices.Contains(rungs, signal.RungTool) {
		return false
	}
	return !slices.Contains(rungs, signal.RungModel) ||
		m.settings.LinterRun != "never" && slices.Contains(m.engine.Names(m.snapshot), d.Tool)
}

// served reports whether the server that sent the editor a diagnostic has an
// entry of its own for it.
func (m menu) served(d signal.Diagnostic) bool {
	return m.settings.Actions.ToolFixes != "always" && d.Origin != signal.FromLinter && signal.Served(d)
}

// servedAs reports whether a server that reports a problem does what a rule does.
func (m menu) servedAs(p problem.Problem, rule string) bool {
	return m.settings.Actions.ToolFixes != "always" &&
		slices.ContainsFunc(p, func(d signal.Diagnostic) bool { return signal.ServedAs(d, rule) })
}

// running returns the job of one of a problem's diagnostics, or nil.
func (s *Server) running(m menu, p problem.Problem) *job {
	for _, d := range p {
		if j := s.jobs.running(m.snapshot.URI, ahead.Key(d)); j != nil {
			return j
		}
	}
	return nil
}

// askEntries adds what the model has for a problem: its finished fixes, else the
// entry that asks it. The first diagnostic that a model may be asked about
// stands for the problem.
func (s *Server) askEntries(m menu, p problem.Problem, out *slot) {
	for _, d := range p {
		if list := s.readyEntries(m, d); len(list) > 0 {
			out.ask, out.model, out.counts = list, true, true
			return
		}
	}
	if !m.client.applyEdit {
		return
	}
	for _, d := range p {
		if e, ok := s.askEntry(m, d); ok {
			out.ask = []codeAction{e}
			if m.engine.Ladder().Model.Asks() {
				out.model, out.counts = true, true
			}
			return
		}
	}
}

// pick keeps the diagnostics that touch the requested lines and that settings
// let through: nearest to the range first, most severe first among equals. What another
// server has reported elsewhere on the line gets no entry of that server here, unless
// the editor opens the menu of the whole line: then it is as if our run alone knew of it.
func (m *menu) pick(ran func(signal.Diagnostic) bool) {
	least := m.settings.Actions.Severity()
	if m.automatic {
		least = min(least, signal.Warning)
	}
	sp := m.at.span(m.snapshot, m.client.encoding)
	for _, d := range m.all {
		if d.Severity > least || m.settings.Actions.Silenced(d) {
			continue
		}
		if m.snapshot.LinesOf(d.Span).Overlaps(m.lines) {
			if d.Origin == signal.FromPush && !m.client.lineMenus && ran(d) {
				d.Origin = signal.FromLinter
			}
			m.found = append(m.found, d)
		}
	}
	away := func(d signal.Diagnostic) int {
		return max(0, d.Span.Start-sp.End, sp.Start-d.Span.End)
	}
	slices.SortStableFunc(m.found, func(a, b signal.Diagnostic) int {
		return cmp.Or(cmp.Compare(away(a), away(b)), cmp.Compare(a.Severity, b.Severity),
			cmp.Compare(a.Span.Start, b.Span.Start),
			cmp.Compare(a.Tool, b.Tool), cmp.Compare(a.Code, b.Code))
	})
}

// wants reports whether the client asked for an entry's kind: a request for
// "quickfix" covers "quickfix.fettle".
func (m menu) wants(a codeAction) bool {
	if a.cancels && !m.wantsKind(quickFix) {
		// A key bound to our fixes asks for their kind alone: pressed once more, it
		// must not cancel what it has begun.
		return false
	}
	return m.wantsKind(a.Kind)
}

func (m menu) wantsKind(kind string) bool {
	return len(m.only) == 0 || slices.ContainsFunc(m.only, func(o string) bool {
		return o == "" || o == kind || strings.HasPrefix(kind, o+".")
	})
}

// allOnly reports whether the client asks for nothing but what mends the whole
// document: "source", "source.fixAll", or our own kind.
func (m menu) allOnly() bool {
	return len(m.only) > 0 && m.wantsKind(fixAllKind) &&
		!slices.ContainsFunc(m.only, func(o string) bool { return !strings.HasPrefix(o, "source") })
}

func (m menu) wholeDocument() bool {
	sp := m.at.span(m.snapshot, m.client.encoding)
	return sp.Start == 0 && sp.End >= m.snapshot.Len() && m.snapshot.Len() > 0
}

// prefer marks the one entry that asks no model, if it is safe and the first: a key that
// applies what is preferred is meant for the problem under the cursor.
func prefer(list []codeAction, c client) {
	sure, safe := 0, 0
	for i, a := range list {
		if a.Kind != aiKind {
			sure++
		}
		if a.Preferred {
			safe++
		}
		list[i].Preferred = a.Preferred && i == 0 && c.preferred
	}
	if sure != 1 || safe != 1 {
		for i := range list {
			list[i].Preferred = false
		}
	}
}

// checked says who has looked at a fix: "ruff and mypy", "" if nobody has.
func checked(f fixer.Fix) string {
	if !f.Checked() {
		return ""
	}
	var names []string
	if f.Proof != nil {
		for _, t := range f.Proof.Tools {
			names = append(names, t.Name)
		}
	}
	if tool := f.Problem.Diagnostic.Tool; len(names) == 0 && tool != "" {
		names = []string{tool}
	}
	return words.Listed(names)
}
