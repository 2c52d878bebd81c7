package app

import (
	"errors"
	"fmt"
	"io"

	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// Hinted is an error with a next step.
type Hinted struct {
	err  error
	hint string
}

func (h Hinted) Error() string { return h.err.Error() }

func (h Hinted) Unwrap() error { return h.err }

// WithHint adds the next step to an error.
func WithHint(err error, hint string) error { return Hinted{err, hint} }

// Fail prints an error and its hint.
func Fail(w io.Writer, err error) {
	fmt.Fprintf(w, "fettle: error: %s\n", Clean(err.Error()))
	if hint := HintOf(err); hint != "" {
		fmt.Fprintf(w, "fettle: hint: %s\n", Clean(hint))
	}
}

// HintOf returns the next step of an error, "" where it names none.
func HintOf(err error) string {
	var h Hinted
	var tool *linter.Error
	switch {
	case errors.As(err, &h):
		return h.hint
	case errors.As(err, &tool):
		return toolStep(tool)
	}
	return ""
}

// toolStep returns what somebody at a command line can do about the error of a tool.
func toolStep(e *linter.Error) string {
	step := ""
	switch e.Step {
	case linter.StepTrust:
		step = "trust the folder with `fettle trust`"
	case linter.StepMoreTime:
		if e.Setting != "" {
			step = "give it more (--set " + e.Setting + "), "
		}
		step += "name fewer files, or run it by hand to see why it takes so long"
	case linter.StepNameFormat:
		step = "name its format with --input-format, or let the tool write SARIF"
	case linter.StepNameSilent:
		step = "of a tool that prints nothing where it finds nothing, name the format with --input-format"
	}
	if e.Hint != "" && step != "" {
		return e.Hint + "; " + step
	}
	return e.Hint + step
}
