package report

import (
	"bytes"
	"encoding/json"
)

// Pylint reads pylint's json, json2, text and parseable. Its columns count from 0.
// ruff's form of the name "pylint" is the last of these, with rules of its own and
// without columns.
func Pylint(data []byte) ([]Finding, error) {
	data = bytes.TrimSpace(data)
	if len(data) == 0 || data[0] != '[' && data[0] != '{' {
		return pylintText(data)
	}
	type message struct {
		Type      string `json:"type"`
		Line      int    `json:"line"`
		Column    int    `json:"column"`
		EndLine   int    `json:"endLine"`
		EndColumn int    `json:"endColumn"`
		Path      string `json:"path"`
		Symbol    string `json:"symbol"`
		Message   string `json:"message"`
		ID        string `json:"message-id"`
		ID2       string `json:"messageId"`
	}
	var list []message
	if data[0] == '{' {
		var doc struct{ Messages *[]message }
		if err := json.Unmarshal(data, &doc); err != nil {
			return nil, err
		}
		if doc.Messages == nil {
			return nil, errNoLine
		}
		list = *doc.Messages
	} else if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	var out []Finding
	for _, m := range list {
		f := Finding{
			Tool: "pylint", Path: m.Path, Code: m.ID + m.ID2, Message: m.Message, Level: m.Type, Severity: Severity(m.Type),
			Unit: Runes, Start: Point{Line: m.Line, Column: m.Column + 1},
		}
		if f.Code == "" || m.Symbol != "" {
			f.Code = m.Symbol
		}
		if m.EndLine > 0 {
			f.End = Point{Line: m.EndLine, Column: m.EndColumn + 1}
		}
		out = append(out, f)
	}
	return out, nil
}

// pylintParseable is "path:1: [C0114(missing-module-docstring), ] Missing module docstring",
// and ruff's "path:1: [F401] `os` imported but unused".
var pylintParseable = pattern(`^([^:\s](?:[^:]|:[\\/])*):(\d+): \[([A-Z]+\d+|invalid-syntax)(?:\(([a-z0-9-]+)\), ` +
	`?[^\]]*)?\] (.+)$`)

// pylintText reads "path:1:0: C0114: Missing module docstring (missing-module-docstring)",
// and what is parseable.
func pylintText(data []byte) ([]Finding, error) {
	if rated := bytes.Contains(data, []byte("Your code has been rated at 10.00/10")); rated &&
		!bytes.Contains(data, []byte(": ")) {
		return nil, nil
	}
	return each(data, func(line string) (Finding, bool) {
		if m := pylintParseable().FindStringSubmatch(line); m != nil {
			f := Finding{Tool: "pylint", Path: m[1], Code: m[4], Message: m[5], Unit: Runes, Start: Point{Line: number(m[2])}}
			if f.Level = m[3][:1]; f.Code == "" {
				f.Tool, f.Code, f.Level = ruffTool, m[3], ""
			}
			f.Severity = Severity(f.Level)
			return f, !inCell(f)
		}
		f, ok := Line(line)
		m := leadingCode().FindStringSubmatch(f.Message)
		if !ok || m == nil {
			return f, false
		}
		f.Tool, f.Code, f.Message = "pylint", m[1], m[2]
		if t := trailingCode().FindStringSubmatch(f.Message); t != nil {
			f.Code, f.Message = t[2], t[1]
		}
		f.Level = m[1][:1]
		f.Severity = Severity(f.Level)
		f.Start.Column++
		return f, true
	})
}
