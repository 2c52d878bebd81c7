package fixer

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestAsks is the table of asks: what one ask was lost to decides the next.
func TestAsks(t *testing.T) {
	good := puts("x = BAD", "x = 1")
	for _, tt := range []struct {
		name    string
		src     string
		calls   int
		replies []func(asked) (string, error)
		second  func(t *testing.T, a asked) // looks at the last ask
		code    DeclineCode                 // "" = fixed
		holds   string
		asks    int
	}{
		{name: "first answer", replies: []func(asked) (string, error){good}, asks: 1},
		{name: "prose with code, then the other encoding", replies: []func(asked) (string, error){
			says("{\"edits\": [broken"), func(a asked) (string, error) {
				return `{"status":"fix","reason":"","edits":[{"op":"replace","from":"` + a.line("BAD") + `","to":"` + a.line("BAD") + `","lines":["x = 1"]}]}`, nil
			}}, asks: 2, second: func(t *testing.T, a asked) {
			if a.Schema == nil || !strings.Contains(a.User, "{\\\"edits\\\": [broken") && !strings.Contains(a.User, "{\"edits\": [broken") {
				t.Errorf("not asked for JSON with the last answer:\n%s", a.User)
			}
		}},
		{name: "unknown id, then the other encoding", replies: []func(asked) (string, error){
			says("EDIT replace L999:zz\n~~~\nx = 1\n~~~\nEND\n"), good}, asks: 2, second: func(t *testing.T, a asked) {
			if a.Schema == nil || !strings.Contains(a.User, "L999:zz") {
				t.Errorf("asked again:\n%s", a.User)
			}
		}},
		{name: "unknown operation", replies: []func(asked) (string, error){
			func(a asked) (string, error) { return "EDIT move " + a.line("BAD") + "\n~~~\nx = 1\n~~~\nEND\n", nil }, good}, asks: 2, second: func(t *testing.T, a asked) {
			if a.Schema == nil || !strings.Contains(a.User, "insert_before") {
				t.Errorf("the operations are not named:\n%s", a.User)
			}
		}},
		{name: "a gate, then the same encoding", replies: []func(asked) (string, error){
			puts("x = BAD", "x = BAD + 1"), good}, asks: 2, second: func(t *testing.T, a asked) {
			if a.Schema != nil || !strings.Contains(a.User, "tool still reports X1") || !strings.Contains(a.User, "x = BAD + 1") {
				t.Errorf("asked again:\n%s", a.User)
			}
		}},
		{name: "new diagnostics", replies: []func(asked) (string, error){puts("x = BAD", "x = 'WORSE'"), good}, asks: 2, second: func(t *testing.T, a asked) {
			if !strings.Contains(a.User, "tool reports something new") || !strings.Contains(a.User, "X2 in line 7") {
				t.Errorf("asked again:\n%s", a.User)
			}
		}},
		{name: "broken twice", replies: []func(asked) (string, error){puts("x = BAD", "x = (1"), puts("x = BAD", "x = [1")}, asks: 2,
			code: DeclineRejected, holds: "after 2 asks"},
		{name: "the same edit twice ends it", calls: 3, replies: []func(asked) (string, error){puts("x = BAD", "x = BAD + 1"), puts("x = BAD", "x = BAD + 1")},
			asks: 2, code: DeclineRejected, holds: "the same edit again"},
		{name: "the same result in other words", calls: 3, replies: []func(asked) (string, error){puts("x = BAD", "x = BAD + 1"), puts("x = BAD", "  x = BAD + 1")},
			asks: 2, code: DeclineRejected, holds: "the same edit again"},
		{name: "needs lines outside", replies: []func(asked) (string, error){
			func(a asked) (string, error) {
				if strings.Contains(a.line("return math.pi"), "L999") {
					return "NO_FIX needs L15-L16 far is missing\n", nil
				}
				return "", errors.New("the window is the file already")
			}, good}, asks: 2, second: func(t *testing.T, a asked) {
			if a.line("return math.pi") == "L999:zz" {
				t.Errorf("the lines are still without ids:\n%s", a.User)
			}
		}},
		{name: "needs lines twice", calls: 3, replies: []func(asked) (string, error){
			says("NO_FIX needs L10-L12 first\n"), says("NO_FIX needs L1-L2 second\n")}, asks: 2, code: DeclineNoFix, holds: "needs lines 1-2"},
		{name: "needs lines that no file has", replies: []func(asked) (string, error){says("NO_FIX needs L400-L500 x\n"), good}, asks: 2, second: func(t *testing.T, a asked) {
			if a.Schema == nil || !strings.Contains(a.User, "the file has ") {
				t.Errorf("asked again:\n%s", a.User)
			}
		}},
		{name: "needs lines that are there", replies: []func(asked) (string, error){says("NO_FIX needs L7-L7 x\n"), good}, asks: 2, second: func(t *testing.T, a asked) {
			if !strings.Contains(a.User, "hold these lines already") {
				t.Errorf("asked again:\n%s", a.User)
			}
		}},
		{name: "outside of the windows widens once", replies: []func(asked) (string, error){
			says("--- a/app.py\n+++ b/app.py\n@@ -1 +1 @@\n def far():\n-    return math.pi\n+    return 3\n"), good}, asks: 2},
		{name: "too long, then twice the reserve", replies: []func(asked) (string, error){fault(model.FaultTooLong), good}, asks: 2, second: func(t *testing.T, a asked) {
			if a.MaxTokens < 1024 {
				t.Errorf("reserve of %d tokens", a.MaxTokens)
			}
		}},
		{name: "too long twice", calls: 3, replies: []func(asked) (string, error){fault(model.FaultTooLong), fault(model.FaultTooLong)}, asks: 2,
			code: DeclineModel, holds: "answer too long, not applied"},
		{name: "third ask as a diff", calls: 3, replies: []func(asked) (string, error){
			puts("x = BAD", "x = BAD + 1"), puts("x = BAD", "x = BAD + 2"), says("@@\n-x = BAD\n+x = 1\n")}, asks: 3, second: func(t *testing.T, a asked) {
			if a.Schema != nil || !strings.Contains(a.System, "unified diff") || strings.Contains(a.User, "EDIT") && !strings.Contains(a.User, "YOUR LAST ANSWER") {
				t.Errorf("not asked for a diff:\n%s\n%s", a.System, a.User)
			}
		}},
		{name: "two calls are the most by default", replies: []func(asked) (string, error){puts("x = BAD", "x = BAD + 1"), puts("x = BAD", "x = BAD + 2")},
			asks: 2, code: DeclineRejected, holds: "still reports X1"},
		{name: "one call", calls: 1, replies: []func(asked) (string, error){puts("x = BAD", "x = BAD + 1")}, asks: 1, code: DeclineRejected, holds: "fix rejected: tool still reports"},
		{name: "no fix", replies: []func(asked) (string, error){says("NO_FIX it depends on the caller\n")}, asks: 1, code: DeclineNoFix, holds: "it depends on the caller"},
		{name: "a refusal", replies: []func(asked) (string, error){says("I cannot help with that.")}, asks: 1, code: DeclineNoFix, holds: "I cannot help"},
		{name: "nothing at all", replies: []func(asked) (string, error){says("")}, asks: 1, code: DeclineNoFix, holds: "cannot be fixed here"},
		{name: "nothing changed, then a fix", replies: []func(asked) (string, error){puts("x = BAD", "x = BAD"), good}, asks: 2},
		{name: "nothing changed twice", replies: []func(asked) (string, error){puts("x = BAD", "x = BAD"), puts("return x", "return x")}, asks: 2, code: DeclineNoFix, holds: "changes nothing"},
		{name: "nothing needs to change", replies: []func(asked) (string, error){func(a asked) (string, error) {
			return "REASON no change needed\n" + a.replace("x = BAD", "x = BAD"), nil
		}}, asks: 1, code: DeclineNoFix, holds: "changes nothing"},
		{name: "endpoint", replies: []func(asked) (string, error){fault(model.FaultUnreachable)}, asks: 1, code: DeclineModel, holds: "unreachable"},
		{name: "placeholder made up", replies: []func(asked) (string, error){puts("x = BAD", "x = 'REDACTED_0badf00d'"), good}, asks: 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.calls == 0 {
				tt.calls = 2
			}
			if tt.src == "" {
				tt.src = shapes
			}
			e, m := engine(t, tt.calls, tt.replies...)
			f, err := e.Fix(context.Background(), problem(tt.src), nil)
			if len(m.asked) != tt.asks {
				t.Errorf("%d asks, want %d (%v)", len(m.asked), tt.asks, err)
			}
			if tt.second != nil && len(m.asked) > 1 {
				tt.second(t, m.asked[len(m.asked)-1])
			}
			if tt.code != "" {
				d := declined(t, err, tt.code, tt.holds)
				if d.Asks != tt.asks || len(d.Windows.Runs) == 0 {
					t.Errorf("decline %+v", d)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if f.Text() != fixed(tt.src, "1") || !f.Checked() || f.Asks != tt.asks || f.Rung != signal.RungModel {
				t.Errorf("fix %+v", f)
			}
			if f.Usage.Completion == 0 {
				t.Error("nothing counted")
			}
			after, err := f.Problem.Snapshot.Apply(f.Edits)
			if err != nil || after.Text() != f.Text() {
				t.Errorf("the edits give %q, %v", after.Text(), err)
			}
		})
	}
}

// What only hides a problem is no fix, and comments of a model are dropped.
func TestOnlyHidden(t *testing.T) {
	e, m := engine(t, 2, puts("x = BAD", "x = BAD  # noqa"), puts("x = BAD", "x = BAD  # type: ignore"))
	_, err := e.Fix(context.Background(), problem(shapes), nil)
	declined(t, err, DeclineRejected, "change the code, and add no comments")
	if len(m.asked) != 2 {
		t.Errorf("%d asks", len(m.asked))
	}
	e, _ = engine(t, 2, puts("x = BAD", "x = 1  # was BAD"))
	f, err := e.Fix(context.Background(), problem(shapes), nil)
	if err != nil || !f.Checked() || strings.Contains(f.Text(), "was BAD") {
		t.Errorf("%v: %v\n%s", f.Grade(), err, f.Text())
	}
}

// Without its tool a fix is unverified; a cancelled one is none.
func TestToolGone(t *testing.T) {
	e, _ := engine(t, 2, puts("x = BAD", "x = 1"))
	e.Tools = LintOnly(func(context.Context, string, text.Snapshot) ([]signal.Diagnostic, error) {
		return nil, errors.New("missing")
	})
	f, err := e.Fix(context.Background(), problem(shapes), nil)
	if err != nil || f.Checked() {
		t.Errorf("%v, %v", f.Grade(), err)
	}
}

func TestCancelledAndTimedOut(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	e, _ := engine(t, 2, func(a asked) (string, error) { cancel(); return a.replace("x = BAD", "x = 1"), nil })
	_, err := e.Fix(ctx, problem(shapes), nil)
	declined(t, err, DeclineCancelled, "cancelled")

	e, _ = engine(t, 2, nil, nil)
	e.Total = 20 * time.Millisecond
	e.Model.Completer = hangs{}
	_, err = e.Fix(context.Background(), problem(shapes), nil)
	declined(t, err, DeclineTimeout, "timed out")

	// One here says what it was doing, or what was wrong with what it said before.
	e.Model.Local = true
	_, err = e.Fix(context.Background(), problem(shapes), nil)
	declined(t, err, DeclineTimeout, " tokens; use a smaller model, or raise timeouts.fix")
	e, m := engine(t, 1, puts("x = BAD", "x = BAD + 1"))
	e.Total, e.Model.Local, e.Model.Shape = 300*time.Millisecond, true, prompt.ShapeRewrite
	e.Model.Completer = hangsLater{m}
	_, err = e.Fix(context.Background(), problem(shapes), nil)
	declined(t, err, DeclineTimeout, "timed out after 2 asks; the answer before: ")
}

// hangsLater answers once.
type hangsLater struct{ *scripted }

func (h hangsLater) Complete(ctx context.Context, p model.Prompt) (model.Reply, error) {
	if len(h.asked) > 0 {
		return hangs{}.Complete(ctx, p)
	}
	return h.scripted.Complete(ctx, p)
}

// hangs answers when its context ends.
type hangs struct{}

func (hangs) Complete(ctx context.Context, _ model.Prompt) (model.Reply, error) {
	<-ctx.Done()
	return model.Reply{}, &model.Error{Fault: model.FaultTimeout, Text: "timed out"}
}

// The context is gathered once, and once more for names that a gate missed.
func TestGatherAgainForMissingNames(t *testing.T) {
	var focus [][]string
	e, m := engine(t, 2, puts("x = BAD", "x = unheard(1)"), puts("x = BAD", "x = 1"))
	e.Gatherer = gathering(func(g Gathering) Context {
		if g.System == 0 || g.Selection == 0 || g.Completion == 0 {
			t.Errorf("gathered without a word on the rest of the prompt: %+v", g)
		}
		focus = append(focus, g.Focus)
		return Context{Text: "gathered"}
	})
	f, err := e.Fix(context.Background(), problem(shapes), nil)
	if err != nil || f.Text() != fixed(shapes, "1") {
		t.Fatal(err)
	}
	if len(focus) != 2 || focus[0] != nil || len(focus[1]) != 1 || focus[1][0] != "unheard" {
		t.Errorf("gathered with %v\n%s", focus, m.asked[1].User)
	}
}

func TestSecretsInWindows(t *testing.T) {
	src := strings.Replace(shapes, "        r = 2\n", "        r = 2\n        key = 'hunter2'\n", 1)
	t.Run("beside the problem", func(t *testing.T) {
		e, m := engine(t, 1, puts("x = BAD", "x = 1"))
		e.Gate = open{secret: "hunter2"}
		f, err := e.Fix(context.Background(), problem(src), nil)
		if err != nil || f.Text() != fixed(src, "1") {
			t.Fatal(err)
		}
		if u := m.asked[0].User; strings.Contains(u, "hunter2") || m.asked[0].line("REDACTED_") != "L999:zz" {
			t.Errorf("shown:\n%s", u)
		}
	})
	t.Run("not to be rewritten", func(t *testing.T) {
		e, _ := engine(t, 1, says("--- a\n+++ b\n@@ @@\n-        key = 'REDACTED_01234567'\n-        x = BAD\n+        x = 1\n"))
		e.Gate = open{secret: "hunter2"}
		_, err := e.Fix(context.Background(), problem(src), nil)
		declined(t, err, DeclineRejected, "")
	})
	t.Run("the problem's own line", func(t *testing.T) {
		e, _ := engine(t, 1)
		e.Gate = open{secret: "BAD"}
		_, err := e.Fix(context.Background(), problem(src), nil)
		declined(t, err, DeclineDenied, "secret")
	})
	t.Run("a signal about secrets", func(t *testing.T) {
		p := problem(strings.Replace(shapes, "BAD", "'BADhunter2'", 1))
		p.Diagnostic.Tool, p.Diagnostic.Code = "bandit", "B105"
		p.Diagnostic.Message = "no BAD"
		e, m := engine(t, 2, puts("REDACTED_", "x = 'REDACTED_01234567' + ''"), puts("REDACTED_", "x = r"))
		e.Gate = open{secret: "hunter2"}
		e.Tools = LintOnly(func(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
			list, err := lintBad(ctx, tool, s)
			for i := range list {
				list[i].Code = "B105"
			}
			return list, err
		})
		f, err := e.Fix(context.Background(), p, nil)
		if err != nil || !strings.Contains(f.Text(), "x = r\n") || len(m.asked) != 2 || strings.Contains(m.asked[0].User+m.asked[1].User, "hunter2") {
			t.Errorf("%v, %d asks:\n%s", err, len(m.asked), f.Text())
		}
	})
}

func TestOutcomeOf(t *testing.T) {
	for code, want := range map[edits.RejectCode]outcome{
		edits.RejectDecodeNone: wasUnread, edits.RejectIDCheck: wasUnread, edits.RejectOutside: wasOutside,
		edits.RejectOverlap: wasRefused, edits.RejectParse: wasRefused, edits.RejectTooLarge: wasRefused,
	} {
		if got := outcomeOf(edits.Reject{Code: code}); got != want {
			t.Errorf("%s: %d, want %d", code, got, want)
		}
	}
}

func TestWeakModelsGetWindowsTheyCanSendWhole(t *testing.T) {
	src := "def f():\n" + strings.Repeat("    r = 2\n", 40) + "    x = BAD\n" + strings.Repeat("    r = 3\n", 40)
	e, _ := engine(t, 1)
	e.Model.Weak = true
	p := problem(src)
	set := window.Set{Runs: []window.Run{{Role: window.Primary, Index: 1, Lines: text.Lines{End: 82}}}}
	k := &run{task: &task{ladder: e, cache: e.Cache, p: p,
		file: func() *syntax.File { return syntax.Parse("python", src) }}}
	k.set = set
	k.shorten()
	if got := k.set.Runs[0].Lines; got.Len() > 2*wholeLines+1 || !got.Contains(41) {
		t.Errorf("%v of 82 lines are to be sent whole", got)
	}
	k.set, k.ladder.Model.Weak = set, false
	if k.shorten(); k.set.Runs[0].Lines.Len() != 82 {
		t.Errorf("%v is left for a strong model", k.set.Runs[0].Lines)
	}
}
