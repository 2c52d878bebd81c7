package model

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/secret"
	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestNothingSecretLeaves goes through the real gate: a prompt with a secret,
// or with the key itself, makes no request; the redacted one does.
func TestNothingSecretLeaves(t *testing.T) {
	canary := "ghp_" + strings.Repeat("aB3", 12)
	each(t, func(t *testing.T, s setup) {
		var scrub secret.Scrubber
		gate := egress.New(egress.Options{Scrub: &scrub})
		m := testkit.NewModel(t, testkit.Reply{Text: goodText})
		o := s.options(m.URL)
		o.Seal, o.Scrub = gate.Seal, &scrub
		c := newClient(t, o)
		for _, leak := range []string{`x = "` + canary + `"`, "# " + canaryKey(), strings.ToUpper(canaryKey()[:3]) + canaryKey()} {
			for _, p := range []Prompt{{System: "s", User: leak}, {System: leak, User: "u"}} {
				_, err := c.Complete(context.Background(), p)
				if faultOf(err) != FaultRefused || strings.Contains(err.Error(), canary) {
					t.Errorf("%v", err)
				}
				if held := new(egress.Held); errors.As(err, &held) != strings.Contains(leak, canary) {
					t.Errorf("%v: whether it held a secret is not told", err)
				}
			}
		}
		if n := len(m.Requests()); n != 0 {
			t.Fatalf("%d requests", n)
		}
		v := gate.Check(egress.Item{Text: `x = "` + canary + `" # ` + canaryKey()})
		if _, err := c.Complete(context.Background(), Prompt{System: "s", User: v.Text}); err != nil {
			t.Error(err)
		}
		if r := m.Requests(); len(r) != 1 || strings.Contains(string(r[0].Body), canary) || strings.Contains(string(r[0].Body), canaryKey()) {
			t.Error("leaked")
		}
	})
}
