package fixer

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules"
	"github.com/fettle-dev/fettle/providers/signal"
)

// inRuff returns the codes under which ruff has the rule of another linter of Python with a fix of its own, nil where
// it has none. flake8 and its plugins have ruff's codes; what other tools call so ruff's pages of rules say
// (https://docs.astral.sh/ruff/rules/).
func inRuff(d signal.Diagnostic) []string {
	for _, s := range rules.Signals(d) {
		if code, ok := strings.CutPrefix(s, "flake8/"); ok && slices.Contains(strings.Fields(fixedByRuff), code) {
			return []string{code}
		}
		if codes := strings.Fields(twins[s]); len(codes) > 0 {
			return codes
		}
	}
	return nil
}

const fixedByRuff = "E401 E711 E712 E713 E714 E731 F401 F541 F841 F901 B006 B011"

var twins = map[string]string{
	"pylint/C0121": "E711 E712", "pylint/singleton-comparison": "E711 E712",
	"pylint/C0410": "E401", "pylint/multiple-imports": "E401",
	"pylint/C3001": "E731", "pylint/unnecessary-lambda-assignment": "E731",
	"pylint/E0711": "F901", "pylint/notimplemented-raised": "F901",
	"pylint/W0102": "B006", "pylint/dangerous-default-value": "B006",
	"pylint/W0611": "F401", "pylint/unused-import": "F401", "pyright/reportUnusedImport": "F401",
	"pylint/W0612": "F841", "pylint/unused-variable": "F841", "pyright/reportUnusedVariable": "F841",
	"pylint/W1309": "F541", "pylint/f-string-without-interpolation": "F541",
}
