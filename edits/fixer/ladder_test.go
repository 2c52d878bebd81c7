package fixer

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// ownFix is a tool's own fix: BAD becomes something.
func ownFix(p Problem, with string, how signal.Applicability) *signal.ToolFix {
	return &signal.ToolFix{Title: "Use " + with, Applicability: how, Edits: []text.Edit{{Span: p.Diagnostic.Span, New: with}}}
}

// TestRungs runs the ladder: what each rung gives, and which comes first.
func TestRungs(t *testing.T) {
	model := puts("x = BAD", "x = 2")
	lint := func(_ context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
		var out []signal.Diagnostic
		if i := strings.Index(s.Text(), "except:"); i >= 0 {
			out = append(out, signal.Diagnostic{Tool: tool, Code: "E722", Message: "bare except", Severity: signal.Error,
				Span: text.Span{Start: i, End: i + len("except")}})
		}
		more, err := lintBad(context.Background(), tool, s)
		return append(out, more...), err
	}
	ruled := func() Problem {
		src := "def f(x):\n    try:\n        x()\n    except:\n        return 1\n"
		s := text.File("/src/app.py", "python", src)
		list, _ := lint(context.Background(), "ruff", s)
		return Problem{Snapshot: s, Diagnostic: list[0]}
	}
	for _, tt := range []struct {
		name    string
		problem func() Problem
		change  func(e *Ladder, p *Problem)
		replies []func(asked) (string, error)
		rung    signal.Rung
		grade   evidence.Grade
		holds   string
		safe    bool
		code    DeclineCode
	}{
		{name: "the tool's safe fix", change: func(_ *Ladder, p *Problem) { p.Diagnostic.Fix, p.Rungs = ownFix(*p, "1", signal.Safe), nil },
			rung: signal.RungTool, holds: "x = 1", safe: true},
		{name: "an unsafe one is not taken unasked", replies: []func(asked) (string, error){model},
			change: func(_ *Ladder, p *Problem) { p.Diagnostic.Fix, p.Rungs = ownFix(*p, "1", signal.Unsafe), nil }, rung: signal.RungModel, holds: "x = 2"},
		{name: "an unsafe one on request", change: func(_ *Ladder, p *Problem) {
			p.Diagnostic.Fix, p.Rungs, p.Unsafe = ownFix(*p, "1", signal.Unsafe), nil, true
		}, rung: signal.RungTool, holds: "x = 1"},
		{name: "one to look at only", replies: []func(asked) (string, error){model},
			change: func(_ *Ladder, p *Problem) { p.Diagnostic.Fix, p.Rungs = ownFix(*p, "1", signal.DisplayOnly), nil }, rung: signal.RungModel, holds: "x = 2"},
		{name: "a tool's fix that does not help", replies: []func(asked) (string, error){model},
			change: func(_ *Ladder, p *Problem) {
				p.Diagnostic.Fix, p.Rungs = ownFix(*p, "WORSE", signal.Safe), nil
			}, rung: signal.RungModel, holds: "x = 2"},
		{name: "the tool is asked for its fix", change: func(e *Ladder, p *Problem) {
			p.Rungs = []signal.Rung{signal.RungTool}
			fix := ownFix(*p, "1", signal.Safe)
			e.Tools = LintOnly(func(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
				list, err := lintBad(ctx, tool, s)
				for i := range list {
					list[i].Fix = fix
				}
				return list, err
			})
		}, rung: signal.RungTool, holds: "x = 1", safe: true},
		{name: "a rule", problem: ruled, rung: signal.RungRule, holds: "except Exception:"},
		{name: "a rule before a fix of which the tool is not sure", problem: ruled, change: func(_ *Ladder, p *Problem) {
			p.Diagnostic.Fix, p.Rungs, p.Unsafe = ownFix(*p, "except OSError", signal.Unsafe), nil, true
		}, rung: signal.RungRule, holds: "except Exception:"},
		{name: "a rule behind a fix of which it is", problem: ruled, change: func(_ *Ladder, p *Problem) {
			p.Diagnostic.Fix, p.Rungs = ownFix(*p, "except ValueError", signal.Safe), nil
		}, rung: signal.RungTool, holds: "except ValueError:", safe: true},
		{name: "a rule whose tool cannot be asked", problem: ruled, change: func(e *Ladder, _ *Problem) { e.Tools = nil },
			rung: signal.RungRule, holds: "except Exception:", grade: evidence.Unchecked},
		{name: "no rule by request", problem: ruled, change: func(_ *Ladder, p *Problem) {
			p.Rungs = []signal.Rung{signal.RungTool}
		}, code: DeclineNoModel},
		{name: "a model", replies: []func(asked) (string, error){model}, rung: signal.RungModel, holds: "x = 2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e, m := engine(t, 2, tt.replies...)
			p := problem(shapes)
			if tt.problem != nil {
				p, e.Tools = tt.problem(), LintOnly(lint)
			}
			if tt.change != nil {
				tt.change(&e, &p)
			}
			if tt.grade == evidence.Proved && !tt.safe {
				tt.grade = evidence.Checked
			}
			f, err := e.Fix(context.Background(), p, nil)
			if len(m.asked) != len(tt.replies) {
				t.Errorf("%d asks", len(m.asked))
			}
			if tt.code != "" {
				declined(t, err, tt.code, "")
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if f.Rung != tt.rung || f.Grade() != tt.grade || f.Safe != tt.safe || !strings.Contains(f.Text(), tt.holds) || f.Title == "" || len(f.Windows.Runs) == 0 {
				t.Errorf("rung %s, %s, safe %t, title %q:\n%s", f.Rung, f.Grade(), f.Safe, f.Title, f.Text())
			}
		})
	}
}

// TestDeclines has each ground on which nothing is offered.
func TestDeclines(t *testing.T) {
	var table signal.Table
	silent, err := table.With(signal.Overrides{"tool/X1": {Offer: new(bool)}})
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	late, cancel := context.WithTimeout(context.Background(), 0)
	defer cancel()
	for _, tt := range []struct {
		code    DeclineCode
		step    Step
		holds   string
		ctx     context.Context
		change  func(e *Ladder, p *Problem)
		replies []func(asked) (string, error)
	}{
		{code: DeclineNotOffered, holds: "no fix is offered", change: func(e *Ladder, _ *Problem) { e.Table = silent }},
		{code: DeclineDenied, holds: "ignored", change: func(e *Ladder, _ *Problem) { e.Gate = open{denied: "ignored"} }},
		{code: DeclineNoModel, step: StepSetModel, holds: "needs a model; set one", change: func(e *Ladder, _ *Problem) { e.Model = Model{Why: "set one", Step: StepSetModel} }},
		{code: DeclineModel, step: StepExplain, holds: "held", replies: []func(asked) (string, error){func(asked) (string, error) {
			return "", &model.Error{Fault: model.FaultRefused, Text: "held", Err: &egress.Held{Rule: "a_key"}}
		}}},
		{code: DeclineModel, holds: "scripted stalled", replies: []func(asked) (string, error){fault(model.FaultStalled)}},
		{code: DeclineNoFix, holds: "because", replies: []func(asked) (string, error){says("NO_FIX because\n")}},
		{code: DeclineRejected, holds: "rejected", replies: []func(asked) (string, error){puts("BAD", "x = (")}},
		{code: DeclineLimits, holds: "larger than", change: func(_ *Ladder, p *Problem) {
			p.Snapshot = p.Snapshot.With(p.Snapshot.Text() + strings.Repeat("#\n", limits.FixFile/2))
		}},
		{code: DeclineLimits, holds: "a line is longer", change: func(_ *Ladder, p *Problem) {
			p.Snapshot = p.Snapshot.With(p.Snapshot.Text() + strings.Repeat("#", 300_000))
		}},
		{code: DeclineLimits, holds: "bytes", change: func(_ *Ladder, p *Problem) {
			p.Snapshot = p.Snapshot.With(strings.Replace(p.Snapshot.Text(), "r = 2", "r = '"+strings.Repeat("r", limits.WindowLine)+"'", 1))
			at := strings.Index(p.Snapshot.Text(), "BAD")
			p.Diagnostic.Span = text.Span{Start: at, End: at + 3}
		}},
		{code: DeclineCancelled, holds: "cancelled", ctx: ended, replies: []func(asked) (string, error){fault(model.FaultCancelled)}},
		{code: DeclineTimeout, holds: "timed out", ctx: late, replies: []func(asked) (string, error){fault(model.FaultTimeout)}},
	} {
		t.Run(string(tt.code)+" "+tt.holds, func(t *testing.T) {
			e, m := engine(t, 1, tt.replies...)
			p := problem(shapes)
			if tt.change != nil {
				tt.change(&e, &p)
			}
			if tt.ctx == nil {
				tt.ctx = context.Background()
			}
			_, err := e.Fix(tt.ctx, p, nil)
			declined(t, err, tt.code, tt.holds)
			if d := new(Decline); errors.As(err, &d) && d.Step != tt.step {
				t.Errorf("step %q, want %q", d.Step, tt.step)
			}
			if len(m.asked) != len(tt.replies) {
				t.Errorf("%d asks, want %d", len(m.asked), len(tt.replies))
			}
		})
	}
}

// TestDeclineSaysNothingOfOtherKinds: a rule for one kind of a code's problems does not
// explain itself where the problem is of another kind.
func TestDeclineSaysNothingOfOtherKinds(t *testing.T) {
	e, _ := engine(t, 1)
	e.Model = Model{Why: "set one"}
	p := problem(shapes)
	p.Rungs = nil
	p.Diagnostic.Tool, p.Diagnostic.Code, p.Diagnostic.Message = "mypy", "index", `Invalid index type "str" for "dict[int, int]"; expected type "int"`
	_, err := e.Fix(context.Background(), p, nil)
	var d *Decline
	if !errors.As(err, &d) || d.Reason != "needs a model" {
		t.Errorf("%v", err)
	}
}

func TestDeterministic(t *testing.T) {
	p := problem(shapes)
	bad, own := p.Diagnostic, p.Diagnostic
	own.Fix = ownFix(p, "1", signal.Safe)
	shown := bad
	shown.Fix = ownFix(p, "1", signal.DisplayOnly)
	ruled, twin := signal.Diagnostic{Tool: "ruff", Code: "E722"}, signal.Diagnostic{Tool: "pylint", Code: "W0102"}
	onlyModel := []signal.Rung{signal.RungModel}
	for _, tt := range []struct {
		d     signal.Diagnostic
		rungs []signal.Rung
		want  bool
	}{{bad, nil, false}, {own, nil, true}, {shown, nil, false}, {ruled, nil, true}, {ruled, onlyModel, false},
		{own, onlyModel, true}, {twin, nil, true}, {twin, onlyModel, false}} {
		if got := Deterministic(tt.d, tt.rungs); got != tt.want {
			t.Errorf("%s %v: %t", tt.d.Code, tt.rungs, got)
		}
	}
}

func TestStages(t *testing.T) {
	var list []string
	e, _ := engine(t, 2, puts("x = BAD", "x = BAD + 1"), puts("x = BAD", "x = 1"))
	e.Gatherer = gathering(func(Gathering) Context { return Context{} })
	if _, err := e.Fix(context.Background(), problem(shapes), stages(&list)); err != nil {
		t.Fatal(err)
	}
	want := "collecting context 0, asking 1, checking 0, checking 0, asking 2, checking 0"
	if got := strings.Join(list, ", "); got != want {
		t.Errorf("stages %s, want %s", got, want)
	}
}

// A model on this computer says how much it has to read, until it answers.
func TestStageOfReading(t *testing.T) {
	var reading []int
	e, m := engine(t, 1, puts("x = BAD", "x = 1"))
	e.Model.Local = true
	m.progress = true
	if _, err := e.Fix(context.Background(), problem(shapes), func(s Stage) {
		if s.Name == "asking" {
			reading = append(reading, s.Reading)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if len(reading) != 2 || reading[0] < 100 || reading[1] != 0 {
		t.Errorf("stages read %v tokens, want some and then none", reading)
	}
}

// Explaining calls nothing and shows what would be sent.
func TestExplain(t *testing.T) {
	e, m := engine(t, 2)
	x, err := e.Explain(context.Background(), problem(shapes))
	if err != nil || len(m.asked) != 0 || !strings.Contains(string(x.Markdown()), "x = BAD") || !strings.Contains(string(x.Markdown()), "## Prompt") {
		t.Errorf("%v, %d asks\n%s", err, len(m.asked), x.Markdown())
	}
	p := problem(shapes)
	p.Rungs, p.Diagnostic.Tool, p.Diagnostic.Code = nil, "ruff", "F821" // a rule, then a model, says the table
	x, err = e.Explain(context.Background(), p)
	if asks := e.Table.Require(p.Diagnostic).Rungs; err != nil || !slices.Contains(asks, signal.RungModel) || !slices.Contains(x.Rungs, signal.RungModel) {
		t.Errorf("explaining took the model away: %v, %v, %v", asks, x.Rungs, err)
	}
	e.Gate = open{secret: "BAD"}
	x, err = e.Explain(context.Background(), problem(shapes))
	if err != nil || !strings.Contains(x.Denied, "secret") || strings.Contains(string(x.Markdown()), "## Prompt") {
		t.Errorf("%v, %q", err, x.Denied)
	}
}

// An import that works by being there is left to the user, and says why; so is a
// module that only needs to be installed.
func TestLeftToTheUser(t *testing.T) {
	e, _ := engine(t, 1)
	e.Model = Model{Why: "set one up"}
	s := text.File("/src/app.py", "python", "import readline\n")
	fix := &signal.ToolFix{Applicability: signal.Safe, Edits: []text.Edit{{Span: text.Span{Start: 0, End: 16}}}}
	for _, c := range []struct {
		d     signal.Diagnostic
		holds string
	}{
		{signal.Diagnostic{Tool: "ruff", Code: "F401", Message: "`readline` imported but unused", Span: text.Span{Start: 7, End: 15}, Fix: fix}, "removing the import may change behaviour: loading readline has an effect: input() uses it from then on"},
		{signal.Diagnostic{Tool: "mypy", Code: "import-not-found", Message: `Cannot find implementation or library stub for module named "yaml.nodes"`, Span: text.Span{Start: 7, End: 15}}, "install yaml where mypy runs"},
		{signal.Diagnostic{Tool: "mypy", Code: "import-untyped", Message: `Library stubs not installed for "requests" (hint: "python3 -m pip install types-requests")`, Span: text.Span{Start: 7, End: 15}}, "install types-requests"},
	} {
		_, err := e.Fix(t.Context(), Problem{Root: "/src", Snapshot: s, Diagnostic: c.d}, nil)
		if err == nil || !strings.Contains(err.Error(), c.holds) {
			t.Errorf("%s: %v, want %q", c.d.Code, err, c.holds)
		}
	}
	s = text.File("/src/app.py", "python", "x: typing.List[int]\nassert kind(x) is typing.List[int]\n")
	d := signal.Diagnostic{Tool: "ruff", Code: "UP006", Message: "Use `list` instead of `typing.List` for type annotation", Span: text.Span{Start: 3, End: 14},
		Fix: &signal.ToolFix{Applicability: signal.Safe, Edits: []text.Edit{{Span: text.Span{Start: 3, End: 14}, New: "list"}}}}
	if _, err := e.Fix(t.Context(), Problem{Root: "/src", Snapshot: s, Diagnostic: d}, nil); err == nil || !strings.Contains(err.Error(), "the file compares typing.List") {
		t.Errorf("a type that the program compares: %v", err)
	}
}

// A safe fix of the tool which --unsafe allows in spite of a doubt is no proof of itself.
func TestAllowedInSpiteOfADoubtIsNotSafe(t *testing.T) {
	for module, safe := range map[string]bool{"readline": false, "keyword": true} {
		e, _ := engine(t, 1)
		e.Tools = LintOnly(func(context.Context, string, text.Snapshot) ([]signal.Diagnostic, error) { return nil, nil })
		s := text.File("/src/app.py", "python", "import "+module+"\n")
		d := signal.Diagnostic{Tool: "ruff", Code: "F401", Message: "`" + module + "` imported but unused",
			Span: text.Span{Start: 7, End: s.Len() - 1},
			Fix:  &signal.ToolFix{Applicability: signal.Safe, Edits: []text.Edit{{Span: text.Span{End: s.Len()}}}}}
		f, err := e.Fix(t.Context(), Problem{Root: "/src", Snapshot: s, Diagnostic: d, Unsafe: true}, nil)
		if err != nil || f.Safe != safe {
			t.Errorf("%s: safe %t, want %t (%v)", module, err == nil && f.Safe, safe, err)
		}
	}
}

// What a fix newly imports, and nobody here knows, is said in its title.
func TestTitleNamesDoubts(t *testing.T) {
	for _, known := range []bool{false, true} {
		e, _ := engine(t, 1, puts("BAD", "import reqeusts", "x = reqeusts.a"))
		if known {
			e.Project = holding{module: "reqeusts"}
		}
		f, err := e.Fix(t.Context(), problem(shapes), nil)
		if err != nil {
			t.Fatal(err)
		}
		if says := strings.Contains(f.Title, "adds import of reqeusts, which this project does not use"); says == known || known == (!f.Checked()) {
			t.Errorf("known %v: %v, %q", known, f.Grade(), f.Title)
		}
	}
}

// What nobody waits for asks once, also where asking costs nothing: the next
// question of the user's is not to wait for it.
func TestPrefetchAsksOnce(t *testing.T) {
	for mode, want := range map[model.Mode]int{model.Explicit: 2, model.Prefetch: 1} {
		e, m := engine(t, 1, says("```python\n    def area(self):\n        r = 2\n        x = BAD + 1\n        return x\n```"), says("```python\n"+fixed(shapes, "1")+"```"))
		e.Model.Local, e.Model.Shape = true, prompt.ShapeRewrite
		p := problem(shapes)
		p.Mode = mode
		if _, err := e.Fix(context.Background(), p, nil); len(m.asked) != want {
			t.Errorf("mode %d: %d asks, want %d (%v)", mode, len(m.asked), want, err)
		}
	}
}

func TestStageInWords(t *testing.T) {
	for want, s := range map[string]Stage{
		"asking m, reading 96 tokens":             {Name: "asking", Model: "m", Reading: 96},
		"asking m, reading 1,200 tokens":          {Name: "asking", Model: "m", Reading: 1249},
		"asking m, reading 13,000 tokens":         {Name: "asking", Model: "m", Reading: 12_900},
		"asking m, reading 1,000 tokens":          {Name: "asking", Model: "m", Reading: 999},
		"asking m":                                {Name: "asking", Model: "m", Ask: 1, Most: 8},
		"asking m, ask 2 of 8":                    {Name: "asking", Model: "m", Ask: 2, Most: 8},
		"asking m, ask 3 of 3, reading 96 tokens": {Name: "asking", Model: "m", Ask: 3, Most: 3, Reading: 96},
		"checking with mypy":                      {Name: "checking", Tool: "mypy"},
		"collecting context":                      {Name: "collecting context"},
	} {
		if got := s.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
