package linter

import (
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
)

// goFix is the name of go fix, which since Go 1.26 reports what newer Go says in fewer words, in the form of go vet
// (https://go.dev/doc/go1.26#go-command). It writes nothing when it prints JSON.
const goFix = "go fix"

// goFixSpec returns its row. It runs where the user names it: what it reports is no mistake.
func goFixSpec() Spec {
	return Spec{Name: goFix, Languages: golang, Class: ClassA, Binary: "go", Timeout: limits.CompilerTime, Project: true,
		Slow: true, Asked: true, Hint: "install Go 1.26 or newer from go.dev", decode: decode.GoFix, output: goVetOutput,
		folder: (*job).goFolder, command: goCommand("", "fix", "-json", "-c=-1"), texts: (*job).overlaid}
}

// vets reports whether a tool is of go vet's kind: it writes findings in its form, and stops at code that does not
// compile.
func vets(tool string) bool { return tool == "go vet" || tool == goFix }
