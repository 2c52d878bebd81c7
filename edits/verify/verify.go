// Package verify decides whether a text may be offered as a fix. It runs the
// gates on the final text of a whole script, never on one edit of it, cheap
// ones first:
//
//	G0  no-op        something changed, and not only blanks
//	G1  containment  nothing outside the windows changed
//	G6  size         the change is in proportion to its window
//	G7  laziness     no "... existing code ..." in place of code
//	G8  suppression  the tool was not silenced, the code not deleted
//	G9  injection    no new process, network, file removal; no invisible text
//	G10 names        every new name is defined
//	G11 elsewhere    no name is gone that another file of the project uses
//	G12 versions     nothing is used that the oldest supported Python lacks
//	G2  parse        no more syntax errors than before, no marks of a merge conflict
//	G3  target       the tool no longer reports the problem
//	G4  nothing new  the tool reports nothing that it did not report before
//	G5  cascade      what the fix left over for the tool's own safe fix is merged
//
// The first failed gate ends the run, except G8: a text that passes everything
// else is a suppression or a deletion, which may still be the last offer under
// that name. A tool that cannot answer makes G3 and G4 unknown, never passed:
// the text is then unverified.
//
// Everything but the tool run is a pure function of the input; the clock is
// passed in.
package verify

import (
	"context"
	"fmt"
	"time"

	"github.com/fettle-dev/fettle/edits"
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
	Rule                     // a rule of ours: no share of the window to keep to
	ToolUnsafe               // as Rule; the tool deletes code with reason
	ToolSafe                 // G6, G7 and G8 are off
)

func (s Source) String() string { return [...]string{"model", "rule", "tool-unsafe", "tool"}[s] }

// Input is one text to judge.
type Input struct {
	Before text.Snapshot
	After  string
	File   *syntax.File // facts of Before; nil = parse it
	// Windows are the lines that may change. Without runs, rules and tools
	// answer for their own ranges; a model's text is then rejected.
	Windows     window.Set
	Target      signal.Diagnostic // zero Tool: no target, G3 is skipped
	Requirement signal.Requirement
	// Instructed says that the text carries out what a user asked for in words,
	// Target.Message: it has no target, may change all of its windows, and G4
	// asks Tools whether they report anything new.
	Instructed bool
	Tools      []string
	// Known is what Target's tool reports on Before; nil = run it.
	Known []signal.Diagnostic
	// Lint re-runs the tool; nil makes G3 and G4 unknown.
	Lint Lint
	// Look re-runs a tool on After, wherever the text is seen; nil = Lint does.
	Look Look
	// Judges have a say in G4 beside the target's own tool.
	Judges Judges
	// Later says that the tools will be asked afterwards, about this text
	// together with others.
	Later  bool
	Source Source
	// Known is what is known beside the document, for what the text newly uses.
	Project Known
	// Placeholders stand for redacted text in what the model saw; none may
	// reach the document.
	Placeholders []string
	// Now measures Elapsed; nil leaves it zero.
	Now func() time.Time
}

// Gate names one check, in the words that a user is shown.
type Gate string

// The gates, in the order in which they run; see the package for G0 to G12.
const (
	NoOp        Gate = "changes something"
	Containment Gate = "stays in its lines"
	Size        Gate = "in proportion"
	Laziness    Gate = "leaves nothing out"
	Suppressing Gate = "silences nothing"
	Injection   Gate = "adds no risky code"
	Names       Gate = "knows its names"
	Elsewhere   Gate = "keeps what others use"
	Versions    Gate = "runs on every version"
	Parse       Gate = "parses"
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
	Verified    Verdict = iota // every gate passed, the tool itself said so
	Unverified                 // nothing is wrong, but the tool could not be asked
	Suppression                // the tool is silenced, the problem is still there
	Deletion                   // the code in question is gone
	Rejected                   // not to be offered
)

func (v Verdict) String() string {
	return [...]string{"verified", "unverified", "suppression", "deletion", "rejected"}[v]
}

// Report is the outcome of all gates that ran.
type Report struct {
	Verdict Verdict
	Results []Result
	// Reject is set when Verdict is Rejected and Err is nil.
	Reject *edits.Reject
	// New lists what G4 found, on Text.
	New []signal.Diagnostic
	// Left is the problem as G3 found it again, on Text.
	Left *signal.Diagnostic
	// Text is the final text: After, or After with the merges of G5.
	Text string
	// Doubts say, one line each, why a text that passed every gate is not called
	// verified: what a user should look at.
	Doubts []string
	// Proof names the tools that have looked at Text.
	Proof *Proof
	// Err is the context's error when the run was cancelled; Verdict is then
	// Rejected and says nothing about the text.
	Err error
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

// gate is one row of the table of text gates.
type gate struct {
	name Gate
	run  func(*check) outcome
}

// textGates need no tool. G2 stands last: it is the dearest.
func textGates() []gate {
	return []gate{
		{NoOp, noop},
		{Containment, contained},
		{Size, sized},
		{Laziness, lazy},
		{Suppressing, suppressed},
		{Injection, injected},
		{Names, named},
		{Elsewhere, keptElsewhere},
		{Versions, runsOnOldest},
		{Parse, parsed},
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

// runOnce runs all gates but G5.
func runOnce(ctx context.Context, in Input) Report {
	c := newCheck(in)
	r := Report{Verdict: Verified, Text: in.After}
	trick := Verified
	var doubt *outcome
	for _, g := range textGates() {
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
		case g.name == Suppressing:
			trick = c.trick
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
	r.New, r.Left = t.fresh, t.gone.left
	// A syntax error only the tool sees is G2's business.
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
	c.doubts = append(c.doubts, t.doubts...)
	if len(t.tools) > 0 {
		r.Proof = proofOf(c.after, t.tools)
	}
	switch {
	case trick != Verified:
		r.Verdict = trick
	case len(c.doubts) > 0:
		r.Verdict, r.Doubts = Unverified, c.doubts
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
