package window

import (
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Selection returns the lines that an instruction about a selection may change:
// the selected statements, whole, and for imports the place of imports.
func Selection(s text.Snapshot, f *syntax.File, selected text.Span) Set {
	p := place{s: s, f: f, d: signal.Diagnostic{Span: selected}, lines: s.LinesOf(selected)}
	pieces := []piece{{p.lines, Primary}}
	for _, l := range p.imports(likelyImports) {
		pieces = append(pieces, piece{l, Imports})
	}
	return p.set(LevelRow, pieces)
}
