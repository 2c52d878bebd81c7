package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	sysio "io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/review"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/syntax"
)

// The exit codes of a hook. Claude Code shows a model what stands on standard error where
// the code is 2, and a person where it is another one but 0
// (https://docs.claude.com/en/docs/claude-code/hooks); Codex does the same.
const (
	hookTells = 2
	hookFails = 1
)

func hookCommand(io streams, su *app.Setup) *cobra.Command {
	c := &cobra.Command{
		Use:   "hook " + strings.Join(hookAgents(), "|"),
		Short: "Judge the file that a coding agent has just edited, as the agent's hook",
		Long: `Reads the JSON that an agent's hook is given after an edit on standard input,
and judges the change of the file that it names, as fettle check does.

Nothing is printed, and the exit code is 0, where there is nothing that the agent
has to know: also for files that no tool looks at, and for those outside of the
project. fettle init --agent NAME sets it up.

Exit codes:
  0  nothing to tell
  1  the hook could not do its work; the reason is for people
  2  something is new, hidden or loosened; standard error says what, for the agent`,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) != 1 || !slices.Contains(hookAgents(), args[0]) {
				app.Fail(io.err, app.WithHint(errors.New("fettle hook needs the name of an agent"),
					"one of "+strings.Join(hookAgents(), ", ")))
				return exitCode(hookFails)
			}
			err := runHook(c.Context(), io, su)
			if code := exitCode(0); err != nil && !errors.As(err, &code) {
				app.Fail(io.err, err)
				return exitCode(hookFails)
			}
			return err
		},
	}
	return c
}

// hooked is the input of a hook, as far as it matters: where the agent works, and which
// files its tool has written.
type hooked struct {
	Cwd     string `json:"cwd"`
	Session string `json:"session_id"`
	Input   struct {
		File     string `json:"file_path"`
		Notebook string `json:"notebook_path"`
		Path     string `json:"filePath"` // opencode
		Command  any    `json:"command"`  // apply_patch of Codex: its text, or a list with it
		Patch    string `json:"patch"`
	} `json:"tool_input"`
}

// patchedFile is a file that a patch of Codex writes.
var patchedFile = lazyre.New(`(?m)^\*\*\* (?:(?:Update|Add|Delete) File|Move to): (.+?)\s*$`)

// named returns the files that the tool has written.
func (h hooked) named() (out []string) {
	patch := h.Input.Patch
	switch c := h.Input.Command.(type) {
	case string:
		patch += "\n" + c
	case []any:
		for _, word := range c {
			patch += fmt.Sprintf("\n%v", word)
		}
	}
	out = []string{h.Input.File, h.Input.Notebook, h.Input.Path}
	for _, m := range patchedFile.FindAllStringSubmatch(patch, -1) {
		out = append(out, m[1])
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// runHook judges what an agent has just done.
func runHook(ctx context.Context, io streams, su *app.Setup) error {
	data, err := sysio.ReadAll(sysio.LimitReader(io.in, limits.MCPLine))
	if err != nil {
		return fmt.Errorf("read the hook's input: %w", err)
	}
	var h hooked
	if err := json.Unmarshal(data, &h); err != nil {
		return app.WithHint(fmt.Errorf("the hook's input is not its JSON: %w", err),
			"this command is for hooks: fettle init --agent sets them up; for people there is fettle check")
	}
	if !filepath.IsAbs(h.Cwd) {
		return app.WithHint(errors.New("the hook's input names no cwd"), "see docs/agents.md for what is read of it")
	}
	su.NoModel, su.OneRun = true, true
	w, err := su.Build(io.err, files.ProjectRoot(filepath.Join(h.Cwd, "x")))
	if err != nil {
		return err
	}
	defer w.Close()
	paths := h.inside(w)
	if len(paths) == 0 {
		return nil
	}
	v, err := w.Judge(ctx, app.Changes{Dir: h.Cwd, Paths: paths}, func(string) {})
	if err != nil {
		return err
	}
	told := hookMemory{path: filepath.Join(files.StateFolder(), "hooks.json"), session: h.Session,
		about: strings.Join(paths, "\x00")}
	fresh := v.Without(told.keep(v.Keys()))
	if !fresh.Bad() {
		return nil
	}
	text, _ := w.Engine.Redact(filepath.Join(h.Cwd, "answer"),
		fresh.Text(review.TextOptions{Most: limits.MCPVerdict, Effects: 3}))
	fmt.Fprint(io.err, app.CleanLines(text)) // a model reads it
	return exitCode(hookTells)
}

// hookMemory is what the hooks of an agent's sessions have reported, kept in the user's state: each
// defect is reported once, and again where it was gone meanwhile.
type hookMemory struct{ path, session, about string }

// hookSessions is how many sessions are remembered, the newest ones.
const hookSessions = 20

// toldIn is what was reported in a session, by the files that were judged.
type toldIn struct {
	Session string              `json:"session"`
	Told    map[string][]string `json:"told"`
}

// keep stores what is to be reported of some files, and returns what was reported in the session before.
// What cannot be read or written costs that something is reported twice.
func (m hookMemory) keep(keys []string) (told []string) {
	if m.session == "" {
		return nil
	}
	var all []toldIn
	if f, err := files.Read(m.path, limits.MCPLine); err == nil {
		_ = json.Unmarshal(f.Data, &all) // else it is written anew
	}
	now := toldIn{m.session, map[string][]string{}}
	if i := slices.IndexFunc(all, func(s toldIn) bool { return s.Session == m.session }); i >= 0 {
		now = all[i]
		all = slices.Delete(all, i, i+1)
	}
	for _, list := range now.Told {
		told = append(told, list...)
	}
	now.Told[m.about] = keys
	all = append(all, now)
	data, err := json.Marshal(all[max(0, len(all)-hookSessions):])
	if err == nil && os.MkdirAll(filepath.Dir(m.path), 0o700) == nil {
		_ = files.WriteOwn(m.path, data)
	}
	return told
}

// inside returns the files of the project among those that are named, for which there are
// tools. What leads out of the project, by its name or by a link, is nobody's business.
func (h hooked) inside(w *app.App) (out []string) {
	root := files.Real(w.Engine.Root(filepath.Join(h.Cwd, "x")))
	for _, name := range h.named() {
		if !filepath.IsAbs(name) {
			name = filepath.Join(h.Cwd, name)
		}
		rel, err := filepath.Rel(root, filepath.Join(files.Real(filepath.Dir(name)), filepath.Base(name)))
		real, there := filepath.EvalSymlinks(name)
		if there == nil {
			rel, err = filepath.Rel(root, real)
		}
		if err == nil && filepath.IsLocal(rel) && (w.Engine.Tools().Knows(syntax.Language(name)) || app.Configures(name)) {
			out = append(out, name)
		}
	}
	return out
}
