package semantic

import (
	"slices"
	"testing"
)

// TestCalledByWhatMatches: no word of the question stands in the function that answers it, but
// a test says what it does, and a function that everybody calls gains nothing by that.
func TestCalledByWhatMatches(t *testing.T) {
	p := built(t, Options{Source: Memory{
		"daemon/core.go": "package daemon\n\nfunc log(n int) {\n\tprint(n)\n}\n\n" +
			"func (d *Daemon) onEvent(n int) {\n\td.reread()\n\tlog(n)\n}\n",
		"daemon/core_test.go": "package daemon\n\nfunc TestHangupWhileIdle(t *testing.T) {\n\td := &Daemon{}\n" +
			"\td.onEvent(1)\n\tlog(1)\n}\n",
		"daemon/a.go": "package daemon\n\nfunc a() { log(1) }\n",
		"daemon/b.go": "package daemon\n\nfunc b() { log(2) }\n",
		"daemon/c.go": "package daemon\n\nfunc c() { log(3) }\n",
	}})
	ask := func(ways ...string) (names []string) {
		q := DefaultQuery("what happens on a hangup while it is idle?")
		q.Strategies, q.MinScore = ways, 0
		res, err := p.Query(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range res.Results {
			if r.Source != byTests {
				names = append(names, r.Entity.Name)
			}
		}
		return names
	}
	got := ask()
	at, log := slices.Index(got, "onEvent"), slices.Index(got, "log")
	if at != 0 || log >= 0 && log < at {
		t.Errorf("found %q", got)
	}
	if got := ask("lexical"); slices.Contains(got, "onEvent") {
		t.Errorf("by words alone %q", got)
	}
}
