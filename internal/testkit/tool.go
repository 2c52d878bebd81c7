package testkit

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// RequireTools is the environment variable that turns a missing tool from a
// skipped test into a failed one.
const RequireTools = "FETTLE_REQUIRE_TOOLS"

// Tool returns the absolute path of an external tool a test needs. It is looked up
// among the tools provisioned into the checkout (.tools), then in PATH. A
// missing tool skips the test, loudly; with FETTLE_REQUIRE_TOOLS=1 it fails.
// Without its own tools (-short, make quick) every such test is skipped.
// The tools of Rust come with a toolchain that only make test-all asks for, and
// may always be missing.
func Tool(t testing.TB, name string) string {
	t.Helper()
	if testing.Short() {
		t.Skipf("SKIPPED: real tools are for make test, not for -short")
	}
	// .ci/drift.sh has the newest of some in a folder that goes first
	for _, dir := range append(filepath.SplitList(os.Getenv("FETTLE_TOOLS_FIRST")), ToolFolders()...) {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path
		}
	}
	if path, err := exec.LookPath(name); err == nil && filepath.IsAbs(path) && !hollow(path) {
		return path
	}
	if os.Getenv(RequireTools) == "1" && !slices.Contains([]string{"rust-analyzer", "cargo", "cargo-clippy"}, name) {
		t.Fatalf("%s is not installed, and %s=1", name, RequireTools)
	}
	t.Skipf("SKIPPED: %s is not installed; `make tools` provisions it", name)
	return ""
}

// Python makes the Python that has pytest the one of the environment, as in a virtual environment of the user's.
func Python(t testing.TB) {
	t.Helper()
	path, err := filepath.EvalSymlinks(Tool(t, "pytest"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("VIRTUAL_ENV", filepath.Dir(filepath.Dir(path)))
}

// hollow reports whether a program is rustup in place of a component that is not
// installed.
func hollow(path string) bool {
	real, err := filepath.EvalSymlinks(path)
	return err == nil && filepath.Base(real) == "rustup" && exec.Command(path, "--version").Run() != nil
}

// ToolFolders returns the folders of provisioned programs in the checkout.
func ToolFolders() []string {
	if checkout == "" {
		return nil
	}
	tools := filepath.Join(checkout, ".tools")
	return []string{
		filepath.Join(tools, "bin"),
		filepath.Join(tools, "node", "node_modules", ".bin"),
		filepath.Join(tools, "go", "bin"),
	}
}

// checkout is the folder of the module that is tested: a test starts in the folder
// of its package. Where the source lies does not say (-trimpath).
var checkout = func() string {
	dir, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			return dir
		}
		if filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir)
	}
	return ""
}()
