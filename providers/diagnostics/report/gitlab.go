package report

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/signal"
)

// GitLab reads a code quality report:
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
func GitLab(data []byte) ([]Finding, error) {
	paths := Paths{List: "all", File: "location.path", Line: "location.lines.begin", FirstLine: 1, Anywhere: true,
		Code: "check_name", Message: "description", Level: "severity", Unit: Runes}
	paths.Each = func(e *Element, f Finding) []Finding {
		f.Tool = e.Text("engine_name")
		if n := e.Number("location.lines.end"); n > f.Start.Line {
			f.End = Point{Line: n, Column: EndOfLine}
		}
		if e.Has("location.positions") {
			at := func(end string) Point {
				return Point{e.Number("location.positions." + end + ".line"), e.Number("location.positions." + end + ".column")}
			}
			f.Start, f.End = at("begin"), at("end")
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
		if inCell(f) {
			return nil
		}
		return []Finding{f}
	}
	return paths.Read(data)
}

var (
	ruffCode   = lazyre.New(`^[A-Z]{1,6}[0-9]{1,4}$`)
	pythonPath = lazyre.New(`\.(pyi?|ipynb)$`)
)

// The name of ruff, and of its finding that is no rule's.
const (
	ruffTool      = "ruff"
	invalidSyntax = "invalid-syntax"
)

// inCell reports whether a finding of ruff lies in a cell of a notebook: where, these formats do not say.
func inCell(f Finding) bool { return f.Tool == ruffTool && strings.HasSuffix(f.Path, ".ipynb") }
