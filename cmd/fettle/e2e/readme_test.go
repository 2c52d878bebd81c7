package e2e

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestReadmeExample runs the example at the top of the README: what it shows is
// what is printed.
func TestReadmeExample(t *testing.T) {
	page := must.Read(t, "../../../README.md")
	_, rest, ok := strings.Cut(page, "```console\n$ fettle fix\n")
	want, _, ok2 := strings.Cut(rest, "```")
	if !ok || !ok2 {
		t.Fatal("the README shows no run of fettle fix")
	}
	dir := t.TempDir()
	const text = "import os\n\n\ndef label(name):\n    return f\"item \" + name + price\n"
	must.OK(t, os.WriteFile(filepath.Join(dir, "app.py"), []byte(text), 0o600))
	cmd := exec.Command(binary(t), "fix")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir+"/.config", "XDG_CACHE_HOME="+dir+"/.cache", "XDG_STATE_HOME="+dir+"/.state",
		"PATH="+filepath.Dir(testkit.Tool(t, "ruff"))+string(os.PathListSeparator)+os.Getenv("PATH"))
	got, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("want exit code 1, as a finding remains: %v", err)
	}
	if d := cmp.Diff(want, string(got)); d != "" {
		t.Errorf("the README shows something else (-README +printed):\n%s", d)
	}
}
