package fixer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/edits/rules"
	"github.com/fettle-dev/fettle/edits/rules/ecma"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// task is one run of the ladder for one diagnostic.
type task struct {
	ladder Ladder
	cache  *Cache // of the ladder, nil where the user wants another answer
	p      Problem
	req    signal.Requirement
	file   func() *syntax.File // of the snapshot, parsed when it is first asked for: most findings need no look at it
	window *window.Set         // see windows
	stage  func(Stage)
	// known is what the diagnostic's tool reports on the snapshot, once asked.
	known []signal.Diagnostic
	asked bool
	// tried holds why each rung so far found nothing.
	tried    []string
	withheld bool // the tool has a fix that is not allowed: it may change behaviour
	doubted  bool // a fix is not allowed since it may change behaviour, as fettle sees
	foreseen bool // what a rule would do is asked for a menu: nothing is read for it
	report   *verify.Report
	// failed is what was wrong with the model's last answer, now or before.
	failed *prompt.Feedback
}

// Fix runs the ladder for one diagnostic. Its error is a [*Decline]. The
// stage function, which may be nil, hears of what is going on.
func (e Ladder) Fix(ctx context.Context, p Problem, stage func(Stage)) (Fix, error) {
	ctx, cancel := e.bounded(ctx)
	defer cancel()
	a, decline := e.begin(p, stage)
	if decline != nil {
		return Fix{}, decline
	}
	var fallback *Fix
	for _, rung := range a.rungs() {
		if rung == signal.RungModel && a.doubted {
			continue // whoever writes it
		}
		if rung == signal.RungModel {
			if fallback != nil {
				continue // a sure fix that no tool could check beats asking a model that cannot be checked either
			}
			return a.model(ctx)
		}
		f := a.sure(ctx, rung)
		if err := ctx.Err(); err != nil {
			return Fix{}, a.ended(err)
		}
		if f == nil {
			continue
		}
		if f.Checked() {
			return *f, nil
		}
		if fallback == nil {
			fallback = f
		}
	}
	if fallback != nil {
		return *fallback, nil
	}
	return Fix{}, a.nothing()
}

// begin checks whether a fix may be offered at all.
func (e Ladder) begin(p Problem, stage func(Stage)) (*task, *Decline) {
	if stage == nil {
		stage = func(Stage) {}
	}
	req := e.requirement(p)
	if !req.Offer {
		return nil, &Decline{Code: DeclineNotOffered, Reason: "no fix is offered for " + req.Signal}
	}
	if p.Snapshot.Len() > limits.FixFile {
		return nil, &Decline{Code: DeclineLimits, Reason: fmt.Sprintf("the file is larger than %d MiB", limits.FixFile>>20)}
	}
	if n := p.Snapshot.LongestLine(); n > limits.FixLine {
		return nil, &Decline{Code: DeclineLimits, Reason: fmt.Sprintf("a line is longer than %d characters", limits.FixLine)}
	}
	if e.Gate != nil {
		if why := e.Gate.Denied(p.Snapshot.Path); why != "" {
			return nil, &Decline{Code: DeclineDenied, Reason: why}
		}
	}
	e.Model = e.Model.WithDefaults()
	a := &task{ladder: e, cache: e.Cache, p: p, req: req, stage: stage}
	a.file = sync.OnceValue(func() *syntax.File {
		if p.File != nil {
			return p.File
		}
		return e.Trees.Of(p.Snapshot.Path, p.Snapshot.Lang, p.Snapshot.Text())
	})
	if p.Instruction != "" {
		a.cache = nil // asked again, the user wants another answer
	}
	return a, nil
}

// windows returns what a model may change, worked out once: a fix without a model needs none.
func (a *task) windows() window.Set {
	if a.window == nil {
		set := window.Set{}
		if a.p.Instruction != "" {
			set = window.Selection(a.p.Snapshot, a.file(), a.p.Diagnostic.Span)
		} else {
			set = window.Compute(a.p.Snapshot, a.file(), a.p.Diagnostic, a.req)
		}
		a.window = &set
	}
	return *a.window
}

// opened returns the windows that a model was to work in, none where none was asked: to work
// them out needs a look at the whole text for each of thousands of findings.
func (a *task) opened() window.Set {
	if a.window == nil {
		return window.Set{}
	}
	return *a.window
}

// rungs returns the rungs of the signal's row that the problem allows. A tool's own fix
// is tried wherever the tool sent one.
func (a *task) rungs() []signal.Rung {
	rungs := a.req.Rungs
	if a.p.Instruction != "" {
		return rungs
	}
	if (a.p.Diagnostic.Fix != nil || inRuff(a.p.Diagnostic) != nil) && !slices.Contains(rungs, signal.RungTool) {
		rungs = append([]signal.Rung{signal.RungTool}, rungs...)
	}
	if !slices.Contains(rungs, signal.RungRule) && len(rules.For(a.p.Diagnostic)) > 0 {
		at := slices.Index(rungs, signal.RungModel)
		if at < 0 {
			at = len(rungs)
		}
		rungs = slices.Insert(slices.Clone(rungs), at, signal.RungRule)
	}
	if fix := a.p.Diagnostic.Fix; fix != nil && fix.Applicability == signal.Unsafe {
		// What a rule does is certain; the tool itself is not sure of its fix.
		rungs = slices.Clone(rungs)
		tool, rule := slices.Index(rungs, signal.RungTool), slices.Index(rungs, signal.RungRule)
		if tool >= 0 && rule > tool {
			rungs = slices.Insert(slices.Delete(rungs, tool, tool+1), rule, signal.RungTool)
		}
	}
	if a.p.Rungs == nil {
		return rungs
	}
	return slices.DeleteFunc(slices.Clone(rungs), func(r signal.Rung) bool { return !slices.Contains(a.p.Rungs, r) })
}

// Deterministic reports whether a rung without a model may fix the diagnostic.
func Deterministic(d signal.Diagnostic, rungs []signal.Rung) bool {
	if d.Fix != nil && d.Fix.Applicability != signal.DisplayOnly {
		return true
	}
	known := len(rules.For(d)) > 0 || inRuff(d) != nil
	return known && !slices.Equal(rungs, []signal.Rung{signal.RungModel})
}

// proposal is a fix of a rung without a model, before the gates.
type proposal struct {
	rung   signal.Rung
	source verify.Source
	title  string
	tool   string // whose own fix it is
	name   string // of the rule
	class  rules.Class
	why    string
	safe   bool
	edits  []text.Edit
	after  func() text.Snapshot // with the edits; one text for each of many findings is made only where it is needed
}

// proposals returns the fixes that a rung without a model has, in the order in which
// they are checked. What it has none for, it notes in tried.
func (a *task) proposals(ctx context.Context, rung signal.Rung) iter.Seq[proposal] {
	return func(yield func(proposal) bool) {
		of := func(yield func(proposal) bool) {}
		switch rung {
		case signal.RungTool:
			of = a.tool(ctx)
		case signal.RungRule:
			of = a.rule()
		}
		for p := range of {
			p.edits = formatted(a.p.Snapshot, a.p.Diagnostic, p.edits)
			if !a.p.Snapshot.Holds(p.edits) {
				a.tried = append(a.tried, fmt.Sprintf("%s: %v", rung, text.ErrOverlap))
				continue
			}
			change := a.change(p.edits)
			if why := change.Broken(); why != "" {
				a.tried = append(a.tried, why)
				continue
			}
			why, may := a.importsDoubt(p.edits)
			if other := change.May(); may == "" && other != "" {
				may = "the fix may change behaviour: " + other
			}
			p.safe = p.safe && may == "" && change.Unproved() == ""
			p.rung, p.after = rung, sync.OnceValue(func() text.Snapshot {
				after, _ := a.p.Snapshot.Apply(p.edits) // which it holds
				return after
			})
			if !a.p.Unsafe {
				why = cmp.Or(why, may)
			}
			if why != "" {
				if a.doubted = true; !slices.Contains(a.tried, why) {
					a.tried = append(a.tried, why)
				}
				continue
			}
			if !yield(p) {
				return
			}
		}
	}
}

// sure runs a rung that needs no model: to its first fix that tools have looked at, else
// to the first that passes unchecked.
func (a *task) sure(ctx context.Context, rung signal.Rung) *Fix {
	var fallback *Fix
	for p := range a.proposals(ctx, rung) {
		f := a.check(ctx, p)
		if f != nil && f.Checked() {
			return f
		}
		if fallback == nil {
			fallback = f
		}
	}
	return fallback
}

// tool proposes the reporting tool's own fix.
func (a *task) tool(ctx context.Context) iter.Seq[proposal] {
	return func(yield func(proposal) bool) {
		d := a.p.Diagnostic
		if d.Fix == nil {
			d.Fix = a.ownFix(ctx)
		}
		if r := a.ofRuff(ctx); d.Fix == nil && r != nil {
			d = *r
		}
		unused := d.Fix != nil && d.Fix.Applicability == signal.Unsafe && a.removesAdded(d.Fix.Edits)
		wrong, unread := "", signal.Cause(d) == "unused variable"
		// Of Python nothing is known there, and it need not be read.
		if d.Fix != nil && d.Fix.Applicability == signal.Unsafe && a.p.Snapshot.Lang != "python" {
			wrong = ecma.Doubt(rules.Problem{Snapshot: a.p.Snapshot, File: a.file(), Diagnostic: d}, d.Fix)
		}
		switch {
		case d.Fix == nil:
			return
		case wrong != "":
			a.tried = append(a.tried, d.Tool+"'s own fix is wrong here: "+wrong)
			return
		case d.Fix.Suggestion && !a.p.Suggestions && !(unread && a.touchesImports(d.Fix.Edits)):
			a.tried = append(a.tried, d.Tool+" suggests a fix, which is for a person to choose")
			return
		case d.Fix.Applicability == signal.DisplayOnly:
			a.tried = append(a.tried, d.Tool+"'s own fix is not meant to be applied")
			return
		case d.Fix.Applicability == signal.Unsafe && !a.p.Unsafe && !unused:
			a.tried = append(a.tried, d.Tool+"'s own fix may change behaviour")
			a.withheld = true
			return
		}
		source := verify.ToolSafe
		if d.Fix.Applicability == signal.Unsafe {
			source = verify.ToolUnsafe
		}
		title := cmp.Or(d.Fix.Title, "Apply "+d.Tool+"'s own fix")
		yield(proposal{source: source, title: title, tool: d.Tool, safe: source == verify.ToolSafe || unused,
			edits: d.Fix.Edits})
	}
}

// fixless reports whether the reports of the diagnostic's tool, a slow one, never hold
// fixes: what it says of the text is then asked together with what it says of a fix, not before.
func (a *task) fixless() bool {
	return slices.Contains([]string{"mypy", "go"}, signal.Tool(a.p.Diagnostic.Tool))
}

// ownFix asks the tool itself for its fix, when the diagnostic came from an
// editor, which passes no fixes on.
func (a *task) ownFix(ctx context.Context) *signal.ToolFix {
	d := a.p.Diagnostic
	if d.Origin == signal.FromLinter || a.ladder.Tools == nil || a.fixless() {
		return nil
	}
	var found *signal.ToolFix
	for _, k := range a.reported(ctx) {
		// Editors spell some codes in another way: 6133 for TS6133.
		if rules.Signals(k)[0] != rules.Signals(d)[0] ||
			a.p.Snapshot.LineAt(k.Span.Start) != a.p.Snapshot.LineAt(d.Span.Start) {
			continue
		}
		if k.Span.Start == d.Span.Start {
			return k.Fix
		}
		if found == nil {
			found = k.Fix
		}
	}
	return found
}

// ofRuff returns what ruff reports of the same place under the same rule, with a fix; nil where it does not.
func (a *task) ofRuff(ctx context.Context) *signal.Diagnostic {
	s, d := a.p.Snapshot, a.p.Diagnostic
	codes := inRuff(d)
	if codes == nil || d.Fix != nil || a.foreseen || a.ladder.Tools == nil ||
		!a.ladder.Tools.Extend(ctx, "ruff", s, codes) {
		return nil
	}
	found, err := a.ladder.lint(ctx, "ruff", s)
	if err != nil {
		return nil // the other rungs are left
	}
	for _, k := range found {
		if slices.Contains(codes, k.Code) && k.Fix != nil && s.LineAt(k.Span.Start) == s.LineAt(d.Span.Start) {
			return &k
		}
	}
	return nil
}

// reported returns what the diagnostic's tool says of the snapshot, asked once.
func (a *task) reported(ctx context.Context) []signal.Diagnostic {
	if !a.asked && a.ladder.Tools != nil && a.p.Instruction == "" {
		a.stage(Stage{Name: "checking", Tool: a.p.Diagnostic.Tool})
		d := a.p.Diagnostic
		found, err := a.ladder.lint(ctx, d.Tool, a.p.Snapshot)
		same := func(k signal.Diagnostic) bool { return k.Code == d.Code }
		if err == nil && d.Origin != signal.FromLinter && !slices.ContainsFunc(found, same) &&
			a.ladder.Tools.Extend(ctx, d.Tool, a.p.Snapshot, []string{d.Code}) {
			found, err = a.ladder.lint(ctx, d.Tool, a.p.Snapshot)
		}
		if err == nil {
			a.known = append([]signal.Diagnostic{}, found...)
		}
		a.asked = true
	}
	return a.known
}

// rule proposes what the deterministic rules of the signal do.
func (a *task) rule() iter.Seq[proposal] {
	return func(yield func(proposal) bool) {
		list := slices.DeleteFunc(rules.For(a.p.Diagnostic), func(r rules.Rule) bool { return !r.Speaks(a.p.Snapshot.Lang) })
		for _, r := range list {
			edits, err := r.Fix(rules.Problem{Snapshot: a.p.Snapshot, File: a.file(), Diagnostic: a.p.Diagnostic,
				Others: a.p.Others,
				Homes:  a.homes, Project: a.otherFiles()})
			if err != nil {
				var d rules.Declined
				switch known := errors.As(err, &d); {
				case !known:
					a.tried = append(a.tried, "rule "+r.Name+": "+err.Error())
				case !d.Aside:
					a.tried = append(a.tried, d.Reason)
				}
				continue
			}
			if !yield(proposal{source: verify.Rule, title: r.Title(a.p.Diagnostic), name: r.Name, class: r.Class, why: r.Why,
				safe: r.Safe(), edits: edits}) {
				return
			}
		}
	}
}

// homes returns the places from which the document can import a name.
func (a *task) homes(name string) []rule.Home {
	if known := a.ladder.Modules; known != nil && a.p.Snapshot.Path != "" && !a.foreseen {
		return known.Homes(a.p.Root, a.p.Snapshot.Path, name)
	}
	return nil
}

// check runs the gates on a proposal. Its windows are its own ranges.
func (a *task) check(ctx context.Context, p proposal) *Fix {
	if !a.fixless() {
		a.reported(ctx)
	}
	a.stage(Stage{Name: "checking", Tool: a.p.Diagnostic.Tool})
	report := a.verify(ctx, verify.Input{After: p.after().Text(), Known: a.known, Source: p.source,
		Project: a.project(ctx, nil)})
	switch report.Verdict {
	case verify.Verified, verify.Unverified:
		f := a.witnessed(ctx, a.fixOf(p, a.follows()), report)
		return &f
	}
	a.report = &report
	a.tried = append(a.tried, refused(p, report))
	return nil
}

// fixOf returns the fix that a proposal is, without its edits; follows is another finding that may be why.
func (a *task) fixOf(p proposal, follows *signal.Diagnostic) Fix {
	return Fix{Problem: a.p, Title: p.title, Rung: p.rung, Tool: p.tool, Rule: p.name, Class: p.class, Why: p.why,
		Safe: p.safe && follows == nil, Follows: follows, Windows: ownWindows(a.p.Snapshot, p.edits)}
}

// verify runs the gates on a text of this run's document, with all tools that
// have a say in it.
func (a *task) verify(ctx context.Context, in verify.Input) verify.Report {
	in.Before, in.File, in.Target, in.Requirement, in.Now = a.p.Snapshot, a.file(), a.p.Diagnostic, a.req, a.ladder.Now
	if a.ladder.Tools != nil {
		in.Lint, in.Look, in.Judges = a.ladder.lint, a.ladder.Tools.Look, a.ladder.Tools.Judges(a.p.Snapshot)
	}
	return verify.Run(ctx, in)
}

// titled returns a model's fix with what a user should look at in its title, and without a proof
// where it is not checked.
func (f Fix) titled() Fix {
	if why := evidence.Doubts(f.Evidence); len(why) > 0 && f.Grade() == evidence.Unsure {
		f.Title += " (" + strings.Join(why, "; ") + ")"
	}
	if !f.Checked() {
		f.Proof = nil
	}
	return f
}

// refused says in one line why a proposal does not pass.
func refused(p proposal, r verify.Report) string {
	return fmt.Sprintf("the fix of its %s is refused: %s", p.rung, failure(r))
}

// failure is why a gate failed.
func failure(r verify.Report) string {
	for _, g := range r.Results {
		if g.State == verify.Fail {
			return g.Detail
		}
	}
	if r.Err != nil {
		return r.Err.Error()
	}
	return r.Verdict.String()
}

// ownWindows returns the lines that edits touch.
func ownWindows(s text.Snapshot, list []text.Edit) window.Set {
	lines := make([]text.Lines, len(list))
	for i, e := range list {
		lines[i] = s.LinesOf(e.Span)
	}
	return window.Of(lines)
}

// nothing returns the decline when no rung found a fix.
func (a *task) nothing() *Decline {
	d := &Decline{Code: DeclineRejected, Withheld: a.withheld, Windows: a.opened(), Reason: strings.Join(a.tried, "; ")}
	if a.report != nil {
		d.Reject, d.Gates = a.report.Reject, a.report.Results
	}
	wantsModel := slices.Contains(a.req.Rungs, signal.RungModel)
	if next := notInstalled(a.p.Diagnostic); next != "" {
		d.Code, d.Reason, d.Next = DeclineNotOffered, "no change of the code fixes this", next
		return d
	}
	if a.doubted {
		d.Code, d.Step = DeclineNotOffered, StepAllowUnsafe
		return d
	}
	missing := !a.ladder.Model.Asks() && (a.p.Rungs == nil || slices.Contains(a.p.Rungs, signal.RungModel))
	switch {
	case wantsModel && !a.withheld: // else the tool's own fix is what there is to allow
		if missing {
			d.Next, d.Step = a.ladder.Model.Why, a.ladder.Model.Step
		}
		if d.Reason != "" {
			d.Reason = " (" + d.Reason + ")"
		}
		d.Code, d.Reason = DeclineNoModel, "needs a model"+d.Reason
	case d.Reason == "":
		d.Code, d.Reason = DeclineNotOffered, "no rule and no tool has a fix for this"
	}
	return d
}

// ended returns the decline when the context ended.
func (a *task) ended(err error) *Decline {
	if errors.Is(err, context.DeadlineExceeded) {
		return &Decline{Code: DeclineTimeout, Reason: "timed out", Windows: a.opened(), Err: err}
	}
	return &Decline{Code: DeclineCancelled, Reason: "cancelled", Windows: a.opened(), Err: err}
}

// otherFiles returns what rules know of the files next to the document; nil where there is no time to read them, and
// for cells of a notebook, which have no path that others could import.
func (a *task) otherFiles() rules.Project {
	if a.foreseen || a.ladder.Beside == nil || a.ladder.Notebook != nil {
		return nil
	}
	return a.ladder.Beside(a.p.Root, a.p.Snapshot)
}

// project returns what is known besides the document: what the model was shown of it,
// its modules, and who uses what.
func (a *task) project(ctx context.Context, shown *Context) verify.Known {
	var p verify.Known
	root, path := a.p.Root, a.p.Snapshot.Path
	if shown != nil {
		p.Shown = shown.Text
	}
	known, cells := a.ladder.Project, a.ladder.Notebook
	if cells != nil {
		p.Beside = cells.Beside(a.p.Snapshot)
	}
	if known == nil {
		return p
	}
	p.Module = func(name string) bool { return known.Module(root, path, name) }
	if cells == nil && root != "" { // no file uses what a cell defines
		p.Uses = func(names []string) (string, string) { return known.Uses(ctx, root, path, names) }
	}
	return p
}
