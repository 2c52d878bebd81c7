package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestGoInstall publishes the committed state as a version on a module proxy of
// its own, as one would be fetched there, and installs the newest version into
// an empty home: without a C compiler, and with nothing but what go.mod names.
func TestGoInstall(t *testing.T) {
	if os.Getenv("FETTLE_RELEASE") == "" {
		t.Skip("SKIPPED: make packages-all runs this; it compiles everything anew")
	}
	const path, version = "github.com/fettle-dev/fettle", "v0.0.9"
	root, err := filepath.Abs("../../..")
	must.OK(t, err)
	home := t.TempDir()
	at := filepath.Join(home, "proxy", path, "@v")
	must.OK(t, os.MkdirAll(at, 0o755))
	put(t, at, "list", version+"\n")
	put(t, at, version+".info", `{"Version":"`+version+`","Time":"2026-01-02T03:04:05Z"}`)
	put(t, at, version+".mod", outside(t, root, "git", "show", "HEAD:go.mod"))
	f, err := os.Create(filepath.Join(at, version+".zip"))
	must.OK(t, err)
	clone := filepath.Join(home, "clone") // the library takes no working tree of git worktree
	outside(t, home, "git", "clone", "--quiet", "--depth=1", "file://"+root, clone)
	// It refuses what a proxy would: too large a file, names that differ in case alone.
	must.OK(t, zip.CreateFromVCS(f, module.Version{Path: path, Version: version}, clone, "HEAD", ""))
	must.OK(t, f.Close())
	cmd := exec.Command("go", "install", path+"/cmd/fettle@latest")
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "CGO_ENABLED=0", "GOTOOLCHAIN=local", "GOSUMDB=off", "GOFLAGS=-modcacherw -trimpath",
		"GOPROXY=file://" + filepath.Join(home, "proxy") + ",file://" + filepath.Join(os.Getenv("GOMODCACHE"), "cache", "download"),
		"GOCACHE=" + os.Getenv("GOCACHE")}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program := filepath.Join(home, "go", "bin", "fettle")
	if said := outside(t, home, program, "version"); !strings.HasPrefix(said, "fettle "+version+"\n") || !strings.Contains(said, "syntax by scan") {
		t.Errorf("it says %q", said)
	}
	fixesWith(t, program, version)
}
