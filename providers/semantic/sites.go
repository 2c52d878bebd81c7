package semantic

import (
	"context"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// known finds the definition that a name means in a file: one of the file, of
// what it imports, of its folder, or the only one there is.
func (e *expansion) known(name, from, container string) (index.Located, bool) {
	test := index.IsTest(from)
	all := slices.DeleteFunc(e.p.index.Define(name, from), func(l index.Located) bool {
		return l.Kind == scan.Field || l.Kind == scan.Variable || l.Kind == scan.Table || l.Test && !test
	})
	if len(all) == 0 {
		return index.Located{}, false
	}
	for _, l := range all {
		if l.Path == from && (l.Container == container || l.Container == "") {
			return l, true
		}
	}
	first := all[0]
	near := first.Path == from || slices.Contains(e.p.index.Imports(from), first.Path) ||
		folder(first.Path) == folder(from) && strings.HasSuffix(from, ".go")
	if near && (first.Kind != scan.Method || len(all) <= 2) || len(all) == 1 && len(name) > 3 &&
		languageOf(first.Path) == languageOf(from) {
		return first, true
	}
	return index.Located{}, false
}

// namesIn returns the names in a piece of code, in order, each once.
func namesIn(lang, code string) []string {
	var out []string
	seen := map[string]bool{}
	for _, w := range scan.Words(code, lang) {
		name := code[w.Start:w.End]
		if w.Code && len(name) > 2 && !seen[name] && !index.Keyword(name) {
			seen[name] = true
			out = append(out, name)
		}
	}
	return out
}

// namesOf returns the names that a file uses. An answer asks about the same few files for
// each of its pieces.
func (e *expansion) namesOf(path string, s text.Snapshot) []string {
	names, known := e.used[path]
	if !known {
		names = namesIn(s.Lang, s.Text())
		e.used[path] = names
	}
	return names
}

// calls reports whether code calls a name, and does not merely have a variable or a field of that name.
func calls(code, name string) bool {
	for at := range scan.Occurrences(code, name) {
		if strings.HasPrefix(strings.TrimLeft(code[at+len(name):], " ?!"), "(") {
			return true
		}
	}
	return false
}

// site is a function that uses a name.
type site struct {
	useAt
	def index.Def
}

// sites returns the functions that use a name in code, those of tests or the
// others. A language server's answers come first.
func (e *expansion) sites(l index.Located, tests bool, most int) []site {
	var out []site
	add := func(u useAt) {
		if e.defines(u.path, u.text, u.line, l.Name) {
			return
		}
		d, ok := around(e.p.index.DefsOf(u.path), u.line)
		if !ok {
			d, ok = statementAt(u.text, u.line)
		}
		if !ok || u.path == l.Path && d.Start == l.Start ||
			slices.ContainsFunc(out, func(o site) bool { return o.path == u.path && o.def.Start == d.Start }) {
			return
		}
		d.End = min(d.End, u.text.LineCount())
		out = append(out, site{u, d})
	}
	wanted := func(path string) bool { return index.InTests(path) == tests }
	for u := range e.p.usesOf(e.ctx, e.ask(l), l, wanted) {
		if add(u); len(out) >= most {
			break
		}
	}
	return out
}

// useAt is a line of a file on which a name is used.
type useAt struct {
	path string
	text text.Snapshot
	line int
	by   string
}

// usesOf returns where a definition is used in the wanted files: the places that language servers know, then what the
// index has, the nearest files first.
func (p *Provider) usesOf(ctx context.Context, asked []providers.Place, l index.Located,
	wanted func(path string) bool) iter.Seq[useAt] {
	return func(yield func(useAt) bool) {
		read := func(path string) (text.Snapshot, bool) {
			if ctx.Err() != nil || !wanted(path) || !p.allowed(path) {
				return text.Snapshot{}, false
			}
			s, err := p.texts.read(ctx, path)
			return s, err == nil
		}
		for _, pl := range asked {
			if s, ok := read(pl.Path); ok && pl.First <= s.LineCount() && !yield(useAt{pl.Path, s, pl.First - 1, byServer}) {
				return
			}
		}
		paths := p.index.References(l.Name, mostUsers)
		slices.SortStableFunc(paths, func(a, b string) int { return near(b, l.Path) - near(a, l.Path) })
		for _, path := range paths {
			s, ok := read(path)
			if !ok {
				continue
			}
			for _, line := range index.LinesUsing(s.Lang, s.Text(), l.Name) {
				if !yield(useAt{path, s, line, byCalls}) {
					return
				}
			}
		}
	}
}

// mostUsers is how many files are looked into for uses of a name.
const mostUsers = 50

// defines reports whether a line is part of the signature of a definition of a name, or of
// what implements it as Rust has it, and uses nothing.
func (e *expansion) defines(path string, s text.Snapshot, line int, name string) bool {
	if line >= s.LineCount() {
		return true // the file is no longer what whoever names the line has read
	}
	head, _, _ := strings.Cut(s.Line(line), "{")
	if head = strings.TrimSpace(head); s.Lang == "rust" && strings.HasPrefix(head, "impl") &&
		strings.HasSuffix(head, " "+name) {
		return true
	}
	return slices.ContainsFunc(e.p.index.DefsOf(path), func(d index.Def) bool {
		return d.Name == name && d.Kind != scan.Variable && d.Doc <= line && line < d.Sig
	})
}

// near says how much two paths have in common.
func near(a, b string) int {
	n := 0
	for i := 0; i < min(len(a), len(b)) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}

// around returns the innermost function round a line, or what else is defined there.
func around(defs []index.Def, line int) (index.Def, bool) {
	best, found := index.Def{}, false
	for _, d := range defs {
		if d.Start <= line && line < d.End && d.Kind != scan.Field && (!found || d.Start >= best.Start) {
			best, found = d, true
		}
	}
	return best, found
}

// statementAt returns the statement of a file's top level round a line that lies in
// no definition, as the tests of JavaScript do: test('…', () => {…}).
func statementAt(s text.Snapshot, line int) (index.Def, bool) {
	outer := func(i int) bool {
		l := s.Line(i)
		return strings.TrimSpace(l) != "" && l[0] != ' ' && l[0] != '\t'
	}
	closes := func(i int) bool { return strings.ContainsAny(s.Line(i)[:1], "})]") }
	first, end := line, line+1
	for first > 0 && (!outer(first) || closes(first)) {
		first--
	}
	for end < s.LineCount() && !outer(end) {
		end++
	}
	if end < s.LineCount() && closes(end) {
		end++
	}
	for end > line+1 && strings.TrimSpace(s.Line(end-1)) == "" {
		end--
	}
	if first == line && end == line+1 || end-first > wholeType {
		return index.Def{}, false // an import, or the whole file
	}
	d := index.Def{Kind: scan.Gap, Start: first, Doc: first, Sig: first + 1, End: end}
	if m := inQuotes.FindStringSubmatch(s.Line(first)); m != nil &&
		(strings.HasPrefix(s.Lang, "typescript") || strings.HasPrefix(s.Lang, "javascript")) {
		d.Name, d.Kind = m[1], scan.Function
	}
	return d, true
}

var inQuotes = lazyre.New("['\"`]([^'\"`]+)['\"`]")

// ask asks the language servers who uses a definition.
func (e *expansion) ask(l index.Located) []providers.Place {
	s, ok := e.read(l.Path)
	if !ok {
		return nil
	}
	if s.Path == "" && e.p.opts.Root != "" { // it is not open
		s.Path = filepath.Join(e.p.opts.Root, filepath.FromSlash(l.Path))
	}
	look, cancel := context.WithTimeout(e.ctx, limits.Lookup)
	defer cancel()
	return e.p.ask(look, References, s, l.Name, l.Start)
}
