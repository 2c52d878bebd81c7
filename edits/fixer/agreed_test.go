package fixer

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/model"
)

// A model that costs nothing is asked the same once more: that its answer comes to the same
// program speaks for the fix, that it does not against it. Where there is no time, or the ask
// costs money, or no second answer could be used, the fix says that it is one answer.
func TestAgreement(t *testing.T) {
	of := func(x string) func(asked) (string, error) {
		return says("```python\n    def area(self):\n        r = 2\n        x = " + x + "\n        return x\n```")
	}
	commented := says("```python\n    def area(self):\n        r = 2\n\n        x = r  # radius\n        return x\n```")
	late := func(e *Ladder, m *scripted) { e.Total, m.took = time.Minute, time.Hour }
	held := func(sure float64) func(*Ladder, *scripted) {
		return func(e *Ladder, m *scripted) { m.sure, e.Model.Sure = []float64{sure, sure}, .5 }
	}
	for name, c := range map[string]struct {
		second func(asked) (string, error)
		change func(*Ladder, *scripted)
		asks   int
		said   string
		grade  evidence.Grade
	}{
		"agrees":          {second: commented, asks: 2, said: "2 of 2 independent answers agree"},
		"in these words":  {second: of("r"), asks: 2, said: "2 of 2 independent answers agree"},
		"differs":         {second: of("self.r"), asks: 2, said: "another answer differs", grade: evidence.Unsure},
		"is refused":      {second: of("WORSE"), asks: 2, said: "one answer"},
		"fails":           {second: fault(model.FaultServer), asks: 2, said: "one answer"},
		"out of time":     {change: late, asks: 1, said: "one answer"},
		"costs money":     {change: func(e *Ladder, _ *scripted) { e.Model.Local = false }, asks: 1, said: "one answer"},
		"unlikely, twice": {second: of("r"), change: held(.1), asks: 2, said: "2 of 2 independent answers agree"},
		"likely, differs": {second: of("self.r"), change: held(.9), asks: 2, said: "another answer differs",
			grade: evidence.Unsure},
	} {
		if c.grade == 0 {
			c.grade = evidence.Checked
		}
		e, m := engine(t, 1, of("r"), c.second)
		e.Model.Local, e.Model.Shape = true, prompt.ShapeRewrite
		if c.change != nil {
			c.change(&e, m)
		}
		f, err := e.Fix(context.Background(), problem(shapes), nil)
		if err != nil || f.Text() != fixed(shapes, "r") || f.Grade() != c.grade || len(m.asked) != c.asks ||
			f.Asks != c.asks {
			t.Errorf("%s: %v after %d asks, %v\n%s", name, f.Grade(), len(m.asked), err, f.Text())
			continue
		}
		agreed := slices.DeleteFunc(f.Evidence, func(v evidence.Evidence) bool { return v.Kind != evidence.Agreed })
		if len(agreed) != 1 || agreed[0].What != c.said ||
			strings.Contains(f.Title, "differs") != (c.grade == evidence.Unsure) {
			t.Errorf("%s: %q, %v", name, f.Title, agreed)
		}
		if len(m.asked) == 2 && (m.asked[0].User != m.asked[1].User || m.asked[1].Temperature == 0) {
			t.Errorf("%s: asked at %.1f:\n%s", name, m.asked[1].Temperature, m.asked[1].User)
		}
	}
}
