package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestSelf asks a history about itself: what its subjects name is found, and the
// commit that only adds a file asks nothing.
func TestSelf(t *testing.T) {
	git, dir := testkit.Tool(t, "git"), t.TempDir()
	commit := func(subject string, files map[string]string) {
		t.Helper()
		for name, body := range files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for _, args := range [][]string{{"add", "."}, {"-c", "user.name=n", "-c", "user.email=n@localhost", "commit", "-q", "-m", subject}} {
			if out, err := exec.Command(git, append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
	}
	if out, err := exec.Command(git, "init", "-q", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	run := func() (string, error) {
		c := retrievalCommand()
		var out bytes.Buffer
		c.SetOut(&out)
		c.SetArgs([]string{"--self", dir, "--json"})
		err := c.ExecuteContext(t.Context())
		return out.String(), err
	}
	commit("Start", map[string]string{
		"invoice.py": "def total_of_invoice(rows):\n    return sum(rows)\n",
		"mailer.py":  "def send_mail(address):\n    print(address)\n",
		"clock.py":   "def wind_up(hours):\n    return hours\n",
	})
	if out, err := run(); err == nil {
		t.Errorf("a history without changes gives %s", out)
	}
	commit("Round the total of an invoice", map[string]string{"invoice.py": "def total_of_invoice(rows):\n    return round(sum(rows))\n"})
	commit("Wind the clock up by hours, and mail the address", map[string]string{
		"clock.py": "def wind_up(hours):\n    return hours + 1\n", "mailer.py": "def send_mail(address):\n    print('to', address)\n"})
	commit("Add a door", map[string]string{"door.py": "def open_door():\n    pass\n"})
	out, err := run()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for d := json.NewDecoder(bytes.NewBufferString(out)); d.More(); {
		var r row
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		got[r.Kind+" "+r.Metric] = r.Value
	}
	for metric, want := range map[string]float64{"query recall@10": 1, "query mrr": 1, "query answered@8000": 1,
		"fix_cochange recall@10": 1} {
		if got[metric] != want {
			t.Errorf("%s = %v, want %v\n%s", metric, got[metric], want, out)
		}
	}
}
