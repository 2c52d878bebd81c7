package lsp

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/review"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/ahead"
	"github.com/fettle-dev/fettle/lsp/problem"
	"github.com/fettle-dev/fettle/lsp/words"
	"github.com/fettle-dev/fettle/providers/signal"
)

// sureEntry returns a finished deterministic fix with its edit. What fettle adds to
// a tool's own fix is that it was checked, so the title says by whom.
func (s *Server) sureEntry(m menu, d signal.Diagnostic, f fixer.Fix) codeAction {
	// knows commands only, or a slow judge is to be asked
	if !m.client.literals || m.client.applyEdit && s.prepared.Waiting(m.snapshot, d) {
		title := remarked(fmt.Sprintf("Fix %s: %s", d.Code, words.LowerFirst(f.Title)), "")
		id := s.actions.add(action{snapshot: m.snapshot, diagnostic: d,
			rungs: []signal.Rung{signal.RungTool, signal.RungRule}, title: title})
		return codeAction{Title: text.Shown(title), Kind: quickFix, Diagnostics: m.link(d),
			Command: m.command("fettle.fix", title, id), fix: &f}
	}
	edit := s.workspaceEdit(m.client, m.snapshot, f.Edits, nil)
	s.offered(m.snapshot, f)
	title := fmt.Sprintf("Fix %s: %s", d.Code, words.LowerFirst(f.Title))
	return codeAction{Title: text.Shown(remarked(title, beside(f, title))), Kind: quickFix, Diagnostics: m.link(d),
		Edit:      &edit,
		Preferred: f.Safe && evidence.Usual().Takes(evidence.Save, f.Grade()), fix: &f}
}

// beside returns the note on a finished fix that leaves room for what it does: that says
// more than who has looked.
func beside(f fixer.Fix, title string) string {
	bare, by := remarkOn(f, ""), checked(f)
	if by == "" {
		return bare
	}
	fits := func(remark string) bool {
		return len(title)+len(remark)+len(" ()") <= titleWidth && len(remark) <= titleWidth/2
	}
	full, short := remarkOn(f, "checked with "+by), remarkOn(f, "checked")
	switch {
	case fits(full):
		return full
	case fits(short) || bare == "":
		return short
	}
	return bare
}

// remarkOn returns what a finished fix's entry says of it besides what it does.
func remarkOn(f fixer.Fix, looked string) string {
	if !f.Safe && f.Follows == nil {
		return joined(looked, "unsafe")
	}
	return looked
}

// joined adds a note to another.
func joined(remark, more string) string {
	if remark == "" {
		return more
	}
	return more + ", " + remark
}

// remarked keeps the note at the end whatever the title.
func remarked(title, remark string) string {
	if remark == "" {
		return clip(title, titleWidth)
	}
	remark = " (" + clip(remark, titleWidth/2) + ")"
	return clip(title, titleWidth-len(remark)) + remark
}

// sureJobEntry starts a job that tries what fixes a diagnostic without a model,
// and asks none. There is none where that was tried in vain, and where it is known
// to have nothing to try.
func (s *Server) sureJobEntry(m menu, d signal.Diagnostic) (e codeAction, does fixer.Foreseen, ok bool) {
	req := m.engine.Ladder().Table.Require(d)
	if !m.client.applyEdit || !req.Offer {
		return e, does, false
	}
	rungs := s.certain(m, d, req)
	if len(rungs) == 0 {
		return e, does, false
	}
	title := titleOf("Fix ", d)
	if rungs[0] == signal.RungRule || d.Fix == nil {
		does = s.prepared.Foreseen(m.snapshot, d, func() fixer.Foreseen {
			return m.engine.Ladder().Foresee(s.problem(m.engine, m.snapshot, d, rungs))
		})
	}
	switch model := m.engine.Ladder().Model.Asks() && slices.Contains(req.Rungs, signal.RungModel); {
	case does.Rule != "":
		title = fmt.Sprintf("Fix %s: %s", d.Code, words.LowerFirst(does.Title))
	case rungs[0] == signal.RungRule, d.Fix == nil && !s.mayAsk(m, d), model:
		return e, does, false // what the tool itself can do is not known, and a model may have to help
	}
	id := s.actions.add(action{snapshot: m.snapshot, diagnostic: d, rungs: rungs, title: title})
	return codeAction{Title: text.Shown(clip(title, titleWidth)), Kind: quickFix,
		Command: m.command("fettle.fix", title, id), Diagnostics: m.link(d)}, does, true
}

// mayAsk reports whether the diagnostic's tool could be asked for a fix that it
// has not reported yet: an editor passes none on.
func (s *Server) mayAsk(m menu, d signal.Diagnostic) bool {
	return d.Origin != signal.FromLinter && m.settings.LinterRun != "never" &&
		slices.Contains(m.engine.Names(m.snapshot), d.Tool)
}

// certain returns the rungs without a model that may still mend a diagnostic: what
// they gave for this text is not known yet.
func (s *Server) certain(m menu, d signal.Diagnostic, req signal.Requirement) []signal.Rung {
	rungs := []signal.Rung{signal.RungTool, signal.RungRule}
	if m.settings.Actions.ToolFixes == "never" || m.settings.Actions.ToolFixes == "auto" && d.Origin != signal.FromLinter {
		rungs, d.Fix = rungs[1:], nil
	}
	if s.prepared.Hopeless(m.snapshot, d) || !fixer.Deterministic(d, req.Rungs) {
		return nil
	}
	return rungs
}

// askEntry starts a job that asks the model.
func (s *Server) askEntry(m menu, d signal.Diagnostic) (codeAction, bool) {
	req := m.engine.Ladder().Table.Require(d)
	if !req.Offer || !slices.Contains(req.Rungs, signal.RungModel) {
		return codeAction{}, false
	}
	title := titleOf("AI fix: ", d)
	if !m.engine.Ladder().Model.Asks() {
		return s.noModelEntry(m, d, title), !m.automatic
	}
	return m.aiEntry(s.modelEntry(m, d, title, s.certain(m, d, req)), d), true
}

// modelEntry returns the command that asks the model about a diagnostic, after rungs
// that may make it unnecessary.
func (s *Server) modelEntry(m menu, d signal.Diagnostic, title string, before []signal.Rung) codeAction {
	id := s.actions.add(action{snapshot: m.snapshot, diagnostic: d, rungs: append(before, signal.RungModel), title: title})
	return codeAction{Title: text.Shown(clip(title, titleWidth)), Command: m.command("fettle.fix", title, id)}
}

// noModelEntry says that a problem needs a model and why none can be asked: disabled, or
// where the editor shows no such entry, when it is chosen.
func (s *Server) noModelEntry(m menu, d signal.Diagnostic, title string) codeAction {
	title = remarked(title, "no model")
	if !m.client.disabled {
		return m.aiEntry(s.modelEntry(m, d, title, nil), d)
	}
	reason := cmp.Or(words.NoModel(m.engine.Ladder().Model), "no model is set: run fettle init")
	return m.aiEntry(codeAction{Title: text.Shown(title), Disabled: &disabled{text.Shown(oneLine(reason))}}, d)
}

// aiEntry completes an entry that a model has made or will make.
func (m menu) aiEntry(e codeAction, d signal.Diagnostic) codeAction {
	e.Kind = aiKind
	if m.client.linkAI {
		e.Diagnostics = m.link(d)
	}
	if m.client.aiTag {
		e.Tags = []int{aiTagValue}
	}
	return e
}

// cancelEntry stands where the entry stood that started the job: with its kind
// and its links, clients sort it to the same place.
func (m menu) cancelEntry(p problem.Problem, j *job, since interface{ Seconds() float64 }) codeAction {
	e := codeAction{Kind: quickFix, Diagnostics: m.link(p.Lead()), cancels: true}
	if j.ai {
		if e.Kind = aiKind; !m.client.linkAI {
			e.Diagnostics = nil
		}
	}
	return m.cancels(e, j, clip(cmp.Or(p.Lead().Code, p.Lead().Tool), 30), since)
}

func (m menu) cancels(e codeAction, j *job, what string, since interface{ Seconds() float64 }) codeAction {
	verb := "Fix"
	if j.ai {
		verb = "AI fix"
	}
	title := fmt.Sprintf("%s: cancel %s (running %.0f s)", verb, what, since.Seconds())
	e.Title, e.Command, e.cancels = text.Shown(title), m.command("fettle.cancel", title, j.id), true
	return e
}

// allFrom is how many problems need an entry for all of them: two are chosen as quickly one by
// one.
const allFrom = 3

// allEntry fixes everything on the lines in one job; while that runs, the entry
// cancels it.
func (s *Server) allEntry(m menu, n int, ai bool) codeAction {
	title, kind := "AI fix: all %d problems on %s", aiKind
	if !ai {
		title, kind = "Fix all %d problems on %s", quickFix
	}
	if j := s.jobs.running(m.snapshot.URI, allKey(m.lines)); j != nil {
		return m.cancels(codeAction{Kind: kind}, j, "all", s.now().Sub(j.started))
	}
	where := "this line"
	if m.lines.Len() > 1 {
		where = "these lines"
	}
	title = fmt.Sprintf(title, n, where)
	id := s.actions.add(action{snapshot: m.snapshot, lines: m.lines, all: true, sure: !ai, title: title})
	e := codeAction{Title: text.Shown(title), Kind: kind, Command: m.command("fettle.fix", title, id)}
	if ai && m.client.aiTag {
		e.Tags = []int{aiTagValue}
	}
	return e
}

// ruleEntry fixes in the whole document what one rule found, where it is more than one finding
// that needs no model.
func (s *Server) ruleEntry(m menu, p problem.Problem) (codeAction, bool) {
	d := p.Lead()
	n := len(s.sameRule(m.snapshot, d))
	if n < 2 || d.Code == "" || !m.client.applyEdit {
		return codeAction{}, false
	}
	if j := s.jobs.running(m.snapshot.URI, ruleKey(d)); j != nil {
		return m.cancels(codeAction{Kind: quickFix}, j, "all "+clip(d.Code, 30), s.now().Sub(j.started)), true
	}
	title := clip(fmt.Sprintf("Fix all %d %s in this file", n, d.Code), titleWidth)
	id := s.actions.add(action{snapshot: m.snapshot, all: true, sure: true, rule: &d, title: title})
	return codeAction{Title: text.Shown(title), Kind: quickFix, Command: m.command("fettle.fix", title, id)}, true
}

// sameRule returns the findings of a rule in a text that are sure to be fixed without a model.
func (s *Server) sameRule(snap text.Snapshot, rule signal.Diagnostic) []signal.Diagnostic {
	return slices.DeleteFunc(s.prepared.Sure(snap), func(d signal.Diagnostic) bool {
		return d.Tool != rule.Tool ||
			d.Code != rule.Code
	})
}

func ruleKey(d signal.Diagnostic) string { return "rule/" + d.Tool + "/" + d.Code }

// ignoreEntry has a tool leave what it found alone, in its own words: after everything else,
// and not where the tool's own server has such an entry.
func (s *Server) ignoreEntry(m menu, d signal.Diagnostic) []codeAction {
	if d.Origin != signal.FromLinter && signal.ServesIgnore(d) {
		return nil
	}
	e, directive := review.Ignore(m.snapshot, d)
	if directive == "" {
		return nil
	}
	edit := s.workspaceEdit(m.client, m.snapshot, []text.Edit{e}, nil)
	return []codeAction{{Title: text.Shown(clip("Ignore here: "+directive, titleWidth)), Kind: quickFix, Edit: &edit}}
}

// allKey names the job that fixes everything on some lines.
func allKey(l text.Lines) string { return "all/" + l.String() }

// fixAllEntry is one action with all edits that are applied on saving, without those
// that the tools' own servers make on the same request.
func (s *Server) fixAllEntry(m menu) []codeAction {
	known := map[string]signal.Diagnostic{}
	for _, d := range m.all {
		if k := ahead.Anchor(d); known[k].Tool == "" {
			known[k] = d
		}
	}
	merged := s.prepared.All(m.snapshot, func(f fixer.Fix) bool {
		if m.automatic && m.beingWritten(f) {
			return false
		}
		if f.Rung != signal.RungTool {
			return true
		}
		d, told := known[ahead.Anchor(f.Problem.Diagnostic)]
		return m.settings.Actions.ToolFixes != "never" && (!told || !s.toolKeeps(m, d))
	})
	if len(merged) == 0 {
		return []codeAction{}
	}
	edit := s.workspaceEdit(m.client, m.snapshot, merged, nil)
	return []codeAction{{Title: "Fix all (fettle)", Kind: fixAllKind, Edit: &edit}}
}

// beingWritten reports whether a fix would remove or rename, on a save, what is merely not used
// yet: an import or a variable on a line that was typed since the last save.
func (m menu) beingWritten(f fixer.Fix) bool {
	if !fixer.Unused(f.Problem.Diagnostic) {
		return false
	}
	_, kept := diff.Source(diff.Lines(m.saved, m.snapshot), m.snapshot.LineAt(f.Problem.Diagnostic.Span.Start))
	return !kept
}

func (m menu) link(d signal.Diagnostic) []json.RawMessage {
	if raw := rawOf(d, m.context); raw != nil {
		return []json.RawMessage{raw}
	}
	raw, err := json.Marshal(map[string]any{
		"range": rangeOf(m.snapshot, d.Span, m.client.encoding), "severity": d.Severity,
		"code": d.Code, "source": d.Tool, "message": text.Shown(d.Message),
	})
	if err != nil {
		return nil
	}
	return []json.RawMessage{raw}
}

func (m menu) command(name, title, id string) *command {
	return &command{Title: text.Shown(clip(title, titleWidth)), Command: name,
		Arguments: []any{map[string]any{"id": id, "uri": m.snapshot.URI, "version": m.snapshot.Version}}}
}
