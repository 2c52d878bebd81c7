package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

const editSchema = `{"type":"object","additionalProperties":false,"required":["path","line","instruction"],"properties":{
"path":{"type":"string","description":"File, relative to the root"},
"line":{"type":"integer","minimum":1,"description":"First line that the instruction is about"},
"endLine":{"type":"integer","minimum":1,"description":"Last line; default: line"},
"instruction":{"type":"string","minLength":1,"maxLength":4096,"description":"What is to be done, in words"}}}`

type mcpEdit struct {
	Title   string   `json:"title"`
	Diff    string   `json:"diff"`
	Verdict string   `json:"verdict"` // verified: every check passed; else what could not be checked
	Gates   []string `json:"gates"`
	Asks    int      `json:"asks"`
	Notes   []string `json:"notes,omitempty"`
}

// edit does what an instruction says to some lines, in memory.
func (m *mcpServer) edit(ctx context.Context, raw json.RawMessage, p *mcpProgress) (any, error) {
	var args struct {
		Path        string `json:"path"`
		Line        int    `json:"line"`
		EndLine     int    `json:"endLine"`
		Instruction string `json:"instruction"`
	}
	if err := decodeCall("edit", raw, &args); err != nil {
		return nil, err
	}
	instruction := strings.TrimSpace(args.Instruction)
	last := max(args.Line, args.EndLine)
	switch {
	case args.Path == "":
		return nil, withHint(errors.New("edit needs a path"), "name a file")
	case instruction == "":
		return nil, withHint(errors.New("edit needs an instruction"), "say what is to be done")
	case len(instruction) > limits.Instruction:
		return nil, fmt.Errorf("the instruction has more than %d bytes", limits.Instruction)
	case args.Line < 1:
		return nil, withHint(errors.New("edit needs a line"), "lines count from 1")
	case args.EndLine != 0 && args.EndLine < args.Line:
		return nil, fmt.Errorf("endLine %d lies before line %d", args.EndLine, args.Line)
	case m.w.engine.Fixer.Model.Completer == nil:
		return nil, withHint(errors.New("an edit needs a model"), m.w.engine.Fixer.Model.Why)
	}
	abs, err := m.locate(args.Path)
	if err != nil {
		return nil, err
	}
	t, err := m.w.read(m.shown(abs), abs)
	if err != nil {
		return nil, err
	}
	if n := t.snapshot.LineCount(); last > n {
		return nil, fmt.Errorf("%s has %d lines, not %d", t.shown, n, last)
	}
	m.fresh(ctx, t.root)
	p.step(ctx, "editing "+t.shown)
	found, errs, err := m.w.lintEach(ctx, t.snapshot)
	if err != nil {
		errs = append(errs, err)
	}
	s := t.snapshot
	problem := fixer.Selected(t.root, s, s.LinesSpan(text.Lines{Start: args.Line - 1, End: last}), instruction, m.w.engine.Tools.Names(s))
	problem.Others = found
	f, err := m.w.engine.Fixer.Fix(ctx, problem, func(at fixer.Stage) { p.step(ctx, strings.TrimSpace(at.Name+" "+at.Tool+at.Model)) })
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, err
	case f.Verdict == verify.Deletion:
		return nil, withHint(errors.New("the answer only deletes code"), "say delete, if that is meant")
	case f.Verdict == verify.Suppression:
		return nil, errors.New("the answer only silences a tool")
	}
	answer := mcpEdit{Title: m.clear(abs, f.Title), Verdict: f.Verdict.String(), Gates: gateNames(f.Gates), Asks: f.Asks, Notes: noted(nil, errs...)}
	if f.Verdict != verify.Verified {
		answer.Notes = append(answer.Notes, "not every check could be made: look at the diff before you apply it")
	}
	name := filepath.ToSlash(t.shown)
	answer.Diff = diff.Unified(name, s.Text(), f.Text)
	if m.clear(abs, answer.Diff) != answer.Diff {
		return nil, errors.New("the lines round the edit hold a secret, and are not shown")
	}
	return answer, nil
}
