package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/rules"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// The bounds of an answer.
const (
	mcpFiles    = 500     // of a folder
	mcpFindings = 500     // listed
	mcpDiff     = 1 << 18 // bytes of diffs
)

const diagnosticsSchema = `{"type":"object","additionalProperties":false,"properties":{
"path":{"type":"string","description":"File or folder, relative to the root; default: the root"},
"minSeverity":{"type":"string","enum":["error","warning","information","hint"],"description":"Least severity that is listed"},
"limit":{"type":"integer","minimum":1,"maximum":500,"description":"Problems listed; default 100"}}}`

const fixSchema = `{"type":"object","additionalProperties":false,"required":["path"],"properties":{
"path":{"type":"string","description":"File or folder, relative to the root"},
"line":{"type":"integer","minimum":1,"description":"Only problems on this line of a file"},
"endLine":{"type":"integer","minimum":1,"description":"Last line, with line; default: line"},
"tool":{"type":"string","description":"Only problems of this tool"},
"code":{"type":"string","description":"Only problems of this rule"},
"unsafe":{"type":"boolean","description":"Take fixes that may change behaviour, too"},
"unverified":{"type":"boolean","description":"Take fixes whose tool could not be asked, too"},
"model":{"type":"boolean","description":"Whether the model of the user's settings may be asked; default true"}}}`

// mcpDiagnostic is one problem. Lines and columns count from 1, columns in
// characters.
type mcpDiagnostic struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	Severity  string `json:"severity"`
	Tool      string `json:"tool"`
	Code      string `json:"code"`
	Message   string `json:"message"`
	Fix       string `json:"fix"` // what could fix it: tool, rule, model, none
}

type mcpDiagnostics struct {
	Diagnostics []mcpDiagnostic `json:"diagnostics"`
	Total       int             `json:"total"` // also those not listed
	Files       int             `json:"files"` // looked at
	Notes       []string        `json:"notes,omitempty"`
}

// diagnostics lints a file or the files of a folder.
func (m *mcpServer) diagnostics(ctx context.Context, raw json.RawMessage, p *mcpProgress) (any, error) {
	args := struct {
		Path        string `json:"path"`
		MinSeverity string `json:"minSeverity"`
		Limit       int    `json:"limit"`
	}{Path: m.roots[0], Limit: 100}
	if err := decodeCall("diagnostics", raw, &args); err != nil {
		return nil, err
	}
	least := signal.Hint
	if args.MinSeverity != "" {
		var ok bool
		if least, ok = severity(args.MinSeverity); !ok {
			return nil, fmt.Errorf("minSeverity %q: want error, warning, information or hint", args.MinSeverity)
		}
	}
	if args.Limit < 1 || args.Limit > mcpFindings {
		return nil, fmt.Errorf("limit %d: want 1 to %d", args.Limit, mcpFindings)
	}
	targets, notes, err := m.targets(ctx, args.Path)
	if err != nil {
		return nil, err
	}
	answer := mcpDiagnostics{Diagnostics: []mcpDiagnostic{}, Files: len(targets)}
	m.surveyed(ctx, targets)
	for _, t := range targets {
		p.step(ctx, "looking at "+t.shown)
		found, errs, err := m.w.lintEach(ctx, t.snapshot)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil && len(targets) == 1 {
			return nil, err
		}
		notes = noted(notes, errs...)
		for _, d := range found {
			if d.Severity > least {
				continue
			}
			answer.Total++
			if len(answer.Diagnostics) < args.Limit {
				answer.Diagnostics = append(answer.Diagnostics, m.diagnostic(t, d))
			}
		}
	}
	if answer.Notes = notes; answer.Total > len(answer.Diagnostics) {
		answer.Notes = append(answer.Notes, fmt.Sprintf("%d more are not listed: name a file, or a higher limit or minSeverity", answer.Total-len(answer.Diagnostics)))
	}
	return answer, nil
}

// surveyed looks at several files with few processes.
func (m *mcpServer) surveyed(ctx context.Context, targets []target) {
	if len(targets) < 2 {
		return
	}
	list := make([]text.Snapshot, len(targets))
	for i, t := range targets {
		list[i] = t.snapshot
	}
	m.w.survey(ctx, list)
}

func severity(name string) (signal.Severity, bool) {
	for s := signal.Error; s <= signal.Hint; s++ {
		if s.String() == name {
			return s, true
		}
	}
	return 0, false
}

func (m *mcpServer) diagnostic(t target, d signal.Diagnostic) mcpDiagnostic {
	from, to := t.snapshot.Position(d.Span.Start, text.UTF32), t.snapshot.Position(d.Span.End, text.UTF32)
	out := mcpDiagnostic{File: t.shown, Line: from.Line + 1, Column: from.Character + 1, EndLine: to.Line + 1, EndColumn: to.Character + 1,
		Severity: d.Severity.String(), Tool: d.Tool, Code: d.Code, Message: m.clear(t.snapshot.Path, d.Message), Fix: "none"}
	req := m.w.engine.Fixer.Table.Require(d)
	switch {
	case d.Fix != nil && d.Fix.Applicability != signal.DisplayOnly:
		out.Fix = "tool"
	case len(rules.For(d)) > 0:
		out.Fix = "rule"
	case m.w.engine.Fixer.Model.Completer != nil && slices.Contains(req.Rungs, signal.RungModel):
		out.Fix = "model"
	}
	return out
}

// targets reads the files that a path names, and says which tools may not run
// there.
func (m *mcpServer) targets(ctx context.Context, path string) ([]target, []string, error) {
	abs, err := m.locate(path)
	if err != nil {
		return nil, nil, err
	}
	list := []string{abs}
	if info, err := os.Stat(abs); err == nil && info.IsDir() {
		if list, err = m.w.list(ctx, abs); err != nil {
			return nil, nil, err
		}
	}
	var notes []string
	if len(list) > mcpFiles {
		notes = append(notes, fmt.Sprintf("the first %d of %d files: name a folder below for the others", mcpFiles, len(list)))
		list = list[:mcpFiles]
	}
	var out []target
	for _, file := range list {
		t, err := m.w.read(m.shown(file), file)
		if err != nil && len(list) == 1 {
			return nil, nil, err
		}
		if err == nil {
			out = append(out, t)
		}
	}
	if len(out) == 0 {
		return nil, nil, withHint(fmt.Errorf("no file in %s that a linter of fettle's checks", m.shown(abs)), "see fettle doctor")
	}
	if err := m.w.missingTools(out); err != nil {
		return nil, nil, err
	}
	return out, append(notes, m.untrusted(out)...), nil
}

// untrusted says which tools wait for the user's trust.
func (m *mcpServer) untrusted(targets []target) []string {
	waiting := map[string][]string{}
	for _, t := range targets {
		if m.w.trust(t.root) != linter.Unknown {
			continue
		}
		for _, spec := range linter.For(t.snapshot.Lang) {
			if spec.Class == linter.ClassB && !spec.Asked && !slices.Contains(waiting[t.root], spec.Name) {
				waiting[t.root] = append(waiting[t.root], spec.Name)
			}
		}
	}
	var notes []string
	for root, tools := range waiting {
		notes = append(notes, fmt.Sprintf("%s can run code of the project and are not asked until the user trusts it: fettle doctor --trust %s", strings.Join(tools, ", "), root))
	}
	slices.Sort(notes)
	return notes
}

// noted adds what is not noted yet.
func noted(notes []string, errs ...error) []string {
	for _, err := range errs {
		note := err.Error()
		var le *linter.Error
		if errors.As(err, &le) && le.Hint != "" {
			note += "; next: " + le.Hint
		}
		if !errors.Is(err, linter.ErrPaused) && !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	return notes
}

// fixCall are the arguments of fix.
type fixCall struct {
	Path       string `json:"path"`
	Line       int    `json:"line"`
	EndLine    int    `json:"endLine"`
	Tool       string `json:"tool"`
	Code       string `json:"code"`
	Unsafe     bool   `json:"unsafe"`
	Unverified bool   `json:"unverified"`
	Model      bool   `json:"model"`
}

type mcpFix struct {
	Summary  string    `json:"summary"`
	Diff     string    `json:"diff"`
	Findings []finding `json:"findings"`
	Notes    []string  `json:"notes,omitempty"`
}

// fix fixes in memory and gives the diff.
func (m *mcpServer) fix(ctx context.Context, raw json.RawMessage, p *mcpProgress) (any, error) {
	args := fixCall{Model: true}
	if err := decodeCall("fix", raw, &args); err != nil {
		return nil, err
	}
	switch {
	case args.Path == "":
		return nil, withHint(errors.New("fix needs a path"), "name a file or folder")
	case args.EndLine != 0 && args.Line == 0:
		return nil, withHint(errors.New("endLine without line"), "give both, or leave both out")
	case args.EndLine != 0 && args.EndLine < args.Line:
		return nil, fmt.Errorf("endLine %d lies before line %d", args.EndLine, args.Line)
	}
	targets, notes, err := m.targets(ctx, args.Path)
	if err != nil {
		return nil, err
	}
	if args.Line > 0 && len(targets) > 1 {
		return nil, withHint(errors.New("a line of a folder"), "name the file")
	}
	if n := targets[0].snapshot.LineCount(); args.Line > n {
		return nil, fmt.Errorf("%s has %d lines, not %d", targets[0].shown, n, args.Line)
	}
	if args.Model && m.w.engine.Fixer.Model.Completer != nil {
		m.fresh(ctx, targets[0].root)
	}
	m.surveyed(ctx, targets)
	answer := mcpFix{Findings: []finding{}}
	var diffs strings.Builder
	t := newTally()
	for _, file := range targets {
		var lintErrs []error
		file.lint = args.choosing(func(ctx context.Context, s text.Snapshot) ([]signal.Diagnostic, error) {
			found, errs, err := m.w.lintEach(ctx, s)
			lintErrs = append(lintErrs, errs...)
			return found, err
		})
		o := fixOptions{unsafe: args.Unsafe, unverified: args.Unverified, noModel: !args.Model, noResume: true}
		o.stage = func(s fixer.Stage) { p.step(ctx, strings.TrimSpace(file.shown+": "+s.Name+" "+s.Tool+s.Model)) }
		p.step(ctx, "fixing "+file.shown)
		r := m.w.fixFile(ctx, file, o)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if r.err != nil && len(targets) == 1 {
			return nil, r.err
		}
		if notes = noted(notes, lintErrs...); r.err != nil {
			notes = noted(notes, fmt.Errorf("%s: %w", file.shown, r.err))
			continue
		}
		r.findings = r.list(m.w.engine.Fixer.Model)
		t.count(r)
		answer.Findings = append(answer.Findings, m.findings(r, file)...)
		notes = m.addDiff(&diffs, r, file, notes)
	}
	if n := len(answer.Findings); n > mcpFindings {
		answer.Findings = answer.Findings[:mcpFindings]
		notes = append(notes, fmt.Sprintf("%d more findings are not listed", n-mcpFindings))
	}
	if why := m.w.engine.Fixer.Model.Why; t.needModel > 0 && why != "" {
		notes = append(notes, why)
	}
	answer.Summary, answer.Diff, answer.Notes = strings.TrimPrefix(t.line(), "fettle: "), diffs.String(), notes
	if len(answer.Findings) == 0 {
		answer.Summary = "nothing is reported there"
	}
	return answer, nil
}

// choosing is a lint that gives only what was asked for. The lines count in the
// text as it was: what is fixed on them may move the rest.
func (c fixCall) choosing(lint func(context.Context, text.Snapshot) ([]signal.Diagnostic, error)) func(context.Context, text.Snapshot) ([]signal.Diagnostic, error) {
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

// findings are what became of a file's problems, without secrets and without
// the single diffs, which are in the whole one.
func (m *mcpServer) findings(r fileResult, t target) []finding {
	out := slices.Clone(r.findings)
	for i := range out {
		f := &out[i]
		f.File, f.Diff = t.shown, ""
		f.Message, f.Reason, f.Title = m.clear(t.snapshot.Path, f.Message), m.clear(t.snapshot.Path, f.Reason), m.clear(t.snapshot.Path, f.Title)
		f.Alternatives = m.alternatives(f.Alternatives, t.snapshot.Path)
	}
	return out
}

// alternatives are the further answers whose diffs hold no secret.
func (m *mcpServer) alternatives(list []alternative, path string) []alternative {
	var out []alternative
	for _, a := range list {
		if a.Title = m.clear(path, a.Title); m.clear(path, a.Diff) == a.Diff {
			out = append(out, a)
		}
	}
	return out
}

// addDiff adds a file's diff, if it may be shown and there is room for it.
func (m *mcpServer) addDiff(b *strings.Builder, r fileResult, t target, notes []string) []string {
	if r.after == r.before {
		return notes
	}
	name := filepath.ToSlash(t.shown)
	d := diff.Unified(name, r.before, r.after)
	switch {
	case m.clear(t.snapshot.Path, d) != d:
		return append(notes, fmt.Sprintf("%s: its diff holds a secret and is not shown; the user can apply it: fettle fix --write %s", name, name))
	case b.Len()+len(d) > mcpDiff:
		return append(notes, fmt.Sprintf("%s: its diff is left out, the answer would be too long; ask for this file alone", name))
	}
	b.WriteString(d)
	return notes
}
