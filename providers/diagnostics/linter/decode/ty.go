package decode

import (
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
)

// Ty reads ty check --output-format gitlab.
func Ty(output []byte) ([]report.Finding, error) {
	list, err := named("ty", report.GitLab)(output)
	for i := range list {
		f := &list[i]
		f.Tool, f.NoMark = "ty", true
		if f.Code != "invalid-syntax" {
			f.Doc = "https://docs.astral.sh/ty/reference/rules/#" + f.Code
		}
	}
	return list, err
}
