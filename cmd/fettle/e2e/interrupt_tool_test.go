package e2e

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestInterruptedWhileAToolRuns: files that no tool has looked at yet are left as they
// are, whichever signal ends the run.
func TestInterruptedWhileAToolRuns(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(signal.String(), func(t *testing.T) {
			dir, tools := t.TempDir(), t.TempDir()
			started := filepath.Join(tools, "started")
			slow := fmt.Sprintf("#!/bin/sh\n: >%s\nexec sleep 60\n", started)
			must.OK(t, os.WriteFile(filepath.Join(tools, "ruff"), []byte(slow), 0o700))
			texts := map[string]string{"pyproject.toml": "[tool.ruff.lint]\nselect = [\"F\"]\n"}
			for i := range 4 {
				texts[fmt.Sprintf("m%d.py", i)] = "import os\nprint(1)\n"
			}
			must.WriteAll(t, dir, texts)
			cmd := fixCommandIn(t, dir, "fix", "--no-model", "--no-cache", "--write", ".")
			cmd.Env = append(cmd.Env, "PATH="+tools+string(os.PathListSeparator)+os.Getenv("PATH"))
			var said bytes.Buffer
			cmd.Stderr = &said
			must.OK(t, cmd.Start())
			for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
				if _, err := os.Stat(started); err == nil {
					break
				}
				if time.Now().After(deadline) {
					t.Fatal("the tool was not started")
				}
			}
			must.OK(t, cmd.Process.Signal(signal))
			if err := cmd.Wait(); err == nil {
				t.Errorf("exit code 0: %s", said.String())
			}
			for name, body := range texts {
				if data, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(data) != body {
					t.Errorf("%s: %v, %d bytes of %d", name, err, len(data), len(body))
				}
			}
			left, err := os.ReadDir(dir)
			must.OK(t, err)
			for _, e := range left {
				if strings.Contains(e.Name(), ".fettle-") {
					t.Errorf("left behind: %s", e.Name())
				}
			}
		})
	}
}
