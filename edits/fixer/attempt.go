package fixer

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
)

// attempt is one way to ask a model: a row of the two tables below. After each answer that
// is no fix, [run.next] chooses the first row that was not used yet and that fits.
type attempt struct {
	shape prompt.Shape // script, which is no plain code: as before
	// the lines that may change, and what is said of them; false where there are none; nil = as at first
	window func(*run) bool
	encode func(prompt.Encoding) prompt.Encoding
	heat   float64 // temperature
	hint   hint
	longer bool    // with twice the reserve for the answer
	after  outcome // only where the answer before was one of these; 0 = any
	number int     // only as this attempt; 0 = any
}

// hint is what a prompt says of an answer before.
type hint uint8

const (
	noHint   hint = iota
	lastHint      // the last answer in this shape, and what was wrong with it
	askHint       // what else the last answer does, as a question
	sameHint      // as before: the same question, read once and answered twice
)

// outcome is what came of an attempt.
type outcome uint16

const (
	wasUnread       outcome = 1 << iota // nothing could be read, or an address is wrong
	wasRefused                          // a gate or a tool is not content
	wasOutside                          // lines outside the windows are changed
	wasNeeds                            // the model asked for other lines, and has them now
	wasTooLong                          // the answer was cut
	wasRepeated                         // the same as before
	wasUnchanged                        // the code as it was
	wasAlone                            // it passes, and no other answer is known
	wasQuestionable                     // it passes, and what else it does is unusual, or part of the problem is left
)

// briefLines is the longest file that is sent back as quickly as a function. Qwen2.5-Coder
// 1.5B wrote for 70 s to send one of 90 lines back: in that time it can be asked five times
// for a function.
const briefLines = 40

// plainAttempts are for models that are asked for plain code, of a file of so many lines.
// Another shape helps more often than asking again in the same one (docs/models.md), and
// another temperature is for models that repeat themselves.
func plainAttempts(fileLines int) []attempt {
	once := []attempt{
		{shape: prompt.ShapeRewrite},
		{hint: askHint, after: wasQuestionable},
		{hint: sameHint, after: wasAlone, heat: anew},
		{shape: prompt.ShapeRewrite, window: (*run).function, heat: 0.3, hint: lastHint, after: wasUnchanged, number: 2},
		{shape: prompt.ShapeLine},
		{shape: prompt.ShapeRewrite, window: (*run).member},
		{shape: prompt.ShapeLine, window: (*run).header},
	}
	again := []attempt{
		{shape: prompt.ShapeLine, window: (*run).mend},
		{shape: prompt.ShapeRewrite, window: (*run).mend},
		{shape: prompt.ShapeRewrite, heat: 0.4, hint: lastHint},
		{shape: prompt.ShapeLine, heat: 0.6, hint: lastHint},
		{shape: prompt.ShapeRewrite, heat: 0.9},
		{shape: prompt.ShapeLine, heat: 0.9},
	}
	rest := []attempt{{shape: prompt.ShapeRewrite, heat: 0.7}, {shape: prompt.ShapeRewrite, heat: 1}}
	file := []attempt{{shape: prompt.ShapeFile}}
	if fileLines <= briefLines {
		return slices.Concat(once, file, again, rest)
	}
	return slices.Concat(once, again, file, rest)
}

// scriptAttempts are for models that name the lines that they change. The third asks for a diff, which all of them
// know.
func scriptAttempts() []attempt {
	return []attempt{
		{hint: lastHint, after: wasNeeds},
		{hint: lastHint, after: wasTooLong, longer: true},
		{hint: lastHint, after: wasOutside, window: (*run).widen},
		{hint: lastHint, number: 3, after: wasUnread | wasRefused | wasUnchanged | wasOutside, encode: asDiff},
		{hint: lastHint, after: wasUnread, encode: prompt.Encoding.Other},
		{hint: lastHint, after: wasRefused | wasUnchanged | wasOutside},
	}
}

func asDiff(prompt.Encoding) prompt.Encoding { return prompt.Diff }

// model asks the model, checks its answer, and asks again with the reason.
func (a *task) model(ctx context.Context) (Fix, error) {
	if !a.ladder.Model.Asks() {
		return Fix{}, a.nothing()
	}
	if f, decline := a.recall(ctx); decline != nil {
		return Fix{}, decline
	} else if f != nil {
		return *f, nil
	}
	if a.p.Candidates > 1 {
		return a.candidates(ctx)
	}
	k, decline := a.newRun(ctx)
	if decline != nil {
		return Fix{}, decline
	}
	for {
		f, came, decline := k.ask(ctx)
		if k.note(); f != nil {
			f, came = k.weigh(*f)
		}
		switch {
		case ctx.Err() != nil:
			return k.interrupted(ctx.Err())
		case decline != nil:
			return k.offer(decline)
		case f != nil:
			return k.finish(*f)
		case !k.may(ctx), !k.next(came):
			return k.offer(k.decline())
		}
	}
}

// may reports whether there may be another attempt. One that costs nothing but time may come
// as long as the fix has time for it and its user waits; once there is a fix to offer, one.
func (k *run) may(ctx context.Context) bool {
	if !k.free() {
		return k.asks < max(1, k.ladder.Calls)
	}
	most := limits.AsksLocal
	if k.best != nil {
		most = min(most, k.passed+1)
	}
	if end, bounded := ctx.Deadline(); bounded && time.Until(end) <= k.another() {
		k.late = true
	}
	return k.asks < most && !k.late
}

// weigh decides what comes of a fix that no check refuses, where another attempt costs nothing
// but time. It asks about what is left of its cause, or about an unusual effect; else the same
// question once more, at the price of the answer: that another answer comes to the same
// program is evidence, and so is that it does not.
func (k *run) weigh(f Fix) (*Fix, outcome) {
	if !k.free() || f.Grade() == evidence.Unchecked {
		return &f, 0
	}
	s, first, came := k.p.Snapshot, k.best == nil, wasAlone
	odd := evidence.Without(f.Evidence, evidence.Likely)
	same := 1
	switch {
	case !first && k.at.hint == sameHint:
		if bareCode(s.Lang, f.Text()) == bareCode(s.Lang, k.best.Text()) {
			same = 2
		}
	case len(f.Left) > 0:
		came, k.hint = wasQuestionable, prompt.Partly(k.answer, partly(s.With(f.Text()), f.Left))
	case evidence.Of(odd) == evidence.Unsure:
		came, k.hint = wasQuestionable, prompt.Questioned(k.answer, evidence.Doubts(f.Evidence))
	case k.p.Instruction != "":
		return &f, 0
	}
	k.passed = cmp.Or(k.passed, k.asks)
	if first || better(s, f, *k.best) < 0 {
		k.best = &f
	}
	if !first && k.at.hint == sameHint {
		k.best.Evidence = append(evidence.Without(k.best.Evidence, evidence.Agreed),
			evidence.Agreeing(k.ladder.Model.Name, same, 2))
	}
	return nil, came
}

// free reports whether another attempt costs nothing but time.
func (k *run) free() bool {
	return k.plainly() && k.ladder.Model.Local && k.p.Mode == model.Explicit
}

// next prepares the next attempt, or reports that no row is left.
func (k *run) next(after outcome) bool {
	if k.hint != nil && k.about == (subject{}) {
		k.wrong[k.at.shape] = k.hint
	}
	for i, at := range k.table {
		if k.used[i] || at.after != 0 && at.after&after == 0 || at.number > 0 && at.number != k.asks+1 {
			continue
		}
		if k.used[i] = k.prepare(at); k.used[i] {
			return true
		}
	}
	return false
}

// prepare makes an attempt the one that is made next; false where it does not fit.
func (k *run) prepare(at attempt) bool {
	before := k.question
	if at.hint < askHint {
		k.about = subject{}
		if k.inside.Runs != nil {
			k.set, k.inside = k.inside, window.Set{}
		}
	}
	if at.shape == prompt.ShapeScript {
		at.shape = k.at.shape
	}
	k.at = at
	ok := at.window == nil || at.window(k)
	switch {
	case !ok:
	case at.hint == lastHint && k.plainly():
		k.hint = k.wrong[at.shape]
		ok = k.hint != nil
	case at.hint == noHint:
		k.hint = nil
	}
	if ok = ok && k.fits(); !ok {
		k.question = before
		return false
	}
	if at.encode != nil {
		k.encoding = at.encode(k.encoding)
	}
	if at.longer {
		k.reserve = min(2*k.sent, 2*limits.AnswerReserve)
	}
	return true
}

// fits reports whether what is asked about can be asked for in the shape of the attempt.
func (k *run) fits() bool {
	switch k.at.shape {
	case prompt.ShapeFile:
		return prompt.FitsWhole(k.p.Snapshot, k.ladder.Model.whole())
	case prompt.ShapeLine:
		return k.p.Instruction == "" && (k.about.header != nil || prompt.FitsLine(k.candidates()))
	}
	return true
}

// plainly reports whether the model is asked for plain code.
func (k *run) plainly() bool { return k.at.shape != prompt.ShapeScript }
