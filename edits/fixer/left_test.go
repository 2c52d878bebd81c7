package fixer

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestOtherNoqa: ruff's fix of a noqa removes no code that speaks to another tool, named or not.
func TestOtherNoqa(t *testing.T) {
	for _, c := range []struct{ line, gone, message, want string }{
		{"x = 1  # noqa: E501, XYZ123", "  # noqa: E501, XYZ123", "Unused `noqa` directive (unused: `E501`)", "XYZ123"},
		{"x = 1  # noqa: XYZ123", "  # noqa: XYZ123", "Unused `noqa` directive (unknown: `XYZ123`)", "XYZ123"},
		{"x = 1  # noqa: E501, XYZ123", " E501,", "Unused `noqa` directive (unused: `E501`)", ""},
		{"X9 = 1  # noqa: E501", "  # noqa: E501", "Unused `noqa` directive (non-enabled: `E501`)", ""},
		{"x = 1  # noqa", "  # noqa", "Unused blanket `noqa` directive", ""},
	} {
		at := strings.Index(c.line, c.gone)
		d := signal.Diagnostic{Code: "RUF100", Message: c.message,
			Fix: &signal.ToolFix{Edits: []text.Edit{{Span: text.Span{Start: at, End: at + len(c.gone)}}}}}
		if got := otherNoqa(text.File("/p/a.py", "python", c.line), d); got != c.want {
			t.Errorf("%s: %q, want %q", c.line, got, c.want)
		}
	}
}
