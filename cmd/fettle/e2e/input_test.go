package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// sarif is a report of one tool: for each file an undefined name on line 3, and
// something else on line 1, which no fix is known for.
func sarif(names ...string) string {
	var results []string
	for _, name := range names {
		for line, rule := range map[int]string{3: "F821", 1: "H001"} {
			message := "Undefined name `itm`"
			if rule == "H001" {
				message = "the pears of " + name + " are green"
			}
			results = append(results, fmt.Sprintf(`{"ruleId":%q,"level":"warning","message":{"text":%q},
				"locations":[{"physicalLocation":{"artifactLocation":{"uri":%q},"region":{"startLine":%d}}}]}`, rule, message, name, line))
		}
	}
	return `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"ruff"}},"results":[` + strings.Join(results, ",") + `]}]}`
}

// TestReportOfSeveralFiles: a model is shown what the report says of the file it
// fixes, whichever file of the report that is, and nothing of another one.
func TestReportOfSeveralFiles(t *testing.T) {
	m := testkit.ServeModel(answer("itm", "        print(item)", 0))
	t.Cleanup(m.Close)
	files := manyFiles(3)
	files["report.sarif"] = sarif("m0.py", "m1.py", "m2.py")
	dir := modelProject(t, m.URL+"/v1", files)
	fixIn(t, dir, "--input", filepath.Join(dir, "report.sarif"))
	asked := map[int]bool{}
	for _, r := range m.Requests() {
		for i := range 3 {
			if !strings.Contains(r.User, fmt.Sprintf("| def show%d(", i)) {
				continue
			}
			asked[i] = true
			for other := range 3 {
				said := strings.Contains(r.User, fmt.Sprintf("the pears of m%d.py are green", other))
				if said != (other == i) {
					t.Errorf("the prompt for m%d.py speaks of m%d.py: %v\n%s", i, other, said, r.User)
				}
			}
		}
	}
	if len(asked) != 3 {
		t.Errorf("asked about %v", asked)
	}
}
