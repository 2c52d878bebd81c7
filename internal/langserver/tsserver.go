package langserver

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// tsserverRequest is the command by which TypeScript's language server hands a
// question on to the compiler's own server. What it publishes by itself comes in
// parts and names no version: nobody knows when it has said all.
const tsserverRequest = "typescript.tsserverRequest"

// tsserver asks what the compiler says of a text that is open.
func (c *session) tsserver(ctx context.Context, uri string, doc text.Snapshot) ([]Diagnostic, error) {
	out := []Diagnostic{}
	for _, question := range []string{"syntacticDiagnosticsSync", "semanticDiagnosticsSync"} {
		raw, err := c.ask(ctx, "workspace/executeCommand", map[string]any{"command": tsserverRequest,
			"arguments": []any{question, map[string]any{"file": uri, "includeLinePosition": true}}})
		if err != nil {
			return nil, err
		}
		var answer struct {
			Success bool              `json:"success"`
			Body    []json.RawMessage `json:"body"`
		}
		if json.Unmarshal(raw, &answer) != nil || !answer.Success {
			return nil, fmt.Errorf("the language server has no answer to %s", question)
		}
		for _, one := range answer.Body[:min(len(answer.Body), limits.DiagnosticsPerFile)] {
			if d, ok := decodeTSServer(one, doc); ok {
				out = append(out, d)
			}
		}
	}
	return out, nil
}

// tsLocation counts lines and UTF-16 columns from one.
type tsLocation struct{ Line, Offset int }

func (l tsLocation) in(doc text.Snapshot) int {
	return doc.Offset(text.Position{Line: max(0, l.Line-1), Character: max(0, l.Offset-1)}, text.UTF16)
}

func decodeTSServer(raw json.RawMessage, doc text.Snapshot) (Diagnostic, bool) {
	var d struct {
		Message       string     `json:"message"`
		Category      string     `json:"category"`
		Code          int        `json:"code"`
		StartLocation tsLocation `json:"startLocation"`
		EndLocation   tsLocation `json:"endLocation"`
	}
	if json.Unmarshal(raw, &d) != nil || d.Message == "" || d.StartLocation.Line < 1 {
		return Diagnostic{}, false
	}
	severity := map[string]int{"error": 1, "warning": 2, "message": 3, "suggestion": 4}[d.Category]
	start := d.StartLocation.in(doc)
	span := text.Span{Start: start, End: max(start, d.EndLocation.in(doc))}
	raw, _ = json.Marshal(map[string]any{"source": "typescript", "code": d.Code, "message": d.Message,
		"range": rangeOf(doc, span, text.UTF16)})
	return Diagnostic{Source: "typescript", Code: fmt.Sprint(d.Code), Message: d.Message, Severity: severity,
		Span: span, raw: raw}, true
}
