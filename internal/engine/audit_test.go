package engine

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/aggregator"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/providers"
)

type completed struct {
	record func(context.Context, model.Outgoing) error
}

func (c completed) Complete(ctx context.Context, p model.Prompt) (model.Reply, error) {
	if err := c.record(ctx, model.Outgoing{Body: []byte("{}")}); err != nil {
		return model.Reply{}, err
	}
	if err := c.record(ctx, model.Outgoing{Kind: "ping", Host: "h"}); err != nil { // whether the server still works
		return model.Reply{}, err
	}
	return model.Reply{Usage: model.Usage{Prompt: 3, Completion: 2}}, nil
}

// TestAuditEntries: an entry says for what and from where something was sent,
// and how much was held back; of context, only what was really shown.
func TestAuditEntries(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	process := NewProcess(Options{})
	t.Cleanup(process.Close)
	audit, err := process.openAudit()
	must.OK(t, err)
	places, denied := sources(aggregator.Report{Snippets: []aggregator.SnippetRow{
		{Place: providers.Place{Path: "lib.py", First: 4, Last: 9}, Bytes: 80, Fate: aggregator.Kept},
		{Place: providers.Place{Path: "big.py", First: 1, Last: 900}, Fate: aggregator.Dropped, Reason: "budget"},
		{Place: providers.Place{Path: ".env", First: 1, Last: 2}, Fate: aggregator.Dropped, Reason: "denied"},
	}})
	a := audited{next: completed{process.record(config.Settings{})}, audit: audit, host: "h", name: "m"}
	for _, p := range []model.Prompt{
		{User: "key = REDACTED_0badc0de", About: model.About{Signal: "ruff F821", Places: places, Denied: denied}},
		{About: model.About{Kind: "plan"}},
		{Mode: model.Prefetch},
	} {
		if _, err := a.Complete(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	got := audit.Recent()
	var kinds []string
	for _, e := range got {
		kinds = append(kinds, e.Kind)
	}
	if diff := cmp.Diff([]string{"ping", "fix", "ping", "plan", "ping", "prefetch"}, kinds); diff != "" {
		t.Error(diff)
	}
	if e := got[1]; e.Signal != "ruff F821" || e.Redactions != 1 || e.Denials != 1 || e.Bytes != 2 || e.Attempt != 1 || e.Prompt != 3 ||
		!cmp.Equal(e.Places, []egress.Place{{Path: "lib.py", Start: 4, End: 9}}) {
		t.Errorf("%+v", e)
	}
}
