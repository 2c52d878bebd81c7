package linter

import (
	"encoding/json"
	"errors"
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// pyright reads a private tree of links: its command takes text from no other
// place than a file.
func (j *job) pyright() (child.Command, error) {
	tree, err := j.mirror()
	if err != nil {
		return child.Command{}, err
	}
	rel, err := filepath.Rel(j.root, j.snapshot.Path)
	if err != nil {
		return child.Command{}, err
	}
	return child.Command{
		Argv: j.args("--outputjson", "."+string(filepath.Separator)+rel), Dir: tree,
		Env: []string{"PYRIGHT_PYTHON_IGNORE_WARNINGS=1", "NO_COLOR=1"},
	}, nil
}

// decodePyright reads pyright --outputjson.
func decodePyright(output []byte) ([]Finding, error) {
	type point struct {
		Line      int `json:"line"`      // from 0
		Character int `json:"character"` // UTF-16 code units, from 0
	}
	var out struct {
		Diagnostics *[]struct {
			File     *string `json:"file"`
			URI      string  `json:"uri"`
			Severity string  `json:"severity"`
			Message  *string `json:"message"`
			Rule     string  `json:"rule"`
			Range    *struct {
				Start point `json:"start"`
				End   point `json:"end"`
			} `json:"range"`
		} `json:"generalDiagnostics"`
	}
	if err := json.Unmarshal(output, &out); err != nil {
		return nil, malformed("pyright", err)
	}
	if out.Diagnostics == nil {
		return nil, malformed("pyright", errors.New("no generalDiagnostics"))
	}
	list := make([]Finding, 0, len(*out.Diagnostics))
	for _, d := range *out.Diagnostics {
		if d.Message == nil || d.File == nil && d.URI == "" {
			return nil, malformed("pyright", errors.New("a diagnostic without file or message"))
		}
		f := Finding{Tool: "pyright", Path: deref(d.File), Code: d.Rule, Message: *d.Message, Severity: signal.Error, Unit: UTF16, Start: Point{Line: 1}}
		if f.Path == "" {
			f.Path = report.PathOf(d.URI)
		}
		if d.Range != nil {
			f.Start = Point{Line: d.Range.Start.Line + 1, Column: d.Range.Start.Character + 1}
			f.End = Point{Line: d.Range.End.Line + 1, Column: d.Range.End.Character + 1}
		}
		switch d.Severity {
		case "warning":
			f.Severity = signal.Warning
		case "information":
			f.Severity = signal.Information
		}
		if f.Code != "" {
			f.Doc = "https://microsoft.github.io/pyright/#/configuration?id=type-check-diagnostics-settings"
		}
		list = append(list, f)
	}
	return list, nil
}
