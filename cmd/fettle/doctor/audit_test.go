package doctor

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestDoctorAudit: what was sent can be read by people and by programs.
func TestDoctorAudit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	show := func(asJSON bool) string {
		t.Helper()
		var b bytes.Buffer
		must.OK(t, Audit(&b, path, asJSON))
		return b.String()
	}
	if got := show(false); !strings.HasPrefix(got, "nothing was sent") {
		t.Errorf("without a log: %s", got)
	}
	a, err := egress.OpenAudit(path)
	must.OK(t, err)
	at := time.Date(2030, 1, 2, 3, 4, 5, 0, time.Local)
	for i := range auditShown + 1 {
		e := egress.Entry{Time: at.Add(time.Duration(i) * time.Second), Kind: "fix", Host: "h", Model: "m\x1b[31m", Outcome: "ok", Bytes: i, Prompt: 7, Completion: 3,
			Redactions: 1, Denials: 2, Millis: 9, Signal: "ruff F821", Places: []egress.Place{{Path: "a.py", Start: 1, End: 4}}}
		must.OK(t, a.Add(e))
	}
	must.OK(t, a.Close())
	lines := strings.Split(strings.TrimSpace(show(false)), "\n")
	if want := `2030-01-02 03:04:06 fix ok m\u{1b}[31m at h, 1 bytes, 7+3 tokens, 1 redacted, 2 denied, 9 ms; ruff F821; a.py:1-4`; len(lines) != auditShown+1 ||
		!strings.HasPrefix(lines[0], "1 older entries") || lines[1] != want {
		t.Errorf("%d lines, the first:\n%s\n%s\nwant\n%s", len(lines), lines[0], lines[1], want)
	}
	var all struct{ Entries []egress.Entry }
	if err := json.Unmarshal([]byte(show(true)), &all); err != nil || len(all.Entries) != auditShown+1 {
		t.Errorf("%d entries, %v", len(all.Entries), err)
	}
}
