package fixer

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestOneCause: findings of one message in one function are one question, and an answer that
// removes them all is better than one that removes one.
func TestOneCause(t *testing.T) {
	const src = "def f():\n    a = BAD\n    b = BAD\n    return a\n\n\ndef g():\n    return BAD\n"
	p := problem(src)
	found, err := lintBad(t.Context(), "tool", text.File("/src/app.py", "python", src))
	must.OK(t, err)
	p.Others = found
	one := says("```python\ndef f():\n    a = 1\n    b = BAD\n    return a\n```")
	both := says("```python\ndef f():\n    a = 1\n    b = 1\n    return a\n```")
	for name, c := range map[string]struct {
		replies []func(asked) (string, error)
		left    int
	}{
		"both at once":    {[]func(asked) (string, error){both}, 0},
		"one, then both":  {[]func(asked) (string, error){one, both}, 0},
		"one, and insist": {[]func(asked) (string, error){one, one}, 1},
	} {
		e, m := engine(t, 1, c.replies...)
		e.Model.Local, e.Model.Shape = true, prompt.ShapeRewrite
		f, err := e.Fix(t.Context(), p, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(f.Left) != c.left || f.Grade() != evidence.Checked || len(m.asked) != len(c.replies) ||
			strings.Contains(f.Text(), "b = BAD") != (c.left > 0) {
			t.Errorf("%s: %d left, %v, %d attempts\n%s", name, len(f.Left), f.Grade(), len(m.asked), f.Text())
		}
		first := m.asked[0].User
		if !strings.Contains(first, "It reports the same at line 3:\n    b = BAD\n") ||
			strings.Contains(first, "same at line 8") {
			t.Errorf("%s: asked\n%s", name, first)
		}
		if n := len(m.asked); n > 1 && !strings.Contains(m.asked[1].User, "tool still reports the same at line 3: no BAD") {
			t.Errorf("%s: it is not told what is left\n%s", name, m.asked[1].User)
		}
	}
}

// TestOneCauseOfASymbol: what is said of another name is another question.
func TestOneCauseOfASymbol(t *testing.T) {
	p := problem("def f():\n    return BAD + BAD + BAD\n")
	at := func(i int, message string) {
		d := p.Diagnostic
		d.Message, d.Span = message, text.Span{Start: d.Span.Start + 6*i, End: d.Span.End + 6*i}
		p.Others = append(p.Others, d)
	}
	p.Diagnostic.Message = `"A" has no attribute "b"; maybe "c"?`
	at(0, p.Diagnostic.Message)
	at(1, `"A" has no attribute "d"`)
	at(2, `"A" has no attribute "b"; maybe "c"?`)
	e, _ := engine(t, 1)
	a, decline := e.begin(p, nil)
	if decline != nil {
		t.Fatal(decline)
	}
	if list := a.siblings(); len(list) != 1 || list[0].Span != p.Others[2].Span {
		t.Errorf("siblings %v", list)
	}
}
