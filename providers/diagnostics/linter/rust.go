package linter

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/providers/signal"
)

// clippy builds the document's package in a private tree of links, with a
// target folder of our own. It runs build scripts and macros of the workspace.
func (j *job) clippy() (child.Command, error) {
	crate := files.NearestWith(j.folder(), j.root, "Cargo.toml")
	if crate == "" {
		return child.Command{}, &Error{Tool: j.spec.Name, Kind: ErrUnsuitable, Detail: "no Cargo.toml above it"}
	}
	tree, err := j.mirror()
	if err != nil {
		return child.Command{}, err
	}
	j.mapping.Dir = j.mirrored(tree, cargoWorkspace(crate, j.root))
	return child.Command{
		Argv: j.args("clippy", "--quiet", "--offline", "--message-format", "json", "--all-targets"),
		Dir:  j.mirrored(tree, crate),
		Env:  []string{"CARGO_TARGET_DIR=" + j.cache("cargo"), "CARGO_TERM_COLOR=never"},
	}, nil
}

// clippyOutput accepts a failed build only if the compiler said why.
func clippyOutput(j *job, res child.Result) ([]byte, error) {
	if res.ExitCode != 0 && !bytes.Contains(res.Stdout, []byte(`"compiler-message"`)) {
		return nil, j.failure(res)
	}
	return res.Stdout, nil
}

// cargoWorkspace is the folder that cargo's file names are relative to: the
// nearest with a workspace, else the package's own.
func cargoWorkspace(crate, root string) string {
	for dir := crate; ; dir = filepath.Dir(dir) {
		if f, err := files.Read(filepath.Join(dir, "Cargo.toml"), 0); err == nil && bytes.Contains(f.Data, []byte("[workspace")) {
			return dir
		}
		if dir == root || dir == filepath.Dir(dir) {
			return crate
		}
	}
}

type rustSpan struct {
	File          string  `json:"file_name"`
	LineStart     int     `json:"line_start"`
	LineEnd       int     `json:"line_end"`
	ColumnStart   int     `json:"column_start"` // characters
	ColumnEnd     int     `json:"column_end"`
	Primary       bool    `json:"is_primary"`
	Label         *string `json:"label"`
	Replacement   *string `json:"suggested_replacement"`
	Applicability *string `json:"suggestion_applicability"`
	Expansion     *struct {
		Span *rustSpan `json:"span"`
	} `json:"expansion"`
}

type rustMessage struct {
	Message *string `json:"message"`
	Level   string  `json:"level"`
	Code    *struct {
		Code string `json:"code"`
	} `json:"code"`
	Spans    []rustSpan    `json:"spans"`
	Children []rustMessage `json:"children"`
}

// decodeRust reads the JSON lines of cargo --message-format json and of rustc
// --error-format json.
func decodeRust(output []byte) ([]Finding, error) {
	var list []Finding
	seen := map[string]bool{} // targets of one package say the same
	for line := range bytes.SplitSeq(output, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		var envelope struct {
			Reason  *string         `json:"reason"`
			Message json.RawMessage `json:"message"`
			Spans   json.RawMessage `json:"spans"`
		}
		if err := json.Unmarshal(line, &envelope); err != nil {
			return nil, malformed("clippy", err)
		}
		raw := []byte(envelope.Message)
		switch {
		case envelope.Reason == nil && envelope.Spans != nil:
			raw = line
		case envelope.Reason == nil:
			if !bytes.Contains(line, []byte(`"$message_type"`)) {
				return nil, malformed("clippy", errors.New("a line that is no message"))
			}
			continue
		case *envelope.Reason != "compiler-message":
			continue
		}
		if seen[string(raw)] {
			continue
		}
		seen[string(raw)] = true
		var m rustMessage
		if err := json.Unmarshal(raw, &m); err != nil || m.Message == nil {
			return nil, malformed("clippy", errors.Join(errors.New("no diagnostic in a message"), err))
		}
		if f, ok := m.finding(); ok {
			list = append(list, f)
		}
	}
	return list, nil
}

// finding is the message at its primary span, outside of macros; the other
// spans and notes become related places.
func (m rustMessage) finding() (Finding, bool) {
	f := Finding{Tool: "rustc", Message: *m.Message, Severity: signal.Error, Unit: Runes, NoMark: true}
	if m.Code != nil {
		f.Code = m.Code.Code
		if name, ok := strings.CutPrefix(f.Code, "clippy::"); ok {
			f.Tool = "clippy"
			f.Doc = "https://rust-lang.github.io/rust-clippy/stable/index.html#" + name
		} else if len(f.Code) == 5 && f.Code[0] == 'E' {
			f.Doc = "https://doc.rust-lang.org/error_codes/" + f.Code + ".html"
		}
	}
	if m.Level == "warning" {
		f.Severity = signal.Warning
	}
	found := false
	for _, s := range m.Spans {
		s = s.outside()
		switch {
		case s.Primary && !found:
			found = true
			f.Path, f.Start, f.End = s.File, Point{Line: s.LineStart, Column: s.ColumnStart}, Point{Line: s.LineEnd, Column: s.ColumnEnd}
			if label := deref(s.Label); label != "" && !strings.Contains(f.Message, label) {
				f.Message += ": " + label
			}
		default:
			f.Related = append(f.Related, Related{Path: s.File, Line: s.LineStart, EndLine: s.LineEnd, Message: deref(s.Label)})
		}
	}
	if strings.HasPrefix(f.Code, "unused_") || f.Code == "dead_code" {
		f.Tags = []signal.Tag{signal.Unnecessary}
	}
	for _, c := range m.Children {
		m.child(&f, c)
	}
	return f, found
}

// child adds a help or note: the first with a replacement is the fix.
func (m rustMessage) child(f *Finding, c rustMessage) {
	text := deref(c.Message)
	fix := &Fix{Title: text, Unit: Runes}
	for _, s := range c.Spans {
		if s.Replacement == nil {
			continue
		}
		a := signal.DisplayOnly
		switch deref(s.Applicability) {
		case "MachineApplicable":
			a = signal.Safe
		case "MaybeIncorrect":
			a = signal.Unsafe
		}
		if s.Expansion != nil {
			a = signal.DisplayOnly
		}
		fix.Applicability = max(fix.Applicability, a)
		fix.Edits = append(fix.Edits, FixEdit{Path: s.File, Start: Point{Line: s.LineStart, Column: s.ColumnStart}, End: Point{Line: s.LineEnd, Column: s.ColumnEnd}, New: *s.Replacement})
	}
	if len(fix.Edits) == 1 && fix.Edits[0].New != "" && !strings.Contains(fix.Edits[0].New, "\n") {
		fix.Title += ": `" + fix.Edits[0].New + "`"
	}
	switch {
	case len(fix.Edits) > 0 && f.Fix == nil:
		f.Fix = fix
	case len(c.Spans) > 0 && len(fix.Edits) == 0:
		s := c.Spans[0].outside()
		f.Related = append(f.Related, Related{Path: s.File, Line: s.LineStart, EndLine: s.LineEnd, Message: text})
	}
}

// outside is the place in the written text from which a macro's span came.
func (s rustSpan) outside() rustSpan {
	for range 32 {
		if s.Expansion == nil || s.Expansion.Span == nil {
			break
		}
		primary, label := s.Primary, s.Label
		s = *s.Expansion.Span
		s.Primary, s.Label = primary, label
	}
	return s
}
