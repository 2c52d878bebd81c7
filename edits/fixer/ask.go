package fixer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/decode"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/internal/tokens"
	"github.com/fettle-dev/fettle/providers/signal"
)

// ask is the state of the model rung: at most Calls asks, each one fresh, with
// the last answer and what was wrong with it. What one ask was lost to decides
// how the next one differs; see [ask.next].
type ask struct {
	climb    *climb
	set      window.Set
	closed   window.Set   // … before the class that lacks a member was opened
	redacted []text.Lines // lines that the model sees with placeholders: no range and no rewrite may go over them
	shape    prompt.Shape
	step     int // of [variations]
	wrong    map[prompt.Shape]*prompt.Feedback
	draft    *draft             // what the last answer made of the document
	mending  *draft             // … where that is what is asked about
	head     *signal.Diagnostic // the finding as if it were on the head of its function, where that is asked for
	last     time.Duration      // that an ask took: the first one also reads the file, and loads the model
	encoding prompt.Encoding
	heat     float64  // temperature
	context  *Context // nil = not gathered yet
	focus    []string // names to look for when it is gathered again
	reserve  int      // answer tokens, 0 = as computed
	feedback *prompt.Feedback
	seen     map[string]bool // answers and results so far, with their windows
	asks     int
	widened  bool // a wider set was taken
	empty    bool // an answer changed nothing
	usage    model.Usage
	reject   *edits.Reject
	checked  *verify.Report // of the last result
	reading  atomic.Int64   // tokens that a model here has been sent and not answered
	sure     float64        // how likely the model held its last answer to be
	unsure   []string       // results that passed, of answers that it held unlikely
	doubted  *Fix           // what passed with a doubt, while better may come
}

// newAsk prepares the first ask. It declines where the problem itself must not
// be shown.
func (a *climb) newAsk(ctx context.Context) (*ask, *Decline) {
	a.shape = a.ladder.Model.Learn(ctx)
	k := &ask{climb: a, shape: a.shape, encoding: prompt.EncodingOf(a.ladder.Model.Encoding), step: -1,
		seen: map[string]bool{}, wrong: map[prompt.Shape]*prompt.Feedback{}, feedback: a.failed}
	d := k.use(a.windows())
	if d == nil && k.plainly() {
		k.wholeFunction()
		k.fitLine()
	}
	if d == nil {
		k.shorten()
	}
	return k, d
}

// model asks the model, checks its answer, and asks again with the reason.
func (a *climb) model(ctx context.Context) (Fix, error) {
	if !a.ladder.Model.Asks() {
		return Fix{}, a.nothing()
	}
	if f, decline := a.recall(ctx); f != nil || decline != nil {
		return fixOr(f, decline)
	}
	if a.p.Candidates > 1 {
		return a.candidates(ctx)
	}
	if f := a.likewise(ctx); f != nil {
		return *f, a.remember(f, nil)
	}
	k, decline := a.newAsk(ctx)
	if decline != nil {
		return Fix{}, decline
	}
	for again := true; again; {
		f, lost, decline := k.once(ctx)
		k.note()
		switch {
		case ctx.Err() != nil:
			return k.late(ctx.Err())
		case decline != nil:
			return k.offer(decline)
		case f != nil:
			a.learn(*f)
			return *f, a.remember(f, nil)
		}
		again = k.asksLeft(ctx) && k.next(lost)
	}
	return k.offer(k.decline())
}

// offer is the fix with a doubt where no better one came, else the decline.
func (k *ask) offer(decline *Decline) (Fix, error) {
	if k.doubted == nil {
		return Fix{}, k.climb.remember(nil, decline)
	}
	k.doubted.Asks, k.doubted.Usage = k.asks, k.usage
	return *k.doubted, k.climb.remember(k.doubted, nil)
}

// late is what there is when the context has ended: nothing for who cancelled.
func (k *ask) late(err error) (Fix, error) {
	if k.doubted != nil && errors.Is(err, context.DeadlineExceeded) {
		return *k.doubted, nil
	}
	return Fix{}, k.ended(err)
}

// note keeps what was wrong with the last answer for the next time that the user
// asks. Where the lines stand then is not known.
func (k *ask) note() {
	if f := k.feedback; f != nil {
		k.climb.failed = &prompt.Feedback{Answer: f.Answer, Wrong: f.Wrong}
	}
}

// fixOr turns a pair into results, without a typed nil as error.
func fixOr(f *Fix, d *Decline) (Fix, error) {
	if d != nil {
		return Fix{}, d
	}
	return *f, nil
}

// once asks one time. Without a fix and a decline, the answer could not be
// used, and lost says why.
func (k *ask) once(ctx context.Context) (*Fix, loss, *Decline) {
	c := k.candidates()
	if r := c.Usable(); r != nil {
		return nil, 0, k.refuse(DeclineLimits, r.Detail)
	}
	msgs, placeholders := k.prompt(ctx, c)
	k.asks++
	reply, err := k.climb.ladder.Model.Completer.Complete(ctx, model.Prompt{System: msgs.System, User: msgs.User,
		MaxTokens: max(msgs.MaxTokens, k.reserve), Schema: msgs.Schema, Temperature: k.heat, Mode: k.climb.p.Mode, About: k.about(msgs),
		Progress: k.progress(msgs)})
	k.usage.Prompt += reply.Usage.Prompt
	k.usage.Completion += reply.Usage.Completion
	if err != nil {
		return k.failed(err, max(msgs.MaxTokens, k.reserve))
	}
	k.reading.Store(0)
	k.last = reply.Elapsed
	k.sure = sureness(k.climb.p.Snapshot.Lang, reply.Likely)
	if k.again(reply.Text) {
		return nil, lostRepeat, nil
	}
	if k.plainly() && !decode.Scripted(reply.Text) {
		return k.readPlain(ctx, reply.Text, placeholders)
	}
	script, reject := decode.Answer(reply.Text, c)
	if reject != nil {
		k.rejected(reply.Text, c, *reject)
		return nil, lossOf(*reject), nil //nolint:nilerr // the next ask tells the model
	}
	switch script.Status {
	case edits.StatusNoFix:
		k.feedback = prompt.Refused(reply.Text)
		return nil, 0, k.refuse(DeclineNoFix, "the model says: "+orElse(script.Reason, "it cannot be fixed here"))
	case edits.StatusNeeds:
		return k.needs(reply.Text, c, script)
	}
	return k.try(ctx, c, script, reply.Text, placeholders)
}

// progress says that the model is being asked, and gives what says that its
// answer has begun.
func (k *ask) progress(msgs prompt.Messages) func(int, time.Duration) {
	at := Stage{Name: "asking", Model: k.climb.ladder.Model.Name, Ask: k.asks}
	if k.climb.ladder.Model.Local {
		at.Reading = tokens.Estimate(msgs.System) + tokens.Estimate(msgs.User)
	}
	k.climb.stage(at)
	if at.Reading == 0 {
		return nil
	}
	k.reading.Store(int64(at.Reading))
	at.Reading = 0
	begun := sync.OnceFunc(func() {
		k.reading.Store(0)
		k.climb.stage(at)
	})
	return func(int, time.Duration) { begun() }
}

// ended is the decline when the context ended: what the time went into, and what
// was wrong with the last answer, help to decide what to change.
func (k *ask) ended(err error) *Decline {
	d := k.climb.ended(err)
	d.Asks, d.Usage = k.asks, k.usage
	if d.Code != DeclineTimeout {
		return d
	}
	name := k.climb.ladder.Model.Name
	switch n := int(k.reading.Load()); {
	case k.reject != nil:
		d.Reason = fmt.Sprintf("timed out after %d asks; the answer before: %s", k.asks, plainly(k.reject.Detail))
		d.Reject = k.reject
	case n > 0:
		d.Reason = fmt.Sprintf("timed out while %s was reading %s tokens", name, thousands(n))
		d.Next = "take a smaller model, or raise timeouts.fix"
	}
	return d
}

// try applies a script and runs the gates on its result.
func (k *ask) try(ctx context.Context, c edits.Candidates, script edits.Script, answer string, placeholders []string) (*Fix, loss, *Decline) {
	result, rejects := edits.Apply(c, script, edits.Options{
		Characters: k.climb.req.Characters, Parse: edits.NoWorse(k.climb.file), Redacted: k.redacted,
		Unlimited: k.climb.p.Instruction != "", // the gates count
	})
	if r := k.madeUp(result); len(rejects) == 0 && r != nil {
		rejects = []edits.Reject{*r}
	}
	if len(rejects) > 0 {
		k.rejected(answer, c, rejects...)
		if rejects[0].Code == edits.RejectNoop {
			return k.nothingChanged(answer, script)
		}
		return nil, lossOf(rejects...), nil
	}
	if !k.climb.req.Characters && !asksForComments.MatchString(k.climb.p.Instruction) {
		result.Text = verify.WithoutComments(k.climb.p.Snapshot, result.Text)
	}
	if k.again(result.Text) {
		return nil, lostRepeat, nil
	}
	k.climb.stage(Stage{Name: "checking", Tool: k.checker()})
	report := k.verify(ctx, result.Text, placeholders)
	if result.Rival != nil {
		if result, report = k.settle(ctx, result, report, placeholders); result.Rival != nil {
			k.rejected(answer, c, *report.Reject)
			k.feedback.Look = prompt.TwoReadings(c, result.Text, result.Rival.Text)
			delete(k.seen, runKey(k.set)+strings.TrimSpace(result.Text)) // said clearly, it is another answer
			return nil, lostGate, nil
		}
	}
	if k.climb.p.Instruction == "" {
		result, report = k.completed(ctx, result, report, placeholders)
	}
	if k.plainly() {
		result, report = k.plainer(ctx, result, report, placeholders)
	}
	k.checked = &report
	if report.Err != nil {
		return nil, lostGate, nil //nolint:nilerr // the caller looks at the context
	}
	f := Fix{Problem: k.climb.p, Title: titleOf(script, k.climb.p), Rung: signal.RungModel,
		Edits: diff.Minimal(k.climb.p.Snapshot.Text(), report.Text), Windows: k.set, Gates: report.Results,
		Asks: k.asks, Repairs: slices.Concat(script.Repairs, result.Repairs), Shape: script.Shape, Usage: k.usage, Proof: k.climb.proof(ctx, report)}
	if report.Verdict != verify.Rejected {
		f = k.climb.witnessed(ctx, f, report, k.answered(report.Text)...)
		if f.Title = doubted(f.Title, f.Evidence); !f.Checked() {
			f.Proof = nil
		}
	}
	if k.settles(&f, report) {
		return &f, 0, nil
	}
	unlikely := k.plainly() && k.climb.p.Instruction == "" && k.sure < limits.ModelSure && !k.agrees(report.Text)
	if report.Verdict == verify.Verified && unlikely { // asked in another way it may be: nothing is wrong that it could be told
		k.unsure = append(k.unsure, report.Text)
		k.feedback = nil
		delete(k.seen, runKey(k.set)+strings.TrimSpace(result.Text))
		return nil, lostGate, nil
	}
	k.feedback = prompt.Failed(answer, c, result.Text, report.Results)
	k.feedback.Wrong = append(k.feedback.Wrong, evidence.Doubts(f.Evidence)...)
	k.keepDraft(result.Text, report)
	return nil, lostGate, nil
}

// agrees reports whether another answer, held unlikely too, came to the same result. Of
// nine results that passed all checks and were held unlikely eight were right.
func (k *ask) agrees(result string) bool { return slices.Contains(k.unsure, result) }

// settles reports whether a fix ends the asking. One that does not is kept where it
// may be offered at the end.
func (k *ask) settles(f *Fix, report verify.Report) bool {
	switch {
	case report.Verdict == verify.Rejected:
		k.reject = report.Reject
		k.focus = missing(report.Reject)
		return false
	case f.Grade() != evidence.Unsure || !k.free():
		return true
	case k.doubted == nil:
		k.doubted = f
	}
	return false
}

// again notes an answer or a result, and reports whether the same one came
// before for the same windows.
func (k *ask) again(s string) bool {
	key := runKey(k.set) + strings.TrimSpace(s)
	if k.mending != nil {
		key = k.mending.found.Message + key
	}
	if k.seen[key] {
		same := edits.Reject{Code: edits.RejectSame, Op: -1, Detail: "the model sent the same edit again"}
		if k.reject != nil && k.reject.Detail != same.Detail { // what was wrong with it says more, once
			same.Detail = strings.TrimSuffix(k.reject.Detail, "; "+same.Detail) + "; " + same.Detail
		}
		k.reject = &same
		return true
	}
	k.seen[key] = true
	return false
}

// rejected keeps the reason of a rejected answer, for the next ask and for the
// user.
func (k *ask) rejected(answer string, c edits.Candidates, rejects ...edits.Reject) {
	k.reject = &rejects[0]
	k.feedback = prompt.Rejected(answer, c, rejects...)
}

// madeUp rejects a result with a placeholder that stands for nothing the model
// was shown; the gates know those that do.
func (k *ask) madeUp(r edits.Result) *edits.Reject {
	if !egress.HasPlaceholder(r.Text) || egress.HasPlaceholder(k.climb.p.Snapshot.Text()) {
		return nil
	}
	return &edits.Reject{Code: edits.RejectInjection, Op: -1, Detail: "the new text holds a placeholder of redacted text"}
}

var unneeded = lazyre.New(`(?i)\bno (further |other |code )?(change|fix|edit)s? (is |are )?(needed|required|necessary)`)

// nothingChanged gives a model that changed nothing one more chance, unless it
// says that nothing needs to change.
func (k *ask) nothingChanged(answer string, s edits.Script) (*Fix, loss, *Decline) {
	if k.empty || unneeded.MatchString(s.Reason) || unneeded.MatchString(answer) {
		return nil, 0, k.refuse(DeclineNoFix, "the model changes nothing: "+orElse(s.Reason, "it sees no fix here"))
	}
	k.empty = true
	return nil, lostGate, nil
}

// needs handles an answer that asks for other lines.
func (k *ask) needs(answer string, c edits.Candidates, s edits.Script) (*Fix, loss, *Decline) {
	want := text.Lines{Start: s.Needs[0] - 1, End: s.Needs[1]}
	said := edits.Reject{Code: edits.RejectOutside, Op: -1, Detail: fmt.Sprintf("the model needs lines %d-%d", s.Needs[0], s.Needs[1])}
	k.rejected(answer, c, said)
	if n := k.climb.p.Snapshot.LineCount(); want.Start >= n {
		// Small models copy the example of the instructions instead of asking for anything.
		k.reject.Detail += fmt.Sprintf(" of a file of %d", n)
		k.feedback.Wrong = []string{fmt.Sprintf("the file has %d lines", n)}
		return nil, lostShape, nil
	}
	if k.set.Covers(want) {
		k.feedback.Wrong = []string{"the windows hold these lines already"}
		return nil, lostGate, nil
	}
	k.focus = words(s.Reason)
	if k.widened || !k.widenTo(want) {
		return nil, 0, k.refuse(DeclineNoFix, orElse(said.Detail+": "+s.Reason, said.Detail))
	}
	return nil, lostNeeds, nil
}

// failed handles a call that gave no complete answer.
func (k *ask) failed(err error, reserve int) (*Fix, loss, *Decline) {
	var me *model.Error
	if errors.As(err, &me) && (me.Local || me.Fault == model.FaultRefused) {
		k.asks-- // nothing was sent: a limit of the run, a circuit that is open, the gate
	}
	if me != nil && me.Fault == model.FaultTooLong && k.plainly() {
		// There was room for the code half as long again: more of it would be talk.
		k.reject = &edits.Reject{Code: edits.RejectDecodeIncomplete, Op: -1, Detail: "answer too long, not applied"}
		return nil, lostShape, nil
	}
	if me != nil && me.Fault == model.FaultTooLong && k.reserve == 0 {
		k.reserve = min(2*reserve, 2*limits.AnswerReserve)
		k.reject = &edits.Reject{Code: edits.RejectDecodeIncomplete, Op: -1, Detail: "answer too long, not applied"}
		return nil, lostLength, nil
	}
	d := k.refuse(DeclineModel, err.Error())
	d.Err = err
	if errors.As(err, new(*egress.Held)) {
		d.Step = StepExplain
	}
	if me != nil && me.Fault == model.FaultTooLong {
		d.Reason = "answer too long, not applied"
	}
	return nil, 0, d
}

// refuse declines with what was done so far.
func (k *ask) refuse(code DeclineCode, why string) *Decline {
	return &Decline{Code: code, Reason: strings.TrimSpace(why), Windows: k.set, Asks: k.asks, Usage: k.usage}
}

// decline says why no answer could be used.
func (k *ask) decline() *Decline {
	why := "no usable answer"
	if k.reject != nil {
		why = plainly(k.reject.Detail)
	}
	noun := "fix"
	if k.climb.p.Instruction != "" {
		noun = "edit"
	}
	d := k.refuse(DeclineRejected, fmt.Sprintf("%s rejected after %d asks: %s", noun, k.asks, why))
	if k.asks == 1 {
		d.Reason = noun + " rejected: " + why
	}
	d.Reject = k.reject
	if k.checked != nil {
		d.Gates = k.checked.Results
	}
	return d
}

// plain are the words for people of what a model is told about its answer.
var plain = strings.NewReplacer("the windows of this request", "the lines that may change", "the windows", "the lines that may change",
	"in two windows", "in two places", "no window", "no part", "EDIT window", "an edit", "use an id", "it has to name one")

// plainly says to people why an answer was not used.
func plainly(detail string) string { return plain.Replace(detail) }

// titleOf is the model's own reason, cleaned, else the problem.
func titleOf(s edits.Script, p Problem) string {
	switch {
	case s.Reason != "":
		return s.Reason
	case p.Instruction != "":
		return p.Instruction
	}
	return strings.TrimSpace("fix " + p.Diagnostic.Code)
}

func orElse(s, other string) string {
	if strings.TrimSpace(s) == "" {
		return other
	}
	return s
}
