package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"time"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/internal/engine/calibration"
	"github.com/fettle-dev/fettle/internal/model"
)

// leastRight is the share of the built-in tasks below which a model is named as
// one that does not fix: 3 of 12.
const leastRight = 0.25

// tried asks a model on this computer a question of fettle's own, and says what
// is to be expected of it: whether it follows instructions, how long a fix lasts here, and how many it finds.
func (c *check) tried(ctx context.Context, client *model.Client, most time.Duration) {
	t, err := client.Try(ctx)
	known, calibrated := engine.Calibrated(client.Host(), client.Name())
	switch {
	case err != nil:
		c.Level, c.Message = "warn", fmt.Sprintf("%s is reachable, but a request to it failed: %v", client.Name(), err)
		var me *model.Error
		if errors.As(err, &me) && me.Fault == model.FaultTimeout {
			c.Advice = []string{"use a smaller model, or allow more time: timeouts.fix"}
		}
		return
	case t.Deaf:
		c.Level, c.Message = "error", client.Name()+" cannot be used: the instructions do not reach it (its answer counts "+
			"fewer tokens than they have)"
		c.Advice = []string{"set the model's own chat template on the server, with a place for the system text"}
		return
	}
	if t.Fix() > 0 {
		c.Message += fmt.Sprintf("; it reads %.0f tokens a second here and writes %.0f: a fix of a short function takes "+
			"about %.0f s", t.Reading, t.Writing, math.Ceil(t.Fix().Seconds()))
		c.tooSlow(t.Fix(), most)
	}
	if !calibrated {
		c.tooSmall(client.Traits(ctx).Billions, client.Name())
		c.Advice = append(c.Advice, "to see what it fixes: fettle doctor --calibrate"+minutes(t))
		return
	}
	c.Message += fmt.Sprintf("; asked by %s it fixed %d of %d built-in tasks (%s)", known.Shape, known.Right, known.Tasks,
		known.At.Format("2006-01-02"))
	if float64(known.Right) < leastRight*float64(known.Tasks) {
		c.Level = "warn"
		c.Advice = append(c.Advice, "most fixes will be refused: use a larger model, or one made for code")
	}
}

// tooSlow warns where a fix lasts longer than it may.
func (c *check) tooSlow(fix, most time.Duration) {
	if fix > most {
		c.Level = "warn"
		c.Advice = append(c.Advice, fmt.Sprintf("a fix may take %.0f s (timeouts.fix): most will run out of time; raise "+
			"that, or use a smaller model", most.Seconds()))
	}
}

// tooSmall warns of a model that has too few parameters to fix anything.
func (c *check) tooSmall(billions float64, name string) {
	if billions == 0 {
		billions = prompt.Billions(name)
	}
	if billions > 0 && billions < app.LeastBillions {
		c.Level = "warn"
		c.Advice = append(c.Advice, "it is too small for fixes: use a larger model, such as "+smallModel)
	}
}

// minutes says about how long the built-in tasks last: two shapes whole, and the
// third as far as it gets.
func minutes(t model.Trial) string {
	if t.Fix() == 0 {
		return ""
	}
	return fmt.Sprintf(" (some %.0f minutes)", math.Ceil(2.5*float64(calibration.Tasks())*t.Fix().Minutes()))
}

// Calibrate has the model do the built-in tasks and prints how it did.
func Calibrate(ctx context.Context, su *app.Setup, out, errs io.Writer) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	s, checks := settingChecks(su, dir)
	m, ok := s.Active()
	if !ok || s.NoModel() {
		printChecks(errs, checks)
		return errors.New("no model is set to calibrate: run fettle init")
	}
	process := su.Process()
	defer process.Close()
	fmt.Fprintf(errs, "fettle: %s fixes %d built-in tasks in each shape, asked once each; nothing of yours is sent\n",
		app.Clean(m.Name), calibration.Tasks())
	meter := app.NewMeter(errs, 0)
	rows, err := process.Calibrate(ctx, s, slog.New(slog.DiscardHandler), func(shape string, n int) {
		meter.Note(fmt.Sprintf("%s: %d of %d", shape, n, calibration.Tasks()))
	})
	meter.Clear()
	if len(rows) > 0 {
		fmt.Fprintf(out, "%-8s %6s %8s %8s %7s\n", "shape", "right", "refused", "seconds", "tokens")
	}
	late := 0
	for _, r := range rows {
		left := ""
		if r.Late > 0 {
			late += r.Late
			left = fmt.Sprintf("  %d ran out of time", r.Late)
		}
		if r.GivenUp {
			left += "  given up"
		}
		fmt.Fprintf(out, "%-8s %6d %8d %8.1f %7d%s\n", r.Shape, r.Right, r.Refused, r.Seconds, r.Tokens, left)
	}
	if err != nil {
		return err
	}
	best, ok := calibration.Best(rows)
	switch {
	case !ok && late > 0:
		return fmt.Errorf("%s is too slow here: %s ran out of time (timeouts.fix is %s); raise that, or use a smaller model",
			app.Clean(m.Name), app.Counted(late, "task"), s.Timeouts.Fix)
	case !ok:
		return fmt.Errorf("%s fixed none of the tasks: it cannot be used for fixes; "+
			"use a larger model, or one made for code", app.Clean(m.Name))
	}
	fmt.Fprintf(out, "%s is asked by %s from now on; model.shape overrides\n", app.Clean(m.Name), best.Shape)
	if sure := calibration.Sure(rows); sure > 0 {
		fmt.Fprintf(out, "answers that it rates below %.0f %% likely are unsure from now on\n", 100*sure)
	}
	return nil
}
