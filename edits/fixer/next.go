package fixer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// loss is what an ask was lost to.
type loss uint8

const (
	_          loss = iota
	lostShape       // no script could be read, or an address is wrong
	lostGate        // the script was understood, and a check refuses it
	lostPlace       // it changes lines outside the windows
	lostNeeds       // the model asked for other lines, and has them now
	lostLength      // the answer was cut; the reserve is doubled now
	lostRepeat      // the same as before
)

// lossOf sorts rejects by what may help against them.
func lossOf(rejects ...edits.Reject) loss {
	for _, r := range rejects {
		switch r.Code {
		case edits.RejectOutside:
			return lostPlace
		case edits.RejectDecodeNone, edits.RejectDecodeIncomplete, edits.RejectDecodeAmbiguous, edits.RejectOpUnknown,
			edits.RejectIDUnknown, edits.RejectIDCheck, edits.RejectIDForeign:
			return lostShape
		}
	}
	return lostGate
}

// narrowLines is how many lines around the diagnostic the last of three asks
// may rewrite.
const narrowLines = 5

// next prepares another ask, or reports that none would help:
//
//	lost to             the next ask
//	shape or address    the other encoding
//	a gate              the same again, with the reason
//	place, needs        wider windows, once
//	length              twice the reserve, once
//	the second failure  a rewrite of a few lines, or a diff (only with three calls)
//	the same answer     none
func (k *ask) next(lost loss) bool {
	if k.plainly() && lost != lostLength {
		return k.nextPlain()
	}
	switch lost {
	case lostRepeat:
		return false
	case lostNeeds, lostLength:
		return true
	case lostPlace:
		if !k.widened && k.widen() {
			return true
		}
	}
	if k.asks == 2 {
		if k.climb.ladder.Model.LastAsk == "diff" {
			k.encoding = prompt.Diff
		} else {
			k.narrow()
		}
		return true
	}
	if lost == lostShape {
		k.encoding = k.encoding.Other()
	}
	return true
}

// widen takes the next wider window set.
func (k *ask) widen() bool {
	if k.climb.p.Instruction != "" {
		return false // the selection is the user's word
	}
	next, ok := window.Widen(k.climb.p.Snapshot, k.climb.file, k.climb.p.Diagnostic, k.set)
	if ok && k.use(next) == nil {
		k.widened = true
		return true
	}
	return false
}

// widenTo takes wider windows until they cover the lines; it reports false, and
// takes none, where no set does.
func (k *ask) widenTo(want text.Lines) bool {
	if k.climb.p.Instruction != "" {
		return false
	}
	for next, ok := window.Widen(k.climb.p.Snapshot, k.climb.file, k.climb.p.Diagnostic, k.set); ok; next, ok = window.Widen(k.climb.p.Snapshot, k.climb.file, k.climb.p.Diagnostic, next) {
		if next.Covers(want) {
			k.widened = true
			return k.use(next) == nil
		}
	}
	return false
}

// narrow leaves a few lines around the diagnostic of its run, whole statements,
// to be sent anew, beside the places for imports: the easiest task there is.
func (k *ask) narrow() {
	k.encoding = prompt.Rewrite
	if k.climb.p.Instruction == "" {
		k.cut(narrowLines, window.Imports)
	}
}

// A small model sends windows whole; of longer ones than it can, it gets the
// lines around the diagnostic.
const (
	longestWhole = 60
	wholeLines   = 15
)

// shorten cuts the diagnostic's run to what a small model can send whole.
func (k *ask) shorten() {
	i := k.set.RunAt(k.climb.p.Snapshot.LineAt(k.climb.p.Diagnostic.Span.Start))
	if (k.plainly() || k.climb.ladder.Model.Weak) && k.climb.p.Instruction == "" && i >= 0 && k.set.Runs[i].Lines.Len() > longestWhole {
		k.cut(wholeLines, window.Imports, window.Signature, window.Names, window.Class, window.Related)
	}
}

// cut leaves so many lines on each side of the diagnostic in its run, whole
// statements, and the runs of some roles.
func (k *ask) cut(around int, roles ...window.Role) {
	at := k.climb.p.Snapshot.LinesOf(k.climb.p.Diagnostic.Span)
	i := k.set.RunAt(at.Start)
	if i < 0 {
		return
	}
	run := k.set.Runs[i]
	few := k.climb.file.Statement(text.Lines{Start: max(run.Lines.Start, at.Start-around), End: min(run.Lines.End, at.End+around)})
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

// within is the part of a run inside lines.
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

// runKey tells window sets apart.
func runKey(s window.Set) string {
	var b strings.Builder
	for _, r := range s.Runs {
		fmt.Fprintf(&b, "%d-%d,", r.Lines.Start, r.Lines.End)
	}
	return b.String() + "\x00"
}

var quoted = lazyre.New("[\"'`]([A-Za-z_][A-Za-z0-9_.]*)[\"'`]")

// missing are the names that a gate found nowhere.
func missing(r *edits.Reject) []string {
	if r == nil || r.Code != edits.RejectUndefined {
		return nil
	}
	return words(r.Detail)
}

// words are the names that a text quotes, at most eight.
func words(s string) []string {
	var out []string
	for _, m := range quoted.FindAllStringSubmatch(s, 8) {
		if !slices.Contains(out, m[1]) {
			out = append(out, m[1])
		}
	}
	return out
}
