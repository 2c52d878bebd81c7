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
}

// Tasks is how many there are.
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
	ladder.Gatherer, ladder.Cache, ladder.Batcher, ladder.Project = nil, nil, nil, nil
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
		f, err := ladder.Fix(ctx, fixer.Problem{Root: root, Snapshot: t.snapshot(root), Diagnostic: t.finding(), Rungs: []signal.Rung{signal.RungModel}}, nil)
		var d *fixer.Decline
		switch {
		case ctx.Err() != nil:
			return row, ctx.Err()
		case errors.As(err, &d):
			row.Tokens += d.Usage.Prompt + d.Usage.Completion
			if d.Code == fixer.DeclineModel {
				return row, d
			}
		}
		took = append(took, time.Since(start))
		row.Tokens += f.Usage.Prompt + f.Usage.Completion
		switch {
		case err == nil && t.isMended(f.Text()):
			row.Right++
		case d != nil && d.Code == fixer.DeclineTimeout:
			row.Late++
		default:
			row.Refused++
		}
		done(shape, i+1)
	}
	slices.Sort(took)
	row.Seconds = took[len(took)/2].Seconds()
	return row, nil
}

// root is a folder that is nowhere: the tasks are texts in memory.
const root = "/built-in"

// Best is the row of the shape to use: the most right answers, among equals the
// quickest. ok is false where no shape gave one.
func Best(rows []Row) (best Row, ok bool) {
	for _, r := range rows {
		if r.Right > best.Right || r.Right == best.Right && ok && r.Seconds < best.Seconds {
			best, ok = r, r.Right > 0
		}
	}
	return best, ok
}
