package linter

import (
	"context"
	"path/filepath"
	"strings"

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

// versionTries is how often a program is asked for its version that did not answer in
// its time: on a busy machine it does the next time.
const versionTries = 3

// Version returns what the program of a tool says of its version, "" if it says none.
// It is asked once for a root.
func (r *Runner) Version(ctx context.Context, name, root string) string {
	spec, ok := r.opts.Set.Find(name)
	if !ok {
		return ""
	}
	t, err := r.tool(spec, root, root)
	if err != nil {
		return ""
	}
	t.versionMu.Lock()
	defer t.versionMu.Unlock()
	if t.versionAsked >= versionTries {
		return t.version
	}
	t.versionAsked++
	// In no folder of anybody's: tools look for code to run in the one they
	// start in.
	res, err := child.Run(ctx, child.Command{Argv: append([]string{t.argv[0]}, VersionArgs(t.argv[0])...),
		Timeout: limits.ToolVersionMost,
		Hidden:  t.opts.Hidden, Trusted: t.opts.Trust == Trusted})
	if err == nil {
		t.versionAsked = versionTries
	}
	if t.version = ""; err == nil && res.ExitCode == 0 {
		t.version = number.FindString(string(res.Stdout))
	}
	if t.version != "" {
		t.versionAsked = versionTries
	}
	return t.version
}
