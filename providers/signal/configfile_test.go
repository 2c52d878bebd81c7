package signal

import (
	"path"
	"testing"
)

func TestConfigFiles(t *testing.T) {
	for _, pattern := range ConfigFiles() {
		if _, err := path.Match(pattern, "x"); err != nil {
			t.Errorf("%s: %v", pattern, err)
		}
	}
	for name, want := range map[string]bool{
		"pyproject.toml": true, "tsconfig.build.json": true, "eslint.config.cjs": true, ".eslintrc": true, ".golangci.yml": true,
		"biome.json": true, "clippy.toml": true, "mytsconfig.json": false, "main.go": false, "go.modx": false, "": false,
	} {
		if IsConfigFile(name) != want {
			t.Errorf("IsConfigFile(%q) = %v", name, !want)
		}
	}
}
