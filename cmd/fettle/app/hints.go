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

// HintOf is the next step of an error, "" where it names none.
func HintOf(err error) string {
	var h Hinted
	var tool *linter.Error
	switch {
	case errors.As(err, &h):
		return h.hint
	case errors.As(err, &tool):
		return tool.Hint
	}
	return ""
}
