package review

import "testing"

// TestUnexplained: what silences a tool, came with the change and states no reason is reported.
func TestUnexplained(t *testing.T) {
	old := "import a\nimport b  # noqa: F401\n"
	for after, want := range map[string]string{
		old: "",
		"import a  # noqa: F401\nimport b  # noqa: F401\n":                        `1 adds "# noqa: F401" without a reason`,
		"import a  # noqa: F401 -- registers tables\nimport b  # noqa: F401\n":    "",
		"import a  # NOQA : F401\nimport b  # noqa: F401\n":                       `1 adds "# NOQA : F401" without a reason`,
		"import b  # noqa: F401\nimport a\n":                                      "", // it moved
		"import a  # pragma: no cover\nimport b  # noqa: F401\n":                  "", // of no tool that is known
		"import a\nimport b  # noqa: F401\nx = b()  # type: ignore\n":             `3 adds "# type: ignore" without a reason`,
		"import a\nimport b  # noqa: F401\nx = 1  # nosec B101 (checked above)\n": "",
	} {
		got := ""
		for _, l := range Unexplained(file("a.py", old, after, nil, nil)) {
			got += string(rune('0'+l.Line)) + " " + l.Text
		}
		if got != want {
			t.Errorf("%q: %q, want %q", after, got, want)
		}
	}

	rust := file("a.rs", "fn a() {}\n", "#[allow(dead_code)]\nfn a() {}\n\n"+
		"#[expect(\n    unused,\n    reason = \"tests use it\",\n)]\nfn b() {}\n", nil, nil)
	if got := Unexplained(rust); len(got) != 1 || got[0].Line != 1 {
		t.Errorf("%v", got)
	}
}
