package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/engine/learning"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/words"
)

const editSchema = `{"type":"object","required":["path","line","instruction"],"properties":{
"path":{"type":"string"},
"line":{"type":"integer","minimum":1},
"endLine":{"type":"integer","minimum":1},
"instruction":{"type":"string","description":"What is to be done"}}}`

// editCall are the arguments of edit.
type editCall struct {
	Path        string `json:"path"`
	Line        int    `json:"line"`
	EndLine     int    `json:"endLine"`
	Instruction string `json:"instruction"`
}

// lines returns the lines that the instruction is about, from zero.
func (c editCall) lines() text.Lines {
	return text.Lines{Start: c.Line - 1, End: max(c.Line, c.EndLine)}
}

// check refuses arguments that say nothing that could be done.
func (c editCall) check() error {
	switch {
	case c.Path == "":
		return app.WithHint(errors.New("edit needs a path"), "name a file")
	case c.Instruction == "":
		return app.WithHint(errors.New("edit needs an instruction"), "say what to do")
	case len(c.Instruction) > limits.Instruction:
		return fmt.Errorf("the instruction has more than %d bytes", limits.Instruction)
	case c.Line < 1:
		return app.WithHint(errors.New("edit needs a line"), "lines count from 1")
	case c.EndLine != 0 && c.EndLine < c.Line:
		return fmt.Errorf("endLine %d is before line %d", c.EndLine, c.Line)
	}
	return nil
}

// edit does what an instruction says to some lines, in memory.
func (m *server) edit(ctx context.Context, raw json.RawMessage, p *progress) (string, error) {
	var args editCall
	if err := decodeCall("edit", raw, &args); err != nil {
		return "", err
	}
	args.Instruction = strings.TrimSpace(args.Instruction)
	if err := args.check(); err != nil {
		return "", err
	}
	if used := m.w.Ladder.Model; !used.Asks() {
		return "", app.WithHint(errors.New("an edit needs a model"), words.NoModel(used))
	}
	abs, err := m.locate(args.Path)
	if err != nil {
		return "", err
	}
	t, err := m.w.Read(m.shown(abs), abs)
	if err != nil {
		return "", err
	}
	if n := t.Snapshot.LineCount(); args.lines().End > n {
		return "", fmt.Errorf("%s has %d lines, not %d", t.Shown, n, args.lines().End)
	}
	return m.edited(ctx, t, args, p)
}

// edited asks the model, and returns an answer that stood the checks.
func (m *server) edited(ctx context.Context, t app.Target, args editCall, p *progress) (string, error) {
	m.fresh(ctx, t.Root)
	p.step(ctx, "editing "+t.Shown)
	found, errs, err := m.w.LintEach(ctx, t.Snapshot)
	if err != nil {
		errs = append(errs, err)
	}
	s := t.Snapshot
	problem := fixer.Selected(t.Root, s, s.LinesSpan(args.lines()), args.Instruction, m.w.Engine.Names(s))
	problem.Others = found
	f, err := m.w.Ladder.Fix(ctx, problem, func(at fixer.Stage) { p.step(ctx, at.String()) })
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		return "", err
	}
	notes := noted(nil, errs...)
	if !f.Checked() {
		notes = append(notes, "not every check could be made: look at the diff before you apply it")
	}
	changed := diff.Unified(filepath.ToSlash(t.Shown), s.Text(), f.Text())
	if m.clear(s.Path, changed) != changed {
		return "", errors.New("the lines around the edit hold a secret, and are not shown")
	}
	lines := append([]string{f.Grade().String() + ": " + f.Title}, evidence.Sentences(f.Evidence)...)
	if also := evidence.Effects(f.Evidence); len(also) > 0 {
		lines = append(lines, "also "+strings.Join(also, "; "))
	}
	m.w.Engine.Record(learning.Outcome{Kind: learning.Handed, Signal: learning.EditSignal, Path: s.Path, Time: time.Now()})
	return m.clear(s.Path, strings.Join(lines, "\n")) + "\n" + said(notes) + "\n" + changed, nil
}
