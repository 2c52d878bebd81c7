package fixer

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/decode"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// read reads an answer, in each way in which it can be read, and judges what it makes of the
// document.
func (k *run) read(ctx context.Context) (*Fix, outcome, *Decline) {
	if k.plainly() && !decode.Scripted(k.answer) {
		return k.readPlain(ctx)
	}
	script, reject := decode.Answer(k.answer, k.offered)
	if reject != nil {
		k.rejected(*reject)
		return nil, outcomeOf(*reject), nil //nolint:nilerr // the next attempt says it to the model
	}
	switch script.Status {
	case edits.StatusNoFix:
		k.hint = prompt.Refused(k.answer)
		return nil, 0, k.refuse(DeclineNoFix, "the model says: "+cmp.Or(script.Reason, "it cannot be fixed here"))
	case edits.StatusNeeds:
		return k.needs(script)
	}
	return k.try(ctx, script)
}

// outcomeOf sorts rejects by what may help against them.
func outcomeOf(rejects ...edits.Reject) outcome {
	for _, r := range rejects {
		switch r.Code {
		case edits.RejectOutside:
			return wasOutside
		case edits.RejectNoop:
			return wasUnchanged
		case edits.RejectDecodeNone, edits.RejectDecodeIncomplete, edits.RejectDecodeAmbiguous, edits.RejectOpUnknown,
			edits.RejectIDUnknown, edits.RejectIDCheck, edits.RejectIDForeign:
			return wasUnread
		}
	}
	return wasRefused
}

// readPlain reads an answer of plain code and checks each way to read it. What lies outside
// the windows is tried with wider ones: the answer is there.
func (k *run) readPlain(ctx context.Context) (*Fix, outcome, *Decline) {
	before := k.set
	defer func() { k.set = before }()
	for {
		scripts, reject := decode.Plain(k.answer, k.offered, prompt.Asked(k.at.shape, k.offered)...)
		if reject == nil {
			return k.readings(ctx, scripts)
		}
		k.rejected(*reject)
		if reject.Code != edits.RejectOutside || k.about.draft != nil || k.about.member || !k.widen() {
			return nil, outcomeOf(*reject), nil
		}
		k.offered = k.candidates()
	}
}

// readings checks the ways to take one answer. Two that pass and are different programs are a
// guess that is not made.
func (k *run) readings(ctx context.Context, scripts []edits.Script) (*Fix, outcome, *Decline) {
	var found *Fix
	came, before, hint := wasRepeated, k.hint, k.hint
	for _, s := range scripts {
		if s.Spare && found != nil {
			break
		}
		f, why, _ := k.try(ctx, s)
		switch {
		case ctx.Err() != nil:
			return nil, why, nil //nolint:nilerr // the loop ends with it
		case f == nil && why == wasRepeated:
		case f == nil:
			if came == wasRepeated {
				came, hint = why, k.hint
			}
		case found != nil && bareCode(k.p.Snapshot.Lang, f.Text()) != bareCode(k.p.Snapshot.Lang, found.Text()):
			k.rejected(edits.Reject{Code: edits.RejectDecodeAmbiguous, Op: -1,
				Detail: "the code can be placed in two ways; send all of the part"})
			return nil, wasUnread, nil
		case found == nil:
			found = f
		}
	}
	if k.hint = hint; found != nil {
		k.hint = before
	}
	return found, came, nil
}

// try applies a script and judges its result.
func (k *run) try(ctx context.Context, script edits.Script) (*Fix, outcome, *Decline) {
	p := k.p
	result, rejects := edits.Apply(k.offered, script, edits.Options{
		Characters: k.req.Characters, Parse: edits.NoWorse(k.file()), Redacted: k.redacted,
		Unlimited: p.Instruction != "", // the gates count
	})
	if egress.HasPlaceholder(result.Text) && !egress.HasPlaceholder(p.Snapshot.Text()) && len(rejects) == 0 {
		// It stands for nothing that the model was shown: the gates know those that do.
		rejects = []edits.Reject{{Code: edits.RejectInjection, Op: -1,
			Detail: "the new text holds a placeholder of redacted text"}}
	}
	if len(rejects) > 0 {
		k.rejected(rejects...)
		if rejects[0].Code == edits.RejectNoop {
			return k.nothingChanged(script)
		}
		return nil, outcomeOf(rejects...), nil
	}
	if !k.req.Characters && !asksForComments.MatchString(p.Instruction) {
		result.Text = verify.WithoutComments(p.Snapshot, result.Text)
	}
	if k.again(result.Text) {
		return nil, wasRepeated, nil
	}
	k.stage(Stage{Name: "checking", Tool: k.checker()})
	report := k.task.verify(ctx, k.judged(ctx, result.Text))
	if p.Instruction == "" {
		result, report = k.completed(ctx, result, report)
	}
	if k.checked = &report; report.Err != nil {
		return nil, wasRefused, nil //nolint:nilerr // the caller looks at the context
	}
	if report.Verdict == verify.Rejected {
		k.reject, k.focus = report.Reject, missing(report.Reject)
		k.hint = prompt.Failed(k.answer, k.offered, result.Text, report.Results)
		k.keepDraft(result.Text, report)
		return nil, wasRefused, nil
	}
	f := k.witnessed(ctx, Fix{Problem: p, Title: titleOf(script, p), Rung: signal.RungModel, Windows: k.set,
		Asks: k.asks, Shape: script.Shape, Likely: k.likely, Left: k.stayed(report), Usage: k.usage}, report,
		k.answered()...)
	return &f, 0, nil
}

// judged returns the input of the gates for a text that an answer makes of the document.
func (k *run) judged(ctx context.Context, after string) verify.Input {
	return verify.Input{
		After: after, Windows: k.set, Known: k.reported(ctx), Source: verify.Model, Placeholders: k.placeholders,
		Instructed: k.p.Instruction != "", Comments: asksForComments.MatchString(k.p.Instruction),
		Tools: k.p.Tools, Project: k.project(ctx, k.gathered),
	}
}

// rejected keeps the reason of a rejected answer, for the next attempt and for the user.
func (k *run) rejected(rejects ...edits.Reject) {
	k.reject = &rejects[0]
	k.hint = prompt.Rejected(k.answer, k.offered, rejects...)
}

var unneeded = lazyre.New(`(?i)\bno (further |other |code )?(change|fix|edit)s? (is |are )?(needed|required|necessary)`)

// nothingChanged asks a model that changed nothing once more, unless it says that
// nothing needs to change; one that is asked for scripts changes nothing twice for the same
// reason.
func (k *run) nothingChanged(s edits.Script) (*Fix, outcome, *Decline) {
	if k.empty || unneeded.MatchString(s.Reason) || unneeded.MatchString(k.answer) {
		return nil, wasUnchanged, k.refuse(DeclineNoFix,
			"the model changes nothing: "+cmp.Or(s.Reason, "it sees no fix here"))
	}
	k.empty = true
	return nil, wasUnchanged, nil
}

// needs handles an answer that asks for other lines.
func (k *run) needs(s edits.Script) (*Fix, outcome, *Decline) {
	want := text.Lines{Start: s.Needs[0] - 1, End: s.Needs[1]}
	said := edits.Reject{Code: edits.RejectOutside, Op: -1, Detail: fmt.Sprintf("the model needs lines %d-%d", s.Needs[0],
		s.Needs[1])}
	k.rejected(said)
	if n := k.p.Snapshot.LineCount(); want.Start >= n {
		// Small models copy the example of the instructions instead of asking for anything.
		k.reject.Detail += fmt.Sprintf(" of a file of %d", n)
		k.hint.Wrong = []string{fmt.Sprintf("the file has %d lines", n)}
		return nil, wasUnread, nil
	}
	if k.set.Covers(want) {
		k.hint.Wrong = []string{"the windows hold these lines already"}
		return nil, wasRefused, nil
	}
	k.focus = window.QuotedNames(s.Reason)
	if !k.widenTo(want) {
		return nil, 0, k.refuse(DeclineNoFix, strings.TrimSuffix(said.Detail+": "+s.Reason, ": "))
	}
	return nil, wasNeeds, nil
}

// missing returns the names that a gate did not find.
func missing(r *edits.Reject) []string {
	if r == nil || r.Code != edits.RejectUndefined {
		return nil
	}
	return window.QuotedNames(r.Detail)
}

// titleOf returns the model's own reason, cleaned, else the problem.
func titleOf(s edits.Script, p Problem) string {
	switch {
	case s.Reason != "":
		return s.Reason
	case p.Instruction != "":
		return p.Instruction
	}
	return strings.TrimSpace("fix " + p.Diagnostic.Code)
}

// sureness returns how likely the model held the code of its answer to be, all of it; 0 where
// that is not known. How a comment is worded says nothing about the code, and whether an
// import is right the tools see.
//
// Of the answers of Qwen2.5-Coder 1.5B that all checks passed, those that were right had
// from .14 on, of those that were wrong six of eight .12 at most (docs/models.md).
func sureness(lang string, answer []model.Likely) float64 {
	comment := lex.For(lang).LineComment()
	var line string            // so far
	var sum, row, last float64 // of the code, of its line so far, of the last code that has ended
	inside, fenced := false, false
	for _, l := range answer {
		if first, _, _ := strings.Cut(line+l.Text, "\n"); inside && !strings.Contains(first, comment) &&
			!strings.Contains(first, "```") {
			row += l.Log
		}
		for rest := l.Text; ; {
			part, behind, ends := strings.Cut(rest, "\n")
			line += part
			if !ends {
				break
			}
			if !edits.ImportLine(lang, line) {
				sum += row
			}
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				if inside {
					last = sum
				}
				inside, fenced, sum = !inside, true, 0
			}
			line, rest, row = "", behind, 0
		}
	}
	if inside {
		last = sum + row
	}
	if !fenced {
		return 0
	}
	return math.Exp(last)
}
