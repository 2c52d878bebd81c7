package rules

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// example is a text of examples.txt with its finding.
type example struct {
	lang    string
	beside  []string // what is known beside the file: a kind, a name and the rest
	finding string   // "ruff/E711 message"
	lines   []string // of the diff
	why     string   // a part of the reason for which it is refused; "" if it is fixed
}

// examples reads examples.txt, by the names of the rules.
func examples(t *testing.T) map[string][]example {
	t.Helper()
	data := must.Read(t, "examples.txt")
	out := map[string][]example{}
	name := ""
	for line := range strings.Lines(data) {
		line = strings.TrimSuffix(line, "\n")
		at := len(out[name]) - 1
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "== "):
			if name = line[3:]; out[name] != nil {
				t.Errorf("%s has two examples", name)
			}
			out[name] = []example{{lang: "python"}}
		case strings.HasPrefix(line, "lang "):
			out[name][at].lang = line[5:]
		case strings.HasPrefix(line, "beside: "):
			out[name][at].beside = append(out[name][at].beside, line[8:])
		case strings.HasPrefix(line, "refused, because "):
			out[name] = append(out[name], example{lang: out[name][0].lang, beside: out[name][0].beside, why: line[17:]})
		case out[name][at].finding == "":
			out[name][at].finding = line
		default:
			out[name][at].lines = append(out[name][at].lines, line)
		}
	}
	return out
}

// side is the text of one side of the diff: '-' for the one before, '+' for the one after.
func (e example) side(sign byte) string {
	var b strings.Builder
	for _, line := range e.lines {
		if line == "" || line[0] == ' ' || line[0] == sign {
			b.WriteString(line[min(1, len(line)):] + "\n")
		}
	}
	return b.String()
}

var plain = strings.NewReplacer("«", "", "»", "")

// problem is the example as a rule is asked about it.
func (e example) problem(t *testing.T) Problem {
	t.Helper()
	tool, said, _ := strings.Cut(e.finding, "/") // "go vet/printf message"
	code, message, _ := strings.Cut(said, " ")
	p := ruletest.Project{Lang: e.lang, HomesOf: map[string][]rule.Home{}, Modules: map[string][]string{},
		Became: map[string][]string{}}
	src := e.side('-')
	var others []signal.Diagnostic
	for _, b := range e.beside {
		words := strings.SplitN(b, " ", 3)
		switch kind, name, rest := words[0], words[1], words[2]; kind {
		case "home":
			module, member, _ := strings.Cut(rest, " ")
			p.HomesOf[name] = []rule.Home{{Module: module, Name: member}}
		case "module":
			p.Modules[name] = []string{rest}
		case "renamed":
			p.Became[name] = []string{rest}
		case "other": // another finding, and the word it stands at
			tool, code, _ := strings.Cut(name, "/")
			word, said, _ := strings.Cut(rest, " ")
			at := strings.LastIndex(plain.Replace(src), word)
			others = append(others,
				signal.Diagnostic{Tool: tool, Code: code, Message: said, Span: text.Span{Start: at, End: at + len(word)}})
		default:
			t.Fatalf("nothing is known as %q", kind)
		}
	}
	c := ruletest.Case{Name: e.finding, Signal: tool + "/" + code, Message: message, In: src, Project: p}.Problem(t,
		e.lang)
	c.Others = others
	return c
}

// markdown is the example as documentation.
func (e example) markdown() string {
	fence, lines := "diff", plain.Replace(strings.Join(e.lines, "\n"))
	said := plain.Replace(e.finding)
	if e.why != "" {
		fence, lines = e.lang, strings.TrimSuffix(plain.Replace(e.side('-')), "\n")
		said = "Refused, because " + e.why + ":"
	}
	return fmt.Sprintf("\n%s\n\n```%s\n%s\n```\n", said, fence, lines)
}

// TestExamples: each rule has an example, does what it says, and refuses what it says.
func TestExamples(t *testing.T) {
	all := examples(t)
	for _, r := range All() {
		list := all[r.Name]
		if delete(all, r.Name); len(list) == 0 || list[0].why != "" {
			t.Errorf("%s has no example", r.Name)
			continue
		}
		for _, e := range list {
			t.Run(r.Name, func(t *testing.T) {
				p := e.problem(t)
				known := false
				for _, o := range For(p.Diagnostic) {
					known = known || o.Name == r.Name
				}
				if !known {
					t.Errorf("%s is not for it", r.Name)
				}
				edits, err := r.Fix(p)
				if e.why != "" {
					if d := (Declined{}); !errors.As(err, &d) || !strings.Contains(d.Reason, e.why) {
						t.Errorf("got %v, %v; want it refused, because %s", edits, err, e.why)
					}
					return
				}
				must.OK(t, err)
				after, err := p.Snapshot.Apply(edits)
				if want := plain.Replace(e.side('+')); err != nil || after.Text() != want {
					t.Errorf("%v, got\n%s\nwant\n%s", err, after.Text(), want)
				}
			})
		}
	}
	for name := range all {
		t.Errorf("examples.txt has %s, which is no rule", name)
	}
}
