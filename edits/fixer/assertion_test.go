package fixer

import (
	"context"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

func TestUnasserted(t *testing.T) {
	for _, c := range []struct{ lang, line, want string }{
		{"typescript", `return "middle" as Level;`, `return "middle";`},
		{"typescript", `return f(x as Map<string, number>, y as A | B[]);`, `return f(x, y);`},
		{"typescript", `const a = [1, 2] as const;`, ""},
		{"typescript", `import { a as b } from "c";`, ""},
		{"typescript", `export { a as b };`, ""},
		{"typescript", `export const a = b as C;`, `export const a = b;`},
		{"typescript", `const a = "sold as Seen";`, ""},
		{"typescript", `return x as { a: 1 };`, ""},
		{"javascript", `import * as a from "b"; a as b`, ""},
		{"python", `return cast(int, total(a, b)) + 1`, `return total(a, b) + 1`},
		{"python", `return cast(int, a or b) + 1`, `return (a or b) + 1`},
		{"python", `return cast(list[int], x if y else z)[0]`, `return (x if y else z)[0]`},
		{"python", `return cast(str, row["a"]).lower()`, `return row["a"].lower()`},
		{"python", `return column.cast(kind, safe)`, ""},
		{"typescriptreact", `return <p>known as Bob</p>;`, ""},
		{"python", `x = typing.cast("dict[str, int]", y)`, `x = y`},
		{"python", `x = broadcast(int, y)`, ""},
		{"python", `x = cast(`, ""},
		{"python", `x = "cast(int, y)"`, ""},
	} {
		head := map[bool]string{true: "from typing import Any, cast\n", false: "first\n"}[c.lang == "python"]
		before := text.New(head + "old\nlast\n")
		before.Lang = c.lang
		after, want := head+c.line+"\nlast\n", head+c.want+"\nlast\n"
		if c.want == "" {
			want = after
		}
		if got := unasserted(before, after); got != want {
			t.Errorf("%s: got %q, want %q", c.line, got, want)
		}
		known := text.New(after)
		known.Lang = c.lang
		if got := unasserted(known, after); got != after {
			t.Errorf("%s was there before: %q", c.line, got)
		}
	}
}

// Other libraries have a cast that does something.
func TestCastOfSomebodyElse(t *testing.T) {
	before := text.New("from sqlalchemy import cast\nold\n")
	before.Lang = "python"
	const after = "from sqlalchemy import cast\nx = cast(column, Integer)\n"
	if got := unasserted(before, after); got != after {
		t.Errorf("got %q", got)
	}
}

// What a type checker is only told is left out where it is content without; where it
// is not, the fix is refused.
func TestNeedlessCast(t *testing.T) {
	answer := says("```python\n    def area(self):\n        r = 2\n        x = typing.cast(int, self.far(r))\n        return x\n```")
	for _, needed := range []bool{false, true} {
		e, _ := engine(t, 1, answer, answer, answer, answer, answer, answer, answer, answer)
		e.Model.Local, e.Model.Shape = true, prompt.ShapeRewrite
		e.Tools = LintOnly(func(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
			return lintBad(ctx, tool, s.With(strings.ReplaceAll(s.Text(), "x = self.far", map[bool]string{false: "x = self.far", true: "x = BAD"}[needed])))
		})
		p := problem(shapes)
		p.Diagnostic.Tool, p.Diagnostic.Message = "mypy", `Name "BAD" is not defined`
		f, err := e.Fix(context.Background(), p, nil)
		if needed {
			declined(t, err, DeclineRejected, "adds a cast")
			continue
		}
		if err != nil || !f.Checked() || f.Text() != fixed(shapes, "self.far(r)") {
			t.Errorf("%v %v\n%s", f.Grade(), err, f.Text())
		}
	}
}
