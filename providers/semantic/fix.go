package semantic

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
	"github.com/fettle-dev/fettle/providers/signal"
)

// The context of a fix is named: the declarations of what the message and the statement
// under it name, found by imports and scopes, and what the row of the signal needs.
// Nothing is shown for want of better: on real findings, most of what was like the place
// by its words was of no use, and a local model reads some 45 tokens a second.

// quotedCount is how often a name counts that a diagnostic quotes.
const quotedCount = 3

// The most of each kind of help.
const (
	namedBytes  = 3200 // in all
	namedMost   = 8    // declarations
	namedType   = 30   // lines of a type that is shown whole
	namedLines  = 14   // of the beginning of a longer one
	statement   = 12   // lines that a statement goes on for
	lookupDefs  = 5
	lookupNear  = 3
	maxCallers  = 3
	maxTests    = 3
	maxSchema   = 3
	maxImpls    = 8
	testShare   = 0.15
	schemaLines = 40
)

var (
	quotes = lazyre.New("[`'\"“‘]([A-Za-z_$][\\w$]*(?:(?:\\.|::)[A-Za-z_$][\\w$]*)*)[`'\"”’]")
	undef  = lazyre.New(`(?:undefined(?: name| variable)?:? |cannot find (?:name|value|type|function|struct|trait)\S* ` +
		`|unresolved (?:import|name|reference) |is not defined: )[` + "`'\"]?" + `([A-Za-z_$][\w$.]*)`)
	memberOf = lazyre.New(`["'](\w+)["'] of ["']([\w.]+)["']|["']([\w.]+)["'] has no attribute ["'](\w+)["']`)
	bare     = lazyre.New(`\*?[A-Za-z_$][\w$]*(?:(?:\.|::)[A-Za-z_$][\w$]*)*`)
	sqlTable = lazyre.New("(?i)\\b(?:from|join|into|update|table)\\s+[`\"\\[]?([A-Za-z_][\\w]*)")
)

// quotedNames returns the names that a message quotes.
func quotedNames(message string) []string {
	var out []string
	for _, n := range quoted(message) {
		if name := plan.Last(n); len(name) > 1 && !index.Keyword(name) && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

func quoted(message string) (out []string) {
	for _, re := range []*lazyre.Regexp{quotes, undef} {
		for _, m := range re.FindAllStringSubmatch(message, -1) {
			out = append(out, m[1])
		}
	}
	return out
}

// inStatement says why a name of the statement is looked for.
const inStatement = "used in the statement"

// use is a name as it is used: on what, and by whom.
type use struct{ name, on, by string }

// dotted returns a name that may be qualified.
func dotted(name, by string) use {
	name = strings.TrimLeft(strings.ReplaceAll(name, "::", "."), "*")
	rest, last := "", name
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		rest, last = name[:i], name[i+1:]
	}
	return use{last, plan.Last(rest), by}
}

// saidNames returns the names that messages hold: what they quote, and, since Go's quote
// nothing, what is spelled as code or used by the statement.
func saidNames(diagnostics []signal.Diagnostic, used []use) (out []use) {
	const by = "the message names it"
	for _, d := range diagnostics {
		for _, m := range memberOf.FindAllStringSubmatch(d.Message, -1) {
			out = append(out, use{m[1] + m[4], plan.Last(m[2] + m[3]), by})
		}
		for _, n := range quoted(d.Message) {
			out = append(out, dotted(n, by))
		}
		for _, n := range bare.FindAllString(d.Message, -1) {
			u := dotted(n, by)
			code := n[0] == '*' || u.on != "" || strings.Contains(n, "_") || strings.ToLower(n[1:]) != n[1:]
			if code || slices.ContainsFunc(used, func(o use) bool { return o.name == u.name }) {
				out = append(out, u)
			}
		}
	}
	return out
}

// statementUses returns the names that the statement round some lines uses, in order, each once.
func statementUses(s text.Snapshot, l text.Lines) (out []use) {
	depth := 0
	for i := l.Start; i < s.LineCount() && (i < l.End || depth > 0 && i < l.Start+statement); i++ {
		depth += strings.Count(s.Line(i), "(") + strings.Count(s.Line(i), "[") - strings.Count(s.Line(i),
			")") - strings.Count(s.Line(i), "]")
		l.End = max(l.End, i+1)
	}
	span := s.LinesSpan(text.Lines{Start: l.Start, End: min(l.End, s.LineCount())})
	body, before := s.Text(), scan.Word{}
	for _, w := range scan.Words(body, s.Lang) {
		if int(w.Start) >= span.Start && int(w.End) <= span.End && w.Code {
			u := use{name: body[w.Start:w.End], by: inStatement}
			if gap := body[before.End:w.Start]; before.End > 0 && slices.Contains([]string{".", "::", "->", "?.", "!."}, gap) {
				u.on = body[before.Start:before.End]
			}
			if len(u.name) > 1 && !index.Keyword(u.name) &&
				!slices.ContainsFunc(out, func(o use) bool { return o.name == u.name && o.on == u.on }) {
				out = append(out, u)
			}
		}
		before = w
	}
	return out
}

// scope is the place from which names are looked for.
type scope struct {
	p               *Provider
	s               text.Snapshot
	path            string
	line            int
	class, function string
	look            context.Context // of questions to language servers
}

// declared returns the definitions that a use means: by what it is used on, by the imports
// of the file, by its package. An equal spelling alone means nothing.
func (c scope) declared(u use) []index.Located {
	switch {
	case u.on == "self" || u.on == "this" || u.on == "cls" || u.on == "super" || u.on != "" && u.on == c.receiver():
		return c.member(c.class, u.name)
	case u.on != "":
		if in := c.imported(u.name, u.on); len(in) > 0 {
			return in
		}
		if typ := c.typeOf(u.on); typ != "" {
			return c.member(typ, u.name)
		}
		return c.member(u.on, u.name) // Config.load, or as messages write it
	}
	return c.visible(u.name)
}

// visible returns the definitions of a name at the top level of the file, of its package, or
// of what it imports it from.
func (c scope) visible(name string) []index.Located {
	imports := c.p.index.Imports(c.path)
	bound := index.ImportLines(c.s.Lang, c.s.Text(), name, 40) != ""
	found := c.known(name, func(l index.Located) bool {
		packaged := strings.HasSuffix(c.path, ".go") && folder(l.Path) == folder(c.path)
		return l.Container == "" && (l.Path == c.path || packaged || bound && slices.Contains(imports, l.Path))
	})
	if len(found) > 0 {
		return found
	}
	return c.p.located(c.p.ask(c.look, Definitions, c.s, name, c.line))
}

// imported returns the definitions of a name in a module or package that is imported.
func (c scope) imported(name, module string) []index.Located {
	lines := index.ImportLines(c.s.Lang, c.s.Text(), module, 40)
	if lines == "" {
		return nil
	}
	imports := c.p.index.Imports(c.path)
	return c.known(name, func(l index.Located) bool {
		stem := strings.TrimSuffix(path.Base(l.Path), path.Ext(l.Path))
		return l.Container == "" && slices.Contains(imports, l.Path) &&
			(strings.Contains(lines, stem) || strings.Contains(lines, path.Base(path.Dir(l.Path))))
	})
}

// member returns the definitions of a name in a type, or in what the type extends.
func (c scope) member(typ, name string) []index.Located {
	if typ == "" {
		return nil
	}
	found := c.types(typ)
	for range 3 {
		var bases []index.Located
		for _, t := range found {
			in := c.known(name, func(l index.Located) bool { return l.Container == t.Name && folder(l.Path) == folder(t.Path) })
			if len(in) > 0 {
				return in
			}
			for _, b := range t.Bases {
				bases = append(bases, scope{p: c.p, s: c.s, path: t.Path, look: c.look}.types(b)...)
			}
		}
		found = bases
	}
	return nil
}

// types returns the types of a name: the visible ones, or the only one that there is.
func (c scope) types(name string) []index.Located {
	all := c.known(name, func(l index.Located) bool { return l.Kind.IsType() })
	near := slices.DeleteFunc(slices.Clone(all), func(l index.Located) bool {
		return l.Path != c.path && !slices.Contains(c.p.index.Imports(c.path), l.Path) && folder(l.Path) != folder(c.path)
	})
	if len(near) > 0 || len(all) > 1 {
		return near
	}
	return all
}

func (c scope) known(name string, means func(index.Located) bool) []index.Located {
	return slices.DeleteFunc(c.p.index.Define(name, c.path), func(l index.Located) bool { return !means(l) })
}

var receivers = lazyre.New(`^func \((\w+) `)

// receiver returns the name that a method of Go has for what it is a method of.
func (c scope) receiver() string {
	if c.s.Lang != "go" {
		return ""
	}
	for i := c.line; i >= 0; i-- {
		if m := receivers.FindStringSubmatch(c.s.Line(i)); m != nil {
			return m[1]
		}
		if strings.HasPrefix(c.s.Line(i), "func ") {
			break
		}
	}
	return ""
}

// typeOf returns the type that a variable is declared with in front of the place: by its
// annotation, by what makes it, or by what the function returns that it comes from.
func (c scope) typeOf(name string) string {
	n := regexp.QuoteMeta(name)
	forms := []string{
		`\b` + n + `\s*:\s*(?:[&*"'\[]|mut |dyn |Optional\[|Option<|Box<|List\[|list\[)*(?:\w+(?:\.|::))*([A-Za-z_]\w*)`,
		`\b` + n + `(?:\s*,\s*\w+)*\s*:?=\s*(?:await |new |&)*(?:\w+(?:\.|::))*?([A-Za-z_]\w*)(?:::new)?\s*[({]`,
	}
	if c.s.Lang == "go" {
		forms[0] = `[(,]\s*(?:\w+, )*` + n + `\s+(?:\.\.\.|\[\])*\*?(?:\w+\.)?([A-Za-z_]\w*)|\bvar ` + n +
			`\s+\*?(?:\w+\.)?([A-Za-z_]\w*)`
	}
	for _, form := range forms {
		re := regexp.MustCompile(form)
		for i := c.line; i >= max(0, c.line-120); i-- {
			m := re.FindStringSubmatch(c.s.Line(i))
			if m == nil {
				continue
			}
			found := strings.Join(m[1:], "")
			for _, l := range c.visible(found) {
				if l.Kind.IsFunction() {
					return c.returned(l)
				}
			}
			return found
		}
	}
	return ""
}

var resultTypes = lazyre.New(`->\s*(?:Optional\[|Result<|Option<|&|Self|")?\s*([A-Za-z_]\w*)` +
	`|\)\s*\(?\*?(?:\w+\.)?([A-Z]\w*)|\)\s*:\s*(?:Promise<)?([A-Za-z_]\w*)`)

// returned returns the type that a function says it returns, "" if it says none.
func (c scope) returned(l index.Located) string {
	s, err := c.p.texts.read(context.Background(), l.Path)
	if err != nil || l.Sig > s.LineCount() {
		return ""
	}
	sig := s.Slice(s.LinesSpan(text.Lines{Start: l.Start, End: max(l.Sig, l.Start+1)}))
	m := resultTypes.FindStringSubmatch(sig)
	if m == nil {
		return ""
	}
	return strings.Join(m[1:], "")
}

// named packs the context of a fix.
func (p *Provider) named(k *packing, req providers.Request) {
	line := req.Snapshot.LineAt(req.Target.Start)
	c := scope{p: p, s: req.Snapshot, path: relative(req.Root, req.Snapshot.Path), line: line, look: k.look}
	c.class, c.function = enclosing(req.Snapshot, line)
	limit := min(k.budget, namedBytes)
	uses := statementUses(req.Snapshot, req.Snapshot.LinesOf(req.Target))
	said := saidNames(req.Diagnostics, uses)
	for _, f := range req.Focus {
		said = append(said, dotted(f, "asked for"))
	}
	n := 0
	show := func(uses []use) {
		for _, u := range uses {
			for i, l := range p.declarations(k, c, u) {
				inside := l.Path == c.path && (l.Start <= line && line < l.End || l.Container != "" || isVariable(l.Kind))
				if n < namedMost && i < 2 && !inside && !k.done() && p.declare(k, l, u, limit) {
					n++
				}
			}
		}
	}
	show(said)
	p.needs(k, req, c, said, limit)
	show(uses)
}

func isVariable(k index.Kind) bool { return k == scan.Variable || k == scan.Field }

// declarations returns what to show of a use: what declares the name, and of a member that
// is not there, the type that it is asked of.
// A language server knows better where the type of what a message names is.
func (p *Provider) declarations(k *packing, c scope, u use) []index.Located {
	if u.by != inStatement {
		if at := p.located(p.ask(k.look, TypeDefinitions, c.s, u.name, c.line)); len(at) > 0 {
			return at
		}
	}
	found := c.declared(u)
	if len(found) == 0 && u.on != "" {
		found = c.types(c.typeOf(u.on))
	}
	if len(found) == 0 && u.by != inStatement && u.on == "" {
		found = c.types(u.name)
	}
	return slices.DeleteFunc(found, func(l index.Located) bool {
		return l.Kind == scan.Module || l.Test && !index.IsTest(c.path)
	})
}

// declare packs a declaration: a function as it is called, a type as it is used.
func (p *Provider) declare(k *packing, l index.Located, u use, limit int) bool {
	snap, err := p.texts.read(k.ctx, l.Path)
	if err != nil {
		return false
	}
	most, head := callLines, callHead
	if l.Kind.IsType() {
		most, head = namedType, namedLines
	}
	for _, sn := range k.definition(snap, l.Path, l.Def, most, head) {
		sn.Score, sn.Why = 1, []providers.Reason{{Factor: "named", Value: 1,
			Text: fmt.Sprintf("declares `%s`: %s", l.Name, u.by)}}
		if k.add(sn, limit) {
			return true
		}
	}
	return false
}

// needs packs what the row of the signal asks for from other files.
func (p *Provider) needs(k *packing, req providers.Request, c scope, said []use, limit int) {
	has := func(n signal.Need) bool { return slices.Contains(req.Needs, n) }
	var asked []string
	for _, u := range said {
		if !slices.Contains(asked, u.name) {
			asked = append(asked, u.name)
		}
	}
	if has(signal.NeedLookup) || len(req.Focus) > 0 {
		for _, name := range asked {
			p.lookup(k, name, c.path, limit)
		}
	}
	if has(signal.NeedParent) && c.class != "" {
		for _, l := range p.index.Parents(c.class, c.function, c.path) {
			p.show(k, l, providers.RoleDefinition, fmt.Sprintf("`%s.%s` is overridden here", l.Container, l.Name), limit)
		}
	}
	for _, name := range asked {
		if has(signal.NeedRelated) && len(c.types(name)) > 0 {
			p.implementations(k, req.Snapshot, name, c.line, limit)
		}
	}
	if has(signal.NeedFlow) && c.function != "" {
		p.callers(k, req.Snapshot, c.function, c.path, limit)
	}
	if has(signal.NeedFixtures) {
		p.fixtures(k, req, c.path, k.sheet.Size()+int(testShare*float64(k.budget)))
	}
	if has(signal.NeedSchema) {
		p.schema(k, req.Snapshot, c.line, limit)
	}
}

// enclosing names the innermost class and function round a line.
func enclosing(s text.Snapshot, line int) (class, function string) {
	for _, d := range index.Extract(s.Lang, s.Text()).Defs {
		if line < d.Start || line >= d.End {
			continue
		}
		switch d.Kind {
		case scan.Function, scan.Method:
			function = d.Name
			if d.Container != "" {
				class = d.Container
			}
		case scan.Class, scan.Struct, scan.Interface, scan.Trait:
			class = d.Name
		}
	}
	return class, function
}

// show packs one definition.
func (p *Provider) show(k *packing, l index.Located, role providers.Role, why string, limit int) bool {
	snap, err := p.texts.read(k.ctx, l.Path)
	if err != nil {
		return false
	}
	for _, sn := range k.definition(snap, l.Path, l.Def, defLines, defHead) {
		sn.Role, sn.Score, sn.Why = role, 1, []providers.Reason{{Factor: "need", Value: 1, Text: why}}
		if k.add(sn, limit) {
			return true
		}
	}
	return false
}

// lookup answers for a name that does not resolve: where it is defined, with
// the import that would bind it, and which names are like it.
func (p *Provider) lookup(k *packing, name, from string, limit int) {
	var notes []string
	defs := p.index.Define(name, from)
	shown := 0
	for _, l := range defs {
		if l.Path == from || l.Kind == scan.Field || l.Test || shown >= lookupDefs {
			continue
		}
		shown++
		p.show(k, l, providers.RoleDefinition, fmt.Sprintf("defines `%s`, which does not resolve here", name), limit)
		if im := index.ImportFor(l.Path, l.Name, from); im != "" && l.Container == "" {
			notes = append(notes, fmt.Sprintf("%s is defined in %s:%d; to import it: %s", providers.CodeSpan(name),
				providers.CodeSpan(l.Path), l.Start+1, providers.CodeSpan(im)))
		}
	}
	if shown == 0 {
		if near := p.index.Near(name, lookupNear); len(near) > 0 {
			for i, n := range near {
				near[i] = providers.CodeSpan(n)
			}
			notes = append(notes, fmt.Sprintf("%s is not defined in the workspace; names like it: %s", providers.CodeSpan(name),
				strings.Join(near, ", ")))
		}
	}
	if len(notes) > 0 {
		k.note(providers.Snippet{Role: providers.RoleSummary, Body: strings.Join(notes, "\n") + "\n", Score: 1}, limit)
	}
}

// callers packs the signatures of functions that call one, with the calls.
func (p *Provider) callers(k *packing, s text.Snapshot, function, from string, limit int) {
	shown := map[string]bool{from: true}
	l := index.Located{Path: from, Def: index.Def{Name: function, Start: definedOn(s, function)}}
	wanted := func(path string) bool { return !shown[path] && !index.IsTest(path) }
	for u := range p.usesOf(k.ctx, p.ask(k.look, References, s, function, l.Start), l, wanted) {
		sn := callSite(p, u.path, u.text, u.line)
		sn.Why = []providers.Reason{{Factor: "need", Value: 1, Text: fmt.Sprintf("calls `%s`", function)}}
		if !shown[u.path] && k.add(sn, limit) {
			shown[u.path] = true
		}
		if len(shown) > maxCallers {
			return
		}
	}
}

// definedOn returns the line on which a document defines a name, -1 if it does not.
func definedOn(s text.Snapshot, name string) int {
	for _, d := range index.Extract(s.Lang, s.Text()).Defs {
		if d.Name == name && (d.Kind == scan.Function || d.Kind == scan.Method) {
			return d.Start
		}
	}
	return -1
}

// implementations packs what implements an interface or trait that the
// diagnostic names, or extends a class.
func (p *Provider) implementations(k *packing, s text.Snapshot, name string, line, limit int) {
	extensible := func(l index.Located) bool {
		return l.Kind == scan.Interface || l.Kind == scan.Trait || l.Kind == scan.Class
	}
	if !slices.ContainsFunc(p.index.Define(name, ""), extensible) {
		return
	}
	n := 0
	for _, l := range merged(p.located(k.p.ask(k.look, Implementations, s, name, line)),
		p.index.Implementations(name, maxImpls)) {
		if n < maxImpls && !l.Test &&
			p.show(k, l, providers.RoleImplementation, fmt.Sprintf("implements `%s`, which the diagnostic names", name), limit) {
			n++
		}
	}
}

// callSite returns a use with two lines around it, under its function's name.
func callSite(p *Provider, path string, snap text.Snapshot, line int) providers.Snippet {
	l := text.Lines{Start: max(0, line-2), End: min(snap.LineCount(), line+3)}
	sn := providers.Snippet{Role: providers.RoleRelated, Place: place(path, l), Lang: fenceLang(path),
		Body: lines(snap, l), Score: 0.9}
	for _, d := range p.index.DefsOf(path) {
		if d.Start <= line && line < d.End && (d.Kind == scan.Function || d.Kind == scan.Method) {
			sn.Label = "call in " + label(d.Kind, d.Container, d.Name)
		}
	}
	return sn
}

// fixtures packs definitions that the names of a test's parameters refer to,
// from conftest files and neighbours, or tests of the file.
func (p *Provider) fixtures(k *packing, req providers.Request, path string, limit int) {
	for i, t := range p.index.TestsOf(path, maxTests) {
		if i >= maxTests {
			return
		}
		snap, err := p.texts.read(k.ctx, t)
		if err != nil {
			continue
		}
		at := index.Look(req.Snapshot.Lang, req.Snapshot.Text(), req.Snapshot.LineAt(req.Target.Start))
		for _, d := range p.index.DefsOf(t) {
			uses := at.Names[d.Name] > 0 || slices.ContainsFunc(p.index.Uses(snap.Lang,
				lines(snap, text.Lines{Start: d.Start, End: d.End}), 20),
				func(n string) bool { return at.Own[n] })
			if !uses || d.Kind == scan.Field {
				continue
			}
			if !p.show(k, index.Located{Path: t, Def: d}, providers.RoleTest, "fixture or test of this file", limit) {
				break
			}
		}
	}
}

// schema packs the definitions of the tables that SQL at the place names.
func (p *Provider) schema(k *packing, s text.Snapshot, line, limit int) {
	window := s.Slice(s.LinesSpan(text.Lines{Start: max(0, line-schemaLines), End: min(s.LineCount(), line+schemaLines)}))
	n := 0
	for _, m := range sqlTable.FindAllStringSubmatch(window, -1) {
		for _, l := range p.index.Define(m[1], "") {
			if l.Kind == scan.Table && n < maxSchema && p.show(k, l, providers.RoleDefinition, "table of the query here",
				limit) {
				n++
			}
		}
	}
}
