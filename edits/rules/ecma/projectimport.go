package ecma

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// undefinedName are the words of tsc and ESLint for a name that nothing binds.
var undefinedName = lazyre.New(`^Cannot find name '([\w$]+)'|^'([\w$]+)' is not defined`)

// ProjectImport imports an undefined name from where the other files of the project have it.
func ProjectImport(p rule.Problem) ([]text.Edit, error) {
	f, err := rule.Facts(p)
	if err != nil {
		return nil, err
	}
	said := undefinedName.FindStringSubmatch(p.Diagnostic.Message)
	if said == nil {
		return nil, rule.Declined{Reason: "it is not about an undefined name", Aside: true}
	}
	name := said[1] + said[2]
	if f.NameAt(p.Diagnostic.Span.Start) != name || len(f.Bindings(name)) > 0 {
		return nil, rule.Declined{Reason: "the file gives " + name + " a meaning elsewhere", Aside: true}
	}
	homes := p.HomesOf(name)
	switch len(homes) {
	case 0:
		return nil, rule.Declined{Reason: "no other file of the project exports " + name, Aside: true}
	case 1:
	default:
		return nil, rule.Decline("%s may be imported from %s or %s", name, homes[0].Module, homes[1].Module)
	}
	return addImport(f, p, homes[0].Module, name)
}

// addImport adds a name to the import of its module, or an import in the style of those that are there.
func addImport(f *syntax.File, p rule.Problem, module, name string) ([]text.Edit, error) {
	s := p.Snapshot
	quote, end, ending := "'", ";", ""
	imports := 0
	for i := range f.Imports() {
		n := f.Nodes[i]
		list, comments := clause(f, s.Text(), n.Span)
		if !wordIs(list, 0, "import") {
			return nil, rule.Decline("the file imports by require")
		}
		n.Span.End = importEnd(list, n.Span.End)
		last := strings.TrimSuffix(s.Slice(n.Span), ";")
		imports++
		if last == "" || !strings.HasSuffix(last, "'") && !strings.HasSuffix(last, `"`) {
			continue
		}
		quote, end = last[len(last)-1:], s.Slice(n.Span)[len(last):]
		from := strings.Trim(last[strings.LastIndexAny(last[:len(last)-1], `'"`):], `'"`)
		if strings.HasPrefix(from, ".") && strings.HasSuffix(from, ".js") {
			ending = ".js"
		}
		names, err := bindings(list)
		if strings.TrimSuffix(from, ".js") != module || err != nil || comments || wordIs(list, 1, "type") {
			continue
		}
		for j := len(names) - 1; j >= 0; j-- {
			if names[j].kind == 'n' {
				return []text.Edit{rule.InsertAt(names[j].span.End, ", "+name)}, nil
			}
		}
	}
	block, found := f.ImportBlock()
	if !found && imports == 0 && strings.Contains(s.Text(), "require(") {
		return nil, rule.Decline("the file imports by require")
	}
	eol := s.MajorityTerminator()
	line := "import { " + name + " } from " + quote + module + ending + quote + end + eol
	if !found {
		line += eol
	}
	if block.End >= s.LineCount() {
		return nil, rule.Decline("the imports end where the file does")
	}
	return []text.Edit{rule.InsertAt(s.LineStart(block.End), line)}, nil
}
