package fixer

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/decode"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// A variation is one way to ask for plain code.
type variation struct {
	shape prompt.Shape
	heat  float64
	told  bool // with the last answer in this shape, and what was wrong with it
	mends bool // about the last answer's own code
	gives bool // the class that lacks a member what it lacks
	head  bool // the head of the function whose result is not what it says
}

// briefLines is the longest file that is sent back as quickly as a function. Qwen2.5-Coder
// 1.5B wrote for 70 s to send one of 90 lines back: in that time it can be asked
// five times for a function.
const briefLines = 40

// variations are the asks for plain code of a file of so many lines, in order.
// Another shape helps more often than asking again in the same one, and another
// temperature is for models that repeat themselves. Of sixteen small defects
// Qwen2.5-Coder 1.5B sent the function back unchanged for four; asked for the line
// it mended two of those, and one more that it had got wrong.
func variations(fileLines int) []variation {
	once := []variation{{shape: prompt.ShapeRewrite}, {shape: prompt.ShapeLine}, {shape: prompt.ShapeRewrite, gives: true}, {shape: prompt.ShapeLine, head: true}}
	again := []variation{
		{shape: prompt.ShapeLine, mends: true},
		{shape: prompt.ShapeRewrite, mends: true},
		{shape: prompt.ShapeRewrite, heat: 0.4, told: true},
		{shape: prompt.ShapeLine, heat: 0.6, told: true},
		{shape: prompt.ShapeRewrite, heat: 0.9},
		{shape: prompt.ShapeLine, heat: 0.9},
	}
	// Where there is no line to ask for, or no short file, asks are left.
	rest := []variation{{shape: prompt.ShapeRewrite, heat: 0.7}, {shape: prompt.ShapeRewrite, heat: 1}}
	file := variation{shape: prompt.ShapeFile}
	if fileLines <= briefLines {
		return slices.Concat(once, []variation{file}, again, rest)
	}
	return slices.Concat(once, again, []variation{file}, rest)
}

// plainly reports whether the model is asked for plain code.
func (k *ask) plainly() bool { return k.shape != prompt.ShapeScript }

// free reports whether another ask costs nothing but time: then one that leaves a
// doubt is followed by others, since the checks will say which is better.
func (k *ask) free() bool {
	return k.plainly() && k.climb.ladder.Model.Local && k.climb.p.Mode == model.Explicit
}

// asksForBetter bounds the asks of a fix once there is one to offer.
const asksForBetter = 4

// asksLeft reports whether there may be another ask. One that costs nothing but
// time may come as long as the fix has time for it and its user waits.
func (k *ask) asksLeft(ctx context.Context) bool {
	if !k.free() {
		return k.asks < max(1, k.climb.ladder.Calls)
	}
	most := limits.AsksLocal
	if k.doubted != nil {
		most = min(most, k.doubted.Asks+asksForBetter)
	}
	end, bounded := ctx.Deadline()
	return k.asks < most && (!bounded || time.Until(end) > k.last/2) // what the server has read it need not read again
}

// nextPlain prepares the next ask for plain code, or reports that there is none.
func (k *ask) nextPlain() bool {
	if k.feedback != nil && k.mending == nil && k.head == nil && k.set.Member.Len() == 0 {
		k.wrong[k.shape] = k.feedback
	}
	k.mending, k.head = nil, nil
	if k.set.Member.Len() > 0 {
		k.set = k.closed
	}
	for list := variations(k.climb.p.Snapshot.LineCount()); ; {
		k.step++
		if k.step >= len(list) {
			return false
		}
		v := list[k.step]
		if v == (variation{shape: k.climb.shape}) {
			continue // the first ask
		}
		if v.shape == prompt.ShapeFile && !prompt.FitsWhole(k.climb.p.Snapshot) {
			continue
		}
		if v.mends && !k.mend(v.shape) {
			continue
		}
		if v.gives && !k.open() || v.head && !k.atHead() {
			continue
		}
		if v.shape == prompt.ShapeLine && !v.mends && !v.head && (k.climb.p.Instruction != "" || !prompt.FitsLine(k.candidates())) {
			continue
		}
		if v.told && k.wrong[v.shape] == nil {
			continue
		}
		k.shape, k.heat, k.feedback = v.shape, v.heat, nil
		if v.told {
			k.feedback = k.wrong[v.shape]
		}
		return true
	}
}

// aboutResult are complaints that a function gives back another type than it says.
var aboutResult = lazyre.New(`(?i)return value type|assignable to return type|in return statement|^Type '.+' is not assignable to type`)

// atHead has the head of the function asked for whose result is of another type than it
// says: where the value is right, that is wrong.
func (k *ask) atHead() bool {
	s, d, f := k.climb.p.Snapshot, k.climb.p.Diagnostic, k.climb.file
	line := s.LineAt(d.Span.Start)
	i := f.Enclosing(line, syntax.Function)
	if i < 0 || k.climb.p.Instruction != "" || !aboutResult.MatchString(d.Message) || !strings.Contains(s.Line(line), "return") || !k.set.Covers(f.Nodes[i].Header) {
		return false
	}
	span := f.Nodes[i].Span
	d.Span = text.Span{Start: span.Start, End: min(span.End, s.LineSpan(s.LineAt(span.Start)).End)}
	k.head = &d
	return true
}

// open has the class asked for that lacks a member, or reports that there is none.
func (k *ask) open() bool {
	before := k.set
	next, ok := window.WithMember(k.climb.p.Snapshot, k.climb.file, k.climb.p.Diagnostic, k.set)
	if !ok || k.climb.p.Instruction != "" || k.use(next) != nil || k.set.Member.Len() == 0 {
		k.set = before
		return false
	}
	k.closed = before
	return true
}

// fitLine has a model that is best asked for lines asked for the function where
// there is no line to ask for.
func (k *ask) fitLine() {
	if k.shape == prompt.ShapeLine && (k.climb.p.Instruction != "" || !prompt.FitsLine(k.candidates())) {
		k.shape = prompt.ShapeRewrite
		k.climb.shape = k.shape
	}
}

// whole widens windows to the function round the diagnostic, if a small model
// can send that back: it knows functions better than lines out of them.
func (k *ask) wholeFunction() {
	s := k.climb.p.Snapshot
	if k.climb.p.Instruction != "" || k.set.Level != window.LevelRow {
		return
	}
	at := s.LinesOf(k.climb.p.Diagnostic.Span)
	inside := slices.ContainsFunc(k.climb.file.Nodes, func(n syntax.Node) bool {
		return n.Kind == syntax.Function && n.Lines.Covers(at) && n.Lines.Len() <= longestWhole
	})
	if !inside {
		return
	}
	next, ok := window.Widen(s, k.climb.file, k.climb.p.Diagnostic, k.set)
	if before := k.set; ok && next.Level == window.LevelFunction && k.use(next) != nil {
		k.set = before
	}
}

// readPlain reads an answer of plain code and checks each way to take it. What
// lies outside the windows is tried with wider ones: the answer is there.
func (k *ask) readPlain(ctx context.Context, answer string, placeholders []string) (*Fix, loss, *Decline) {
	before := k.set
	for {
		c := k.candidates()
		scripts, reject := decode.Plain(answer, c, prompt.Asked(k.shape, c)...)
		if reject != nil {
			k.rejected(answer, c, *reject)
			if reject.Code == edits.RejectOutside && k.mending == nil && k.set.Member.Len() == 0 && k.widen() {
				continue
			}
			k.set = before
			return nil, lossOf(*reject), nil //nolint:nilerr // the next ask tells the model
		}
		f, lost, decline := k.readings(ctx, c, scripts, answer, placeholders)
		k.set = before
		return f, lost, decline
	}
}

// readings checks the ways to take one answer. Two that pass and are different
// programs are a guess that is not made.
func (k *ask) readings(ctx context.Context, c edits.Candidates, scripts []edits.Script, answer string, placeholders []string) (*Fix, loss, *Decline) {
	var found *Fix
	lost, feedback := lostRepeat, k.feedback
	for _, s := range scripts {
		if s.Spare && found != nil {
			break
		}
		f, why, _ := k.try(ctx, c, s, answer, placeholders)
		select {
		case <-ctx.Done():
			return nil, why, nil
		default:
		}
		switch {
		case f == nil && why == lostRepeat:
		case f == nil:
			if lost == lostRepeat {
				lost, feedback = why, k.feedback
			}
		case found != nil && bareCode(f.Problem.Snapshot.Lang, f.Text()) != bareCode(found.Problem.Snapshot.Lang, found.Text()):
			k.rejected(answer, c, edits.Reject{Code: edits.RejectDecodeAmbiguous, Op: -1, Detail: "the code can be placed in two ways; send all of the part"})
			return nil, lostShape, nil
		case found == nil:
			found = f
		}
	}
	k.feedback = feedback
	return found, lost, nil
}
