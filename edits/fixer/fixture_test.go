package fixer

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// asked is one request that the fake model got.
type asked struct {
	model.Prompt
	n int // from 1
}

// line is the id of the only shown line that holds a text.
func (a asked) line(holds string) string {
	for l := range strings.Lines(a.User) {
		if id, code, ok := strings.Cut(l, "| "); ok && strings.HasPrefix(id, "L") && strings.Contains(code, holds) {
			return id
		}
	}
	return "L999:zz"
}

// replace answers with an EDIT block for the line that holds old; the new lines
// get its indentation as shown.
func (a asked) replace(old string, lines ...string) string {
	id, lead := a.line(old), ""
	for l := range strings.Lines(a.User) {
		if code, ok := strings.CutPrefix(l, id+"| "); ok {
			lead = code[:len(code)-len(strings.TrimLeft(code, " "))]
		}
	}
	b := "EDIT replace " + id + "\n~~~\n"
	for _, l := range lines {
		b += lead + l + "\n"
	}
	return b + "~~~\nEND\n"
}

// scripted is a model that plays its replies in order.
type scripted struct {
	t       *testing.T
	replies []func(asked) (string, error)

	mu    sync.Mutex
	asked []asked
	last  model.Reply

	progress bool // it says that its answer has begun
	took     time.Duration
	sure     []float64 // how likely it holds each of its answers to be
}

func (m *scripted) Complete(_ context.Context, p model.Prompt) (model.Reply, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a := asked{p, len(m.asked) + 1}
	if n := len(m.asked); n >= len(m.replies) && n > 0 && p.Temperature == anew && p.User == m.asked[n-1].User {
		return m.last, nil // asked whether it still says so, it does
	}
	m.asked = append(m.asked, a)
	if a.n > len(m.replies) {
		m.t.Errorf("ask %d, but only %d replies", a.n, len(m.replies))
		return model.Reply{}, errors.New("no reply left")
	}
	if m.progress {
		p.Progress(1, time.Second)
	}
	s, err := m.replies[a.n-1](a)
	r := model.Reply{Text: s, Usage: model.Usage{Prompt: 100, Completion: 10}, Elapsed: m.took}
	if a.n <= len(m.sure) {
		r.Likely = likely(s, m.sure[a.n-1])
	}
	m.last = r
	return r, err
}

// says is a reply of a fixed text.
func says(s string) func(asked) (string, error) { return func(asked) (string, error) { return s, nil } }

// puts replaces the line that holds old.
func puts(old string, lines ...string) func(asked) (string, error) {
	return func(a asked) (string, error) { return a.replace(old, lines...), nil }
}

// fault is a failed call.
func fault(f model.Fault) func(asked) (string, error) {
	return func(asked) (string, error) { return "", &model.Error{Fault: f, Text: "scripted " + string(f)} }
}

// lintBad is a tool that reports every BAD as an error, and every WORSE as
// another one.
func lintBad(_ context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
	var out []signal.Diagnostic
	for _, x := range []struct{ word, code string }{{"BAD", "X1"}, {"WORSE", "X2"}} {
		for _, m := range regexp.MustCompile(x.word).FindAllStringIndex(s.Text(), -1) {
			out = append(out, signal.Diagnostic{Tool: tool, Code: x.code, Message: "no " + x.word, Severity: signal.Error,
				Span: text.Span{Start: m[0], End: m[1]}, Origin: signal.FromLinter})
		}
	}
	return out, nil
}

// saying plays what tools say of themselves: of a rule, without a code of the version.
type saying func(tool, code string) string

func (f saying) Version(_ context.Context, tool, _ string) string         { return f(tool, "") }
func (f saying) Rationale(_ context.Context, tool, code, _ string) string { return f(tool, code) }

// holding plays a [Project] that holds one module.
type holding struct {
	module string
	oldest func(root, path string) (int, string)
}

func (h holding) Module(_, _, name string) bool { return name == h.module }

func (holding) Uses(context.Context, string, string, []string) (name, file string) { return "", "" }

func (h holding) Oldest(root, path string) (int, string) {
	if h.oldest == nil {
		return 0, ""
	}
	return h.oldest(root, path)
}

// gathering plays a [Gatherer].
type gathering func(g Gathering) Context

func (f gathering) Gather(_ context.Context, g Gathering) Context { return f(g) }

// problem is the first BAD of a Python text, for the model.
func problem(src string) Problem {
	s := text.File("/src/app.py", "python", src)
	at := strings.Index(src, "BAD")
	return Problem{Root: "/src", Snapshot: s, Rungs: []signal.Rung{signal.RungModel}, Diagnostic: signal.Diagnostic{
		Tool: "tool", Code: "X1", Message: "no BAD", Severity: signal.Error, Span: text.Span{Start: at, End: at + 3}}}
}

// open is a gate that lets everything out but what it calls a secret.
type open struct{ secret, denied string }

func (g open) Denied(string) string { return g.denied }

func (g open) Redact(_, s string) (string, []string) {
	if g.secret == "" || !strings.Contains(s, g.secret) {
		return s, nil
	}
	return strings.ReplaceAll(s, g.secret, "REDACTED_01234567"), []string{"REDACTED_01234567"}
}

func (g open) Secrets(_, s string) []text.Span {
	var out []text.Span
	for at := 0; g.secret != ""; {
		i := strings.Index(s[at:], g.secret)
		if i < 0 {
			break
		}
		out = append(out, text.Span{Start: at + i, End: at + i + len(g.secret)})
		at += i + len(g.secret)
	}
	return out
}

// engine asks a scripted model.
func engine(t *testing.T, calls int, replies ...func(asked) (string, error)) (Ladder, *scripted) {
	t.Helper()
	m := &scripted{t: t, replies: replies}
	clock := time.Unix(1000, 0)
	return Ladder{Tools: LintOnly(lintBad), Gate: open{}, Calls: calls, Model: Model{Completer: m, Name: "scripted"},
		Nonce: func(string) string { return "n0nce" }, Now: func() time.Time { return clock }}, m
}

// shapes has a function far from the others, so that windows can widen.
const shapes = `import math


class Circle:
    def area(self):
        r = 2
        x = BAD
        return x

    def other(self):
        y = 1
        return y


def far():
    return math.pi
`

func fixed(src, with string) string { return strings.Replace(src, "BAD", with, 1) }

// want declares what must come of a fix.
func declined(t *testing.T, err error, code DeclineCode, holds string) *Decline {
	t.Helper()
	var d *Decline
	if !errors.As(err, &d) {
		t.Fatalf("error %v, want a decline", err)
	}
	if d.Code != code || !strings.Contains(d.Error(), holds) || strings.Contains(d.Error(), "\n") {
		t.Fatalf("declined %s: %q, want %s with %q", d.Code, d, code, holds)
	}
	return d
}

// stages lists what a fix went through.
func stages(list *[]string) func(Stage) {
	return func(s Stage) { *list = append(*list, strings.TrimSpace(fmt.Sprintf("%s %d", s.Name, s.Ask))) }
}

// proposed are the fixes that a ladder proposes for one problem.
func proposed(e Ladder, p Problem, c Choice, most int) ([]Fix, *Decline) {
	out := e.Propose(context.Background(), []Problem{p}, c, most)[0]
	return out.Fixes, out.Why
}
