package fixer

import (
	"context"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// either are branches of which the last line can stand in two blocks, and is run in both.
const either = "def f(n):\n    if n == 1:\n        return 1\n    elif n == 2:\n        n += 2\n    return BAD\n"

// bare is code whose lines lost their indentation, as a string of an anchored script.
func bare(a asked) (string, error) {
	return `{"file":"app.py","edits":[{"type":"replace","anchor":{"type":"line_pattern","selected":"        return 2\n    return BAD"},"content":"return 2\nreturn n"}]}`, nil
}

// bareEither is the same for branches of the other kind.
func bareEither(a asked) (string, error) {
	s, err := bare(a)
	return strings.ReplaceAll(s, "return 2", "n += 2"), err
}

// Where an answer can be read in two ways, the checks decide if one of them fails;
// if they do not, the model is asked again and shown both.
func TestTheChecksDecideBetweenReadings(t *testing.T) {
	outside := strings.Replace(either, "BAD", "n", 1)
	whole := func(a asked) (string, error) {
		return "EDIT replace " + a.line("return BAD") + "\n~~~\n    return n\n~~~\nEND\n", nil
	}
	t.Run("decided", func(t *testing.T) {
		e, m := engine(t, 2, bareEither)
		e.Tools = LintOnly(func(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
			out, err := lintBad(ctx, tool, s)
			if at := strings.Index(s.Text(), "        return n"); at >= 0 {
				out = append(out, signal.Diagnostic{Tool: tool, Code: "X3", Message: "unreachable", Severity: signal.Error, Span: text.Span{Start: at, End: at + 4}, Origin: signal.FromLinter})
			}
			return out, err
		})
		f, err := e.Fix(t.Context(), problem(either), nil)
		if err != nil || f.Text() != outside || !f.Checked() || len(m.asked) != 1 {
			t.Errorf("%v after %d asks, %v:\n%s", err, len(m.asked), evidence.Doubts(f.Evidence), f.Text())
		}
	})
	t.Run("asked again", func(t *testing.T) {
		e, m := engine(t, 2, bareEither, whole)
		f, err := e.Fix(t.Context(), problem(either), nil)
		if err != nil || f.Text() != outside || len(m.asked) != 2 {
			t.Fatalf("%v after %d asks:\n%s", err, len(m.asked), f.Text())
		}
		if u := m.asked[1].User; !strings.Contains(u, "6|         return n") || !strings.Contains(u, "6|     return n") || !strings.Contains(u, "can stand in two blocks") {
			t.Errorf("the readings are not shown:\n%s", u)
		}
	})
	t.Run("refused", func(t *testing.T) {
		e, _ := engine(t, 1, bareEither)
		_, err := e.Fix(t.Context(), problem(either), nil)
		declined(t, err, DeclineRejected, "can stand in two blocks")
	})
}
