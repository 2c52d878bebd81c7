package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// fake is a linter that reports a code for every line that holds a word.
func fake(words map[string]signal.Diagnostic) Lint {
	return func(_ context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
		var out []signal.Diagnostic
		for l := range s.LineCount() {
			for w, d := range words {
				for rest, at := s.Line(l), s.LineStart(l); ; {
					i := strings.Index(rest, w)
					if i < 0 {
						break
					}
					d.Tool = tool
					d.Span = text.Span{Start: at + i, End: at + i + len(w)}
					d.Message = strings.ReplaceAll(d.Message, "LINE", fmt.Sprint(l+1))
					out = append(out, d)
					rest, at = rest[i+len(w):], at+i+len(w)
				}
			}
		}
		slices.SortFunc(out, func(a, b signal.Diagnostic) int { return a.Span.Start - b.Span.Start })
		return out, nil
	}
}

var badWords = map[string]signal.Diagnostic{
	"BAD":    {Code: "X1", Message: "bad thing BAD in line LINE", Severity: signal.Warning},
	"WORSE":  {Code: "X2", Message: "worse thing", Severity: signal.Error},
	"STYLED": {Code: "X5", Message: "a convention", Severity: signal.Information},
	"HINTED": {Code: "X3", Message: "a hint", Severity: signal.Hint},
	"BROKEN": {Code: "invalid-syntax", Message: "expected something", Severity: signal.Error},
}

// gateCase is one text to judge. «» marks the diagnostic in before; lines that
// start with "|" are the window (none marked = all).
type gateCase struct {
	name    string
	lang    string
	before  string
	after   string
	source  Source
	removal bool
	blanks  bool
	holders []string
	message string
	lint    Lint
	tool    string // "-" = no target
	want    Verdict
	gate    Gate   // the failed gate
	detail  string // its whole text
}

func inputOf(c gateCase) Input {
	var runs []window.Run
	var b strings.Builder
	line := 0
	for l := range strings.Lines(c.before) {
		if rest, ok := strings.CutPrefix(l, "|"); ok {
			if n := len(runs); n > 0 && runs[n-1].Lines.End == line {
				runs[n-1].Lines.End++
			} else {
				runs = append(runs, window.Run{Lines: text.Lines{Start: line, End: line + 1}, Index: 1})
			}
			l = rest
		}
		b.WriteString(l)
		line++
	}
	marked := b.String()
	start, end := strings.Index(marked, "«"), strings.Index(marked, "»")
	src := strings.NewReplacer("«", "", "»", "").Replace(marked)
	lang := c.lang
	if lang == "" {
		lang = "python"
	}
	in := Input{Before: text.File("/w/a", lang, src), After: c.after, Source: c.source, Lint: c.lint, Placeholders: c.holders}
	if len(runs) == 0 {
		runs = []window.Run{{Lines: text.Lines{Start: 0, End: in.Before.LineCount()}, Index: 1}}
	}
	in.Windows = window.Set{Runs: runs}
	in.Requirement.Removal, in.Requirement.Characters = c.removal, c.blanks
	if start >= 0 {
		in.Target = signal.Diagnostic{Tool: "tool", Code: "X1", Message: "bad thing BAD in line 1", Span: text.Span{Start: start, End: end - 2}}
		if c.message != "" {
			in.Target.Message = c.message
		}
	}
	if c.tool != "" {
		in.Target.Tool = c.tool
	}
	if in.Lint == nil {
		in.Lint = fake(badWords)
	}
	return in
}

func runGates(t *testing.T, cases []gateCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := Run(t.Context(), inputOf(c))
			var failed Result
			for _, res := range r.Results {
				if res.State == Fail {
					failed = res
					break
				}
			}
			if r.Verdict != c.want || failed.Gate != c.gate {
				t.Fatalf("got %v at %q (%s), want %v at %q\n%+v\n%q", r.Verdict, failed.Gate, failed.Detail, c.want, c.gate, r.Results, r.Doubts)
			}
			if failed.Detail != c.detail {
				t.Errorf("detail\n got %s\nwant %s", failed.Detail, c.detail)
			}
			if strings.ContainsAny(failed.Detail, "\n\r") {
				t.Error("the detail has more than one line")
			}
			if (r.Verdict == Rejected) != (r.Reject != nil) {
				t.Errorf("verdict %v with reject %v", r.Verdict, r.Reject)
			}
		})
	}
}

func TestVerdicts(t *testing.T) {
	testkit.Panics(t)
	missing := func(context.Context, string, text.Snapshot) ([]signal.Diagnostic, error) {
		return nil, errors.New("not installed")
	}
	runGates(t, []gateCase{
		{name: "verified", before: "x = «BAD»\n", after: "x = 1\n", want: Verified},
		{name: "tool missing", before: "x = «BAD»\n", after: "x = 1\n", lint: missing, want: Unverified},
		{name: "tool panics", before: "x = «BAD»\n", after: "x = 1\n", want: Unverified,
			lint: func(context.Context, string, text.Snapshot) ([]signal.Diagnostic, error) { panic("x") }},
		{name: "no target", before: "x = BAD\n", after: "x = 1\n", want: Verified},
	})
}

func TestElapsed(t *testing.T) {
	in := inputOf(gateCase{before: "x = «BAD»\n", after: "x = 1\n"})
	now := time.Unix(0, 0)
	in.Now = func() time.Time { now = now.Add(time.Millisecond); return now }
	for _, r := range Run(t.Context(), in).Results {
		if r.Elapsed <= 0 && r.Gate != NothingNew {
			t.Errorf("%s took %v", r.Gate, r.Elapsed)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in := inputOf(gateCase{before: "x = «BAD»\n", after: "x = 1\n"})
	block := make(chan struct{})
	defer close(block)
	in.Lint = func(context.Context, string, text.Snapshot) ([]signal.Diagnostic, error) {
		cancel()
		<-block // a tool that ignores its context
		return nil, nil
	}
	done := make(chan Report, 1)
	go func() { done <- Run(ctx, in) }()
	select {
	case r := <-done:
		if r.Err == nil || r.Verdict != Rejected {
			t.Errorf("got %v, %v", r.Verdict, r.Err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the run did not end with its context")
	}
}

// whole is a window of all lines.
func whole(s text.Snapshot) window.Set {
	return window.Set{Runs: []window.Run{{Lines: text.Lines{Start: 0, End: s.LineCount()}, Index: 1}}}
}
