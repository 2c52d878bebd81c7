package engine

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// judges are the tools that have a say in every fix of a document: those that
// judge its language and may run here. One that may not (the folder is not
// trusted, it is not used, it is switched off) speaks about its own findings
// only.
func (e *Engine) judges(s text.Snapshot) verify.Judges {
	return verify.Judges{Counts: judged,
		Tools: slices.DeleteFunc(e.Names(s), func(name string) bool { return !judging(name) })}
}

// owner is the name of the tool that brings a tool's findings: clippy's run gives
// those of rustc.
func (e *Engine) owner(tool string) string {
	if spec, ok := e.tools.Find(tool); ok {
		return spec.Name
	}
	return tool
}

// judging reports whether a tool has a say in every fix of its language, where it
// runs in the project: what they report as an error is wrong, whatever the project
// asks for.
func judging(tool string) bool {
	return slices.Contains([]string{"ruff", "mypy", "pyright", "go", "go vet", "tsc", "clippy"}, tool)
}

// judged reports whether a new finding of a judge refuses a fix for another tool.
// Of ruff's rules those of pyflakes and of the parser are about errors, the others
// about taste (https://docs.astral.sh/ruff/rules/).
func judged(d signal.Diagnostic) bool {
	switch d.Tool {
	case "ruff":
		return strings.HasPrefix(d.Code, "F") && !strings.HasPrefix(d.Code, "F4") && !strings.HasPrefix(d.Code, "F84") && onlyDigits(d.Code[1:]) ||
			strings.HasPrefix(d.Code, "E9") || d.Code == "invalid-syntax"
	case "go vet":
		return true
	}
	return d.Severity == signal.Error
}

func onlyDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
