package signal

import (
	"path"
	"slices"
)

// ConfigFiles returns the names of files that configure tools, as patterns in which
// "*" stands for any characters. When one changes, what tools said is in doubt.
func ConfigFiles() []string {
	return []string{
		"pyproject.toml", "setup.cfg", "tox.ini", "ruff.toml", ".ruff.toml", "mypy.ini", ".mypy.ini", "pyrightconfig.json",
		".bandit", "bandit.yaml", "pytest.ini",
		"go.mod", "go.sum", "go.work", "staticcheck.conf", ".golangci.*",
		"package.json", "tsconfig*.json", "jsconfig*.json", ".eslintrc*", "eslint.config.*",
		"biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc",
		"Cargo.toml", "Cargo.lock", "clippy.toml", ".clippy.toml",
	}
}

// IsConfigFile reports whether a file of that name configures a tool.
func IsConfigFile(name string) bool {
	return slices.ContainsFunc(ConfigFiles(), func(pattern string) bool {
		ok, err := path.Match(pattern, name)
		return ok && err == nil
	})
}
