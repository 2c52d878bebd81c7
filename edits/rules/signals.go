package rules

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/golang"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/signal"
)

// spoken maps the words of tools that send no usable code to the code that the
// table knows.
var spoken = []struct {
	tools  []string // as signal.Tool spells them
	find   *lazyre.Regexp
	signal string
}{
	{[]string{"flake8"}, lazyre.New(`imported but unused`), "flake8/F401"},
	{[]string{"flake8"}, lazyre.New(`^local variable '.*' is assigned to but never used`), "flake8/F841"},
	{[]string{"flake8"}, lazyre.New(`^f-string is missing placeholders`), "flake8/F541"},
	{[]string{"flake8"}, lazyre.New(`^redefinition of unused '.*' from line \d+`), "flake8/F811"},
	{[]string{"flake8"}, lazyre.New(`^undefined name '`), "flake8/F821"},
	{[]string{"flake8"}, lazyre.New(`^'raise NotImplemented' should be`), "flake8/F901"},
	{goTools, lazyre.New(`imported (?:as \S+ )?and not used`), "go/UnusedImport"},
	{goTools, golang.UnusedName, "go/UnusedVar"},
	{goTools, lazyre.New(`^no new variables on left side of :=$`), "go/NoNewVar"},
	{[]string{"staticcheck", "golangci-lint"}, lazyre.New(`^(?:SA1019: )?"?io/ioutil"? has been deprecated `),
		"staticcheck/ioutil"},
	{[]string{"golangci-lint", "errorlint"}, lazyre.New(`^comparing with (?:==|!=) will fail on wrapped errors`),
		"golangci-lint/errorlint"},
	{[]string{"golangci-lint", "err113", "goerr113"}, lazyre.New(`do not compare errors directly`),
		"golangci-lint/errorlint"},
}

// goTools carry the compiler's messages.
var goTools = []string{"go", "go vet", "golangci-lint", "staticcheck"}

// Signals returns the names under which the table may know a diagnostic: the tool's own
// code, that of a tool behind it, and the code that its words stand for where tools
// send none or carry another tool's messages.
func Signals(d signal.Diagnostic) []string {
	tool, code := signal.Tool(d.Tool), d.Code
	if tool == "tsc" {
		code = strings.TrimPrefix(code, "TS")
	}
	out := []string{tool + "/" + code}
	if tool, code := signal.Normal(d); !slices.Contains(out, tool+"/"+code) { // of a tool that runs others
		out = append(out, tool+"/"+code)
	}
	if name := signal.TypeRule(tool, code); name != "" && tool != "pyright" { // whose rules are named one by one
		out = append(out, "mypy/"+name)
	}
	for _, s := range spoken {
		if slices.Contains(s.tools, tool) && s.find.MatchString(d.Message) {
			out = append(out, s.signal)
		}
	}
	if name, _ := suggested(d.Message); name != "" {
		out = append(out, "*/suggested")
	}
	return out
}
