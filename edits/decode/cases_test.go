package decode

import (
	"regexp"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// An adversarialCase gives a document, its windows and an answer, and says what
// must come of it: the whole new text, or a reject.
type adversarialCase struct {
	name    string
	lang    string // python unless said
	src     string
	runs    []window.Run  // PRIMARY over the whole document unless said
	at      int           // 1-based line of the diagnostic, 1 unless said
	code    string        // of the diagnostic
	answer  string        // "@L3" stands for the id of line 3, "@F3" of a function there
	script  *edits.Script // instead of an answer
	options edits.Options
	want    string
	reject  edits.RejectCode
	check   func(t *testing.T, c edits.Candidates, r edits.Result, rejects []edits.Reject)
}

func (x adversarialCase) candidates() edits.Candidates {
	lang := x.lang
	if lang == "" {
		lang = "python"
	}
	s := text.File("/src/file", lang, x.src)
	runs := x.runs
	if runs == nil {
		runs = []window.Run{run(window.Primary, 1, s.LineCount())}
	}
	d := diagnosticAt(s, max(1, x.at), "")
	d.Code = x.code
	return edits.NewCandidates(s, set(runs...), syntax.Parse(lang, x.src), d)
}

var placeholder = regexp.MustCompile(`@([LFCIDBN])(\d+)`)

// withIDs puts the request's ids into an answer.
func withIDs(c edits.Candidates, answer string) string {
	return placeholder.ReplaceAllStringFunc(answer, func(m string) string {
		for _, x := range c.List {
			if strings.HasPrefix(string(x.ID), m[1:]+":") {
				return string(x.ID)
			}
		}
		return m[1:] + ":zz"
	})
}

func runCases(t *testing.T, cases []adversarialCase) {
	for _, x := range cases {
		t.Run(x.name, func(t *testing.T) {
			c := x.candidates()
			var s edits.Script
			if x.script != nil {
				s = *x.script
			} else {
				var reject *edits.Reject
				if s, reject = Answer(withIDs(c, x.answer), c); reject != nil {
					if x.reject != reject.Code {
						t.Fatalf("decode: %v, want %q", reject, x.reject)
					}
					return
				}
			}
			o := x.options
			if o.Parse == nil {
				o.Parse = edits.NoWorse(syntax.Parse(c.Snapshot.Lang, c.Snapshot.Text()))
			}
			r, rejects := edits.Apply(c, s, o)
			if x.check != nil {
				x.check(t, c, r, rejects)
			}
			if x.reject != "" {
				if len(rejects) == 0 || rejects[0].Code != x.reject || r.Text != "" || r.Edits != nil {
					t.Fatalf("%v, %q, want %s and nothing applied", rejects, r.Text, x.reject)
				}
				return
			}
			if len(rejects) > 0 {
				t.Fatalf("%v, want an edit", rejects)
			}
			if r.Text != x.want {
				t.Fatalf("got\n%q\nwant\n%q", r.Text, x.want)
			}
			checkResult(t, c, r)
		})
	}
}

// checkResult holds for every result: the edits give the text, and touch no
// byte outside the windows (a terminator that an insertion behind the last line
// needs aside).
func checkResult(t *testing.T, c edits.Candidates, r edits.Result) {
	t.Helper()
	next, err := c.Snapshot.Apply(r.Edits)
	if err != nil || next.Text() != r.Text {
		t.Fatalf("the edits %v give %q, %v, want %q", r.Edits, next.Text(), err, r.Text)
	}
	for _, e := range r.Edits {
		inside := false
		for _, w := range c.Windows.Runs {
			sp := c.Snapshot.LinesSpan(w.Lines)
			if sp.Start == 0 && strings.HasPrefix(c.Snapshot.Text(), bom) {
				sp.End = max(sp.End, len(bom)) // the top of the file is behind it
			}
			inside = inside || sp.Covers(e.Span)
		}
		if !inside {
			t.Fatalf("%v lies outside the windows %v", e, c.Windows.Runs)
		}
	}
}

// edit is an EDIT block as models send it.
func edit(op, ids string, lines ...string) string {
	b := "EDIT " + op + " " + ids + "\n"
	if op != "delete" {
		b += "~~~\n" + strings.Join(append(lines, "~~~"), "\n") + "\n"
	}
	return b + "END\n"
}
