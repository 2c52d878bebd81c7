package semantic

import (
	"fmt"
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

// quotedCount is how often a name counts that a diagnostic quotes.
const quotedCount = 3

// The most of each kind of help.
const (
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
	quotes   = lazyre.New("[`'\"“‘]([A-Za-z_$][\\w$]*(?:(?:\\.|::)[A-Za-z_$][\\w$]*)*)[`'\"”’]")
	undef    = lazyre.New(`(?:undefined(?: name| variable)?:? |cannot find (?:name|value|type|function|struct|trait)\S* |unresolved (?:import|name|reference) |is not defined: )[` + "`'\"]?" + `([A-Za-z_$][\w$.]*)`)
	sqlTable = lazyre.New("(?i)\\b(?:from|join|into|update|table)\\s+[`\"\\[]?([A-Za-z_][\\w]*)")
)

// quotedNames are the names that a message quotes.
func quotedNames(message string) []string {
	var out []string
	add := func(s string) {
		if s = plan.Last(s); len(s) > 1 && !index.Keyword(s) && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, re := range []*lazyre.Regexp{quotes, undef} {
		for _, m := range re.FindAllStringSubmatch(message, -1) {
			add(m[1])
		}
	}
	return out
}

// needs packs what the signals ask for from other files.
func (p *Provider) needs(k *packing, req providers.Request) {
	path := relative(req.Root, req.Snapshot.Path)
	limit := int(defShare * float64(k.budget))
	has := func(n signal.Need) bool { return slices.Contains(req.Needs, n) }
	var asked []string
	for _, d := range req.Diagnostics {
		asked = append(asked, quotedNames(d.Message)...)
	}
	for _, f := range req.Focus {
		asked = append(asked, plan.Last(f))
	}
	line := req.Snapshot.LineAt(req.Target.Start)
	container, function := enclosing(req.Snapshot, line)
	if has(signal.NeedLookup) || len(req.Focus) > 0 {
		for _, name := range asked {
			p.lookup(k, name, path, limit)
		}
	}
	if has(signal.NeedParent) && container != "" {
		for _, l := range p.index.Parents(container, function, path) {
			p.show(k, l, providers.RoleDefinition, fmt.Sprintf("`%s.%s` is overridden here", l.Container, l.Name), limit)
		}
	}
	if has(signal.NeedTypes) || has(signal.NeedConstants) || has(signal.NeedRelated) || has(signal.NeedClass) {
		for _, name := range asked {
			defs := merged(p.located(k.p.ask(k.look, TypeDefinitions, req.Snapshot, name, line)), p.index.Define(name, path))
			for _, l := range defs[:min(2, len(defs))] {
				if l.Path != path && l.Kind != scan.Field {
					p.show(k, l, providers.RoleType, fmt.Sprintf("defines `%s`, which the diagnostic names", name), limit)
				}
			}
		}
	}
	if has(signal.NeedRelated) {
		for _, name := range asked {
			p.implementations(k, req.Snapshot, name, line, limit)
		}
	}
	if has(signal.NeedFlow) && function != "" {
		p.callers(k, req.Snapshot, function, path, limit)
	}
	if has(signal.NeedFixtures) {
		p.fixtures(k, req, path, k.sheet.Size()+int(testShare*float64(k.budget)))
	}
	if has(signal.NeedSchema) {
		p.schema(k, req.Snapshot, line, limit)
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
// the import that would bring it in, and which names are like it.
func (p *Provider) lookup(k *packing, name, from string, limit int) {
	var notes []string
	defs := p.index.Define(name, from)
	shown := 0
	for _, l := range defs {
		if l.Path == from || l.Kind == scan.Field || index.IsTest(l.Path) || shown >= lookupDefs {
			continue
		}
		shown++
		p.show(k, l, providers.RoleDefinition, fmt.Sprintf("defines `%s`, which does not resolve here", name), limit)
		if im := index.ImportFor(l.Path, l.Name, from); im != "" && l.Container == "" {
			notes = append(notes, fmt.Sprintf("%s is defined in %s:%d; to import it: %s", providers.CodeSpan(name), providers.CodeSpan(l.Path), l.Start+1, providers.CodeSpan(im)))
		}
	}
	if shown == 0 {
		if near := p.index.Near(name, lookupNear); len(near) > 0 {
			for i, n := range near {
				near[i] = providers.CodeSpan(n)
			}
			notes = append(notes, fmt.Sprintf("%s is not defined in the workspace; names like it: %s", providers.CodeSpan(name), strings.Join(near, ", ")))
		}
	}
	if len(notes) > 0 {
		k.note(providers.Snippet{Role: providers.RoleSummary, Body: strings.Join(notes, "\n") + "\n", Score: 1}, limit)
	}
}

// callers packs the signatures of functions that call one, with the calls.
func (p *Provider) callers(k *packing, s text.Snapshot, function, from string, limit int) {
	n := 0
	done := map[string]bool{from: true}
	show := func(path string, snap text.Snapshot, line int) {
		sn := callSite(p, path, snap, line)
		sn.Why = []providers.Reason{{Factor: "need", Value: 1, Text: fmt.Sprintf("calls `%s`", function)}}
		if k.add(sn, limit) {
			n++
			done[path] = true
		}
	}
	for _, pl := range k.p.ask(k.look, References, s, function, definedOn(s, function)) {
		snap, err := p.texts.read(k.ctx, pl.Path)
		if n < maxCallers && err == nil && !done[pl.Path] && !index.IsTest(pl.Path) && p.allowed(pl.Path) && pl.First <= snap.LineCount() {
			show(pl.Path, snap, pl.First-1)
		}
	}
	for _, path := range p.index.References(function, 50) {
		if n >= maxCallers || k.ctx.Err() != nil {
			return
		}
		if done[path] || index.IsTest(path) {
			continue
		}
		snap, err := p.texts.read(k.ctx, path)
		if err != nil {
			continue
		}
		for _, line := range index.LinesUsing(snap.Lang, snap.Text(), function) {
			if show(path, snap, line); done[path] {
				break
			}
		}
	}
}

// definedOn is the line on which a document defines a name, -1 if it does not.
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
	isType := func(l index.Located) bool {
		return l.Kind == scan.Interface || l.Kind == scan.Trait || l.Kind == scan.Class
	}
	if !slices.ContainsFunc(p.index.Define(name, ""), isType) {
		return
	}
	n := 0
	for _, l := range merged(p.located(k.p.ask(k.look, Implementations, s, name, line)), p.index.Implementations(name, maxImpls)) {
		if n < maxImpls && !index.IsTest(l.Path) && p.show(k, l, providers.RoleImplementation, fmt.Sprintf("implements `%s`, which the diagnostic names", name), limit) {
			n++
		}
	}
}

// callSite is a use with two lines around it, under its function's name.
func callSite(p *Provider, path string, snap text.Snapshot, line int) providers.Snippet {
	l := text.Lines{Start: max(0, line-2), End: min(snap.LineCount(), line+3)}
	sn := providers.Snippet{Role: providers.RoleRelated, Place: place(path, l), Lang: fenceLang(path), Body: lines(snap, l), Score: 0.9}
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
			uses := at.Names[d.Name] > 0 || slices.ContainsFunc(p.index.Uses(snap.Lang, lines(snap, text.Lines{Start: d.Start, End: d.End}), 20),
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
			if l.Kind == scan.Table && n < maxSchema && p.show(k, l, providers.RoleDefinition, "table of the query here", limit) {
				n++
			}
		}
	}
}
