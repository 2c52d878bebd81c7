package fleet

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/fleet"
	"github.com/fettle-dev/fettle/internal/model"
)

// versionTries is how often a tool is asked for its version: a worker refuses the job
// if it hears another than the coordinator.
const versionTries = 3

// toolsOf returns the tools that look at some files of a project, with their versions.
func toolsOf(ctx context.Context, a *app.App, targets []app.Target) []string {
	versions := map[string]string{}
	for _, t := range targets {
		for _, name := range a.Engine.Looking(t.Snapshot) {
			// on a busy machine a program may not answer at once
			for tries := 0; versions[name] == "" && tries < versionTries; tries++ {
				versions[name] = a.Ladder.Info.Version(ctx, name, t.Root)
			}
		}
	}
	var out []string
	for name, version := range versions {
		out = append(out, strings.TrimSpace(name+" "+version))
	}
	slices.Sort(out)
	return out
}

func digestOf(tools []string) string { return fleet.Digest([]byte(strings.Join(tools, "\n"))) }

// limited is a model that is asked within the budget of a run.
type limited struct {
	next    model.Completer
	budget  *fleet.Budget
	in, out float64 // what a token costs
}

// refusal says why the budget allows no call: a limit by the flag that sets it.
func refusal(err error) string {
	var spent *fleet.Spent
	switch {
	case !errors.As(err, &spent):
		return err.Error()
	case spent.Limit == fleet.LimitCalls:
		return "the limit of --max-calls is reached"
	}
	return "the limit of --max-cost is reached"
}

// Complete reserves a call, makes it, and pays.
func (l limited) Complete(ctx context.Context, p model.Prompt) (model.Reply, error) {
	wait, err := l.budget.Take(ctx)
	if err != nil {
		return model.Reply{}, &model.Error{Fault: model.FaultRefused, Text: refusal(err) + "; run again to go on",
			Local: true}
	}
	if wait > 0 {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return model.Reply{}, &model.Error{Fault: model.FaultCancelled, Text: "cancelled", Local: true}
		}
	}
	r, err := l.next.Complete(ctx, p)
	paid := context.WithoutCancel(ctx)
	_ = l.budget.Pay(paid, float64(r.Usage.Prompt)*l.in+float64(r.Usage.Completion)*l.out) // it has been made
	return r, err
}
