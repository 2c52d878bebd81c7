package changeset

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// oneLine is a run over a file of one line: what is said of it, and what each code
// makes of it.
func oneLine(t *testing.T, line string, says func(line string) []string, becomes func(line, code string) string) (string, []string) {
	t.Helper()
	report := func(s text.Snapshot) (out []signal.Diagnostic) {
		for _, code := range says(s.Line(0)) {
			out = append(out, signal.Diagnostic{Tool: "tool", Code: code, Severity: signal.Hint, Span: s.LineSpan(0)})
		}
		return out
	}
	a := text.File("a", "", line+"\n")
	r, err := Run(t.Context(), []File{{Snapshot: a, Reports: map[string][]signal.Diagnostic{"tool": report(a)}}}, Options{
		Propose: each(func(d *Document, found signal.Diagnostic) ([]fixer.Fix, *fixer.Decline) {
			return []fixer.Fix{{Problem: fixer.Problem{Snapshot: d.Snapshot, Diagnostic: found},
				Edits: []text.Edit{{Span: d.LineSpan(0), New: becomes(d.Line(0), found.Code)}}}}, nil
		}),
		Check: func(_ context.Context, _ string, all []text.Snapshot, _ map[string]bool) (map[string][]signal.Diagnostic, error) {
			return map[string][]signal.Diagnostic{"a": report(all[0])}, nil
		},
		Whole: func(string) bool { return false }, Counts: func(signal.Diagnostic) bool { return false },
		Owner: func(tool string) string { return tool }, Judges: func(string) bool { return false },
	})
	if err != nil {
		t.Fatal(err)
	}
	return r.Files[0].Final.Line(0), told(r)
}

// TestFixpoint: fixes that touch each other each take a round, as imports do that move
// into one block, and a second run finds nothing left to fix.
func TestFixpoint(t *testing.T) {
	const all = "abcdefghijklmnopqrstuvwxyz"
	missing := func(line string) []string {
		return strings.Split(strings.Map(func(r rune) rune {
			if strings.ContainsRune(line, r) {
				return -1
			}
			return r
		}, all), "")
	}
	got, outcomes := oneLine(t, "", missing, func(line, code string) string { return line + code })
	if left := missing(got); len(left) > 0 {
		t.Errorf("%q lacks %q\n%s", got, left, strings.Join(outcomes, "\n"))
	}
}

// TestWhoLedToTheEnd: of the fixes of a file whose chains a set goes along, the one whose
// chain ends at something that has no fix is refused, and not the others.
func TestWhoLedToTheEnd(t *testing.T) {
	w := &world{files: map[string]string{"a": "!one\n!two\n!three\n"},
		fixes: map[string][]string{"one": {"!mid"}, "mid": {"!more"}, "more": {"!dead"}, "two": {"!late"}, "late": {"2"}, "three": {"3"}}}
	after, r := w.run(t)
	if after["a"] != "!one\n2\n3\n" {
		t.Errorf("got %q: %q", after["a"], told(r))
	}
}

// TestWrittenAnew: what a set brings and nobody has a fix for may go with the fix of
// something else that it brings, where that writes the same text anew.
func TestWrittenAnew(t *testing.T) {
	for _, at := range []int{0, 1} {
		w := &world{files: map[string]string{"a": "!alias\nend\n"}, fixes: map[string][]string{"alias": {"an alias"}, "sort": {"an\nalias"}},
			extra: func(texts map[string]string) []extra {
				if !strings.HasPrefix(texts["a"], "an alias") {
					return nil
				}
				return []extra{{"a", at, "long", "", 0}, {"a", 0, "sort", "", 0}}
			}}
		after, r := w.run(t)
		if made := after["a"] == "an\nalias\nend\n"; made != (at == 0) {
			t.Errorf("too long in line %d: got %q: %q", at, after["a"], told(r))
		}
	}
}

// TestRefusedApart: two fixes that are right together only, of which each was refused
// without the other, at different texts, are proposed together again, as another run would.
func TestRefusedApart(t *testing.T) {
	w := &world{files: map[string]string{"a": "!first\n!q\n"}, fixes: map[string][]string{"first": {"!p"}, "p": {"P"}, "q": {"Q"}},
		extra: func(texts map[string]string) []extra {
			switch texts["a"] {
			case "!first\n!q\n":
				return []extra{{"a", 0, "p", "", 0}} // waits: it collides with the first
			case "!p\nQ\n", "!first\nQ\n":
				return []extra{{"a", 1, "clash", "", 0}}
			case "P\n!q\n":
				return []extra{{"a", 0, "clash", "", 0}}
			}
			return nil
		}}
	if after, r := w.run(t); after["a"] != "P\nQ\n" {
		t.Errorf("got %q: %q", after["a"], told(r))
	}
}

// TestCircle: fixes that undo each other end when a text comes again, and that is said.
func TestCircle(t *testing.T) {
	looks := 0
	got, outcomes := oneLine(t, "x", func(line string) []string { looks++; return []string{"not-" + line} }, func(line, _ string) string {
		return map[string]string{"x": "y", "y": "z", "z": "x"}[line]
	})
	last := outcomes[len(outcomes)-1]
	if got != "x" || looks > 6 || !strings.Contains(last, "cause new findings again and again") {
		t.Errorf("%q after %d looks\n%s", got, looks, strings.Join(outcomes, "\n"))
	}
}

// TestInterrupted: what was proven before an interruption is kept, with nothing said of
// the rest.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	a := text.File("a", "", "-\n")
	finding := func(s text.Snapshot) (out []signal.Diagnostic) {
		for _, code := range strings.Split("abcde", "") {
			if !strings.Contains(s.Line(0), code) {
				out = append(out, signal.Diagnostic{Tool: "tool", Code: code, Span: s.LineSpan(0)})
			}
		}
		return out
	}
	looks := 0
	r, err := Run(ctx, []File{{Snapshot: a, Reports: map[string][]signal.Diagnostic{"tool": finding(a)}}}, Options{
		Propose: each(func(d *Document, found signal.Diagnostic) ([]fixer.Fix, *fixer.Decline) {
			return []fixer.Fix{{Problem: fixer.Problem{Snapshot: d.Snapshot, Diagnostic: found},
				Edits: []text.Edit{{Span: d.LineSpan(0), New: d.Line(0) + found.Code}}}}, nil
		}),
		Check: func(ctx context.Context, _ string, all []text.Snapshot, _ map[string]bool) (map[string][]signal.Diagnostic, error) {
			if looks++; looks == 3 {
				cancel()
			}
			return map[string][]signal.Diagnostic{"a": finding(all[0])}, ctx.Err()
		},
		Whole: func(string) bool { return false }, Counts: func(signal.Diagnostic) bool { return false },
		Owner: func(tool string) string { return tool }, Judges: func(string) bool { return false },
	})
	if !errors.Is(err, context.Canceled) || r.Files[0].Final.Line(0) != "-ab" || len(r.Files[0].Outcomes) != 2 {
		t.Errorf("%v, %q\n%s", err, r.Files[0].Final.Text(), strings.Join(told(r), "\n"))
	}
}
