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
	Project   Project // what is known beside the file
}

// Problem is the problem of a case.
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

// Run runs a fix on the cases.
func Run(t *testing.T, lang string, fix func(rule.Problem) ([]text.Edit, error), cases []Case) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			p := c.Problem(t, lang)
			edits, err := fix(p)
			if c.Want == "" {
				if d := (rule.Declined{}); !errors.As(err, &d) || !strings.Contains(d.Reason, cmp.Or(c.Why, "\x00")) {
					t.Fatalf("got %v, %v; want it declined because %q", edits, err, c.Why)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got, err := p.Snapshot.Apply(edits)
			if err != nil {
				t.Fatal(err)
			}
			if got.Text() != c.Want {
				t.Errorf("got\n%s\nwant\n%s", got.Text(), c.Want)
			}
		})
	}
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

// Module are the texts given.
func (p Project) Module(path string) []text.Snapshot { return p.texts(p.Modules[path]) }

// Package are the texts given.
func (p Project) Package() []text.Snapshot { return p.texts(p.Packaged) }

// Definers are the texts given.
func (p Project) Definers(name string) []text.Snapshot { return p.texts(p.Defining[name]) }

// Renamed are the names given.
func (p Project) Renamed(name string) []string { return p.Became[name] }
