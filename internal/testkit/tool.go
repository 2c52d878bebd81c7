package testkit

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// RequireTools is the environment variable that turns a missing tool from a
// skipped test into a failed one.
const RequireTools = "FETTLE_REQUIRE_TOOLS"

// Tool is the absolute path of an external tool a test needs. It is looked up
// among the tools provisioned into the checkout (.tools), then in PATH. A
// missing tool skips the test, loudly; with FETTLE_REQUIRE_TOOLS=1 it fails.
// rust-analyzer comes with a toolchain that no package index carries, and may
// always be missing.
func Tool(t testing.TB, name string) string {
	t.Helper()
	for _, dir := range ToolFolders() {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path
		}
	}
	if path, err := exec.LookPath(name); err == nil && filepath.IsAbs(path) && !hollow(path) {
		return path
	}
	if os.Getenv(RequireTools) == "1" && name != "rust-analyzer" {
		t.Fatalf("%s is not installed, and %s=1", name, RequireTools)
	}
	t.Skipf("SKIPPED: %s is not installed; `make tools` provisions it", name)
	return ""
}

// hollow reports whether a program is rustup in place of a component that is not
// installed.
func hollow(path string) bool {
	real, err := filepath.EvalSymlinks(path)
	return err == nil && filepath.Base(real) == "rustup" && exec.Command(path, "--version").Run() != nil
}

// ToolFolders are the folders of provisioned programs in the checkout.
func ToolFolders() []string {
	_, self, _, ok := runtime.Caller(0)
	if !ok {
		return nil
	}
	tools := filepath.Join(filepath.Dir(self), "..", "..", ".tools")
	return []string{
		filepath.Join(tools, "bin"),
		filepath.Join(tools, "node", "node_modules", ".bin"),
		filepath.Join(tools, "go", "bin"),
	}
}
