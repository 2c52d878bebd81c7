package testkit

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestSecondRuns: what CI runs again is named and counted, and is no panic, no
// data race, no failed build and no test of random inputs.
func TestSecondRuns(t *testing.T) {
	script, err := filepath.Abs("../../.ci/gotest.sh")
	must.OK(t, err)
	if _, err := os.Stat(script); err != nil { // go test remembers that it was looked at
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, first, again, said string
		ok                       bool
	}{
		{"none failed", "ok\tm/a\t1s\n", "", "no test was run again", true},
		{"two late ones", "--- FAIL: TestSlow (1s)\n--- FAIL: TestSlow2 (1s)\nFAIL\tm/a\t1s\nok  \tm/b\t1s\n",
			"-count=1 -run ^(TestSlow|TestSlow2)$ m/a", "2 tests are run again, 0 of them on random inputs", true},
		{"a panic", "--- FAIL: TestSlow (1s)\npanic: runtime error [recovered]\nFAIL\tm/a\t1s\n", "", "a panic is not run again", false},
		{"a crash", "fatal error: concurrent map writes\nFAIL\tm/a\t1s\n", "", "a panic is not run again", false},
		{"a bug that was survived", "--- FAIL: TestSlow (1s)\n    a_test.go:9: fettle: bug in a report of ruff: no\nFAIL\tm/a\t1s\n", "", "a panic is not run again", false},
		{"a race", "WARNING: DATA RACE\n--- FAIL: TestSlow (1s)\nFAIL\tm/a\t1s\n", "", "a data race is not run again", false},
		{"a build", "FAIL\tm/a [build failed]\n", "", "a build that failed is not run again", false},
		{"a property by its name", "--- FAIL: TestStaleProperty (1s)\nFAIL\tgithub.com/fettle-dev/fettle/lsp\t1s\n", "", "lsp/TestStaleProperty, a test of random inputs,", false},
		{"a property by its dice", "--- FAIL: TestSlow (1s)\n--- FAIL: TestRebaseCommutes (1s)\nFAIL\tgithub.com/fettle-dev/fettle/edits\t1s\n", "",
			"edits/TestRebaseCommutes, a test of random inputs,", false},
		{"a property by the dice of a function", "--- FAIL: TestOrderIsIrrelevant (1s)\nFAIL\tgithub.com/fettle-dev/fettle/edits/decode\t1s\n", "",
			"edits/decode/TestOrderIsIrrelevant, a test of random inputs,", false},
		{"a property by the dice of a method", "--- FAIL: TestSoak (1s)\nFAIL\tgithub.com/fettle-dev/fettle/cmd/fettle/e2e\t1s\n", "",
			"cmd/fettle/e2e/TestSoak, a test of random inputs,", false},
		{"a property by the dice of a value", "--- FAIL: TestConformance (1s)\nFAIL\tgithub.com/fettle-dev/fettle/cmd/fettle/e2e\t1s\n", "",
			"cmd/fettle/e2e/TestConformance, a test of random inputs,", false},
		{"another package's property", "--- FAIL: TestSoak (1s)\nFAIL\tm/a\t1s\n", "-run ^(TestSoak)$ m/a", "1 tests are run again", true},
		{"a key made at random", "--- FAIL: TestFaultMatrix (1s)\nFAIL\tgithub.com/fettle-dev/fettle/internal/model\t1s\n",
			"-run ^(TestFaultMatrix)$ github.com/fettle-dev/fettle/internal/model", "1 tests are run again", true},
		{"no test", "FAIL\tm/a\t1s\n", "", "outside its tests", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			// The first call of this go prints the log and fails unless the log says ok
			// alone; all others succeed.
			dir := t.TempDir()
			files := map[string]string{"first": c.first, "go": "#!/bin/sh\necho \"$*\" >>\"$FAKE/calls\"\n" +
				"[ \"$(wc -l <\"$FAKE/calls\")\" = 1 ] || exit 0\ncat \"$FAKE/first\"\n! grep -qv '^ok' \"$FAKE/first\"\n"}
			for name, data := range files {
				must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o700))
			}
			cmd := exec.Command("bash", script, "-timeout", "1m", "--", "m/a", "m/b")
			cmd.Env = append(os.Environ(), "CI=1", "FAKE="+dir, "GOTEST_LOG="+filepath.Join(dir, "log"), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
			out, err := cmd.CombinedOutput()
			if (err == nil) != c.ok || !strings.Contains(string(out), c.said) {
				t.Errorf("%v\n%s", err, out)
			}
			calls, _ := os.ReadFile(filepath.Join(dir, "calls"))
			_, again, _ := strings.Cut(strings.TrimSpace(string(calls)), "\n")
			if !strings.HasSuffix(again, c.again) || (again == "") != (c.again == "") {
				t.Errorf("run again with %q, want %q", again, c.again)
			}
		})
	}
}
