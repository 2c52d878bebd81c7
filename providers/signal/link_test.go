package signal

import "testing"

func TestLink(t *testing.T) {
	for _, c := range []struct{ tool, code, want string }{
		{"Ruff", "F401", "https://docs.astral.sh/ruff/rules/unused-import/"},
		{"ruff", "ZZZ9", "https://docs.astral.sh/ruff/rules/#zzz9"},
		{"mypy", "arg-type", "https://mypy.readthedocs.io/en/stable/_refs.html#code-arg-type"},
		{"bandit", "B602", "https://bandit.readthedocs.io/en/latest/plugins/b602_subprocess_popen_with_shell_equals_true.html"},
		{"SA4006", "default", "https://staticcheck.dev/docs/checks/#SA4006"},
		{"rustc", "clippy::needless_return", "https://rust-lang.github.io/rust-clippy/master/index.html#needless_return"},
		{"rustc", "E0502", "https://doc.rust-lang.org/error_codes/E0502.html"},
		{"eslint", "semi", "https://eslint.org/docs/latest/rules/semi"},
		{"eslint", "@typescript-eslint/no-unused-vars", "https://typescript-eslint.io/rules/no-unused-vars"},
		{"eslint", "plugin/rule", ""},
		{"ruff", "", ""},
		{"sometool", "X1", ""},
	} {
		if got := Link(c.tool, c.code); got != c.want {
			t.Errorf("Link(%q, %q) = %q, want %q", c.tool, c.code, got, c.want)
		}
	}
}
