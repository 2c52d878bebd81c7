package signal

import (
	"net/url"
	"strings"
)

// Link is the address of a tool's own page about a rule; "" where the tool has
// none or the rule is not known by name.
func Link(tool, code string) string {
	tool, code = normal(Diagnostic{Tool: tool, Code: code})
	if code == "" {
		return ""
	}
	row, exact := Table{}.Row(tool + "/" + code)
	esc := url.PathEscape
	switch tool {
	case "ruff":
		if exact && row.Rule != "" {
			return "https://docs.astral.sh/ruff/rules/" + row.Rule + "/"
		}
		return "https://docs.astral.sh/ruff/rules/#" + esc(strings.ToLower(code))
	case "mypy":
		return "https://mypy.readthedocs.io/en/stable/_refs.html#code-" + esc(code)
	case "pyright":
		return "https://github.com/microsoft/pyright/blob/main/docs/configuration.md#" + esc(code)
	case "bandit":
		if exact && row.Rule != "" && len(code) == 4 && code[1] != '3' && code[1] != '4' {
			return "https://bandit.readthedocs.io/en/latest/plugins/" + strings.ToLower(code) + "_" + row.Rule + ".html"
		}
		return "https://bandit.readthedocs.io/en/latest/plugins/"
	case "staticcheck":
		return "https://staticcheck.dev/docs/checks/#" + esc(code)
	case "clippy":
		return "https://rust-lang.github.io/rust-clippy/master/index.html#" + esc(code)
	case "rustc":
		if len(code) == 5 && code[0] == 'E' {
			return "https://doc.rust-lang.org/error_codes/" + esc(code) + ".html"
		}
	case "eslint":
		plugin, rule, ok := strings.Cut(code, "/")
		switch {
		case !ok:
			return "https://eslint.org/docs/latest/rules/" + esc(code)
		case plugin == "@typescript-eslint":
			return "https://typescript-eslint.io/rules/" + esc(rule)
		}
	}
	return ""
}
