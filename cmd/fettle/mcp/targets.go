package mcp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// targets reads the files that a path names, and says which tools may not run
// there.
func (m *server) targets(ctx context.Context, path string) ([]app.Target, []string, error) {
	abs, err := m.locate(path)
	if err != nil {
		return nil, nil, err
	}
	list := []string{abs}
	if info, err := os.Stat(abs); err == nil && info.IsDir() {
		if list, err = m.w.List(ctx, abs); err != nil {
			return nil, nil, err
		}
	}
	var notes []string
	if len(list) > limits.MCPFiles {
		notes = append(notes, fmt.Sprintf("the first %d of %d files: name a folder below for the others", limits.MCPFiles,
			len(list)))
		list = list[:limits.MCPFiles]
	}
	var out []app.Target
	for _, file := range list {
		t, err := m.w.Read(m.shown(file), file)
		if err != nil && len(list) == 1 {
			return nil, nil, err
		}
		if err == nil {
			out = append(out, t)
		}
	}
	if len(out) == 0 {
		return nil, nil, app.WithHint(fmt.Errorf("no file in %s that fettle's linters check", m.shown(abs)),
			"see fettle doctor")
	}
	if err := m.w.MissingTools(out); err != nil {
		return nil, nil, err
	}
	return out, append(notes, m.untrusted(out)...), nil
}

// untrusted says which tools wait for the user's trust.
func (m *server) untrusted(targets []app.Target) []string {
	waiting := map[string][]string{}
	for _, t := range targets {
		if m.w.Trust(t.Root) != linter.Unknown {
			continue
		}
		for _, spec := range m.w.Engine.Tools().For(t.Snapshot.Lang) {
			if spec.Class == linter.ClassB && !spec.Asked && !slices.Contains(waiting[t.Root], spec.Name) {
				waiting[t.Root] = append(waiting[t.Root], spec.Name)
			}
		}
	}
	var notes []string
	for root, tools := range waiting {
		notes = append(notes, fmt.Sprintf("%s can run code of the project and are not asked until the user trusts it: "+
			"fettle trust %s", strings.Join(tools, ", "), root))
	}
	slices.Sort(notes)
	return notes
}

// noted adds what is not noted yet.
func noted(notes []string, errs ...error) []string {
	for _, err := range errs {
		note := err.Error()
		if hint := app.HintOf(err); hint != "" {
			note += "; next: " + hint
		}
		if !errors.Is(err, linter.ErrPaused) && !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	return notes
}

// surveyed looks at several files with few processes.
func (m *server) surveyed(ctx context.Context, targets []app.Target) {
	if len(targets) < 2 {
		return
	}
	list := make([]text.Snapshot, len(targets))
	for i, t := range targets {
		list[i] = t.Snapshot
	}
	m.w.Survey(ctx, list)
}
