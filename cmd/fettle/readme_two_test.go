package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestTwoCommands: the README names the command that shows the main job and the one
// that tests, each with what it does, what it installs and how long it takes, and the
// Makefile has them.
func TestTwoCommands(t *testing.T) {
	readme := must.Read(t, filepath.Join(moduleRoot(t), "README.md"))
	makefile, err := os.ReadFile(filepath.Join(moduleRoot(t), "Makefile"))
	must.OK(t, err)
	for target, installs := range map[string]string{"demo": "ruff", "test": "Node"} {
		row := regexp.MustCompile("(?m)^\\| `make " + target + "` \\|.*$").FindString(readme)
		cells := strings.Split(strings.Trim(row, "| "), " | ")
		if len(cells) != 4 || cells[1] == "" || !strings.Contains(cells[2], installs) || !regexp.MustCompile("minute|second|hour").MatchString(cells[3]) {
			t.Errorf("README.md says of make %s: %q", target, row)
		}
		if !regexp.MustCompile("(?m)^" + target + ":.* ## ").Match(makefile) {
			t.Errorf("the Makefile has no %s", target)
		}
	}
}
