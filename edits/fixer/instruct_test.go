package fixer

import (
	"context"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// selected is an instruction on the part of a text from one word to another.
func selected(src, from, to, instruction string) Problem {
	start := strings.Index(src, from)
	return Selected("/src", text.File("/src/app.py", "python", src),
		text.Span{Start: start, End: strings.Index(src, to) + len(to)}, instruction, []string{"tool"})
}

const calls = `import math


def area(r):
    return math.pi * (
        r ** 2
    )


def far():
    return 1
`

func TestInstructionWindow(t *testing.T) {
	e, m := engine(t, 1, puts("r ** 2", "r * r"))
	f, err := e.Fix(context.Background(), selected(calls, "r ** 2", "r ** 2", "no powers"), nil)
	if err != nil || !f.Checked() || f.Text() != strings.Replace(calls, "r ** 2", "r * r", 1) {
		t.Fatalf("%v: %s\n%s", err, f.Grade(), f.Text())
	}
	var primary, imports text.Lines
	for _, r := range f.Windows.Runs {
		switch r.Role {
		case window.Primary:
			primary = r.Lines
		case window.Imports:
			imports = r.Lines
			if r.Permits(r.Lines.Start) {
				t.Error("anything may change in the place of imports")
			}
		}
	}
	if primary != (text.Lines{Start: 4, End: 7}) || imports != (text.Lines{Start: 0, End: 1}) {
		t.Errorf("statement %v, imports %v", primary, imports)
	}
	if p := m.asked[0]; !strings.Contains(p.User, `TASK: "no powers"`) || strings.Contains(p.System, "repair") {
		t.Errorf("%s\n%s", p.System, p.User)
	}
}

func TestInstructionIsRefused(t *testing.T) {
	for _, tt := range []struct {
		name, holds string
		replies     []func(asked) (string, error)
	}{
		{"new problem", "reports something new", []func(asked) (string, error){puts("r ** 2", "r ** 2 + BAD"), puts("r ** 2", "BAD")}},
		{"wider window", "needs lines 11-12", []func(asked) (string, error){says("NO_FIX needs L11-L12 see far\n")}},
		{"nothing to do", "it is fine", []func(asked) (string, error){says("NO_FIX it is fine\n")}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e, _ := engine(t, len(tt.replies), tt.replies...)
			e.Tools = LintOnly(func(_ context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
				return lintBad(context.Background(), tool, s)
			})
			f, err := e.Fix(context.Background(), selected(strings.Replace(calls, "def far", "BAD = 1\n\n\ndef far", 1), "r ** 2", "r ** 2", "shorter"), nil)
			if err == nil || !strings.Contains(err.Error(), tt.holds) {
				t.Errorf("%v\n%s", err, f.Text())
			}
		})
	}
}

// A tool that cannot check leaves the result unverified, never refused.
func TestInstructionWithoutATool(t *testing.T) {
	e, _ := engine(t, 1, puts("r ** 2", "r * r"))
	e.Tools = LintOnly(func(context.Context, string, text.Snapshot) ([]signal.Diagnostic, error) {
		return nil, context.DeadlineExceeded
	})
	f, err := e.Fix(context.Background(), selected(calls, "r ** 2", "r ** 2", "no powers"), nil)
	if err != nil || f.Checked() {
		t.Errorf("%v: %s", err, f.Grade())
	}
}

// Asked again, the user wants another answer: instructions are not remembered.
func TestInstructionIsNotRemembered(t *testing.T) {
	e, m, _ := cached(t, puts("r ** 2", "r * r"), puts("r ** 2", "pow(r, 2)"))
	for range 2 {
		if _, err := e.Fix(context.Background(), selected(calls, "r ** 2", "r ** 2", "other"), nil); err != nil {
			t.Error(err)
		}
	}
	if len(m.asked) != 2 || len(e.Cache.entries) != 0 {
		t.Errorf("%d asks, %d entries", len(m.asked), len(e.Cache.entries))
	}
}

func TestInstructionLeavesSecretsOut(t *testing.T) {
	src := "def f():\n    key = 'hunter2'\n    a = 1\n    return a\n"
	e, m := engine(t, 1, puts("a = 1", "a = 2"))
	e.Gate = open{secret: "hunter2"}
	f, err := e.Fix(context.Background(), selected(src, "    key", "return a", "two"), nil)
	if err != nil || !strings.Contains(f.Text(), "a = 2") || !strings.Contains(f.Text(), "hunter2") {
		t.Fatalf("%v\n%s", err, f.Text())
	}
	if strings.Contains(m.asked[0].User, "hunter2") {
		t.Error("the secret left")
	}
}
