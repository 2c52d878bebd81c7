package doctor

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestTriedIsPinned: the versions that fettle is said to be tested with are those that the
// tests install.
func TestTriedIsPinned(t *testing.T) {
	var pins strings.Builder
	for _, name := range []string{"requirements.in", "tools.sh", "tools/go.mod"} {
		data, err := os.ReadFile("../../../.ci/" + name)
		if err != nil {
			t.Fatal(err)
		}
		pins.Write(data)
	}
	for line := range strings.Lines(triedVersions) {
		name, version, _ := strings.Cut(strings.TrimSpace(line), " ")
		called := strings.NewReplacer("staticcheck", "honnef.co/go/tools", "tsc", "typescript",
			"biome", "@biomejs/biome").Replace(name)
		pin := regexp.MustCompile(`(?m)` + regexp.QuoteMeta(called) + `(?:==| v?|/\S+ v)` + regexp.QuoteMeta(version) + `\b`)
		if !pin.MatchString(pins.String()) {
			t.Errorf("%s %s is not what .ci installs", name, version)
		}
	}
	if n := strings.Count(triedVersions, "\n"); n < 13 {
		t.Errorf("%d tools", n)
	}
}

func TestUntried(t *testing.T) {
	for _, c := range []struct {
		tool, says string
		want       bool
	}{
		{"ruff", "ruff 0.17.5", false}, {"ruff", "ruff 0.17.99", false}, {"ruff", "ruff 0.99.0", true},
		{"ruff", "ruff 0.9.1", false},
		{"ty", "ty 0.0.999 (8e7a6b0 2027-01-09)", true}, {"ty", "ty 0.0.108 (8e7a6b0 2026-11-09)", false},
		{"staticcheck", "staticcheck 2026.2.2 (0.8.2)", false}, {"staticcheck", "staticcheck 2027.1 (0.99.0)", true},
		{"golangci-lint", "golangci-lint has version 2.99.0 built with go1.27.0 from (unknown)", true},
		{"golangci-lint", "golangci-lint has version 2.15.0 built with go9.9.9 from (unknown)", false},
		{"eslint", "v10.0.0", true}, {"eslint", "v9.39.1", false}, {"tsc", "Version 6.0.2", true},
		{"mypy", "mypy 9.0.0 (compiled: yes)", true}, {"go", "go version go9.9.9", false}, {"ruff", "ruff", false},
	} {
		if got := untried(c.tool, c.says); (got != "") != c.want {
			t.Errorf("%s: %q", c.says, got)
		}
	}
}
