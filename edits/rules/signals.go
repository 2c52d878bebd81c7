package rules

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/providers/signal"
)

// spoken maps the words of tools that send no usable code to the code that the
// table knows.
var spoken = []struct {
	tools  []string // as signal.Tool spells them
	find   *regexp.Regexp
	signal string
}{
	{[]string{"flake8"}, regexp.MustCompile(`imported but unused`), "flake8/F401"},
	{[]string{"flake8"}, regexp.MustCompile(`^local variable '.*' is assigned to but never used`), "flake8/F841"},
	{[]string{"flake8"}, regexp.MustCompile(`^f-string is missing placeholders`), "flake8/F541"},
	{[]string{"flake8"}, regexp.MustCompile(`^redefinition of unused '.*' from line \d+`), "flake8/F811"},
	{[]string{"flake8"}, regexp.MustCompile(`^undefined name '`), "flake8/F821"},
	{[]string{"flake8"}, regexp.MustCompile(`^'raise NotImplemented' should be`), "flake8/F901"},
	{goTools, regexp.MustCompile(`imported (?:as \S+ )?and not used`), "go/UnusedImport"},
	{goTools, unusedGoName, "go/UnusedVar"},
	{goTools, regexp.MustCompile(`^no new variables on left side of :=$`), "go/NoNewVar"},
	{[]string{"staticcheck"}, regexp.MustCompile(`^(?:should|could) use .+\) instead\b`), "staticcheck/stated"},
	{[]string{"golangci-lint"}, regexp.MustCompile(`^S1\d+: (?:should|could) use .+\) instead\b`), "staticcheck/stated"},
	{[]string{"staticcheck"}, regexp.MustCompile(`^should use .+ instead of .`), "staticcheck/stated-text"},
	{[]string{"golangci-lint"}, regexp.MustCompile(`^S1\d+: should use .+ instead of .`), "staticcheck/stated-text"},
	{[]string{"golangci-lint", "errorlint"}, regexp.MustCompile(`^comparing with (?:==|!=) will fail on wrapped errors`), "golangci-lint/errorlint"},
	{[]string{"golangci-lint", "err113", "goerr113"}, regexp.MustCompile(`do not compare errors directly`), "golangci-lint/errorlint"},
}

// goTools carry the compiler's messages.
var goTools = []string{"go", "go vet", "golangci-lint", "staticcheck"}

// Signals are the names under which the table may know a diagnostic: the
// tool's own code, and the code that its words stand for where tools send none
// or carry another tool's messages.
func Signals(d signal.Diagnostic) []string {
	tool, code := signal.Tool(d.Tool), d.Code
	if tool == "tsc" {
		code = strings.TrimPrefix(code, "TS")
	}
	out := []string{tool + "/" + code}
	for _, s := range spoken {
		if slices.Contains(s.tools, tool) && s.find.MatchString(d.Message) {
			out = append(out, s.signal)
		}
	}
	if states(d.Message) {
		out = append(out, "*/stated")
	}
	return out
}
