package verify

import (
	"context"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// FuzzRun looks for panics, for details of more than one line, and for a text
// that changes outside its window and still passes.
func FuzzRun(f *testing.F) {
	f.Add("a = 1\nx = BAD\nb = 2\n", "a = 1\nx = 2\nb = 2\n", uint8(1), uint8(2), uint8(0))
	f.Add("def f():\n    BAD()\n", "def f():\n    pass  # noqa\n", uint8(0), uint8(2), uint8(0))
	f.Add("package a\nvar x = BAD\n", "package a\nvar x = 1\n", uint8(1), uint8(2), uint8(1))
	f.Add("x;\r\nBAD;\r", "x;\r\ny;\r", uint8(1), uint8(2), uint8(2))
	f.Fuzz(func(t *testing.T, before, after string, from, to, lang uint8) {
		if len(before)+len(after) > 4000 {
			return
		}
		s := text.File("/w/a", []string{"python", "go", "typescript", "rust", "plaintext"}[lang%5], before)
		first := min(int(from), s.LineCount())
		last := min(max(int(to), first), s.LineCount())
		in := Input{
			Before: s, After: after, Lint: fake(badWords),
			Windows: window.Set{Runs: []window.Run{{Lines: text.Lines{Start: first, End: last}, Index: 1}}},
		}
		if at := strings.Index(before, "BAD"); at >= 0 {
			in.Target = signal.Diagnostic{Tool: "tool", Code: "X1", Message: "bad thing in line 1", Span: text.Span{Start: at, End: at + 3}}
		}
		r := Run(context.Background(), in)
		for _, res := range r.Results {
			if strings.ContainsAny(res.Detail, "\n\r") {
				t.Errorf("%s: the detail has more than one line: %q", res.Gate, res.Detail)
			}
		}
		if (r.Verdict == Rejected) != (r.Reject != nil) {
			t.Errorf("verdict %v with reject %v", r.Verdict, r.Reject)
		}
		if r.Verdict == Rejected {
			return
		}
		head, tail := before[:s.LineStart(first)], before[s.LineStart(last):]
		if !strings.HasPrefix(r.Text, head) && tail != "" || !strings.HasSuffix(r.Text, tail) {
			t.Errorf("%q became %q, but only [%d,%d) may change", before, r.Text, first, last)
		}
		in.Before = s.With(r.Text)
		if again := Run(context.Background(), in); again.Verdict != Rejected {
			t.Errorf("the same text passed twice: %+v", again)
		}
	})
}
