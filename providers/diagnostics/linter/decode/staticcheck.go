package decode

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Staticcheck reads staticcheck -f json, one object a line, and -f
// sarif.
func Staticcheck(output []byte) ([]report.Finding, error) {
	if bytes.Contains(output, []byte(`"runs"`)) {
		return SARIF(output)
	}
	var list []report.Finding
	for line := range bytes.SplitSeq(output, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		type place struct {
			File   string `json:"file"`
			Line   int    `json:"line"`
			Column int    `json:"column"`
		}
		var it struct {
			Code     string  `json:"code"`
			Severity string  `json:"severity"`
			Location *place  `json:"location"`
			End      place   `json:"end"`
			Message  *string `json:"message"`
			Related  []struct {
				Location place  `json:"location"`
				Message  string `json:"message"`
			} `json:"related"`
		}
		if err := json.Unmarshal(line, &it); err != nil {
			return nil, malformed("staticcheck", err)
		}
		switch {
		case it.Location == nil || it.Message == nil:
			return nil, malformed("staticcheck", errors.New("an item without location or message"))
		case it.Severity == "ignored":
			continue
		case it.Code == "compile":
			list = append(list, compiled(*it.Message)...)
			continue
		}
		f := report.Finding{
			Tool: "staticcheck", Path: it.Location.File, Code: it.Code, Message: *it.Message, Severity: signal.Warning,
			Unit:  report.Bytes,
			Start: report.Point{Line: it.Location.Line, Column: it.Location.Column},
			End:   report.Point{Line: it.End.Line, Column: it.End.Column},
			Doc:   "https://staticcheck.dev/docs/checks#" + it.Code,
		}
		for _, r := range it.Related {
			f.Related = append(f.Related, report.Related{Path: r.Location.File, Line: r.Location.Line, Message: r.Message})
		}
		list = append(list, f)
	}
	return list, nil
}

// compiled returns what the compiler says in a finding of staticcheck.
func compiled(message string) []report.Finding {
	if found := report.GoText("go", message); len(found) > 0 {
		return found
	}
	return goStopped("staticcheck", message)
}

// staticcheckApplicability: the checks of the S group are simplifications,
// which by their definition keep what the code does; of the others nothing is
// promised.
func staticcheckApplicability(rule string) signal.Applicability {
	if strings.HasPrefix(rule, "S1") {
		return signal.Safe
	}
	return signal.Unsafe
}
