package fixer

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// A small model that sends back what it was shown is asked for the function again, told so,
// and then in other ways, whichever was the first.
func TestPlainAsksInOtherWays(t *testing.T) {
	kind := func(user string) string {
		for words, kind := range map[string]string{"whole corrected file": "file", "This line is wrong": "line", "corrected function": "rewrite"} {
			if strings.Contains(user, words) {
				return kind
			}
		}
		return "?"
	}
	for first, want := range map[prompt.Shape]string{
		prompt.ShapeRewrite: "rewrite rewrite line file", prompt.ShapeFile: "file rewrite line rewrite",
	} {
		unchanged := says("```python\n" + shapes + "```")
		function := says("```python\n    def area(self):\n        r = 2\n        x = BAD\n        return x\n```")
		replies := []func(asked) (string, error){unchanged, unchanged, unchanged, says("```python\n" + fixed(shapes, "1") + "```")}
		if first == prompt.ShapeRewrite {
			replies[0], replies[1] = function, unchanged
		} else {
			replies[1] = function
		}
		e, m := engine(t, 1, replies...)
		e.Model.Local, e.Model.Shape = true, first
		f, err := e.Fix(context.Background(), problem(shapes), nil)
		must.OK(t, err)
		var got []string
		for _, a := range m.asked {
			got = append(got, kind(a.User))
		}
		if s := strings.Join(got, " "); s != want || f.Text() != fixed(shapes, "1") {
			t.Errorf("asked for %s, want %s; result\n%s", s, want, f.Text())
		}
		again := slices.IndexFunc(m.asked, func(a asked) bool { return strings.Contains(a.User, "You sent the code back as it was") })
		if again < 1 || kind(m.asked[again].User) != "rewrite" || m.asked[again].Temperature == 0 {
			t.Errorf("the function is not asked for again, at another temperature: %d", again)
		}
	}
}

// A model that only repeats itself is asked as often as there is time for, at ever other
// temperatures.
func TestRepeatedIsAskedAgain(t *testing.T) {
	var replies []func(asked) (string, error)
	for range 8 {
		replies = append(replies, says("```python\n"+shapes+"```"))
	}
	e, m := engine(t, 1, replies...)
	e.Model.Local, e.Model.Shape = true, prompt.ShapeRewrite
	_, err := e.Fix(context.Background(), problem(shapes), nil)
	declined(t, err, DeclineRejected, "")
	seen := map[string]bool{}
	for _, a := range m.asked {
		seen[fmt.Sprint(a.Temperature, a.User)] = true
	}
	if len(m.asked) != 8 || len(seen) != 8 {
		t.Errorf("%d asks, %d of them different", len(m.asked), len(seen))
	}
}

// A long file is asked for last: to send it back takes longer than all the others.
func TestLongFileLast(t *testing.T) {
	long := shapes + strings.Repeat("\n\ndef more():\n    return 1\n", 10)
	function := says("```python\n    def area(self):\n        r = 2\n        x = BAD\n        return r\n```")
	replies := []func(asked) (string, error){}
	for range 8 {
		replies = append(replies, function)
	}
	e, m := engine(t, 1, replies...)
	e.Model.Local, e.Model.Shape = true, prompt.ShapeRewrite
	_, err := e.Fix(context.Background(), problem(long), nil)
	declined(t, err, DeclineRejected, "")
	for i, a := range m.asked {
		if whole := strings.Contains(a.User, "whole corrected file"); whole != (i == len(m.asked)-1) {
			t.Errorf("ask %d of %d: whole file %v", i+1, len(m.asked), whole)
		}
	}
}

// An answer that is unsure for what else it does is offered when no better one comes. A model
// that costs nothing is asked once whether the problem needs that; one that is paid for is not.
func TestDoubtIsNotTheEnd(t *testing.T) {
	doubtful := says("```python\nimport reqeusts\n\n    def area(self):\n        r = 2\n        x = reqeusts.a\n        return x\n```")
	right := says("```python\n" + fixed(shapes, "1") + "```")
	for _, c := range []struct {
		name    string
		local   bool
		answers []func(asked) (string, error)
		grade   evidence.Grade
		asks    int
	}{
		{"a better one", true, []func(asked) (string, error){doubtful, right}, evidence.Checked, 2},
		{"it insists", true, []func(asked) (string, error){doubtful, doubtful}, evidence.Unsure, 2},
		{"a paid one", false, []func(asked) (string, error){doubtful}, evidence.Unsure, 1},
	} {
		e, m := engine(t, 1, c.answers...)
		e.Model.Local, e.Model.Shape = c.local, prompt.ShapeRewrite
		f, err := e.Fix(context.Background(), problem(shapes), nil)
		if err != nil || f.Grade() != c.grade || len(m.asked) != c.asks {
			t.Errorf("%s: %v after %d asks, %v", c.name, f.Grade(), len(m.asked), err)
		}
		told := slices.ContainsFunc(m.asked, func(a asked) bool {
			return strings.Contains(a.User, "It also adds import of reqeusts, which this project does not use. If the problem needs that")
		})
		if told != c.local {
			t.Errorf("%s: the model is asked about it: %v", c.name, told)
		}
	}
}

// A literal that the finding does not name stays: a model that changes one is asked once
// whether that is needed, and one that insists is not believed by itself.
func TestLiteralsAreKept(t *testing.T) {
	if _, ok := syntax.TreeOf("python", shapes); !ok {
		if os.Getenv(testkit.RequireTools) == "1" { // CI has a C compiler: there this is a fault
			t.Fatal("no tree of a text that parses")
		}
		t.Skip("built without the trees that show what else an edit does")
	}
	changed := says("```python\n    def area(self):\n        r = 3\n        x = 1\n        return x\n```")
	kept := says("```python\n    def area(self):\n        r = 2\n        x = 1\n        return x\n```")
	for name, c := range map[string]struct {
		second func(asked) (string, error)
		grade  evidence.Grade
		text   string
	}{
		"it is kept": {kept, evidence.Checked, fixed(shapes, "1")},
		"it insists": {changed, evidence.Unsure, strings.Replace(fixed(shapes, "1"), "r = 2", "r = 3", 1)},
	} {
		e, m := engine(t, 1, changed, c.second)
		e.Model.Local, e.Model.Shape = true, prompt.ShapeRewrite
		f, err := e.Fix(context.Background(), problem(shapes), nil)
		if err != nil || f.Grade() != c.grade || f.Text() != c.text || len(m.asked) != 2 || !strings.Contains(m.asked[1].User, "It also replaces 2 by 3. If the problem needs that") {
			t.Errorf("%s: %v after %d asks, %v:\n%s\n%s", name, f.Grade(), len(m.asked), err, f.Text(), m.asked[len(m.asked)-1].User)
		}
	}
}

// An import that the code does without, and that does harm, does not cost the fix.
func TestImportThatIsNotNeeded(t *testing.T) {
	e, m := engine(t, 1, says("```python\nfrom WORSE import r\n\n    def area(self):\n        r = 2\n        x = 1\n        return x\n```"))
	e.Model.Local, e.Model.Shape = true, prompt.ShapeRewrite
	f, err := e.Fix(context.Background(), problem(shapes), nil)
	if err != nil || !f.Checked() || f.Text() != fixed(shapes, "1") || len(m.asked) != 1 {
		t.Errorf("%v after %d asks, %v:\n%s", f.Grade(), len(m.asked), err, f.Text())
	}
}

// A small model that talks without end is asked in another way; that is not the end
// of the fix.
func TestPlainTooLong(t *testing.T) {
	long := fault(model.FaultTooLong)
	e, m := engine(t, 1, long, long, says("```python\n"+fixed(shapes, "1")+"```"))
	e.Model.Local, e.Model.Shape = true, prompt.ShapeRewrite
	f, err := e.Fix(context.Background(), problem(shapes), nil)
	if err != nil || f.Text() != fixed(shapes, "1") || len(m.asked) != 3 || m.asked[1].MaxTokens > m.asked[0].MaxTokens {
		t.Errorf("%v after %d asks:\n%s", err, len(m.asked), f.Text())
	}
}

// A model that is best asked for lines is asked for the function where the problem
// is in its signature, and not for the same twice.
func TestLineFirst(t *testing.T) {
	const src = "def area(r=BAD):\n    x = r\n    return x\n"
	same := says("```python\n" + src + "```")
	for text, want := range map[string]string{shapes: "This line is wrong", src: "corrected function"} {
		e, m := engine(t, 1, same, says("```python\n"+fixed(text, "1")+"```"))
		e.Model.Local, e.Model.Shape = true, prompt.ShapeLine
		_, _ = e.Fix(context.Background(), problem(text), nil)
		if len(m.asked) < 2 || !strings.Contains(m.asked[0].User, want) || m.asked[1].User == m.asked[0].User {
			t.Errorf("%d asks, the first\n%s", len(m.asked), m.asked[0].User)
		}
	}
}

// An ask that may well end in what is left of the time is made: it is half read when
// it is asked.
func TestAskedAgainInTime(t *testing.T) {
	for took, want := range map[time.Duration]int{90 * time.Second: 2, 150 * time.Second: 1} {
		e, m := engine(t, 1, says("```python\n"+shapes+"```"), says("```python\n        x = 1\n```"))
		e.Model.Local, e.Model.Shape, e.Total, m.took = true, prompt.ShapeRewrite, time.Minute, took
		_, _ = e.Fix(context.Background(), problem(shapes), nil)
		if len(m.asked) != want {
			t.Errorf("after %v: %d asks, want %d", took, len(m.asked), want)
		}
	}
}

// A model whose code the tool has something else to say of is asked about that code,
// as it would be about any other.
func TestOwnCodeIsMended(t *testing.T) {
	worse := says("```python\n    def area(self):\n        r = 2\n        x = \"WORSE\"\n        return x\n```")
	unchanged := says("```python\n" + shapes + "```")
	right := says("```python\n    def area(self):\n        r = 2\n        x = 1\n        return x\n```")
	e, m := engine(t, 1, worse, unchanged, unchanged, right)
	e.Model.Local, e.Model.Shape = true, prompt.ShapeRewrite
	f, err := e.Fix(context.Background(), problem(shapes), nil)
	if err != nil || !f.Checked() || f.Text() != fixed(shapes, "1") {
		t.Fatalf("%v, %v:\n%s", f.Grade(), err, f.Text())
	}
	last := m.asked[3]
	asked, _, _ := strings.Cut(m.asked[0].User, "The function in question")
	added, ok := strings.CutPrefix(last.User, asked)
	if !ok || last.Temperature != 0 {
		t.Errorf("at %.1f, and not behind what was asked first:\n%s", last.Temperature, last.User)
	}
	for _, want := range []string{"Because of that it was changed to:", "Now tool reports at line 7: no WORSE [X2]\n    x = \"WORSE\"\n", "The line in question:\n```python\n        x = \"WORSE\"\n"} {
		if !strings.Contains(added, want) {
			t.Errorf("no %q in\n%s", want, added)
		}
	}
}

// Small models import from the file what stands in it.
func TestOwnNamesAreNotImported(t *testing.T) {
	const doc = "class Box:\n    pass\n\n\ndef f(box):\n    x = BAD\n    return x\n"
	e, _ := engine(t, 1, says("```python\nfrom app import Box\n\n\ndef f(box):\n    x = isinstance(box, Box)\n    return x\n```"))
	e.Model.Local, e.Model.Shape = true, prompt.ShapeRewrite
	f, err := e.Fix(context.Background(), problem(doc), nil)
	if err != nil || f.Text() != fixed(doc, "isinstance(box, Box)") {
		t.Fatalf("%v:\n%s", err, f.Text())
	}

	// And say of it what they assume.
	const script = "import a from './a';\n\nexport function f() {\n  return a;\n}\n\nexport class Box {\n  g() {\n    return BAD;\n  }\n}\n"
	e, _ = engine(t, 1, says("```ts\nimport { f } from './utils'; // Assuming that utils has f\n\n  g() {\n    return f();\n  }\n```"))
	e.Model.Local, e.Model.Shape = true, prompt.ShapeRewrite
	p := problem(script)
	p.Snapshot = text.File("/src/app.ts", "typescript", script)
	f, err = e.Fix(context.Background(), p, nil)
	if err != nil || f.Text() != strings.Replace(script, "BAD", "f()", 1) {
		t.Fatalf("%v:\n%s", err, f.Text())
	}
}

// Where a class of the file may be what lacks a member, it is asked for once the place
// that uses the member was asked for in vain.
func TestClassIsAskedForWhatItLacks(t *testing.T) {
	const doc = "class Queue:\n    def __init__(self):\n        self.rows = []\n\n\ndef drain(queue):\n    return queue.BAD()\n"
	const class = "class Queue:\n    def __init__(self):\n        self.rows = []\n\n    def BAD(self):\n        return 0\n"
	unchanged := says("```python\n" + doc + "```")
	for _, c := range []struct {
		name, message string
		asked         bool
	}{
		{"it lacks it", `"Queue" has no attribute "BAD"`, true},
		{"it has one like it", `"Queue" has no attribute "row"`, false},
		{"another class", `"Stack" has no attribute "BAD"`, false},
	} {
		const question = "The class Queue lacks the method BAD. Answer with the class and what it lacks"
		replies := slices.Repeat([]func(asked) (string, error){func(a asked) (string, error) {
			if strings.Contains(a.User, question) {
				return "```python\n" + class + "```", nil
			}
			return unchanged(a)
		}}, 8)
		e, m := engine(t, 1, replies...)
		e.Model.Local, e.Model.Shape = true, prompt.ShapeRewrite
		p := problem(doc)
		p.Diagnostic.Message = c.message
		_, err := e.Fix(context.Background(), p, nil)
		got := slices.ContainsFunc(m.asked, func(a asked) bool { return strings.Contains(a.User, question) })
		if got != c.asked {
			t.Errorf("%s: asked for the class: %v, want %v (%v)", c.name, got, c.asked, err)
		}
	}
}

// Where a function gives back another type than its head says, the head is asked for once
// what stands inside was asked for in vain.
func TestHeadOfTheResult(t *testing.T) {
	const doc = "def counts(text) -> list:\n    found = {}\n    return found.BAD\n"
	unchanged := says("```python\n" + doc + "```")
	for message, want := range map[string]bool{`Incompatible return value type (got "dict", expected "list")`: true, "Something else": false} {
		const question = "The line in question:\n```python\ndef counts(text) -> list:\n```"
		replies := slices.Repeat([]func(asked) (string, error){func(a asked) (string, error) {
			if strings.Contains(a.User, question) {
				return "```python\ndef counts(text) -> dict:\n```", nil
			}
			return unchanged(a)
		}}, 9)
		e, m := engine(t, 1, replies...)
		e.Model.Local, e.Model.Shape = true, prompt.ShapeRewrite
		e.Tools = LintOnly(func(_ context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
			if strings.Contains(s.Text(), "-> dict") {
				return nil, nil
			}
			return []signal.Diagnostic{problem(s.Text()).Diagnostic}, nil
		})
		p := problem(doc)
		p.Diagnostic.Message = message
		f, err := e.Fix(context.Background(), p, nil)
		got := slices.ContainsFunc(m.asked, func(a asked) bool { return strings.Contains(a.User, question) })
		if got != want || want && (err != nil || f.Text() != strings.Replace(doc, "list", "dict", 1)) {
			t.Errorf("%s: asked for the head: %v, want %v: %v\n%s", message, got, want, err, f.Text())
		}
	}
}
