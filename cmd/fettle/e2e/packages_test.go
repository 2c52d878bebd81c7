package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// The largest that a program and a wheel may be, in bytes.
const (
	largestProgram = 40 << 20
	largestWheel   = 15 << 20
)

// packed builds the program as a release does, and its packages.
func packed(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("SKIPPED: packages are for make test, not for -short")
	}
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED: the packages of this platform are not tested")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "fettle")
	outside(t, "../../..", "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -X main.version=0.1.0", "-o", program, "./cmd/fettle")
	if info, err := os.Stat(program); err != nil || info.Size() > largestProgram {
		t.Errorf("the program has %d bytes, at most %d: %v", info.Size(), largestProgram, err)
	}
	outside(t, "../../..", "python3", "packaging/pack.py", "--version", "0.1.0", "--out", dir, "linux-"+runtime.GOARCH+"="+program)
	return dir
}

// outside runs a program.
func outside(t *testing.T, dir string, argv ...string) string {
	t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(argv, " "), err, out)
	}
	return string(out)
}

// one is the only file of a pattern.
func one(t *testing.T, pattern string) string {
	t.Helper()
	list, err := filepath.Glob(pattern)
	if err != nil || len(list) != 1 {
		t.Fatalf("%s: %q, %v", pattern, list, err)
	}
	return list[0]
}

// fixesWith lets an installed program fix a file, in a home that has nothing.
func fixesWith(t *testing.T, program string) {
	t.Helper()
	ruff, dir, home := testkit.Tool(t, "ruff"), t.TempDir(), t.TempDir()
	put(t, dir, "app.py", "import os\nprint(1)\n")
	cmd := exec.Command(program, "fix", "--write", "--no-model")
	cmd.Dir = dir
	cmd.Env = []string{"HOME=" + home, "PATH=" + filepath.Dir(ruff) + ":/usr/local/bin:/usr/bin:/bin"}
	out, err := cmd.CombinedOutput()
	if body, _ := os.ReadFile(filepath.Join(dir, "app.py")); err != nil || strings.Contains(string(body), "import os") || !strings.Contains(string(out), "fixed and verified") {
		t.Errorf("%s: %v\n%s", program, err, out)
	}
	if said := outside(t, dir, program, "version"); !strings.HasPrefix(said, "fettle 0.1.0\n") {
		t.Errorf("the version is %q", said)
	}
}

// TestPackages installs the packages with the real clients, each into an empty
// place, and fixes a file with what they have installed.
func TestPackages(t *testing.T) {
	dir := packed(t)
	t.Run("pip", func(t *testing.T) {
		wheel := one(t, filepath.Join(dir, "*.whl"))
		if info, err := os.Stat(wheel); err != nil || info.Size() > largestWheel {
			t.Errorf("the wheel has %d bytes, at most %d: %v", info.Size(), largestWheel, err)
		}
		began, env := time.Now(), filepath.Join(t.TempDir(), "env")
		outside(t, dir, "python3", "-m", "venv", env)
		outside(t, dir, filepath.Join(env, "bin", "python3"), "-m", "pip", "install", "--quiet", "--no-index", wheel)
		fixesWith(t, filepath.Join(env, "bin", "fettle"))
		took := time.Since(began).Round(100 * time.Millisecond)
		t.Logf("from nothing to the first verified fix: %v", took)
		if took > 10*time.Minute {
			t.Errorf("install and first fix took %v", took)
		}
		outside(t, dir, filepath.Join(env, "bin", "python3"), "-m", "pip", "uninstall", "--quiet", "--yes", "fettle")
		if _, err := os.Stat(filepath.Join(env, "bin", "fettle")); err == nil {
			t.Error("pip leaves the program when it removes the package")
		}
	})
	t.Run("npm", func(t *testing.T) {
		npm, project := testkit.Tool(t, "npm"), t.TempDir()
		put(t, project, "package.json", "{}\n")
		outside(t, project, npm, "install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", one(t, filepath.Join(dir, "fettle-linux-*.tgz")), filepath.Join(dir, "fettle-0.1.0.tgz"))
		fixesWith(t, filepath.Join(project, "node_modules", ".bin", "fettle"))
		// Without the package of the platform it says what is missing.
		if err := os.RemoveAll(filepath.Join(project, "node_modules", "@fettle-dev")); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(filepath.Join(project, "node_modules", ".bin", "fettle"), "version").CombinedOutput()
		if err == nil || !strings.Contains(string(out), "is not installed") {
			t.Errorf("%v: %s", err, out)
		}
	})
	t.Run("dpkg", func(t *testing.T) {
		dpkg, root := testkit.Tool(t, "dpkg"), t.TempDir()
		for _, name := range []string{"info", "updates"} {
			if err := os.MkdirAll(filepath.Join(root, "var/lib/dpkg", name), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		put(t, root, "var/lib/dpkg/status", "")
		outside(t, root, dpkg, "--root="+root, "--force-not-root", "--install", one(t, filepath.Join(dir, "*.deb")))
		fixesWith(t, filepath.Join(root, "usr/bin/fettle"))
		if said := outside(t, root, dpkg, "--root="+root, "--verify", "fettle"); said != "" {
			t.Errorf("dpkg --verify: %s", said)
		}
	})
	t.Run("archive", func(t *testing.T) {
		into := t.TempDir()
		outside(t, into, "tar", "-xzf", one(t, filepath.Join(dir, "*_linux_*.tar.gz")))
		fixesWith(t, filepath.Join(into, "fettle"))
		outside(t, dir, "sha256sum", "--check", "--quiet", "SHA256SUMS")
	})
}

// TestPackagesAreReproducible packs the same twice.
func TestPackagesAreReproducible(t *testing.T) {
	python := testkit.Tool(t, "python3")
	dir := t.TempDir()
	put(t, dir, "program", "a program\n")
	var args []string
	for _, target := range []string{"linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64", "windows-amd64"} {
		args = append(args, target+"="+filepath.Join(dir, "program"))
	}
	for _, out := range []string{"a", "b"} {
		outside(t, "../../..", append([]string{python, "packaging/pack.py", "--version", "1.2.3", "--out", filepath.Join(dir, out)}, args...)...)
	}
	outside(t, dir, "diff", "-r", "a", "b")
	for _, name := range []string{"fettle-1.2.3-py3-none-win_amd64.whl", "fettle_1.2.3_windows_amd64.zip", "fettle-darwin-arm64-1.2.3.tgz", "fettle_1.2.3_arm64.deb", "fettle.rb", "fettle.json"} {
		if _, err := os.Stat(filepath.Join(dir, "a", name)); err != nil {
			t.Error(err)
		}
	}
	formula, err := os.ReadFile(filepath.Join(dir, "a", "fettle.rb"))
	if err != nil || strings.Count(string(formula), "sha256 ") != 4 {
		t.Errorf("the formula names %d archives, want 4: %v", strings.Count(string(formula), "sha256 "), err)
	}
	if out, err := exec.Command(python, "../../../packaging/pack.py", "--version", "unknown", "--out", dir, "linux-amd64=x").CombinedOutput(); err == nil || !strings.Contains(string(out), "want three numbers") {
		t.Errorf("%v: %s", err, out)
	}
}
