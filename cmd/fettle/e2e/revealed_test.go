package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestRevealed: what mypy could not see as long as a name was unknown does not stand in
// the way of its import, and is reported afterwards, as what it is.
func TestRevealed(t *testing.T) {
	testkit.Tool(t, "mypy")
	home := t.TempDir()
	file := filepath.Join(home, "near.py")
	const text = "def near(heap: list[tuple[int, str]]) -> str:\n    length, name, way = heapq.heappop(heap)\n    return name\n"
	must.OK(t, os.WriteFile(file, []byte(text), 0o600))
	out, _ := inProject(t, home, home, "fix", "--write", "--no-resume", "--no-model", "--run", "mypy", file).CombinedOutput()
	now, err := os.ReadFile(file)
	must.OK(t, err)
	if !strings.HasPrefix(string(now), "import heapq\n") || !strings.Contains(string(out), "1 fixed (1 proved), 1 needs a model, 0 declined") {
		t.Errorf("%s\n%s", now, out)
	}
}
