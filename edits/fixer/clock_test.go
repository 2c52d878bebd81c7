package fixer

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/model"
)

// TestClock: how much is shown follows from how fast the model reads and writes, and from the time that a fix has.
func TestClock(t *testing.T) {
	right := says("```python\n" + fixed(shapes, "1") + "```")
	for name, c := range map[string]struct {
		speed       model.Speed
		local, slow bool
		low, high   int // tokens of context
	}{
		"a server far away":          {model.Speed{}, false, false, 0, 0},
		"one here, not measured yet": {model.Speed{}, true, true, 0, 0},
		"a slow one":                 {model.Speed{Read: 40, Write: 10}, true, true, 100, 2500},
		"a quick one":                {model.Speed{Read: 4000, Write: 100}, true, false, 100_000, 1_000_000},
		"one that is too slow":       {model.Speed{Read: 2, Write: 1}, true, true, 1, 1},
	} {
		e, _ := engine(t, 1, right)
		e.Total = 90 * time.Second
		e.Model.Local, e.Model.Shape = c.local, prompt.ShapeRewrite
		e.Model.Speed = func() model.Speed { return c.speed }
		var got Gathering
		e.Gatherer = gathering(func(g Gathering) Context { got = g; return Context{} })
		if _, err := e.Fix(context.Background(), problem(shapes), nil); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got.Slow != c.slow || got.Most < c.low || got.Most > c.high {
			t.Errorf("%s: slow %v, %d tokens", name, got.Slow, got.Most)
		}
	}
}

// TestLongFileIsShownBySpeed: a file of some hundred lines is shown whole where it is read in a moment.
func TestLongFileIsShownBySpeed(t *testing.T) {
	long := shapes + strings.Repeat("\n# more of the file", 200) + "\n# far away\n"
	for name, c := range map[string]struct {
		speed model.Speed
		whole bool
	}{
		"not measured": {model.Speed{}, false},
		"slow":         {model.Speed{Read: 40, Write: 10}, false},
		"quick":        {model.Speed{Read: 4000, Write: 100}, true},
	} {
		e, m := engine(t, 1, says("```python\n"+fixed(long, "1")+"```"))
		e.Total = 90 * time.Second
		e.Model.Local, e.Model.Shape = true, prompt.ShapeRewrite
		e.Model.Speed = func() model.Speed { return c.speed }
		_, _ = e.Fix(context.Background(), problem(long), nil) // what is asked counts, not how it ends
		if len(m.asked) == 0 || strings.Contains(m.asked[0].User, "far away") != c.whole {
			t.Errorf("%s: asked %d times, the whole file shown: %v", name, len(m.asked), !c.whole)
		}
	}
}

// TestNoTimeForAnother: where another answer would come too late, none is asked for, and the decline says so.
func TestNoTimeForAnother(t *testing.T) {
	wrong := says("```python\n    def area(self):\n        r = 3\n        x = BAD\n        return x\n```")
	e, m := engine(t, 1, wrong)
	e.Total = 20 * time.Second
	e.Model.Local, e.Model.Shape = true, prompt.ShapeRewrite
	e.Model.Speed = func() model.Speed { return model.Speed{Read: 1000, Write: 1} }
	_, err := e.Fix(context.Background(), problem(shapes), nil)
	d := declined(t, err, DeclineRejected, "no time was left for another attempt, which takes some ")
	if len(m.asked) != 1 || !strings.Contains(d.Next, "timeouts.fix") {
		t.Errorf("%d attempts, next %q", len(m.asked), d.Next)
	}
}
