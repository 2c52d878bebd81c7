// Package calibration finds out how a model is best asked: it has it fix small
// built-in tasks in each shape, once each, and remembers which shape did best for
// that model at that endpoint. Nothing of the user's is sent.
package calibration

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Row is how a model did in one shape.
type Row struct {
	Shape   prompt.Shape
	Right   int
	Refused int
	Late    int  // ran out of time: that says nothing of the shape
	GivenUp bool // so many went wrong that the rest was not asked
	Seconds float64
	Tokens  int // of prompts and answers

	right, wrong []float64 // how likely the model held its answers
}

// Tasks returns how many there are.
func Tasks() int { return len(tasks()) }

// hopeless is after how many tasks without any right one a shape is given up, and
// tooLate after how many that ran out of time.
const (
	hopeless = 5
	tooLate  = 2
)

// Run has the ladder's model do the tasks in each shape. Each is asked once, so
// that shapes are compared and not patience. The function hears of each task done.
func Run(ctx context.Context, ladder fixer.Ladder, shapes []prompt.Shape, done func(prompt.Shape, int)) ([]Row, error) {
	ladder.Gatherer, ladder.Cache, ladder.Project = nil, nil, nil
	ladder.Model.Learn = nil                    // shapes are given here
	ladder.Calls, ladder.Model.Local = 1, false // one that costs nothing is asked again and again
	var out []Row
	for _, shape := range shapes {
		row, err := run(ctx, ladder, shape, done)
		if err != nil {
			return out, err
		}
		out = append(out, row)
	}
	return out, nil
}

func run(ctx context.Context, ladder fixer.Ladder, shape prompt.Shape, done func(prompt.Shape, int)) (Row, error) {
	row := Row{Shape: shape}
	ladder.Model.Shape = shape
	var took []time.Duration
	for i, t := range tasks() {
		if row.Right == 0 && (i >= hopeless || row.Late >= tooLate) {
			row.GivenUp = true
			break
		}
		ladder.Tools = fixer.LintOnly(t.lint)
		start := time.Now()
		f, err := ladder.Fix(ctx, fixer.Problem{Root: root, Snapshot: t.snapshot(root), Diagnostic: t.finding(),
			Rungs: []signal.Rung{signal.RungModel}}, nil)
		var d *fixer.Decline
		switch {
		case ctx.Err() != nil:
			return row, ctx.Err()
		case errors.As(err, &d):
			row.Tokens += d.Usage.Prompt + d.Usage.Completion
			row.wrong = held(row.wrong, d.Likely)
			if d.Code == fixer.DeclineModel {
				return row, d
			}
		}
		took = append(took, time.Since(start))
		row.Tokens += f.Usage.Prompt + f.Usage.Completion
		switch {
		case err == nil && t.isMended(f.Text()):
			row.Right++
			row.right = held(row.right, f.Likely)
		case d != nil && d.Code == fixer.DeclineTimeout:
			row.Late++
		case err == nil:
			row.Refused++
			row.wrong = held(row.wrong, f.Likely)
		default:
			row.Refused++
		}
		done(shape, i+1)
	}
	slices.Sort(took)
	row.Seconds = took[len(took)/2].Seconds()
	return row, nil
}

// held adds how likely a model held an answer, where it says so.
func held(list []float64, likely float64) []float64 {
	if likely > 0 {
		list = append(list, likely)
	}
	return list
}

// fewest is how many right and wrong answers a threshold needs to rest on.
const fewest = 5

// Sure returns the threshold of likelihood below which answers of the model in all shapes are
// rather wrong than right: the one that separates most of them. It is 0 where the model does
// not say how likely it holds them, where it returned too few of one kind, and where likelihood
// says nothing.
func Sure(rows []Row) float64 {
	var right, wrong []float64
	for _, r := range rows {
		right, wrong = append(right, r.right...), append(wrong, r.wrong...)
	}
	if len(right) < fewest || len(wrong) < fewest {
		return 0
	}
	below := func(list []float64, t float64) float64 {
		n := 0
		for _, x := range list {
			if x < t {
				n++
			}
		}
		return float64(n) / float64(len(list))
	}
	best, gain := 0.0, 0.0
	for _, t := range right { // between two right answers nothing is gained
		if g := below(wrong, t) - below(right, t); g > gain {
			best, gain = t, g
		}
	}
	return best
}

// root is a folder that does not exist: the tasks are texts in memory.
const root = "/built-in"

// Best returns the row of the shape to use: the most right answers, among equals the
// quickest. ok is false where no shape gave one.
func Best(rows []Row) (best Row, ok bool) {
	for _, r := range rows {
		if r.Right > best.Right || r.Right == best.Right && ok && r.Seconds < best.Seconds {
			best, ok = r, r.Right > 0
		}
	}
	return best, ok
}
