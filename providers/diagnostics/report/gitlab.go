package report

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/signal"
)

// GitLab reads a code quality report:
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
func GitLab(data []byte) ([]Finding, error) {
	var issues []struct {
		Description string `json:"description"`
		Check       string `json:"check_name"`
		Engine      string `json:"engine_name"`
		Severity    string `json:"severity"`
		Location    struct {
			Path  string `json:"path"`
			Lines struct {
				Begin int `json:"begin"`
				End   int `json:"end"`
			} `json:"lines"`
			Positions *struct {
				Begin rdPosition `json:"begin"`
				End   rdPosition `json:"end"`
			} `json:"positions"`
		} `json:"location"`
	}
	if err := json.Unmarshal(data, &issues); err != nil {
		return nil, err
	}
	var list []Finding
	for _, i := range issues {
		if i.Location.Path == "" {
			return nil, errors.New("an issue without location.path")
		}
		f := Finding{Tool: i.Engine, Path: i.Location.Path, Code: i.Check, Message: i.Description, Level: i.Severity,
			Unit: Runes, Start: Point{Line: i.Location.Lines.Begin}}
		f.Severity = Severity(i.Severity)
		if n := i.Location.Lines.End; n > f.Start.Line {
			f.End = Point{Line: n, Column: EndOfLine}
		}
		if p := i.Location.Positions; p != nil {
			f.Start, f.End = p.Begin.point(), p.End.point()
		}
		// fettle itself and others put the tool before the rule.
		if tool, code, ok := strings.Cut(f.Code, "/"); ok && f.Tool == "" && signal.Tool(tool) == tool &&
			!strings.HasPrefix(tool, "@") {
			f.Tool, f.Code = tool, code
		}
		// ruff says the rule twice, and its own name never.
		if said, ok := strings.CutPrefix(f.Message, f.Code+": "); ok {
			f.Message = said
			if f.Tool == "" && (ruffCode.MatchString(f.Code) || f.Code == invalidSyntax) && pythonPath.MatchString(f.Path) {
				f.Tool = ruffTool
			}
		}
		if !inCell(f) {
			list = append(list, f)
		}
	}
	return list, nil
}

var (
	ruffCode   = lazyre.New(`^[A-Z]{1,6}[0-9]{1,4}$`)
	pythonPath = lazyre.New(`\.(pyi?|ipynb)$`)
)
