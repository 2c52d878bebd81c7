package decode

import (
	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// run makes a run of the 1-based lines first to last.
func run(role window.Role, first, last int) window.Run {
	return window.Run{Role: role, Index: 1, Lines: text.Lines{Start: first - 1, End: last}}
}

// set makes a window set of runs.
func set(runs ...window.Run) window.Set { return window.Set{Runs: runs} }

// diagnosticAt makes a diagnostic on a 1-based line.
func diagnosticAt(s text.Snapshot, line int, message string) signal.Diagnostic {
	return signal.Diagnostic{Tool: "tool", Code: "X1", Message: message, Span: s.LineSpan(line - 1)}
}

// python makes a snapshot of a Python file.
func python(src string) text.Snapshot { return text.File("/src/a.py", "python", src) }

// offer makes candidates of one PRIMARY run, the diagnostic on its first line.
func offer(s text.Snapshot, first, last int) edits.Candidates {
	return edits.NewCandidates(s, set(run(window.Primary, first, last)), nil, diagnosticAt(s, first, ""))
}

// bom is the byte order mark.
const bom = "\ufeff"
