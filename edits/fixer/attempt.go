package fixer

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// attempt is one way to ask a model: a row of the two tables below. After each answer that
// is no fix, [run.next] chooses the first row that was not used yet and that fits.
type attempt struct {
	shape prompt.Shape
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
	wasUnlikely                         // it passes, and the model did not hold it likely
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

// scriptAttempts are for models that name the lines that they change. The last of three asks
// for the easiest task there is: a few lines anew, or a diff where the setting says so.
func scriptAttempts(last string) []attempt {
	third := attempt{window: (*run).narrow, encode: as(prompt.Rewrite)}
	if last == "diff" {
		third = attempt{encode: as(prompt.Diff)}
	}
	third.hint, third.number, third.after = lastHint, 3, wasUnread|wasRefused|wasUnchanged|wasOutside
	return []attempt{
		{hint: lastHint, after: wasNeeds},
		{hint: lastHint, after: wasTooLong, longer: true},
		{hint: lastHint, after: wasOutside, window: (*run).widen},
		third,
		{hint: lastHint, after: wasUnread, encode: prompt.Encoding.Other},
		{hint: lastHint, after: wasRefused | wasUnchanged | wasOutside},
	}
}

func as(e prompt.Encoding) func(prompt.Encoding) prompt.Encoding {
	return func(prompt.Encoding) prompt.Encoding { return e }
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
	if at.hint != askHint {
		k.about = subject{}
		if k.inside.Runs != nil {
			k.set, k.inside = k.inside, window.Set{}
		}
	}
	if at.hint == askHint || !k.plainly() {
		at.shape = k.at.shape
	}
	k.at = at
	ok := at.window == nil || at.window(k)
	switch {
	case !ok:
	case at.hint == askHint:
		ok = k.hint != nil
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
		return prompt.FitsWhole(k.climb.p.Snapshot)
	case prompt.ShapeLine:
		return k.climb.p.Instruction == "" && (k.about.header != nil || prompt.FitsLine(k.candidates()))
	}
	return true
}

// plainly reports whether the model is asked for plain code.
func (k *run) plainly() bool { return k.at.shape != prompt.ShapeScript }

// aboutResult are messages that a function returns another type than it says.
var aboutResult = lazyre.New(`(?i)return value type|assignable to return type|in return statement|^Type '.+' is not ` +
	`assignable to type`)

// header has the header of the function asked for that returns another type than it says:
// where the value is right, that is wrong.
func (k *run) header() bool {
	s, d, f := k.climb.p.Snapshot, k.climb.p.Diagnostic, k.climb.file
	line := s.LineAt(d.Span.Start)
	i := f.Enclosing(line, syntax.Function)
	if i < 0 || k.climb.p.Instruction != "" || !aboutResult.MatchString(d.Message) ||
		!strings.Contains(s.Line(line), "return") || !k.set.Covers(f.Nodes[i].Header) {
		return false
	}
	span := f.Nodes[i].Span
	d.Span = text.Span{Start: span.Start, End: min(span.End, s.LineSpan(s.LineAt(span.Start)).End)}
	k.about.header = &d
	return true
}

// member has the class asked for that lacks a member.
func (k *run) member() bool {
	before := k.set
	next, ok := window.WithMember(k.climb.p.Snapshot, k.climb.file, k.climb.p.Diagnostic, k.set)
	if !ok || k.climb.p.Instruction != "" || k.use(next) != nil || k.set.Member.Len() == 0 {
		k.set = before
		return false
	}
	k.inside, k.about.member = before, true
	return true
}

// function has the whole function round the diagnostic asked for, if a small model can send
// that back: it knows functions better than lines out of them.
func (k *run) function() bool {
	s := k.climb.p.Snapshot
	if k.climb.p.Instruction != "" {
		return false
	}
	at := s.LinesOf(k.climb.p.Diagnostic.Span)
	around := slices.IndexFunc(k.climb.file.Nodes, func(n syntax.Node) bool {
		return n.Kind == syntax.Function && n.Lines.Covers(at) && n.Lines.Len() <= longestWhole
	})
	switch {
	case around < 0:
		return false
	case k.set.Covers(k.climb.file.Nodes[around].Lines):
		return true
	case k.set.Level != window.LevelRow:
		return false
	}
	next, ok := window.Widen(s, k.climb.file, k.climb.p.Diagnostic, k.set)
	if before := k.set; !ok || next.Level != window.LevelFunction || k.use(next) != nil {
		k.set = before
		return false
	}
	return true
}

// widen opens the next wider window set, once.
func (k *run) widen() bool {
	if k.climb.p.Instruction != "" || k.widened {
		return false // the selection is the user's word
	}
	next, ok := window.Widen(k.climb.p.Snapshot, k.climb.file, k.climb.p.Diagnostic, k.set)
	if ok && k.use(next) == nil {
		k.widened = true
		return true
	}
	return false
}

// widenTo opens wider windows until they cover the lines; it reports false, and opens none,
// where no set does.
func (k *run) widenTo(want text.Lines) bool {
	if k.climb.p.Instruction != "" || k.widened {
		return false
	}
	s, f, d := k.climb.p.Snapshot, k.climb.file, k.climb.p.Diagnostic
	for next, ok := window.Widen(s, f, d, k.set); ok; next, ok = window.Widen(s, f, d, next) {
		if next.Covers(want) {
			k.widened = true
			return k.use(next) == nil
		}
	}
	return false
}

// narrow leaves few lines around the diagnostic of its run, whole statements, besides the
// places for imports.
func (k *run) narrow() bool {
	if k.climb.p.Instruction == "" {
		k.cut(narrowLines, window.Imports)
	}
	return true
}

const (
	narrowLines = 5 // on each side of the diagnostic that the last of three attempts may rewrite
	// A small model sends windows whole; of longer ones than it can, it is shown the lines
	// around the diagnostic.
	longestWhole = 60
	wholeLines   = 15
)

// shorten cuts the diagnostic's run to what a small model can send whole.
func (k *run) shorten() {
	i := k.set.RunAt(k.climb.p.Snapshot.LineAt(k.climb.p.Diagnostic.Span.Start))
	if (k.plainly() || k.climb.ladder.Model.Weak) && k.climb.p.Instruction == "" && i >= 0 &&
		k.set.Runs[i].Lines.Len() > longestWhole {
		k.cut(wholeLines, window.Imports, window.Signature, window.Names, window.Class, window.Related)
	}
}

// cut leaves the whole statements of one block around the diagnostic in its run, some so many lines on each
// side, and the runs of some roles.
func (k *run) cut(around int, roles ...window.Role) {
	at := k.climb.p.Snapshot.LinesOf(k.climb.p.Diagnostic.Span)
	i := k.set.RunAt(at.Start)
	if i < 0 {
		return
	}
	lines := k.set.Runs[i].Lines
	few := k.climb.file.Whole(at, at.Len()+2*around)
	if !lines.Covers(few) || few.Len() > 2*longestWhole { // it begins or ends a block that is too long to be sent
		few = k.climb.file.Statement(text.Lines{Start: max(lines.Start, at.Start-around), End: min(lines.End, at.End+around)})
	}
	next := window.Set{Level: k.set.Level}
	for j, r := range k.set.Runs {
		if j == i {
			r = within(r, few)
		}
		if j == i || slices.Contains(roles, r.Role) {
			next.Runs = append(next.Runs, r)
		}
	}
	k.set = next
}

// within returns the part of a run inside lines.
func within(r window.Run, l text.Lines) window.Run {
	cut := func(x text.Lines) text.Lines {
		return text.Lines{Start: max(x.Start, l.Start), End: min(x.End, l.End)}
	}
	r.Lines = cut(r.Lines)
	var only []text.Lines
	for _, o := range r.ImportOnly {
		if o = cut(o); o.Len() >= 0 {
			only = append(only, o)
		}
	}
	r.ImportOnly = only
	return r
}

// relatedOf returns what the prompt says of other places: what the tool says of them, and the
// signature that an override has to have in so many words. Shown the two signatures as mypy
// puts them, Qwen2.5-Coder 1.5B sent the function back as it was.
func relatedOf(d signal.Diagnostic) []signal.Related {
	out := slices.Clone(d.Related)
	for i, r := range out {
		if m := ofSuperclass.FindStringSubmatch(r.Message); m != nil {
			out[i].Message = "it has to be " + m[1]
		}
	}
	return out
}

// ofSuperclass is what mypy notes below a signature that does not fit.
var ofSuperclass = lazyre.New(`(?s)^\s*Superclass:\s*(def .*?)\s*Subclass:`)
