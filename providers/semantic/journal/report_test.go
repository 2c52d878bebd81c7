package journal

import (
	"strings"
	"testing"
	"time"
)

func TestReport(t *testing.T) {
	j := opened(t, Path(t.TempDir(), "/root"))
	fill(t, j, 9, Entry{Time: now, Kind: "fix", Signal: "ruff/E711", Outcome: Offered})
	fill(t, j, 1, Entry{Time: now, Kind: "fix", Signal: "ruff/F821", Outcome: Accepted, Edited: []string{"a.py"},
		Shown: []Shown{{"b.py", "chunk"}, {"b.py", "definition"}, {"two\nlines.py", "chunk"}}})
	fill(t, j, 1, Entry{Time: now, Kind: "question", Outcome: Asked, Opened: []string{"c.py", "d.py"}})
	if err := j.Rate(Enough); err != nil {
		t.Fatal(err)
	}
	got := j.Report()
	at := now.In(time.Local).Format("2006-01-02 15:04")
	for _, want := range []string{
		"fixes     10\n  offered   9\n  accepted  1\nquestions 1\n", "rated     enough 1, missing 0\n",
		"  " + at + "  fix ruff/F821 accepted\n    shown   b.py two\\nlines.py\n    edited  a.py\n",
		"  " + at + "  question, rated enough\n    opened  c.py d.py\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "E711 offered"); n != 8 { // of the ten last
		t.Errorf("%d of the fixes offered in\n%s", n, got)
	}
}
