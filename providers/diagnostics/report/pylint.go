package report

import (
	"bytes"
	"cmp"
	"strconv"
)

// Pylint reads pylint's json, json2, text and parseable. Its columns count from 0.
// ruff's form of the name "pylint" is the last of these, with rules of its own and
// without columns.
func Pylint(data []byte) ([]Finding, error) {
	data = bytes.TrimSpace(data)
	if len(data) == 0 || data[0] != '[' && data[0] != '{' {
		return pylintText(data)
	}
	paths := Paths{Tool: "pylint", List: "all", File: "path", Line: "line", Column: "column", EndLine: "endLine",
		EndColumn: "endColumn", FirstLine: 1, Code: "symbol", Message: "message", Level: "type", Unit: Runes, Anywhere: true}
	if data[0] == '{' {
		paths.List = "messages"
	}
	paths.Each = func(e *Element, f Finding) []Finding {
		f.Code = cmp.Or(f.Code, e.Text("message-id"), e.Text("messageId"))
		return []Finding{f}
	}
	return paths.Read(data)
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

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return max(n, 0)
}
