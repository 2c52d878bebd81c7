package fleet

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/fleet"
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

// budget is that of a run, whose limits are named by the flags that set them.
type budget struct{ *fleet.Budget }

func (b budget) Take(ctx context.Context) (time.Duration, error) {
	wait, err := b.Budget.Take(ctx)
	return wait, flagged(err)
}

func flagged(err error) error {
	if spent := new(fleet.Spent); errors.As(err, &spent) {
		return app.Reached("--max-" + string(spent.Limit))
	}
	return err
}
