package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestDoctorBug: a report says what is set and what is there, and holds nothing
// of the user's: no key, address, folder, or name they chose.
func TestDoctorBug(t *testing.T) {
	home := filepath.Join(t.TempDir(), "my home")
	root := filepath.Join(home, "secret project")
	tools := filepath.Join(t.TempDir(), "other tools")
	for path, body := range map[string]string{
		filepath.Join(root, "pyproject.toml"): "",
		filepath.Join(root, ".fettle.toml"):   "[actions]\nenable = false\n",
		filepath.Join(home, ".config", "fettle", "config.toml"): "[model]\nbackend = 'openai'\nurl = 'http://127.0.0.1:9/v1'\nname = 'm'\napiKey = 'canary-key'\n" +
			"[models.acquisition]\nbackend = 'openai'\nurl = 'https://llm.example.test/v1'\nname = 'm'\n",
		filepath.Join(tools, "ruff"): "#!/bin/sh\necho ruff 0.1.2\n",
	} {
		must.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.OK(t, os.WriteFile(path, []byte(body), 0o700))
	}
	kept := filepath.Join(home, ".local", "state", "fettle", "bugs", "0123.txt")
	must.OK(t, os.MkdirAll(filepath.Dir(kept), 0o700))
	stack := "goroutine 7 [running]:\ngithub.com/fettle-dev/fettle/edits.Decode(0x1)\n\t/home/canary/edits/decode.go:5 +0x1\n"
	must.Write(t, kept, "2026-01-02T03:04:05Z\na report of ruff\nindex out of range [3]\n"+stack)
	cmd := exec.Command(binary(t), "doctor", "--bug")
	cmd.Dir = root
	cmd.Env = []string{"HOME=" + home, "XDG_CONFIG_HOME=" + filepath.Join(home, ".config"), "PATH=" + tools, "OLLAMA_HOST=127.0.0.1:1"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{`^- fettle \S+, go1`, `(?m)^- settings: actions.enable, model.apiKey, model.backend, model.name, model.url, models.NAME.backend`,
		`(?m)^  - ok ruff: .*ruff 0\.1\.2$`, `(?m)^  - info root: workspace root \., not trusted`, `(?m)^  - error model: `,
		`(?m)^- bug at 2026-01-02T03:04:05Z in a report of ruff: index out of range \[3\]\n  - edits\.Decode$`} {
		if !regexp.MustCompile(want).Match(out) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	for _, private := range []string{"my home", "secret project", "other", "canary", "127.0.0.1", "acquisition", "example.test"} {
		if strings.Contains(string(out), private) {
			t.Errorf("%q in\n%s", private, out)
		}
	}
}
