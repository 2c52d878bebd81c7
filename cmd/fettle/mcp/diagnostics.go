package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/rules"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

const diagnosticsSchema = `{"type":"object","properties":{
"path":{"type":"string","description":"Default: the root"},
"minSeverity":{"type":"string","enum":["error","warning","information","hint"]},
"limit":{"type":"integer","minimum":1,"maximum":500}}}`

// problem is one problem. Lines and columns count from 1, columns in
// characters.
type problem struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	Severity  string `json:"severity"`
	Tool      string `json:"tool"`
	Code      string `json:"code"`
	Message   string `json:"message"`
	Fix       string `json:"fix"` // what could fix it: tool, rule, model, none
}

type problems struct {
	Diagnostics []problem `json:"diagnostics"`
	Total       int       `json:"total"` // also those not listed
	Files       int       `json:"files"` // looked at
	Notes       []string  `json:"notes,omitempty"`
}

// diagnosticsCall are the arguments of diagnostics.
type diagnosticsCall struct {
	Path        string `json:"path"`
	MinSeverity string `json:"minSeverity"`
	Limit       int    `json:"limit"`
}

// least returns the least severity that is listed; the arguments are checked.
func (c diagnosticsCall) least() (signal.Severity, error) {
	if c.Limit < 1 || c.Limit > limits.MCPFindings {
		return 0, fmt.Errorf("limit %d: want 1 to %d", c.Limit, limits.MCPFindings)
	}
	if c.MinSeverity == "" {
		return signal.Hint, nil
	}
	least, ok := severity(c.MinSeverity)
	if !ok {
		return 0, fmt.Errorf("minSeverity %q: want error, warning, information or hint", c.MinSeverity)
	}
	return least, nil
}

// diagnostics lints a file or the files of a folder.
func (m *server) diagnostics(ctx context.Context, raw json.RawMessage, p *progress) (any, error) {
	args := diagnosticsCall{Path: m.roots[0], Limit: 100}
	if err := decodeCall("diagnostics", raw, &args); err != nil {
		return nil, err
	}
	least, err := args.least()
	if err != nil {
		return nil, err
	}
	targets, notes, err := m.targets(ctx, args.Path)
	if err != nil {
		return nil, err
	}
	answer := problems{Diagnostics: []problem{}, Files: len(targets)}
	m.surveyed(ctx, targets)
	for _, t := range targets {
		p.step(ctx, "looking at "+t.Shown)
		found, errs, err := m.w.LintEach(ctx, t.Snapshot)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil && len(targets) == 1 {
			return nil, err
		}
		notes = noted(notes, errs...)
		for _, d := range found {
			if d.Severity > least {
				continue
			}
			answer.Total++
			if len(answer.Diagnostics) < args.Limit {
				answer.Diagnostics = append(answer.Diagnostics, m.diagnostic(t, d))
			}
		}
	}
	if answer.Notes = notes; answer.Total > len(answer.Diagnostics) {
		answer.Notes = append(answer.Notes,
			fmt.Sprintf("%d more are not listed: name a file, or a higher limit or minSeverity",
				answer.Total-len(answer.Diagnostics)))
	}
	return answer, nil
}

func severity(name string) (signal.Severity, bool) {
	for s := signal.Error; s <= signal.Hint; s++ {
		if s.String() == name {
			return s, true
		}
	}
	return 0, false
}

func (m *server) diagnostic(t app.Target, d signal.Diagnostic) problem {
	from, to := t.Snapshot.Position(d.Span.Start, text.UTF32), t.Snapshot.Position(d.Span.End, text.UTF32)
	out := problem{File: t.Shown, Line: from.Line + 1, Column: from.Character + 1, EndLine: to.Line + 1,
		EndColumn: to.Character + 1,
		Severity:  d.Severity.String(), Tool: d.Tool, Code: d.Code, Message: m.clear(t.Snapshot.Path, d.Message), Fix: "none"}
	req := m.w.Ladder.Table.Require(d)
	switch {
	case d.Fix != nil && d.Fix.Applicability != signal.DisplayOnly:
		out.Fix = "tool"
	case len(rules.For(d)) > 0:
		out.Fix = "rule"
	case m.w.Ladder.Model.Asks() && slices.Contains(req.Rungs, signal.RungModel):
		out.Fix = "model"
	}
	return out
}
