package calibration

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// mendings are a right answer to each task: what stands in place of what.
func mendings() map[string][2]string {
	return map[string][2]string{
		"stats.py": {"valeus", "values"}, "marks.py": {"        return \"B\"\n", "        return \"B\"\n    return \"C\"\n"},
		"tags.py":   {"    return found.group(1)\n", "    return found.group(1) if found else \"\"\n"},
		"prices.py": {"+ cents", "+ str(cents)"}, "load.py": {"+= size_of", "+= await size_of"},
		"sum.go":  {"\t\tn := strconv.Atoi(f)\n", "\t\tn, err := strconv.Atoi(f)\n\t\tif err != nil {\n\t\t\treturn 0, err\n\t\t}\n"},
		"user.go": {"(%s)", "(%d)"}, "rows.go": {"r.Val\n", "r.Value\n"}, "sign.go": {"\t\treturn 1\n\t}\n", "\t\treturn 1\n\t}\n\treturn 0\n"},
		"users.ts": {"return user.name", "return user ? user.name : \"unknown\""}, "level.ts": {`return "lo"`, `return "low"`},
		"area.ts": {"= height", "= Number(height)"},
	}
}

// scripted answers each task with its mending, in a shape of which it is able.
type scripted struct {
	able func(prompt string) bool
	fail error
}

func (s scripted) Complete(_ context.Context, p model.Prompt) (model.Reply, error) {
	if s.fail != nil {
		return model.Reply{}, s.fail
	}
	for _, t := range tasks() {
		m := mendings()[t.file]
		if strings.Contains(p.User, "File "+t.file) && s.able(p.User) {
			return model.Reply{Text: "```" + t.lang + "\n" + strings.Replace(t.text, m[0], m[1], 1) + "```"}, nil
		}
	}
	return model.Reply{Text: "I do not know."}, nil
}

func whole(user string) bool { return strings.Contains(user, "whole corrected file") }

// Each task has one defect that its judge sees, in a text that parses, and sees
// no more when it is mended.
func TestTasks(t *testing.T) {
	for _, task := range tasks() {
		if n := strings.Count(task.text, task.at); n != 1 {
			t.Errorf("%s: the wrong words stand %d times", task.file, n)
		}
		s := task.snapshot(root)
		found, _ := task.lint(t.Context(), task.tool, s)
		m := mendings()[task.file]
		mended := strings.Replace(task.text, m[0], m[1], 1)
		left, _ := task.lint(t.Context(), task.tool, s.With(mended))
		if len(found) != 1 || len(left) != 0 || m[0] == "" {
			t.Errorf("%s: %d findings, %d when mended", task.file, len(found), len(left))
		}
		for _, text := range []string{task.text, mended} {
			if f := syntax.Parse(task.lang, text); len(f.Damage) > 0 {
				t.Errorf("%s does not parse:\n%s", task.file, text)
			}
		}
	}
}

// The shape in which a model does best is found, and what does nothing in one is
// not asked for all of it.
func TestRunFindsTheShape(t *testing.T) {
	ladder := fixer.Ladder{Model: fixer.Model{Completer: scripted{able: whole}, Name: "m", Local: true}, Nonce: func(string) string { return "~9~" }, Now: time.Now}
	rows, err := Run(t.Context(), ladder, []prompt.Shape{prompt.ShapeRewrite, prompt.ShapeFile}, func(prompt.Shape, int) {})
	must.OK(t, err)
	best, ok := Best(rows)
	if !ok || best.Shape != prompt.ShapeFile || best.Right != Tasks() || best.GivenUp {
		t.Errorf("best %+v of %+v", best, rows)
	}
	if !rows[0].GivenUp || rows[0].Refused != hopeless {
		t.Errorf("what does nothing: %+v", rows[0])
	}
	if _, ok := Best(rows[:1]); ok {
		t.Error("a shape without a right answer is chosen")
	}
}

// sleepy never answers in time.
type sleepy struct{}

func (sleepy) Complete(ctx context.Context, _ model.Prompt) (model.Reply, error) {
	<-ctx.Done()
	return model.Reply{}, ctx.Err()
}

// A model that is too slow for a computer is told from one that cannot fix, and
// not waited for again and again.
func TestRunTellsSlowFromWrong(t *testing.T) {
	ladder := fixer.Ladder{Model: fixer.Model{Completer: sleepy{}}, Nonce: func(string) string { return "~9~" }, Now: time.Now, Total: 20 * time.Millisecond}
	rows, err := Run(t.Context(), ladder, []prompt.Shape{prompt.ShapeRewrite}, func(prompt.Shape, int) {})
	if err != nil || len(rows) != 1 || rows[0].Late != tooLate || rows[0].Refused != 0 || !rows[0].GivenUp {
		t.Errorf("%+v, %v", rows, err)
	}
}

// An endpoint that fails says nothing about the model.
func TestRunEndsWithTheEndpoint(t *testing.T) {
	down := &model.Error{Fault: model.FaultUnreachable, Text: "down"}
	ladder := fixer.Ladder{Model: fixer.Model{Completer: scripted{fail: down}}, Nonce: func(string) string { return "~9~" }, Now: time.Now}
	if _, err := Run(t.Context(), ladder, []prompt.Shape{prompt.ShapeRewrite}, func(prompt.Shape, int) {}); !errors.Is(err, down) {
		t.Errorf("error %v", err)
	}
}

// The threshold tells most right answers from wrong ones; nothing is made of few answers, nor
// of likelihood that tells nothing.
func TestSure(t *testing.T) {
	for name, c := range map[string]struct {
		right, wrong []float64
		want         float64
	}{
		"apart":         {[]float64{.9, .5, .3, .4, .6}, []float64{.1, .2, .05, .1, .2}, .3},
		"one right low": {[]float64{.9, .5, .3, .4, .02}, []float64{.1, .2, .05, .1, .2}, .3},
		"few wrong":     {[]float64{.9, .5, .3, .4, .6}, []float64{.1, .2}, 0},
		"not said":      {nil, nil, 0},
		"the other way": {[]float64{.1, .2, .05, .1, .2}, []float64{.9, .5, .3, .4, .6}, 0},
	} {
		if got := Sure([]Row{{right: c.right[:len(c.right)/2], wrong: c.wrong}, {right: c.right[len(c.right)/2:]}}); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// What was found is known for that model at that endpoint, until the questions
// are worded anew.
func TestStore(t *testing.T) {
	store := filepath.Join(t.TempDir(), "state", "models.json")
	row := Row{Shape: prompt.ShapeFile, Right: 7, Seconds: 4}
	for _, name := range []string{"m", "other"} {
		must.OK(t, Keep(store, "127.0.0.1:1", name, row, .2, time.Unix(1000, 0)))
	}
	k, ok := Read(store, "127.0.0.1:1", "m")
	if !ok || k.Shape != "file" || k.Right != 7 || k.Tasks != Tasks() || k.Sure != .2 {
		t.Errorf("%v %+v", ok, k)
	}
	if _, ok := Read(store, "127.0.0.1:2", "m"); ok {
		t.Error("another endpoint is known")
	}
	data, err := os.ReadFile(store)
	must.OK(t, err)
	for name, damaged := range map[string]string{"another wording": strings.ReplaceAll(string(data), prompt.Sum(), "old"), "a shape that is none": strings.ReplaceAll(string(data), `"file"`, `"poem"`), "half a file": string(data)[:20]} {
		must.OK(t, os.WriteFile(store, []byte(damaged), 0o600))
		if k, ok := Read(store, "127.0.0.1:1", "m"); ok {
			t.Errorf("%s counts: %+v", name, k)
		}
	}
}
