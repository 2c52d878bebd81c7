package decode

import "github.com/fettle-dev/fettle/providers/diagnostics/report"

// SARIF reads SARIF of any tool, and says of the findings of tools that
// are known here what the format has no word for.
func SARIF(data []byte) ([]report.Finding, error) {
	read, err := named("sarif", report.SARIF)(data)
	if err != nil {
		return nil, err
	}
	var list []report.Finding
	for _, f := range read {
		list = append(list, inWordsOfTool(f)...)
	}
	return list, nil
}

// inWordsOfTool makes of a finding what the tool's own report says.
func inWordsOfTool(f report.Finding) []report.Finding {
	switch f.Tool {
	case "ruff":
		f.Severity, f.Tags = ruffSeverity(f.Code)
	case "staticcheck":
		if f.Code == "compile" {
			return compiled(f.Message)
		}
		if f.Fix != nil {
			f.Fix.Applicability = staticcheckApplicability(f.Code)
		}
	case "golangci-lint":
		if found := ruledBy(&f); found != nil {
			return found
		}
	}
	if f.Path == "" && f.Start.Line == 0 {
		return nil
	}
	return []report.Finding{f}
}
