package main

import (
	"bufio"
	"fmt"
	"os/exec"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// lastCase is the highest number in the list of adversarial cases.
const lastCase = 113

var (
	caseFunction = regexp.MustCompile(`TestCase(\d{3})_`)
	caseSubtest  = regexp.MustCompile(`TestCases\w*/(?:case_)?0*(\d+)[_ ]`)
	testResult   = regexp.MustCompile(`--- (PASS|FAIL|SKIP): (\S+)`)
)

// TestAdversarialCases lists every case by its number with the tests that show
// it, and fails for a number without a passing one:
//
//	go test ./cmd/fettle-eval -run TestAdversarialCases -v
func TestAdversarialCases(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the tests of other packages")
	}
	testkit.OtherProcesses(t)
	passed, failed := map[int][]string{}, map[int][]string{}
	collect := func(pkg, run string, note func(name string) int) {
		cmd := exec.Command("go", "test", "-v", "-run", run, pkg)
		cmd.Dir = "../.."
		out, _ := cmd.CombinedOutput() // a failed test stands in its output
		s := bufio.NewScanner(strings.NewReader(string(out)))
		s.Buffer(nil, 4<<20)
		for s.Scan() {
			m := testResult.FindStringSubmatch(s.Text())
			if m == nil {
				continue
			}
			n := note(m[2])
			if n == 0 {
				continue
			}
			if m[1] == "PASS" {
				passed[n] = append(passed[n], pkg+" "+m[2])
			} else {
				failed[n] = append(failed[n], pkg+" "+m[2])
			}
		}
	}
	for _, pkg := range []string{"./edits", "./edits/decode", "./edits/verify", "./edits/fixer", "./providers/diagnostics/linter", "./lsp/document"} {
		collect(pkg, "TestCase", func(name string) int {
			for _, re := range []*regexp.Regexp{caseFunction, caseSubtest} {
				if m := re.FindStringSubmatch(name); m != nil {
					n, _ := strconv.Atoi(m[1])
					return n
				}
			}
			return 0
		})
	}
	var b strings.Builder
	for n := 1; n <= lastCase; n++ {
		sort.Strings(passed[n])
		state := "pass"
		if len(failed[n]) > 0 || len(passed[n]) == 0 {
			state = "FAIL"
			t.Errorf("case %d: %d tests pass, failed: %v", n, len(passed[n]), failed[n])
		}
		fmt.Fprintf(&b, "%4d  %s  %s\n", n, state, strings.Join(passed[n], ", "))
	}
	t.Logf("adversarial cases:\n%s", b.String())
}
