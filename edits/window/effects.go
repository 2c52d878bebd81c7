package window

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// unusedImport are the words by which tools call an import unused.
var unusedImport = lazyre.New(`(?i)imported but (?:unused|never used)|unused import|^unused \S+ imported|import \S+ is not accessed`)

// KeptImport says why the import that a diagnostic calls unused may be there for
// what it does; "" if nothing speaks for it, or the diagnostic is about
// something else. Such an import is not to be removed without the user's word.
func KeptImport(s text.Snapshot, f *syntax.File, d signal.Diagnostic) string {
	if s.Lang != "python" || !unusedImport.MatchString(d.Message) {
		return ""
	}
	p := place{s: s, f: f, d: d, lines: s.LinesOf(d.Span)}
	if why := p.sideEffects(); why != "" {
		return why
	}
	i := f.Enclosing(p.lines.Start, syntax.Import)
	if i < 0 {
		return ""
	}
	for _, name := range f.Nodes[i].Names {
		if strings.Contains(d.Message, name) && len(name) > 2 && p.onlyInText(name) {
			return "a string of the file is " + name + ": it may be looked up by that name"
		}
	}
	return ""
}

// onlyInText reports whether a string of the file is exactly the name, as in
// getattr(module, "name") or a registry's key.
func (p place) onlyInText(name string) bool {
	for _, q := range p.f.Quiet(text.Span{End: p.s.Len()}) {
		if t := p.s.Slice(q); t == `"`+name+`"` || t == "'"+name+"'" {
			return true
		}
	}
	return false
}
