package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

const diagnosticsSchema = `{"type":"object","properties":{
"path":{"type":"string","description":"Default: the root"},
"minSeverity":{"type":"string","enum":["error","warning","information","hint"]},
"limit":{"type":"integer","minimum":1,"maximum":500}}}`

// diagnosticsCall are the arguments of diagnostics.
type diagnosticsCall struct {
	Path        string `json:"path"`
	MinSeverity string `json:"minSeverity"`
	Limit       *int   `json:"limit"` // nil: as many as fit
}

// least returns the least severity that is listed; the arguments are checked.
func (c diagnosticsCall) least() (signal.Severity, error) {
	if c.Limit != nil && (*c.Limit < 1 || *c.Limit > limits.MCPFindings) {
		return 0, fmt.Errorf("limit %d: want 1 to %d", *c.Limit, limits.MCPFindings)
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

// diagnostics lints a file or the files of a folder, and answers a line for each problem: lines and columns count from
// 1, columns in characters.
func (m *server) diagnostics(ctx context.Context, raw json.RawMessage, p *progress) (string, error) {
	args := diagnosticsCall{Path: m.roots[0]}
	if err := decodeCall("diagnostics", raw, &args); err != nil {
		return "", err
	}
	least, err := args.least()
	if err != nil {
		return "", err
	}
	targets, notes, err := m.targets(ctx, args.Path)
	if err != nil {
		return "", err
	}
	var lines []string
	m.surveyed(ctx, targets)
	for _, t := range targets {
		p.step(ctx, "looking at "+t.Shown)
		found, errs, err := m.w.LintEach(ctx, t.Snapshot)
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if err != nil && len(targets) == 1 {
			return "", err
		}
		notes = noted(notes, errs...)
		for _, d := range found {
			if d.Severity <= least {
				at := t.Snapshot.Position(d.Span.Start, text.UTF32)
				lines = append(lines, fmt.Sprintf("%s:%d:%d  %s  [%s %s]", t.Shown, at.Line+1, at.Character+1,
					m.clear(t.Snapshot.Path, oneLine(d.Message)), strings.TrimSpace(d.Tool+" "+d.Code), d.Severity))
			}
		}
	}
	head := fmt.Sprintf("problems: %d; files looked at: %d\n", len(lines), len(targets))
	return head + listed(lines, args.Limit, "name a file, or a limit or minSeverity") + said(notes), nil
}

// listed returns the lines of a list, as many as are asked for, or fit, and how many are left out.
func listed(lines []string, most *int, next string) string {
	out := ""
	for i, l := range lines {
		if most != nil && i == *most || most == nil && len(out)+len(l) > limits.MCPVerdict {
			return out + fmt.Sprintf("%d more are not listed: %s\n", len(lines)-i, next)
		}
		out += l + "\n"
	}
	return out
}

// said returns notes as lines.
func said(notes []string) (out string) {
	for _, n := range notes {
		out += "note: " + oneLine(n) + "\n"
	}
	return out
}

// oneLine returns a message in one line.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func severity(name string) (signal.Severity, bool) {
	for s := signal.Error; s <= signal.Hint; s++ {
		if s.String() == name {
			return s, true
		}
	}
	return 0, false
}
