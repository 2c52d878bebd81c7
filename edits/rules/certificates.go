package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// checkCertificates lets a request check the certificate of the server again.
func checkCertificates(m module) ([]text.Edit, error) {
	found := -1
	for i := range m.Tokens {
		if !m.Is(i, "verify") || !m.Is(i-1, "(", ",") || !m.Is(i+1, "=") || !m.Is(i+2, "False") || !m.Is(i+3, ",", ")") {
			continue
		}
		// The diagnostic spans the call, the argument or the first line.
		call := text.Span{Start: m.Tokens[m.Tokens[i].In].Span.Start, End: m.Tokens[i+2].Span.End}
		if d := m.Diagnostic.Span; d.Start >= call.End || max(d.End, d.Start+1) <= call.Start && !m.OnLines(m.Tokens[i].In) {
			continue
		}
		if found >= 0 {
			return nil, rule.Decline("there are several calls with verify=False at the diagnostic")
		}
		found = i
	}
	if found < 0 {
		return nil, rule.Decline("no argument verify=False at the diagnostic")
	}
	return []text.Edit{m.Replace(found+2, found+3, "True")}, nil
}
