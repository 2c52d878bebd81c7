package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/words"
	"github.com/fettle-dev/fettle/providers/signal"
)

const fixSchema = `{"type":"object","required":["path"],"properties":{
"path":{"type":"string","description":"File or folder"},
"line":{"type":"integer","minimum":1,"description":"Only problems on this line"},
"endLine":{"type":"integer"},
"tool":{"type":"string"},
"code":{"type":"string","description":"Only problems of this rule"},
"unsafe":{"type":"boolean","description":"Also fixes that may change behaviour"},
"unchecked":{"type":"boolean","description":"Also fixes that are unsure or no tool checked"},
"model":{"type":"boolean","description":"May ask the user's model; default true"}}}`

// fixCall are the arguments of fix.
type fixCall struct {
	Path      string `json:"path"`
	Line      int    `json:"line"`
	EndLine   int    `json:"endLine"`
	Tool      string `json:"tool"`
	Code      string `json:"code"`
	Unsafe    bool   `json:"unsafe"`
	Unchecked bool   `json:"unchecked"`
	Model     bool   `json:"model"`
}

// check refuses arguments that say nothing that could be done.
func (c fixCall) check() error {
	switch {
	case c.Path == "":
		return app.WithHint(errors.New("fix needs a path"), "name a file or folder")
	case c.EndLine != 0 && c.Line == 0:
		return app.WithHint(errors.New("endLine without line"), "give both, or leave both out")
	case c.EndLine != 0 && c.EndLine < c.Line:
		return fmt.Errorf("endLine %d is before line %d", c.EndLine, c.Line)
	}
	return nil
}

// checkLine refuses a line that the files do not have.
func (c fixCall) checkLine(targets []app.Target) error {
	if c.Line > 0 && len(targets) > 1 {
		return app.WithHint(errors.New("a line needs a file, not a folder"), "name the file")
	}
	if n := targets[0].Snapshot.LineCount(); c.Line > n {
		return fmt.Errorf("%s has %d lines, not %d", targets[0].Shown, n, c.Line)
	}
	return nil
}

// fix fixes in memory and returns the diff.
func (m *server) fix(ctx context.Context, raw json.RawMessage, p *progress) (string, error) {
	args := fixCall{Model: true}
	if err := decodeCall("fix", raw, &args); err != nil {
		return "", err
	}
	if err := args.check(); err != nil {
		return "", err
	}
	targets, notes, err := m.targets(ctx, args.Path)
	if err != nil {
		return "", err
	}
	if err := args.checkLine(targets); err != nil {
		return "", err
	}
	if args.Model && m.w.Ladder.Model.Asks() {
		m.fresh(ctx, targets[0].Root)
	}
	m.surveyed(ctx, targets)
	all := fixing{m: m, args: args, notes: notes, tally: app.NewTally()}
	for _, file := range targets {
		if err := all.file(ctx, file, p); err != nil && (ctx.Err() != nil || len(targets) == 1) {
			return "", err
		}
	}
	return all.end(), nil
}

// fixing is the answer of fix as it grows, file by file.
type fixing struct {
	m        *server
	args     fixCall
	tally    app.Tally
	diffs    strings.Builder
	findings []app.Finding
	notes    []string
}

// file fixes one file. What failed is noted, and returned.
func (f *fixing) file(ctx context.Context, t app.Target, p *progress) error {
	m := f.m
	var lintErrs []error
	t.Lint = f.args.choosing(func(ctx context.Context, s text.Snapshot) ([]signal.Diagnostic, error) {
		found, errs, err := m.w.LintEach(ctx, s)
		lintErrs = append(lintErrs, errs...)
		return found, err
	})
	o := app.Options{Unsafe: f.args.Unsafe, Unchecked: f.args.Unchecked, NoModel: !f.args.Model,
		NoResume: true}
	o.Stage = func(s fixer.Stage) { p.step(ctx, t.Shown+": "+s.String()) }
	o.Said = func(words string) { p.step(ctx, words) }
	p.step(ctx, "fixing "+t.Shown)
	r := m.w.FixFile(ctx, t, o)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if f.notes = noted(f.notes, lintErrs...); r.Err != nil {
		f.notes = noted(f.notes, fmt.Errorf("%s: %w", t.Shown, r.Err))
		return r.Err
	}
	r.Findings = r.List(m.w.Ladder.Model)
	f.tally.Count(r)
	f.findings = append(f.findings, m.findings(r, t)...)
	f.notes = m.addDiff(&f.diffs, r, t, f.notes)
	return nil
}

// end returns the answer: what was done, a line for each problem, and behind an empty line the diff.
func (f *fixing) end() string {
	if why := words.NoModel(f.m.w.Ladder.Model); f.tally.ModelOnly > 0 && why != "" {
		f.notes = append(f.notes, why)
	}
	summary := strings.TrimPrefix(f.tally.Line(), "fettle: ")
	if len(f.findings) == 0 {
		summary = "nothing is reported there"
	}
	var lines []string
	for _, d := range f.findings {
		about := fmt.Sprintf("%s:%d:%d  %s  [%s]", d.File, d.Line, d.Column, oneLine(d.Message),
			strings.TrimSpace(d.Tool+" "+d.Code))
		if d.Applied {
			about = d.Grade + ": " + about
		}
		lines = append(lines, strings.Join(slices.DeleteFunc(append([]string{about, oneLine(d.Reason)}, d.Effects...),
			func(s string) bool { return s == "" }), "; "))
		for _, a := range d.Alternatives {
			lines = append(lines, "or ("+a.Grade+"): "+a.Title+"\n"+strings.TrimSuffix(a.Diff, "\n"))
		}
	}
	out := summary + "\n" + listed(lines, nil, "ask for a file or a line") + said(f.notes)
	if f.diffs.Len() > 0 {
		out += "\n" + f.diffs.String()
	}
	return out
}

// choosing returns a lint that returns only what was asked for. The lines count in the
// text as it was: what is fixed on them may move the rest.
func (c fixCall) choosing(lint func(context.Context, text.Snapshot) ([]signal.Diagnostic, error)) func(context.Context,
	text.Snapshot) ([]signal.Diagnostic, error) {
	chosen := map[string]int{}
	first := true
	name := func(d signal.Diagnostic, s text.Snapshot) string {
		return d.Tool + "\x00" + d.Code + "\x00" + d.Message + "\x00" + strings.TrimSpace(s.Line(s.LineAt(d.Span.Start)))
	}
	return func(ctx context.Context, s text.Snapshot) ([]signal.Diagnostic, error) {
		found, err := lint(ctx, s)
		last := max(c.Line, c.EndLine)
		out := slices.DeleteFunc(slices.Clone(found), func(d signal.Diagnostic) bool {
			if c.Tool != "" && d.Tool != c.Tool || c.Code != "" && d.Code != c.Code {
				return true
			}
			if c.Line == 0 {
				return false
			}
			if first {
				return !s.LinesOf(d.Span).Overlaps(text.Lines{Start: c.Line - 1, End: last})
			}
			return chosen[name(d, s)] == 0
		})
		if first && err == nil {
			first = false
			for _, d := range out {
				chosen[name(d, s)]++
			}
		}
		return out, err
	}
}

// findings returns the outcomes of a file's problems, without secrets and without
// the single diffs, which are in the whole one.
func (m *server) findings(r app.Result, t app.Target) []app.Finding {
	out := slices.Clone(r.Findings)
	for i := range out {
		f := &out[i]
		f.File, f.Diff = t.Shown, ""
		f.Message, f.Reason, f.Title = m.clear(t.Snapshot.Path, f.Message), m.clear(t.Snapshot.Path, f.Reason),
			m.clear(t.Snapshot.Path, f.Title)
		f.Alternatives = m.alternatives(f.Alternatives, t.Snapshot.Path)
	}
	return out
}

// alternatives returns the further answers whose diffs hold no secret.
func (m *server) alternatives(list []app.Alternative, path string) []app.Alternative {
	var out []app.Alternative
	for _, a := range list {
		if a.Title = m.clear(path, a.Title); m.clear(path, a.Diff) == a.Diff {
			out = append(out, a)
		}
	}
	return out
}

// addDiff adds a file's diff, if it may be shown and there is room for it.
func (m *server) addDiff(b *strings.Builder, r app.Result, t app.Target, notes []string) []string {
	if r.After == r.Before {
		return notes
	}
	name := filepath.ToSlash(t.Shown)
	d := diff.Unified(name, r.Before, r.After)
	switch {
	case m.clear(t.Snapshot.Path, d) != d:
		return append(notes, fmt.Sprintf("%s: its diff holds a secret and is not shown; the user can apply it: fettle fix "+
			"--write %s", name, name))
	case b.Len()+len(d) > limits.MCPDiff:
		return append(notes, fmt.Sprintf("%s: its diff is left out, the answer would be too long; ask for this file alone",
			name))
	}
	b.WriteString(d)
	return notes
}
