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
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/internal/tokens"
	"github.com/fettle-dev/fettle/providers/signal"
)

// run is one fix by a model: attempts one after the other, until an answer is right, no row
// of the table is left, or no time.
type run struct {
	*task
	table []attempt
	used  []bool // of the table
	question
	history
}

// question is what is asked next.
type question struct {
	at       attempt
	about    subject
	set      window.Set
	inside   window.Set   // without the class that lacks a member, while that is asked for
	redacted []text.Lines // lines that the model sees with placeholders: no range and no rewrite may go over them
	encoding prompt.Encoding
	reserve  int // answer tokens, 0 = as computed
	hint     *prompt.Feedback
}

// subject is what is asked about in place of the finding itself.
type subject struct {
	draft  *draft             // what the last answer made of the document
	header *signal.Diagnostic // the finding as if it were in the header of its function
	member bool               // the class that lacks what the finding misses
}

// history is what came of the attempts so far.
type history struct {
	asks         int
	usage        model.Usage
	last         time.Duration // that an attempt took: the first one also reads the file, and loads the model
	prompted     int           // tokens of the last prompt, by estimate
	written      int           // tokens of the last answer
	sent         int           // tokens that were reserved for the last answer
	reading      atomic.Int64  // tokens that a model here has been sent and not answered
	gathered     *Context      // nil = not yet
	focus        []string      // names to look for when it is gathered again
	widened      bool
	empty        bool            // an answer changed nothing
	seen         map[string]bool // answers and results, with their windows
	wrong        map[prompt.Shape]*prompt.Feedback
	draft        *draft           // what the last answer made of the document
	reject       *edits.Reject    // of the last answer
	checked      *verify.Report   // of the last result
	likely       float64          // how likely the model held its last answer to be, 0 where that is not known
	answer       string           // the last one
	offered      edits.Candidates // the places that the last prompt is about
	placeholders []string         // of what was redacted in it
	best         *Fix             // what passed, while better may come
	passed       int              // the attempt that the first such answer came of
	late         bool             // there was no time for another attempt
}

// newRun prepares the first attempt. It declines where the problem itself must not be shown.
func (a *task) newRun(ctx context.Context) (*run, *Decline) {
	k := &run{task: a}
	k.seen, k.wrong = map[string]bool{}, map[prompt.Shape]*prompt.Feedback{}
	k.at.shape, k.encoding, k.hint = a.ladder.Model.Learn(ctx), prompt.EncodingOf(a.ladder.Model.Encoding), a.failed
	if d := k.use(a.windows()); d != nil {
		return k, d
	}
	k.table = scriptAttempts()
	if k.plainly() {
		if k.set.Level == window.LevelRow {
			k.function()
		}
		if !k.fits() {
			k.at.shape = prompt.ShapeRewrite
		}
		k.table = plainAttempts(a.p.Snapshot.LineCount())
	}
	k.used = make([]bool, len(k.table))
	for i, at := range k.table {
		k.used[i] = k.plainly() && at.shape == k.at.shape && at.window == nil && at.heat == 0 && at.hint == noHint
	}
	k.shorten()
	return k, nil
}

// offer returns the best fix that passed, else the decline.
func (k *run) offer(decline *Decline) (Fix, error) {
	if k.best == nil {
		return Fix{}, k.remember(nil, decline)
	}
	return k.finish(*k.best)
}

// finish returns a fix with what all attempts cost, and remembers it.
func (k *run) finish(f Fix) (Fix, error) {
	f = f.titled()
	f.Asks, f.Usage = k.asks, k.usage
	return f, k.remember(&f, nil)
}

// interrupted returns what there is when the context has ended: nothing for who cancelled.
func (k *run) interrupted(err error) (Fix, error) {
	if k.best != nil && errors.Is(err, context.DeadlineExceeded) {
		return k.finish(*k.best)
	}
	return Fix{}, k.ended(err)
}

// note keeps what was wrong with the last answer for the next time that the user asks. Where
// the lines stand then is not known.
func (k *run) note() {
	if f := k.hint; f != nil {
		k.task.failed = &prompt.Feedback{Answer: f.Answer, Wrong: slices.Concat(f.Wrong, f.Also)}
	}
}

// ask makes one attempt. Without a fix and a decline the answer could not be used, and the
// outcome says why.
func (k *run) ask(ctx context.Context) (*Fix, outcome, *Decline) {
	k.offered = k.candidates()
	if r := k.offered.Usable(); r != nil {
		return nil, 0, k.refuse(DeclineLimits, r.Detail)
	}
	msgs := k.prompt(ctx)
	k.asks++
	k.sent = max(msgs.MaxTokens, k.reserve)
	reply, err := k.ladder.Model.Completer.Complete(ctx, model.Prompt{System: msgs.System, User: msgs.User,
		MaxTokens: k.sent, Schema: msgs.Schema, Temperature: k.at.heat, Mode: k.p.Mode, About: k.source(msgs),
		Progress: k.progress(msgs)})
	k.usage.Prompt += reply.Usage.Prompt
	k.usage.Completion += reply.Usage.Completion
	k.written = max(reply.Usage.Completion, tokens.Estimate(reply.Text))
	k.prompted = tokens.Estimate(msgs.System) + tokens.Estimate(msgs.User)
	if err != nil {
		return k.failed(err)
	}
	k.reading.Store(0)
	k.last = reply.Elapsed
	k.likely, k.answer = sureness(k.p.Snapshot.Lang, reply.Likely), reply.Text
	if k.again(reply.Text) {
		return nil, wasRepeated, nil
	}
	return k.read(ctx)
}

// progress says that the model is being asked, and returns what says that its answer has begun.
func (k *run) progress(msgs prompt.Messages) func(int, time.Duration) {
	at := Stage{Name: "asking", Model: k.ladder.Model.Name, Ask: k.asks, Most: max(1, k.ladder.Calls)}
	if k.free() {
		at.Most = limits.AsksLocal
	}
	if k.ladder.Model.Local {
		at.Reading = tokens.Estimate(msgs.System) + tokens.Estimate(msgs.User)
	}
	k.stage(at)
	if at.Reading == 0 {
		return nil
	}
	k.reading.Store(int64(at.Reading))
	at.Reading = 0
	begun := sync.OnceFunc(func() {
		k.reading.Store(0)
		k.stage(at)
	})
	return func(int, time.Duration) { begun() }
}

// again notes an answer or a result, and reports whether the same one came before for the
// same windows.
func (k *run) again(s string) bool {
	key := k.key(s)
	if !k.seen[key] || k.at.hint == sameHint {
		k.seen[key] = true
		return false
	}
	same := edits.Reject{Code: edits.RejectSame, Op: -1, Detail: "the model sent the same edit again"}
	if k.reject != nil && k.reject.Detail != same.Detail { // what was wrong with it says more, once
		same.Detail = strings.TrimSuffix(k.reject.Detail, "; "+same.Detail) + "; " + same.Detail
	}
	k.reject = &same
	return true
}

// key is different for different answers, and for different windows that they were for.
func (k *run) key(s string) string {
	var b strings.Builder
	if d := k.about.draft; d != nil {
		b.WriteString(d.found.Message)
	}
	for _, r := range k.set.Runs {
		fmt.Fprintf(&b, "%d-%d,", r.Lines.Start, r.Lines.End)
	}
	return b.String() + "\x00" + strings.TrimSpace(s)
}

// failed handles a call that gave no complete answer.
func (k *run) failed(err error) (*Fix, outcome, *Decline) {
	var me *model.Error
	if errors.As(err, &me) && (me.Local || me.Fault == model.FaultRefused) {
		k.asks-- // nothing was sent: a limit of the run, a circuit that is open, the gate
	}
	long := me != nil && me.Fault == model.FaultTooLong
	const why = "answer too long, not applied"
	if long && (k.plainly() || k.reserve == 0) {
		k.reject = &edits.Reject{Code: edits.RejectDecodeIncomplete, Op: -1, Detail: why}
		if k.plainly() {
			return nil, wasUnread, nil // there was room for the code half as long again: more of it would be talk
		}
		return nil, wasTooLong, nil
	}
	d := k.refuse(DeclineModel, err.Error())
	d.Err = err
	if errors.As(err, new(*egress.Held)) {
		d.Step = StepExplain
	}
	if long {
		d.Reason = why
	}
	return nil, 0, d
}

// refuse declines with what was done so far.
func (k *run) refuse(code DeclineCode, why string) *Decline {
	return &Decline{Code: code, Reason: strings.TrimSpace(why), Windows: k.set, Asks: k.asks, Likely: k.likely,
		Usage: k.usage}
}

// decline says why no answer could be used.
func (k *run) decline() *Decline {
	why := "no usable answer"
	if k.reject != nil {
		why = people.Replace(k.reject.Detail)
	}
	noun := "fix"
	if k.p.Instruction != "" {
		noun = "edit"
	}
	d := k.refuse(DeclineRejected, noun+" rejected: "+why)
	if k.asks != 1 {
		d.Reason = fmt.Sprintf("%s rejected after %d asks: %s", noun, k.asks, why)
	}
	if k.late {
		d.Reason += fmt.Sprintf("; no time was left for another attempt, which takes some %.0f s", k.another().Seconds())
		d.Next = "raise timeouts.fix, or use a smaller model"
	}
	d.Reject = k.reject
	if k.checked != nil {
		d.Gates = k.checked.Results
	}
	return d
}

// ended returns the decline when the context ended: what the time went into, and what was wrong
// with the last answer, help to decide what to change.
func (k *run) ended(err error) *Decline {
	d := k.task.ended(err)
	d.Asks, d.Usage = k.asks, k.usage
	if d.Code != DeclineTimeout {
		return d
	}
	name := k.ladder.Model.Name
	switch n := int(k.reading.Load()); {
	case k.reject != nil:
		d.Reason = fmt.Sprintf("timed out after %d asks; the answer before: %s", k.asks, people.Replace(k.reject.Detail))
		d.Reject = k.reject
	case n > 0:
		d.Reason = fmt.Sprintf("timed out while %s was reading %s tokens", name, thousands(n))
		d.Next = "use a smaller model, or raise timeouts.fix"
	}
	return d
}

// people has the words for people in place of those that a prompt says about an answer.
var people = strings.NewReplacer("the windows of this request", "the lines that may change", "the windows",
	"the lines that may change",
	"in two windows", "in two places", "no window", "no part", "EDIT window", "an edit", "use an id", "it has to name one")
