package doctor

import "testing"

// TestCause: the exception, not that there is a traceback.
func TestCause(t *testing.T) {
	for said, want := range map[string]string{
		"Traceback (most recent call last):\n  File \"x\"\nModuleNotFoundError: No module named 'yamllint'\n": "ModuleNotFoundError: No module named 'yamllint'",
		"error: no\nusage: x\n": "error: no",
		"":                      "",
	} {
		if got := cause(said); got != want {
			t.Errorf("%q: got %q, want %q", said, got, want)
		}
	}
}
