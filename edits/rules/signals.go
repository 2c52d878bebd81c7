package rules

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/golang"
	"github.com/fettle-dev/fettle/providers/signal"
)

// spoken maps the words of tools that send no usable code to the code that the
// table knows.
var spoken = []struct {
	tools  []string // as signal.Tool spells them
	forms  []string // see signal.Said
	signal string
}{
	{[]string{"flake8"}, []string{"…imported but unused…"}, "flake8/F401"},
	{[]string{"flake8"}, []string{"local variable '…' is assigned to but never used…"}, "flake8/F841"},
	{[]string{"flake8"}, []string{"f-string is missing placeholders…"}, "flake8/F541"},
	{[]string{"flake8"}, []string{"redefinition of unused '…' from line …"}, "flake8/F811"},
	{[]string{"flake8"}, []string{"undefined name '…"}, "flake8/F821"},
	{[]string{"flake8"}, []string{"'raise NotImplemented' should be…"}, "flake8/F901"},
	{goTools, []string{"…imported and not used…", "…imported as … and not used…"}, "go/UnusedImport"},
	{goTools, golang.Unused, "go/UnusedVar"},
	{goTools, []string{"no new variables on left side of :="}, "go/NoNewVar"},
	{[]string{"staticcheck", "golangci-lint"}, []string{"…io/ioutil… has been deprecated …"},
		"staticcheck/ioutil"},
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
		if slices.Contains(s.tools, tool) && signal.Said(d.Message, s.forms...) != nil {
			out = append(out, s.signal)
		}
	}
	if name, _ := suggested(d.Message); name != "" {
		out = append(out, "*/suggested")
	}
	return out
}
