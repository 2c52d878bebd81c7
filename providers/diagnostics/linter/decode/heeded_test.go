package decode

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/providers/signal"
)

// TestForeignNoqa: ruff's fix of a noqa that speaks to another tool may change what that one says.
func TestForeignNoqa(t *testing.T) {
	for _, c := range []struct {
		code, message string
		want          signal.Applicability
	}{
		{"RUF100", "Unused `noqa` directive (unused: `E501`)", signal.Safe},
		{"RUF102", "Invalid rule code in `# noqa`: WPS432", signal.Unsafe},
		{"F401", "`os` imported but unused (unknown: x)", signal.Safe},
	} {
		list, err := Ruff(fmt.Appendf(nil, `[{"code": %q, "message": %q, "filename": "a.py", "location": {"row": 1, `+
			`"column": 1}, "fix": {"applicability": "safe", "edits": []}}]`, c.code, c.message))
		if err != nil || len(list) != 1 || list[0].Fix.Applicability != c.want {
			t.Errorf("%s %s: %v, %v", c.code, c.message, list, err)
		}
	}
}

// TestESLintIgnores: a file that ESLint has not looked at is distinguished from one in which it finds nothing.
func TestESLintIgnores(t *testing.T) {
	got := ESLintIgnores([]byte(`[{"filePath":"/p/gen.js","messages":[{"ruleId":null,"fatal":false,"severity":1,"message":"File ignored because of a matching ignore pattern."}]},` +
		`{"filePath":"/p/a.js","messages":[]},{"filePath":"/p/b.js","messages":[{"ruleId":"x","severity":1,"message":"File ` +
		`ignored here"}]}]`))
	if d := cmp.Diff(map[string]bool{"/p/gen.js": true}, got); d != "" {
		t.Error(d)
	}
}
