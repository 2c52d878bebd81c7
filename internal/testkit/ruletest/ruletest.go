// Package ruletest runs rules on small texts. The place of the finding stands between « and » in the text.
package ruletest

import (
	"cmp"
	"errors"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Case is a text with one finding. An empty Want means that the rule must decline, with a reason that contains Why.
type Case struct {
	Name      string
	Signal    string // "ruff/E711"
	Message   string
	In        string
	Want, Why string
	Project   Project // what is known besides the file
}

// Problem returns the problem of a case.
func (c Case) Problem(t testing.TB, lang string) rule.Problem {
	t.Helper()
	start, end := strings.Index(c.In, "«"), strings.Index(c.In, "»")
	if start < 0 || end < start {
		t.Fatalf("%s: no markers", c.Name)
	}
	src := strings.NewReplacer("«", "", "»", "").Replace(c.In)
	tool, code, _ := strings.Cut(c.Signal, "/")
	d := signal.Diagnostic{Tool: tool, Code: code, Message: c.Message, Severity: signal.Warning,
		Span: text.Span{Start: start, End: end - len("«")}}
	return rule.Problem{Snapshot: text.File("/w/f", lang, src), File: syntax.Parse(lang, src), Diagnostic: d,
		Project: c.Project, Homes: func(name string) []rule.Home { return c.Project.HomesOf[name] }}
}

// Table is which rules are for a diagnostic, in their order.
type Table func(signal.Diagnostic) []rule.Rule

// Apply runs the rules for a problem until one fixes it, and returns the new text; the error joins the reasons of those
// that do not.
func (table Table) Apply(t testing.TB, p rule.Problem) (string, error) {
	t.Helper()
	list := table(p.Diagnostic)
	if len(list) == 0 {
		t.Fatalf("no rule for %s/%s: %s", p.Diagnostic.Tool, p.Diagnostic.Code, p.Diagnostic.Message)
	}
	var declines []error
	for _, r := range list {
		edits, err := r.Fix(p)
		if err != nil {
			declines = append(declines, err)
			continue
		}
		s, err := p.Snapshot.Apply(edits)
		if err != nil {
			t.Fatalf("%s: %v", r.Name, err)
		}
		return s.Text(), nil
	}
	return "", errors.Join(declines...)
}

// Run runs the rules of a table on the cases.
func (table Table) Run(t *testing.T, lang string, cases []Case) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			got, err := table.Apply(t, c.Problem(t, lang))
			if c.Want == "" {
				if d := (rule.Declined{}); !errors.As(err, &d) || !strings.Contains(err.Error(), cmp.Or(c.Why, "\x00")) {
					t.Fatalf("got %q, %v; want it declined because %q", got, err, c.Why)
				}
				return
			}
			if err != nil || got != c.Want {
				t.Fatalf("got %v\n%s\nwant\n%s", err, got, c.Want)
			}
			if lang == "python" {
				PythonParses(t, got)
			}
			// The same text with CRLF has the same result with CRLF.
			c.In, c.Want = strings.ReplaceAll(c.In, "\n", "\r\n"), strings.ReplaceAll(c.Want, "\n", "\r\n")
			if got, err = table.Apply(t, c.Problem(t, lang)); err != nil || got != c.Want {
				t.Errorf("with CRLF: got %v\n%q\nwant\n%q", err, got, c.Want)
			}
		})
	}
}

// Run runs one fix on the cases.
func Run(t *testing.T, lang string, fix func(rule.Problem) ([]text.Edit, error), cases []Case) {
	t.Helper()
	Table(func(signal.Diagnostic) []rule.Rule { return []rule.Rule{{Fix: fix}} }).Run(t, lang, cases)
}

// Project is a project of a test: what it answers by name or path.
type Project struct {
	HomesOf  map[string][]rule.Home
	Modules  map[string][]string // path → texts, of Go where it has a slash or begins with "package"
	Packaged []string
	Defining map[string][]string
	Became   map[string][]string
	Lang     string
}

func (p Project) texts(list []string) []text.Snapshot {
	var out []text.Snapshot
	for _, src := range list {
		out = append(out, text.File("/w/other", p.Lang, src))
	}
	return out
}

// Module returns the texts given.
func (p Project) Module(path string) []text.Snapshot { return p.texts(p.Modules[path]) }

// Package returns the texts given.
func (p Project) Package() []text.Snapshot { return p.texts(p.Packaged) }

// Definers returns the texts given.
func (p Project) Definers(name string) []text.Snapshot { return p.texts(p.Defining[name]) }

// Renamed returns the names given.
func (p Project) Renamed(name string) []string { return p.Became[name] }
