package e2e

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// The largest that a program and a wheel may be, in bytes.
const (
	largestProgram = 40 << 20
	largestWheel   = 15 << 20
)

// packed builds the program as small as a release has it, and its packages. Only
// paths are not trimmed, which make packages-all does: here all that it is made of
// would be compiled once more for that.
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
	outside(t, "../../..", "go", "build", "-buildvcs=false", "-ldflags", "-s -w -X main.version=0.1.0", "-o", program, "./cmd/fettle")
	if info, err := os.Stat(program); err != nil || info.Size() > largestProgram {
		t.Errorf("the program has %d bytes, at most %d: %v", info.Size(), largestProgram, err)
	}
	outside(t, "../../..", "python3", "packaging/pack.py", "--version", "0.1.0", "--docs", documents(t, dir, program), "--out", dir, "linux-"+runtime.GOARCH+"="+program)
	return dir
}

// documents are what make documents writes.
func documents(t *testing.T, dir, program string) string {
	t.Helper()
	docs := filepath.Join(dir, "docs")
	outside(t, dir, program, "man", filepath.Join(docs, "man"))
	must.OK(t, os.Mkdir(filepath.Join(docs, "completions"), 0o755))
	for shell, name := range map[string]string{"bash": "fettle.bash", "zsh": "_fettle", "fish": "fettle.fish", "powershell": "fettle.ps1"} {
		put(t, docs, "completions/"+name, outside(t, dir, program, "completion", shell))
	}
	notices := exec.Command("go", "run", "./internal/testkit/notices")
	notices.Dir = "../../.."
	text, err := notices.Output()
	must.OK(t, err)
	put(t, docs, "THIRD-PARTY-NOTICES.txt", string(text))
	return docs
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

// fixesWith lets an installed program fix a file, in a home that has nothing, and
// says how much CPU that took.
func fixesWith(t *testing.T, program, version string) time.Duration {
	t.Helper()
	ruff, dir, home := testkit.Tool(t, "ruff"), t.TempDir(), t.TempDir()
	put(t, dir, "app.py", "import os\nprint(1)\n")
	cmd := exec.Command(program, "fix", "--write", "--no-model")
	cmd.Dir = dir
	cmd.Env = []string{"HOME=" + home, "PATH=" + filepath.Dir(ruff) + ":/usr/local/bin:/usr/bin:/bin"}
	out, err := cmd.CombinedOutput()
	if body, _ := os.ReadFile(filepath.Join(dir, "app.py")); err != nil || strings.Contains(string(body), "import os") || !strings.Contains(string(out), "fixed (") {
		t.Errorf("%s: %v\n%s", program, err, out)
	}
	if said := outside(t, dir, program, "version"); !strings.HasPrefix(said, "fettle "+version+"\n") {
		t.Errorf("the version is %q", said)
	}
	return cpuOf(cmd)
}

// cpuOf is the CPU that a program that has ended took, with its children.
func cpuOf(cmd *exec.Cmd) time.Duration {
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// TestPackages installs the packages with the real clients, each into an empty
// place, and fixes a file with what they have installed.
func TestPackages(t *testing.T) {
	t.Parallel()
	dir := packed(t)
	t.Run("pip", func(t *testing.T) {
		wheel := one(t, filepath.Join(dir, "*.whl"))
		if info, err := os.Stat(wheel); err != nil || info.Size() > largestWheel {
			t.Errorf("the wheel has %d bytes, at most %d: %v", info.Size(), largestWheel, err)
		}
		began, env := time.Now(), filepath.Join(t.TempDir(), "env")
		var cpu time.Duration // what a loaded machine does not lengthen
		for _, argv := range [][]string{{"python3", "-m", "venv", env}, {filepath.Join(env, "bin", "python3"), "-m", "pip", "install", "--quiet", "--no-index", wheel}} {
			cmd := exec.Command(argv[0], argv[1:]...)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%q: %v\n%s", argv, err, out)
			}
			cpu += cpuOf(cmd)
		}
		cpu += fixesWith(t, filepath.Join(env, "bin", "fettle"), "0.1.0")
		t.Logf("from nothing to the first verified fix: %v, %v of it CPU", time.Since(began).Round(100*time.Millisecond), cpu.Round(100*time.Millisecond))
		if cpu > time.Minute {
			t.Errorf("install and first fix took %v of CPU, at most a minute", cpu)
		}
		for _, name := range []string{"share/man/man1/fettle-fix.1", "lib/python3*/site-packages/fettle-0.1.0.dist-info/licenses/THIRD-PARTY-NOTICES.txt"} {
			one(t, filepath.Join(env, name))
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
		fixesWith(t, filepath.Join(project, "node_modules", ".bin", "fettle"), "0.1.0")
		npx := exec.Command(testkit.Tool(t, "npx"), "--offline", "fettle", "version")
		npx.Dir, npx.Env = project, append(os.Environ(), "HOME="+t.TempDir())
		if said, err := npx.Output(); err != nil || !strings.HasPrefix(string(said), "fettle 0.1.0\n") {
			t.Errorf("npx fettle: %v: %s", err, said)
		}
		// Without the package of the platform it says what is missing.
		must.OK(t, os.RemoveAll(filepath.Join(project, "node_modules", "@fettle-dev")))
		out, err := exec.Command(filepath.Join(project, "node_modules", ".bin", "fettle"), "version").CombinedOutput()
		if err == nil || !strings.Contains(string(out), "is not installed") {
			t.Errorf("%v: %s", err, out)
		}
	})
	t.Run("dpkg", func(t *testing.T) {
		dpkg, root := testkit.Tool(t, "dpkg"), t.TempDir()
		for _, name := range []string{"info", "updates"} {
			must.OK(t, os.MkdirAll(filepath.Join(root, "var/lib/dpkg", name), 0o755))
		}
		put(t, root, "var/lib/dpkg/status", "")
		outside(t, root, dpkg, "--root="+root, "--force-not-root", "--install", one(t, filepath.Join(dir, "*.deb")))
		fixesWith(t, filepath.Join(root, "usr/bin/fettle"), "0.1.0")
		for _, name := range []string{"man/man1/fettle.1.gz", "bash-completion/completions/fettle", "zsh/vendor-completions/_fettle", "fish/vendor_completions.d/fettle.fish"} {
			one(t, filepath.Join(root, "usr/share", name))
		}
		if said := outside(t, root, dpkg, "--root="+root, "--verify", "fettle"); said != "" {
			t.Errorf("dpkg --verify: %s", said)
		}
	})
	outside(t, dir, "sha256sum", "--check", "--quiet", "SHA256SUMS")
}

// TestPackagesAreReproducible packs the same twice.
func TestPackagesAreReproducible(t *testing.T) {
	python := testkit.Tool(t, "python3")
	dir := t.TempDir()
	put(t, dir, "program", "a program\n")
	var args []string
	for _, name := range []string{"docs/man/fettle.1", "docs/completions/fettle.bash", "docs/completions/_fettle", "docs/completions/fettle.fish", "docs/THIRD-PARTY-NOTICES.txt"} {
		must.OK(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		put(t, dir, name, name)
	}
	for _, target := range []string{"linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64", "windows-amd64"} {
		args = append(args, target+"="+filepath.Join(dir, "program"))
		name := "fettle_1.2.3_" + strings.ReplaceAll(target, "-", "_") + ".tar.gz"
		if strings.HasPrefix(target, "windows") {
			name = strings.TrimSuffix(name, ".tar.gz") + ".zip"
		}
		put(t, dir, name, name)
	}
	for _, out := range []string{"a", "b"} {
		outside(t, "../../..", append([]string{python, "packaging/pack.py", "--version", "1.2.3", "--docs", filepath.Join(dir, "docs"), "--archives", dir, "--out", filepath.Join(dir, out)}, args...)...)
	}
	outside(t, dir, "diff", "-r", "a", "b")
	for _, name := range []string{"fettle-1.2.3-py3-none-win_amd64.whl", "fettle-darwin-arm64-1.2.3.tgz", "fettle_1.2.3_arm64.deb", "fettle.rb", "fettle.json"} {
		if _, err := os.Stat(filepath.Join(dir, "a", name)); err != nil {
			t.Error(err)
		}
	}
	described(t, filepath.Join(dir, "a"), dir, "1.2.3")
	if out, err := exec.Command(python, "../../../packaging/pack.py", "--version", "unknown", "--docs", dir, "--out", dir, "linux-amd64=x").CombinedOutput(); err == nil || !strings.Contains(string(out), "want three numbers") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestZedHasLicence: Zed's list takes no extension without a licence in its own
// folder; one further up does not count.
func TestZedHasLicence(t *testing.T) {
	outside(t, "../../..", "cmp", "LICENSE", "packaging/registries/zed/LICENSE")
}

// described holds the formula and the manifest in a folder against the archives
// of a release that lie in another one.
func described(t *testing.T, dir, archives, version string) {
	t.Helper()
	sum := func(name string) string {
		data, err := os.ReadFile(filepath.Join(archives, name))
		must.OK(t, err)
		return fmt.Sprintf("%x", sha256.Sum256(data))
	}
	const release = "https://github.com/fettle-dev/fettle/releases/download/v"
	formula := must.Read(t, filepath.Join(dir, "fettle.rb"))
	named := regexp.MustCompile(`(?m)url "(.*)/(.*)"\n +sha256 "(.*)"$`).FindAllStringSubmatch(formula, -1)
	if len(named) != 4 {
		t.Errorf("the formula names %d archives, want 4", len(named))
	}
	for _, m := range named {
		if m[1] != release+version || m[3] != sum(m[2]) {
			t.Errorf("the formula has %q", m[0])
		}
	}
	if ruby, err := exec.LookPath("ruby"); err != nil {
		t.Log("SKIPPED: ruby is not installed, and does not read the formula")
	} else {
		outside(t, dir, ruby, "-c", "fettle.rb")
	}
	manifest, err := os.ReadFile(filepath.Join(dir, "fettle.json"))
	must.OK(t, err)
	// The members that Scoop's schema demands or knows, and no other:
	// https://github.com/ScoopInstaller/Scoop/blob/master/schema.json
	var scoop struct {
		Version, Description, Homepage, License, Bin, Checkver string
		Architecture                                           map[string]struct{ URL, Hash string }
		Autoupdate                                             struct {
			Architecture map[string]struct{ URL string }
		}
	}
	d := json.NewDecoder(bytes.NewReader(manifest))
	d.DisallowUnknownFields()
	must.OK(t, d.Decode(&scoop))
	name, x64 := "fettle_"+version+"_windows_amd64.zip", scoop.Architecture["64bit"]
	if scoop.Version != version || scoop.License != "MIT" || scoop.Bin != "fettle.exe" || x64.URL != release+version+"/"+name || x64.Hash != sum(name) ||
		strings.ReplaceAll(scoop.Autoupdate.Architecture["64bit"].URL, "$version", version) != x64.URL {
		t.Errorf("the manifest is %s", manifest)
	}
}
