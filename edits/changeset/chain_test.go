package changeset

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// lastOfList reports the last "x" of each list, always in the same words; its own fix
// takes that one away. That of "x!" leaves it to be reported again.
// Of a sum it reports the lines up to the first "+", which its own fix removes.
// In "(x,?" the fix of the first brings up something that has none. A list is to begin with two blanks, of which its
// fix adds one at a time; that of "<" adds one for ever.
func lastOfList(body string) (out []signal.Diagnostic) {
	for _, m := range regexp.MustCompile(`,?x!?\)`).FindAllStringSubmatchIndex(body, -1) {
		out = append(out, signal.Diagnostic{Tool: "tool", Code: "default", Message: "can be omitted", Severity: signal.Error,
			Span: text.Span{Start: m[0], End: m[1] - 1}, Fix: &signal.ToolFix{Applicability: signal.Safe,
				Edits: []text.Edit{{Span: text.Span{Start: m[0], End: m[1] - 1}}}}})
	}
	for _, m := range regexp.MustCompile(`(?:\[ ?|< *)(y)`).FindAllStringSubmatchIndex(body, -1) {
		at := text.Span{Start: m[2], End: m[2]}
		out = append(out, signal.Diagnostic{Tool: "tool", Code: "pad", Message: "needs blanks", Severity: signal.Error,
			Span: at, Fix: &signal.ToolFix{Applicability: signal.Safe, Edits: []text.Edit{{Span: at, New: " "}}}})
	}
	if plus := strings.Index(body, "+"); plus >= 0 {
		out = append(out, signal.Diagnostic{Tool: "tool", Code: "sum", Message: "can be omitted", Severity: signal.Error,
			Span: text.Span{End: plus + 2}, Fix: &signal.ToolFix{Applicability: signal.Safe,
				Edits: []text.Edit{{Span: text.Span{Start: plus, End: plus + 1}}}}})
	}
	for _, m := range regexp.MustCompile(`(x,|\()\?`).FindAllStringSubmatchIndex(body, -1) {
		d := signal.Diagnostic{Tool: "tool", Code: "before", Message: "goes", Severity: signal.Error, Span: text.Span{Start: m[2], End: m[3]}}
		if body[m[2]:m[3]] == "(" {
			d.Code, d.Message = "open", "without anything"
		}
		out = append(out, d)
	}
	return out
}

// TestSameWordsAgain: where a tool says the same again of the next thing in the place
// that its own fix has mended, the next rounds go on to the end. What it says of the same
// thing is not mended, and a rule that leaves it is not repeated.
func TestSameWordsAgain(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		rung           signal.Rung
		runs           int
	}{
		{"one", "f(x)\n", "f()\n", signal.RungTool, 1},
		{"two", "f(x,x)\n", "f()\n", signal.RungTool, 2},
		{"many", "f(x,x,x,x,x,x,x)\n", "f()\n", signal.RungTool, 7},
		{"of one file", "f(x,x,x,x,x,x,x)\n", "f()\n", signal.RungTool, 7},
		{"over several lines", "s\n+a\n+b\n+c\n", "s\na\nb\nc\n", signal.RungTool, 3},
		{"beside others", "f(x,x)\ng(x)\nh(x,x,x)\n", "f()\ng()\nh()\n", signal.RungTool, 3},
		{"one that stays", "f(x,x)\ng(x!)\nh(x,x,x)\n", "f()\ng(x!)\nh()\n", signal.RungTool, 7},
		{"one that is longer", "f(x,x)\ng(x,x,x,x,x)\nh(x,x,x)\n", "f()\ng()\nh()\n", signal.RungTool, 5},
		{"beside something new", "f(x,x)\ng(x,?\n", "f()\ng(x,?\n", signal.RungTool, 5},
		{"a rule", "f(x,x)\n", "f(x,x)\n", signal.RungRule, 1},
		{"two steps that add", "[y]\n", "[  y]\n", signal.RungTool, 2},
		{"many of them in a file", strings.Repeat("[y]\n", 20), strings.Repeat("[  y]\n", 20), signal.RungTool, 2},
		{"steps without an end", "<y\n", "<" + strings.Repeat(" ", passes) + "y\n", signal.RungTool, passes + 1},
	} {
		s := text.File("a", "plaintext", c.in)
		runs := 0
		o := Options{
			Propose: each(func(d *Document, found signal.Diagnostic) ([]fixer.Fix, *fixer.Decline) {
				fix := fixer.Fix{Problem: fixer.Problem{Snapshot: d.Snapshot, Diagnostic: found}, Rung: c.rung, Edits: []text.Edit{{Span: found.Span}}}
				if found.Code == "sum" {
					fix.Edits = found.Fix.Edits
				}
				if found.Code == "open" {
					return nil, &fixer.Decline{Code: fixer.DeclineNoModel, Reason: "needs a model"}
				}
				if found.Code == "pad" {
					fix.Edits[0].New = " "
				}
				if strings.HasSuffix(d.Slice(found.Span), "!") {
					fix.Edits[0].New = "x!"
				}
				return []fixer.Fix{fix}, nil
			}),
			Check: func(_ context.Context, _ string, all []text.Snapshot, _ map[string]bool) (map[string][]signal.Diagnostic, error) {
				runs++
				return map[string][]signal.Diagnostic{"a": lastOfList(all[0].Text())}, nil
			},
			Whole: func(string) bool { return c.name != "of one file" }, Counts: func(signal.Diagnostic) bool { return false },
			Owner: func(tool string) string { return tool }, Judges: func(string) bool { return false },
		}
		r, err := Run(t.Context(), []File{{Snapshot: s, Reports: map[string][]signal.Diagnostic{"tool": lastOfList(c.in)}}}, o)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Files[0].Final.Text(); got != c.want {
			t.Errorf("%s: got %q, want %q: %q", c.name, got, c.want, told(r))
		}
		if runs > c.runs {
			t.Errorf("%s: looked %d times, want %d", c.name, runs, c.runs)
		}
	}
}
