package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestPythonPackagesArePinned: every Python package that CI installs is named with
// its version and the hashes of its files, and pip is told to look at them.
func TestPythonPackagesArePinned(t *testing.T) {
	root := moduleRoot(t)
	lists, err := filepath.Glob(filepath.Join(root, ".ci", "*.txt"))
	if err != nil || len(lists) < 2 {
		t.Fatalf("%d lists, %v", len(lists), err)
	}
	hash, named := regexp.MustCompile(`--hash=sha256:[0-9a-f]{64}(?: |$)`), regexp.MustCompile(`^[\w.\[\]-]+==[\w.!+-]+ `)
	for _, list := range lists {
		data := must.Read(t, list)
		packages := 0
		for line := range strings.Lines(strings.ReplaceAll(data, "\\\n", "")) {
			if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
				continue
			}
			packages++
			if !named.MatchString(line) || !hash.MatchString(line) {
				t.Errorf("%s: %.60s has no version or no hash", filepath.Base(list), line)
			}
		}
		if packages == 0 {
			t.Errorf("%s is empty", list)
		}
	}
	scripts, _ := filepath.Glob(filepath.Join(root, ".ci", "*.sh"))
	workflows, _ := filepath.Glob(filepath.Join(root, ".github", "workflows", "*.yml"))
	installs := regexp.MustCompile(`\b(?:pip install|pip_install|uv pip install|pipx install)\b.*`)
	seen := 0
	for _, path := range append(append(scripts, workflows...), filepath.Join(root, "Makefile")) {
		data := must.Read(t, path)
		for _, call := range installs.FindAllString(data, -1) {
			if strings.Contains(call, `"$@"`) || strings.HasPrefix(call, "pip_install()") || strings.HasPrefix(call, "pip_install installs") {
				continue // passes on what its caller says
			}
			if seen++; !strings.Contains(call, "--require-hashes") {
				t.Errorf("%s: %s", filepath.Base(path), call)
			}
		}
	}
	if seen == 0 {
		t.Error("nothing installs anything")
	}
}

// TestPipRefusesAnotherFile: a package whose file is not the one of the list is
// not installed.
func TestPipRefusesAnotherFile(t *testing.T) {
	if exec.Command("python3", "-m", "pip", "--version").Run() != nil {
		t.Skip("no pip")
	}
	dir := t.TempDir()
	wheel := filepath.Join(dir, "fettle_probe-1.0-py3-none-any.whl")
	build := func(body string) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for name, text := range map[string]string{"fettle_probe.py": body, "fettle_probe-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: fettle-probe\nVersion: 1.0\n",
			"fettle_probe-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n", "fettle_probe-1.0.dist-info/RECORD": ""} {
			f, err := z.Create(name)
			if err == nil {
				_, err = f.Write([]byte(text))
			}
			must.OK(t, err)
		}
		must.OK(t, z.Close())
		must.OK(t, os.WriteFile(wheel, b.Bytes(), 0o600))
		return fmt.Sprintf("%x", sha256.Sum256(b.Bytes()))
	}
	hash := build("x = 1\n")
	list := filepath.Join(dir, "list.txt")
	must.OK(t, os.WriteFile(list, []byte("fettle-probe==1.0 --hash=sha256:"+hash+"\n"), 0o600))
	install := func() ([]byte, error) {
		return exec.Command("python3", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--find-links", dir, "--require-hashes", "--no-deps", "--upgrade",
			"--target", filepath.Join(dir, "to"), "-r", list).CombinedOutput()
	}
	if out, err := install(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	build("x = 2\n")
	if out, err := install(); err == nil || !strings.Contains(strings.ToLower(string(out)), "hash") {
		t.Errorf("%v\n%s", err, out)
	}
}
