package signal

import (
	"net/url"
	"strings"
)

// pages are the pages of tools that name a rule by its code.
var pages = map[string]string{
	"mypy":        "https://mypy.readthedocs.io/en/stable/_refs.html#code-",
	"pyright":     "https://github.com/microsoft/pyright/blob/main/docs/configuration.md#",
	"staticcheck": "https://staticcheck.dev/docs/checks/#",
	"clippy":      "https://rust-lang.github.io/rust-clippy/master/index.html#",
}

// Link returns the address of a tool's own page about a rule; "" where the tool has
// none or the rule is not known by name.
func Link(tool, code string) string {
	tool, code = Normal(Diagnostic{Tool: tool, Code: code})
	if code == "" {
		return ""
	}
	if page, ok := pages[tool]; ok {
		return page + url.PathEscape(code)
	}
	switch tool {
	case "ruff", "bandit":
		rule := ""
		if row, exact := (Table{}).Row(tool + "/" + code); exact {
			rule = row.Rule
		}
		if tool == "ruff" {
			return ruffPage(code, rule)
		}
		return banditPage(code, rule)
	case "rustc":
		if len(code) == 5 && code[0] == 'E' {
			return "https://doc.rust-lang.org/error_codes/" + url.PathEscape(code) + ".html"
		}
	case "eslint":
		if rule, ok := strings.CutPrefix(code, "@typescript-eslint/"); ok {
			return "https://typescript-eslint.io/rules/" + url.PathEscape(rule)
		}
		if !strings.Contains(code, "/") { // no rule of a plugin
			return "https://eslint.org/docs/latest/rules/" + url.PathEscape(code)
		}
	}
	return ""
}

func ruffPage(code, rule string) string {
	if rule != "" {
		return "https://docs.astral.sh/ruff/rules/" + rule + "/"
	}
	return "https://docs.astral.sh/ruff/rules/#" + url.PathEscape(strings.ToLower(code))
}

// banditPage returns the page of a plugin; the rules of blacklists share pages.
func banditPage(code, rule string) string {
	const plugins = "https://bandit.readthedocs.io/en/latest/plugins/"
	if rule != "" && len(code) == 4 && code[1] != '3' && code[1] != '4' {
		return plugins + strings.ToLower(code) + "_" + rule + ".html"
	}
	return plugins
}
