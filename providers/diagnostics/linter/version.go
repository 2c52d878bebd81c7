package linter

import (
	"context"
	"path/filepath"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
)

// number finds a version in what a program says of itself: "ruff 0.17.6",
// "go version go1.26.1 linux/amd64", "staticcheck 2026.1 (v0.8.2)".
var number = lazyre.New(`\d+\.\d+(?:\.\d+)?(?:[-+.][0-9A-Za-z.]+)?`)

// VersionArgs returns the arguments with which a program prints its version.
func VersionArgs(program string) []string {
	if base := strings.TrimSuffix(filepath.Base(program), ".exe"); base == "go" {
		return []string{"version"}
	}
	return []string{"--version"}
}

// askedMost is how often a program is asked something that did not answer in its time: on a busy machine it does the
// next time.
const askedMost = 3

// askings are answers of a program to questions about itself, by a name of the question.
type askings struct {
	mu      sync.Mutex
	answers map[string]any
	times   map[string]int
}

// once asks a tool's program about itself, and returns what is read from its answer, "" where it has none. It is asked
// once for a root.
func once[T any](ctx context.Context, t *tool, key string, c child.Command, read func(said string) T) T {
	c.Hidden, c.Trusted = t.opts.Hidden, t.opts.Trust == Trusted
	t.asked.mu.Lock()
	defer t.asked.mu.Unlock()
	if known, ok := t.asked.answers[key]; ok {
		return known.(T)
	}
	if t.asked.answers == nil {
		t.asked.answers, t.asked.times = map[string]any{}, map[string]int{}
	}
	res, err := child.Run(ctx, c)
	said := ""
	if err == nil && res.ExitCode == 0 {
		said = string(res.Stdout)
	}
	answer := read(said)
	if ctx.Err() != nil {
		return answer
	}
	if t.asked.times[key]++; err == nil || t.asked.times[key] >= askedMost {
		t.asked.answers[key] = answer
	}
	return answer
}

// Version returns what the program of a tool says of its version, "" if it says none.
func (r *Runner) Version(ctx context.Context, name, root string) string {
	spec, ok := r.opts.Set.Find(name)
	if !ok {
		return ""
	}
	t, err := r.tool(spec, root, root)
	if err != nil {
		return ""
	}
	// In no folder of anybody's: tools look for code to run in the one they start in.
	return once(ctx, t, "version", child.Command{Argv: append([]string{t.argv[0]}, VersionArgs(t.argv[0])...),
		Timeout: limits.ToolVersionMost}, func(said string) string { return number.FindString(said) })
}
