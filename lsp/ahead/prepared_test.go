package ahead

import (
	"testing"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestRestOfMany: a fix that nobody has checked by itself is offered when it has been
// checked with the others, also where it is the only one left.
func TestRestOfMany(t *testing.T) {
	var p Prepared
	snap := text.File("/w/a.py", "python", "import os\nimport sys\n")
	d := signal.Diagnostic{Tool: "ruff", Code: "F401", Message: "`os` imported but unused", Span: text.Span{Start: 7, End: 9}}
	p.AddRest(snap, d, signal.RungTool)
	every := func(fixer.Fix) bool { return true }
	if got := p.Sure(snap); len(got) != 1 {
		t.Errorf("to be checked: %v", got)
	}
	if got := p.All(snap, every); len(got) > 0 {
		t.Errorf("before anybody has looked: %v", got)
	}
	p.Merge(snap, []text.Edit{{Span: text.Span{Start: 0, End: 10}}})
	if got := p.All(snap, every); len(got) != 1 {
		t.Errorf("checked: %v", got)
	}
	if got := p.All(snap, func(f fixer.Fix) bool { return f.Rung != signal.RungTool }); len(got) > 0 {
		t.Errorf("not wanted: %v", got)
	}
	p.AddFailed(snap, d)
	if got := p.Rest(snap); len(got) > 0 {
		t.Errorf("one that failed: %v", got)
	}
}
