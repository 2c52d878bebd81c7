package doubt

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/syntax"
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
		s := text.File("/p/a.py", "python", c.line)
		got := Change{Snapshot: s, File: syntax.Parse(s.Lang, s.Text()),
			Finding: signal.Diagnostic{Tool: "ruff", Code: "RUF100", Message: c.message},
			Edits:   []text.Edit{{Span: text.Span{Start: at, End: at + len(c.gone)}}}}.May()
		if c.want != "" && !strings.Contains(got, c.want+" speaks to another tool") || c.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", c.line, got, c.want)
		}
	}
}
