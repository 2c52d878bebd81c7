package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestCalibrate: a model that sends whole files back, corrected, and nothing else
// that can be used, is asked for files from then on, unless a setting says
// otherwise; one that fixes nothing is named as such.
func TestCalibrate(t *testing.T) {
	t.Setenv("PATH", filepath.Dir(testkit.Tool(t, "ruff"))+string(os.PathListSeparator)+os.Getenv("PATH"))
	mend := strings.NewReplacer("len(valeus)", "len(values)", "len(numbers)", "len(values)", "r.Val\n", "r.Value\n", `"%s (%s)"`, `"%s (%d)"`, `return "lo"`, `return "low"`)
	answers := func(able bool) *testkit.Model {
		return testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
			_, rest, _ := strings.Cut(r.User, "```")
			code, _, _ := strings.Cut(rest, "```")
			if !able || !strings.Contains(r.User, "whole corrected file") {
				return testkit.Reply{Text: "I would rather not."}, true
			}
			return testkit.Reply{Text: "```" + mend.Replace(code) + "```"}, true
		})
	}
	for name, able := range map[string]bool{"files only": true, "nothing": false} {
		t.Run(name, func(t *testing.T) {
			m := answers(able)
			t.Cleanup(m.Close)
			home := t.TempDir()
			set := []string{"--set", "model.backend=ollama", "--set", "model.url=" + m.URL, "--set", "model.name=test"}
			out, err := inProject(t, home, home, append([]string{"doctor", "--calibrate"}, set...)...).CombinedOutput()
			if !able {
				if err == nil || !strings.Contains(string(out), "test fixed none of the tasks: it cannot be used for fixes") {
					t.Errorf("%v\n%s", err, out)
				}
				return
			}
			if err != nil || !strings.Contains(string(out), "test is asked by file from now on") || !strings.Contains(string(out), "given up") {
				t.Fatalf("%v\n%s", err, out)
			}
			file := filepath.Join(home, "app.py")
			must.Write(t, file,
				"def mean(values):\n    if not values:\n        return 0\n    return sum(values) / len(numbers)\n")
			for shape, want := range map[string]string{"": "whole corrected file", "rewrite": "corrected function"} {
				args := append([]string{"fix", "--json", "--no-resume"}, set...)
				if shape != "" {
					args = append(args, "--set", "model.shape="+shape)
				}
				before := len(m.Requests())
				out, _ := inProject(t, home, home, append(args, file)...).Output()
				if asked := m.Requests(); len(asked) == before || !strings.Contains(asked[before].User, want) {
					t.Errorf("shape %q: %s", shape, out)
				}
				if shape == "" {
					var f struct{ Verdict string }
					if json.Unmarshal(out, &f) != nil || f.Verdict != "verified" {
						t.Errorf("not fixed: %s", out)
					}
				}
			}
		})
	}
}
