package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// dataFile is the largest data file read, in bytes.
const dataFile = 4 << 30

// Record is one recorded diagnostic and, where one is known, its fix. Lines are
// 1-based and inclusive.
type Record struct {
	ID       string   `json:"id"`
	Source   string   `json:"source"`
	Lang     string   `json:"lang"`
	Tool     string   `json:"tool"`
	Code     string   `json:"code"`
	ToolCode string   `json:"tool_code"`
	Message  string   `json:"message"`
	FileName string   `json:"file_name"`
	Commit   string   `json:"commit"`
	Line     int      `json:"line"`
	EndLine  int      `json:"end_line"`
	Column   int      `json:"column"` // 0 if not recorded
	Fix      [][2]int `json:"fix_ranges"`
	Edits    []Change `json:"edits"`
	// BeforeRef names the text before the fix; AfterSHA256 checks the one
	// after it.
	BeforeRef   string `json:"before_ref"`
	AfterSHA256 string `json:"after_sha256"`

	// Before is the text the diagnostic was reported for; HasText is false
	// where the data does not hold it.
	Before  text.Snapshot `json:"-"`
	HasText bool          `json:"-"`
}

// Change replaces the lines Start to End by Text; End = Start-1 inserts.
type Change struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

// Load reads the records of a source and the texts they name. Records of one
// text share its snapshot.
func Load(dir, source, split string) ([]Record, error) {
	texts := map[string]text.Snapshot{}
	type entry struct {
		Ref      string `json:"ref"`
		FileName string `json:"file_name"`
		Text     string `json:"text"`
	}
	err := eachLine(filepath.Join(dir, source+".files."+split+".jsonl"), func(e entry) error {
		texts[e.Ref] = text.File("", syntax.Language(e.FileName), e.Text)
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var out []Record
	err = eachLine(filepath.Join(dir, source+"."+split+".jsonl"), func(r Record) error {
		if r.Source == "" {
			r.Source = source
		}
		if r.EndLine < r.Line {
			r.EndLine = r.Line
		}
		if s, ok := texts[r.BeforeRef]; ok && r.BeforeRef != "" {
			if s.Lang == "" || r.Lang == "python" {
				s.Lang = r.Lang // stubs and notebooks have odd names
			}
			s.Path = "/" + strings.TrimPrefix(r.FileName, "/")
			r.Before, r.HasText = s, true
		}
		out = append(out, r)
		return nil
	})
	return out, err
}

// eachLine decodes a file of JSON lines.
func eachLine[T any](path string, yield func(T) error) error {
	f, err := files.Read(path, dataFile)
	if err != nil {
		return err
	}
	n := 0
	for line := range bytes.Lines(f.Data) {
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			return fmt.Errorf("reading %s line %d: %w", filepath.Base(path), n, err)
		}
		if err := yield(v); err != nil {
			return err
		}
	}
	return nil
}

// spread takes n records from all over a list, all of them if n is 0.
func spread[T any](list []T, n int) []T {
	if n <= 0 || n >= len(list) {
		return list
	}
	out := make([]T, n)
	for i := range out {
		out[i] = list[i*len(list)/n]
	}
	return out
}

// Diagnostic is the record's diagnostic on its text.
func (r Record) Diagnostic() signal.Diagnostic {
	d := signal.Diagnostic{Tool: signal.Tool(r.Tool), Code: r.Code, Message: r.Message, Severity: signal.Error}
	if !r.HasText {
		return d
	}
	start := r.Before.LineStart(r.Line - 1)
	end := r.Before.LineSpan(r.EndLine - 1).End
	if r.Column > 0 {
		start = min(r.Before.Offset(text.Position{Line: r.Line - 1, Character: r.Column - 1}, text.UTF32), end)
	}
	d.Span = text.Span{Start: start, End: end}
	return d
}

// After is the text after the fix.
func (r Record) After() (string, error) {
	return applyChanges(r.Before, r.Edits)
}

// applyChanges applies changes from the last to the first. An insertion behind
// an unterminated last line adds the terminator first.
func applyChanges(s text.Snapshot, changes []Change) (string, error) {
	t := s.Text()
	for i := len(changes) - 1; i >= 0; i-- {
		c := changes[i]
		start, end := s.LineStart(c.Start-1), s.LineStart(c.End)
		if start > end {
			return "", fmt.Errorf("change of lines %d-%d is reversed", c.Start, c.End)
		}
		ins := c.Text
		if start == end && start == len(t) && t != "" && !strings.HasSuffix(t, "\n") && ins != "" {
			ins = "\n" + ins
		}
		t = t[:start] + ins + t[end:]
	}
	return t, nil
}

// row is one metric of one set. Empty keys are left out of the output.
type row struct {
	Set    string  `json:"set"`
	Source string  `json:"source,omitempty"`
	Code   string  `json:"code,omitempty"`
	Format string  `json:"format,omitempty"`
	Model  string  `json:"model,omitempty"`
	Kind   string  `json:"kind,omitempty"`
	Metric string  `json:"metric"`
	Value  float64 `json:"value"`
}

// writeRows prints rows as JSON lines.
func writeRows(w io.Writer, rows []row) error {
	enc := json.NewEncoder(w)
	for _, r := range rows {
		if err := enc.Encode(r); err != nil {
			return err
		}
	}
	return nil
}
