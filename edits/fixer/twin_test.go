package fixer

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// extended are tools of which ruff can be asked for any rule.
type extended struct {
	Tools
	codes *[]string
}

func (e extended) Extend(_ context.Context, tool string, _ text.Snapshot, codes []string) bool {
	*e.codes = codes
	return tool == "ruff"
}

// TestRuffFixesWhatOthersReport: what flake8 or pylint says, and ruff mends under a code of its own, ruff mends; its
// word on the fix counts, and the tool that reported it looks.
func TestRuffFixesWhatOthersReport(t *testing.T) {
	s := text.File("/src/app.py", "python", "a = 1\nif a == None:\n    a = 2\n")
	for name, c := range map[string]struct {
		tool, code, ofRuff string
		how                signal.Applicability
		unsafe             bool
		asked              string
		want               bool
	}{
		"flake8": {tool: "flake8", code: "E711", ofRuff: "E711", how: signal.Safe, asked: "E711", want: true},

		"pylint": {tool: "pylint", code: "C0121", ofRuff: "E711", how: signal.Safe, asked: "E711 E712", want: true},
		"unsure": {tool: "flake8", code: "E711", ofRuff: "E711", how: signal.Unsafe, asked: "E711"},
		"unsure, on request": {tool: "flake8", code: "E711", ofRuff: "E711", how: signal.Unsafe, unsafe: true, asked: "E711",
			want: true},
		"another there": {tool: "flake8", code: "E711", ofRuff: "E721", how: signal.Safe, asked: "E711"},
		"not mended":    {tool: "flake8", code: "E999", ofRuff: "E999", how: signal.Safe},
	} {
		at := strings.Index(s.Text(), "a == None")
		d := signal.Diagnostic{Tool: c.tool, Code: c.code, Message: "comparison", Severity: signal.Error,
			Span: text.Span{Start: at, End: at + len("a == None")}, Origin: signal.FromLinter}
		e, _ := engine(t, 1)
		var asked []string
		e.Tools = extended{LintOnly(func(_ context.Context, tool string, now text.Snapshot) ([]signal.Diagnostic, error) {
			if !strings.Contains(now.Text(), "a == None") {
				return nil, nil
			}
			found := d
			if found.Tool = tool; tool == "ruff" {
				found.Code = c.ofRuff
				found.Fix = &signal.ToolFix{Applicability: c.how, Edits: []text.Edit{{Span: d.Span, New: "a is None"}}}
			}
			return []signal.Diagnostic{found}, nil
		}), &asked}
		p := Problem{Snapshot: s, Diagnostic: d, Unsafe: c.unsafe, Rungs: []signal.Rung{signal.RungTool, signal.RungRule}}
		f, err := e.Fix(t.Context(), p, nil)
		if got := strings.Join(asked, " "); got != c.asked || (err == nil) != c.want {
			t.Errorf("%s: ruff was asked for %q, %v", name, got, err)
			continue
		}
		if err != nil {
			continue
		}
		safe := slices.Contains(f.Evidence, evidence.Preserving("ruff", "ruff calls its own fix safe"))
		if f.Rung != signal.RungTool || safe == c.unsafe || !strings.Contains(f.Text(), "a is None") ||
			!slices.Contains(f.Evidence, evidence.Looked(c.tool, "")) {
			t.Errorf("%s: %s, %q\n%v", name, f.Rung, f.Text(), f.Evidence)
		}
	}
}
