//go:build unix

package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/fleet/embedded"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestFleet: two workers of their own processes do a run of the command line, with
// a model; status tells of them, and they end well when they are told to.
func TestFleet(t *testing.T) {
	const files = 6
	m := testkit.ServeModel(answer("box", "        print(item)", 0))
	t.Cleanup(m.Close)
	there, alone := modelProject(t, m.URL+"/v1", manyFiles(files)), modelProject(t, m.URL+"/v1", manyFiles(files))
	s, err := embedded.Start(embedded.Options{Dir: t.TempDir()})
	must.OK(t, err)
	t.Cleanup(s.Stop)
	url := s.ClientURL()
	for range 2 {
		w := fixCommandIn(t, modelProject(t, m.URL+"/v1", nil), "worker", "--on", url)
		var said bytes.Buffer
		w.Stderr = &said
		must.OK(t, w.Start())
		t.Cleanup(func() {
			_ = w.Process.Signal(syscall.SIGTERM)
			if err := w.Wait(); err != nil {
				t.Errorf("a worker that was told to end: %v\n%s", err, &said)
			}
			if !strings.Contains(said.String(), "working for "+url) {
				t.Errorf("the worker says %s", &said)
			}
		})
	}
	if out, err := fixCommandIn(t, alone, "fix", "--write", ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := fixCommandIn(t, there, "fix", "--write", "--max-calls", "4", "--on", url, ".").CombinedOutput()
	run := regexp.MustCompile(`fettle: run ([a-z0-9]+)\n`).FindSubmatch(out)
	if err == nil || run == nil || !strings.Contains(string(out), "4 fixed (4 checked)") || !strings.Contains(string(out), "the limit of --max-calls is reached") {
		t.Fatalf("with four calls: %v\n%s", err, out)
	}
	if out, err := fixCommandIn(t, there, "fix", "--write", "--on", url, "--resume", string(run[1]), ".").CombinedOutput(); err != nil || !strings.Contains(string(out), "2 fixed (2 checked)") {
		t.Fatalf("taken up: %v\n%s", err, out)
	}
	for name := range manyFiles(files) {
		a, _ := os.ReadFile(filepath.Join(there, name))
		b, _ := os.ReadFile(filepath.Join(alone, name))
		if !bytes.Equal(a, b) || !strings.Contains(string(a), "print(item)") {
			t.Errorf("%s: %s, alone %s", name, a, b)
		}
	}
	want := regexp.MustCompile(`(?s)fettle .*prompts.*scripted at.*fettle .*prompts.*` + string(run[1]) + ` +\d+ +\d+.*0 jobs in the queue`)
	var status []byte
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		if status, err = fixCommandIn(t, there, "worker", "--status", "--on", url).CombinedOutput(); err == nil && want.Match(status) {
			return
		}
	}
	t.Errorf("%v\n%s", err, status)
}
