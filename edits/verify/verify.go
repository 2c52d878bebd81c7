// Package verify refuses texts that may not be offered as a fix. It runs closed gates on
// the final text of a whole script, never on one edit of it, cheap ones first. Each is there
// for a class of harm; internal/testkit/threats has a row for each.
//
//	for every text
//	  changes something   a fix that is none
//	  stays in its lines  a change where nobody looks for one
//	  in proportion       a rewrite that nobody asked for
//	  leaves nothing out  code replaced by words that stand for it
//	  visible             characters that nobody sees, placeholders of what was redacted
//	  keeps what others use   a module's name that another file imports
//	  knows its names     a name that nothing binds
//	  parses              damage, marks of a merge conflict
//	  problem gone        the tool still reports it
//	  nothing new         a tool reports what it did not report before
//	  follow-up           what the fix left over for the tool's own safe fix is merged
//	for a model's text besides
//	  keeps comments      a directive that silences a tool, in whatever words; orders to others
//	  reaches nothing new processes, network, deletion, evaluation, native code
//	  is not hollow       code that does nothing is reported by no tool
//	  keeps types         a checker that has to believe anything
//	  keeps its parameters    calls in other files that no longer fit
//	  keeps the test      a test that is made to pass
//
// The first failed gate ends the run. A tool that cannot answer makes the last
// ones unknown, never passed: the text is then unverified.
//
// What else an edit does is no gate's business: package effect says it, and package evidence
// grades what is known. Everything but the tool run is a pure function of the input; the
// clock is passed in.
package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Lint runs one tool on a text that may differ from the file on disk. An error
// means that the tool could not answer (missing, not allowed, timed out), and
// makes the gates that need it unknown.
type Lint func(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error)

// Source says who made the text; it decides which gates apply.
type Source uint8

// The sources.
const (
	Model      Source = iota // every gate
	Rule                     // a rule of ours: the gates for every text
	ToolUnsafe               // as Rule; the tool's own parser is believed
	ToolSafe                 // size, placeholders and names are off
)

// Input is one text to judge.
type Input struct {
	Before text.Snapshot
	After  string
	File   *syntax.File // facts of Before; nil = parse it
	// Windows are the lines that may change. Without runs, rules and tools
	// answer for their own ranges; a model's text is then rejected.
	Windows     window.Set
	Target      signal.Diagnostic // zero Tool: no target, it is not looked for
	Requirement signal.Requirement
	// Instructed says that the text carries out what a user asked for in words,
	// Target.Message: it has no target, may change all of its windows, and
	// asks Tools whether they report anything new.
	Instructed bool
	// Comments says that the words of an instruction ask for comments.
	Comments bool
	// Completed says that a rule has written into a model's text, which had passed by
	// itself: what the rule asserts, it has seen.
	Completed bool
	Tools     []string
	// Known is what Target's tool reports on Before; nil = run it.
	Known []signal.Diagnostic
	// Lint re-runs the tool; nil makes what tools say unknown.
	Lint Lint
	// Look re-runs a tool on After, wherever the text is seen; nil = Lint does.
	Look Look
	// Judges have a say in addition to the target's own tool.
	Judges Judges
	// Later says that the tools will be asked afterwards, about this text
	// together with others.
	Later  bool
	Source Source
	// Known is what is known besides the document, for what the text newly uses.
	Project Known
	// Placeholders stand for redacted text in what the model saw; none may
	// reach the document.
	Placeholders []string
	// Now measures Elapsed; nil leaves it zero.
	Now func() time.Time
}

// Gate names one check, in the words that a user is shown.
type Gate string

// The gates, in the order in which they run.
const (
	NoOp        Gate = "changes something"
	Containment Gate = "stays in its lines"
	Size        Gate = "in proportion"
	Laziness    Gate = "leaves nothing out"
	Visible     Gate = "visible"
	Comments    Gate = "keeps comments"
	Names       Gate = "knows its names"
	Elsewhere   Gate = "keeps what others use"
	Parse       Gate = "parses"
	Capability  Gate = "reaches nothing new"
	Hollow      Gate = "is not hollow"
	Types       Gate = "keeps types"
	Signature   Gate = "keeps its parameters"
	Tests       Gate = "keeps the test"
	TargetGone  Gate = "problem gone"
	NothingNew  Gate = "nothing new"
	Cascade     Gate = "follow-up"
)

// State is a gate's answer.
type State uint8

// The states of a gate.
const (
	Pass State = iota
	Fail
	Unknown // the gate's tool could not answer
	Skipped // the gate does not apply
)

func (s State) String() string { return [...]string{"pass", "fail", "unknown", "skipped"}[s] }

// Result is one gate's answer. Detail is one line that a user and a model
// understand.
type Result struct {
	Gate    Gate
	State   State
	Detail  string
	Elapsed time.Duration
}

// Verdict sums up the gates.
type Verdict uint8

// The verdicts, best first.
const (
	Verified   Verdict = iota // every gate passed, the tool itself said so
	Unverified                // nothing is wrong, but a tool could not be asked
	Rejected                  // not to be offered
)

func (v Verdict) String() string {
	return [...]string{"verified", "unverified", "rejected"}[v]
}

// Report is the outcome of all gates that ran.
type Report struct {
	Verdict Verdict
	Results []Result
	// Reject is set when Verdict is Rejected and Err is nil.
	Reject *edits.Reject
	// New lists what tools newly report, on Text.
	New []signal.Diagnostic
	// Left is the problem as the tool found it again, on Text.
	Left *signal.Diagnostic
	// Now is what the finding's tool says of Text; nil where it has not looked.
	Now []signal.Diagnostic
	// Text is the final text: After, or After with merged follow-ups.
	Text string
	// Doubts say, one line each, why a text that passed every gate is not called
	// verified: what a user should look at.
	Doubts []string
	// Evidence is what the gates and the tools have seen of Text; its tools have no
	// versions yet.
	Evidence []evidence.Evidence
	// Proof names the tools that have looked at Text.
	Proof *Proof
	// Err is the context's error when the run was cancelled; Verdict is then
	// Rejected and says nothing about the text.
	Err error
}

// seen returns what speaks for a text that no gate has refused, and what is missing.
func seen(c *check, t answers) []evidence.Evidence {
	list := []evidence.Evidence{evidence.Standing("it parses, its names are bound, and what others use is there")}
	for _, tool := range t.tools {
		list = append(list, evidence.Looked(tool.Name, ""))
	}
	for _, o := range []outcome{t.gone, t.nothing} {
		if o.state == Unknown && (len(t.tools) == 0 || o.detail != "") &&
			!slices.ContainsFunc(list, func(e evidence.Evidence) bool { return e.What == o.detail }) {
			list = append(list, evidence.NotLooked(c.in.Target.Tool, o.detail))
		}
	}
	for _, why := range t.doubts {
		tool, _, _ := strings.Cut(why, " ")
		list = append(list, evidence.NotLooked(tool, why))
	}
	for _, what := range c.doubts {
		list = append(list, evidence.Also(what, evidence.Threshold))
	}
	return list
}

// outcome is what one gate says.
type outcome struct {
	state  State
	detail string
	code   edits.RejectCode   // why, when state is Fail
	left   *signal.Diagnostic // what is still there, when that is why
}

func pass() outcome             { return outcome{} }
func skip(why string) outcome   { return outcome{state: Skipped, detail: why} }
func unsure(why string) outcome { return outcome{state: Unknown, detail: why} }
func fail(code edits.RejectCode, format string, a ...any) outcome {
	return outcome{state: Fail, detail: fmt.Sprintf(format, a...), code: code}
}

// gate is one row of the table of gates that need no tool.
type gate struct {
	name Gate
	run  func(*check) outcome
	// models says that it is for models' texts alone: tools and rules may do that.
	models bool
}

// textGates need no tool. Those that read trees come behind the one for damage.
func textGates() []gate {
	return []gate{
		{name: NoOp, run: noop},
		{name: Containment, run: contained},
		{name: Size, run: sized},
		{name: Laziness, run: lazy},
		{name: Visible, run: visible},
		{name: Comments, run: keepsComments, models: true},
		{name: Names, run: named},
		{name: Elsewhere, run: keptElsewhere},
		{name: Parse, run: parsed},
		{name: Capability, run: capable, models: true},
		{name: Hollow, run: hollowed, models: true},
		{name: Types, run: typed, models: true},
		{name: Signature, run: signed, models: true},
		{name: Tests, run: keepsTests, models: true},
	}
}

// Run judges the text. It returns within 100 ms of the context's end, also
// when the tool does not.
func Run(ctx context.Context, in Input) Report {
	r := runOnce(ctx, in)
	if r.Verdict == Rejected && r.Err == nil && r.Reject.Code == edits.RejectNew {
		return cascade(ctx, in, r)
	}
	return r
}

// runOnce runs all gates but the follow-up.
func runOnce(ctx context.Context, in Input) Report {
	c := newCheck(in)
	r := Report{Verdict: Verified, Text: in.After}
	var doubt *outcome
	for _, g := range textGates() {
		if g.models && in.Source != Model {
			continue
		}
		if err := ctx.Err(); err != nil {
			return cancelled(r, err)
		}
		start := c.now()
		o := g.run(c)
		r.Results = append(r.Results, Result{g.name, o.state, o.detail, c.now().Sub(start)})
		if o.state != Fail {
			continue
		}
		switch {
		case g.name == Parse && c.in.Source >= ToolUnsafe && (c.in.Lint != nil || in.Later):
			// The tool wrote this itself, and knows syntax that the grammar
			// may not know yet: its own parser decides.
			doubt = &o
		default:
			return reject(r, o)
		}
	}
	start := c.now()
	t := askTool(ctx, c)
	elapsed := c.now().Sub(start)
	if err := ctx.Err(); err != nil {
		return cancelled(r, err)
	}
	if c.blanks && t.gone.state != Pass {
		o := onlyBlanks()
		setResult(r.Results, NoOp, o)
		return reject(r, o)
	}
	r.New, r.Left, r.Now = t.fresh, t.gone.left, t.now
	// A syntax error only the tool sees is the parse gate's business.
	if t.syntax.state == Fail {
		setResult(r.Results, Parse, t.syntax)
		return reject(r, t.syntax)
	}
	if doubt != nil && !in.Later {
		if t.gone.state == Unknown || t.gone.state == Skipped {
			return reject(r, *doubt)
		}
		setResult(r.Results, Parse, outcome{detail: in.Target.Tool + " parses it, the grammar does not: " + doubt.detail})
	}
	r.Results = append(r.Results, Result{TargetGone, t.gone.state, t.gone.detail, elapsed})
	if t.gone.state == Fail {
		return reject(r, t.gone)
	}
	r.Results = append(r.Results, Result{NothingNew, t.nothing.state, t.nothing.detail, 0})
	if t.nothing.state == Fail {
		return reject(r, t.nothing)
	}
	if len(t.tools) > 0 {
		r.Proof = proofOf(c.after, t.tools)
	}
	r.Evidence = seen(c, t)
	switch {
	case len(c.doubts)+len(t.doubts) > 0:
		r.Verdict, r.Doubts = Unverified, slices.Concat(c.doubts, t.doubts)
	case t.gone.state == Unknown || t.nothing.state == Unknown:
		r.Verdict = Unverified
	}
	return r
}

// setResult revises a gate's answer.
func setResult(list []Result, g Gate, o outcome) {
	for i := range list {
		if list[i].Gate == g {
			list[i].State, list[i].Detail = o.state, o.detail
		}
	}
}

func reject(r Report, o outcome) Report {
	r.Verdict = Rejected
	r.Reject = &edits.Reject{Code: o.code, Op: -1, Detail: o.detail}
	return r
}

func cancelled(r Report, err error) Report {
	r.Verdict, r.Err = Rejected, err
	return r
}
