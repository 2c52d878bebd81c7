package undertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
)

// TestPlaced: a failure stands in the code and in the test, and each names the other.
func TestPlaced(t *testing.T) {
	called := report.Related{Path: "lib/a.py", Line: 3, Message: Says}
	frame := report.Related{Path: "/tree/tests/test_a.py", Line: 9, Message: "called from here"}
	for name, c := range map[string]struct {
		found report.Finding
		want  string
	}{
		"an assertion": {at("tests/test_a.py", 7, called), "/p/lib/a.py:3 /p/tests/test_a.py:7 fails here\n" +
			"/p/tests/test_a.py:7 /p/lib/a.py:3 " + Says + "\n"},
		"an assertion that called nothing": {at("tests/test_a.py", 7), "/p/tests/test_a.py:7\n"},
		"code that raised": {at("/tree/lib/a.py", 4, frame), "/p/lib/a.py:4 /p/tests/test_a.py:9 called from here\n" +
			"/p/tests/test_a.py:9 /p/lib/a.py:4 " + Says + "; /p/tests/test_a.py:9 called from here\n"},
		"code that no test called": {at("lib/a.py", 4), "/p/lib/a.py:4\n"},
	} {
		t.Run(name, func(t *testing.T) {
			before := fmt.Sprint(c.found)
			got := ""
			for _, f := range Placed([]report.Finding{c.found}, report.Mapping{Dir: "/tree", Mirror: "/tree", Root: "/p"}) {
				var related []string
				for _, r := range f.Related {
					related = append(related, fmt.Sprintf("%s:%d %s", r.Path, r.Line, r.Message))
				}
				got += strings.TrimSpace(fmt.Sprintf("%s:%d %s", f.Path, f.Start.Line, strings.Join(related, "; "))) + "\n"
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
			if after := fmt.Sprint(c.found); after != before {
				t.Errorf("the finding became %s", after)
			}
		})
	}
}

func at(path string, line int, related ...report.Related) report.Finding {
	return report.Finding{Tool: "pytest", Path: path, Start: report.Point{Line: line}, Related: related}
}

// TestIsTest: pytest's names of files, and what belongs to them.
func TestIsTest(t *testing.T) {
	for path, want := range map[string]bool{"tests/test_a.py": true, "a_test.py": true, "p/conftest.py": true,
		"tests.py": true, "testing.py": false, "tests/helpers.py": false, "test_a.go": false} {
		if IsTest(path) != want {
			t.Errorf("%s: %t", path, !want)
		}
	}
}
