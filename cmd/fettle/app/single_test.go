package app

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestSingle: what a later pass has fixed is shown in the text on disk.
func TestSingle(t *testing.T) {
	const onDisk = "import b\nimport a\n\n\ndef f():\n    \"\"\"returns one\"\"\"\n    return 1\n\n\nx = f()\n"
	for name, c := range map[string]struct {
		now, fixed string // the text that the pass saw, and its fix
		at, first  string // what the finding stands at, then and on disk
		want       string // the file with what is shown
	}{
		"first pass": {
			now: onDisk, fixed: strings.Replace(onDisk, "x = ", "y = ", 1), at: "x = ", first: "x = ",
			want: strings.Replace(onDisk, "x = ", "y = ", 1),
		},
		"elsewhere": {
			now: strings.Replace(onDisk, "import b\n", "", 1), fixed: strings.NewReplacer("import b\n", "", "x = ", "y = ").Replace(onDisk), at: "x = ", first: "x = ",
			want: strings.Replace(onDisk, "x = ", "y = ", 1),
		},
		"beside another edit of the line": {
			now: strings.Replace(onDisk, "returns one", "Returns one", 1), fixed: strings.Replace(onDisk, "returns one", "Returns one.", 1), at: `"""R`, first: `"""r`,
			want: strings.Replace(onDisk, "returns one", "returns one.", 1),
		},
		"in words that another edit has changed": {
			now:   strings.NewReplacer("import b", "import b, z", "x = ", "y = ").Replace(onDisk),
			fixed: strings.NewReplacer("import b", "import z", "x = ", "y = ").Replace(onDisk), at: "import b", first: "import b",
			want: strings.Replace(onDisk, "import b", "import z", 1),
		},
		"brought up by another fix": {
			now: strings.Replace(onDisk, "x = f()\n", "", 1), fixed: strings.NewReplacer("x = f()\n", "", "import a\n", "").Replace(onDisk), at: "import a", first: "return 1",
			want: onDisk,
		},
	} {
		t.Run(name, func(t *testing.T) {
			said := func(s, at string) signal.Diagnostic {
				i := strings.Index(s, at)
				return signal.Diagnostic{Tool: "t", Code: "c", Message: "m", Span: text.Span{Start: i, End: i + 1}}
			}
			r := Result{Before: onDisk, first: []signal.Diagnostic{said(onDisk, c.first)}}
			now := text.File("a.py", "python", c.now)
			fix := &fixer.Fix{Problem: fixer.Problem{Snapshot: now}, Edits: diff.Minimal(c.now, c.fixed)}
			o := fixer.Outcome{Diagnostic: said(c.now, c.at), Snapshot: now, Fix: fix, Applied: true}
			if got := made(onDisk, r.single(o, r.ways())); got != c.want {
				t.Errorf("shown is\n%s\nwant\n%s", got, c.want)
			}
			if o.Applied = false; r.single(o, r.ways()) != nil {
				t.Error("a fix that was left out is shown")
			}
		})
	}
}

// made is a text with some edits.
func made(s string, edits []text.Edit) string {
	for _, e := range slices.Backward(edits) {
		s = s[:e.Span.Start] + e.New + s[e.Span.End:]
	}
	return s
}

// TestBeforeOfRandomEdits: an edit that no earlier one touches is moved to where
// both together make the text that was checked.
func TestBeforeOfRandomEdits(t *testing.T) {
	r, moved := rand.New(rand.NewSource(1)), 0
	mutated := func(s string) string {
		lines := diff.SplitLines(s)
		for range 1 + r.Intn(3) {
			i := r.Intn(len(lines))
			switch r.Intn(3) {
			case 0:
				lines[i] = ""
			case 1:
				lines[i] += string(rune('a'+r.Intn(20))) + "\n"
			default:
				lines[i] = strings.ToUpper(lines[i])
			}
		}
		return strings.Join(lines, "")
	}
	for range 5000 {
		var lines []string
		for range 4 + r.Intn(8) {
			lines = append(lines, strings.Repeat(string(rune('a'+r.Intn(20))), 1+r.Intn(3))+"\n")
		}
		onDisk := strings.Join(lines, "")
		now := mutated(onDisk)
		if now == "" {
			continue
		}
		fixed := mutated(now)
		earlier := wayOf(byLine(text.New(onDisk), diff.Minimal(onDisk, now)))
		both, alone := slices.Clone(earlier.edits), true
		for _, e := range diff.Minimal(now, fixed) {
			span, exact := earlier.before(e.Span)
			alone = alone && exact
			both = append(both, text.Edit{Span: span, New: e.New})
			if span.Start < 0 || span.End < span.Start || span.End > len(onDisk) {
				t.Fatalf("%q → %q: %v comes from %v", onDisk, now, e, span)
			}
		}
		if !alone {
			continue
		}
		moved++
		slices.SortStableFunc(both, func(a, b text.Edit) int { return a.Span.Start - b.Span.Start })
		if got := made(onDisk, both); got != fixed {
			t.Fatalf("%q → %q → %q, moved back %q", onDisk, now, fixed, got)
		}
	}
	if moved < 500 {
		t.Errorf("only %d were moved", moved)
	}
}
