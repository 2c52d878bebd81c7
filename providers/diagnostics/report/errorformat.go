package report

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/reviewdog/errorformat"
)

// Errorformat makes a reader of text by patterns of Vim's errorformat, such as
// "%f:%l:%c: %m" (https://vimhelp.org/quickfix.txt.html#errorformat). The
// first pattern that fits a line reads it. Columns are read as characters.
// Patterns that read other files (%O, %P, %Q) are refused.
func Errorformat(patterns []string) (read func([]byte) ([]Finding, error), err error) {
	// Patterns are what a user wrote. The library panics on one that ends in "%"
	// (errorformat.go, NewEfm, in the version of 2026-07-21): that is no bug of ours
	// to keep.
	defer func() {
		if p := recover(); p != nil {
			read, err = nil, fmt.Errorf("the pattern is none of errorformat: %v", p)
		}
	}()
	for _, p := range patterns {
		if strings.Contains(p, "%O") || strings.Contains(p, "%P") || strings.Contains(p, "%Q") {
			return nil, fmt.Errorf("the pattern %q: %%O, %%P and %%Q are not supported", p)
		}
	}
	compiled, err := errorformat.NewErrorformat(patterns)
	if err != nil {
		return nil, fmt.Errorf("the pattern is none of errorformat: %w", err)
	}
	return func(data []byte) ([]Finding, error) { return scan(compiled, data) }, nil
}

// longestLine is what the library's scanner accepts: it stops at a longer one
// without a word.
const longestLine = 64 << 10

func scan(compiled *errorformat.Errorformat, data []byte) ([]Finding, error) {
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		if len(line) >= longestLine {
			return nil, errors.New("a line of more than 64 KiB")
		}
	}
	var list []Finding
	s := compiled.NewScanner(bytes.NewReader(data))
	for s.Scan() {
		e := s.Entry()
		if !e.Valid || e.Filename == "" {
			continue
		}
		f := Finding{Path: e.Filename, Unit: Runes, Start: Point{Line: e.Lnum, Column: e.Col}}
		if e.EndLnum > 0 || e.EndCol > 0 {
			f.End = Point{Line: max(e.Lnum, e.EndLnum), Column: e.EndCol}
		}
		f.Code, f.Message = codeOf(strings.TrimSpace(e.Text))
		if e.Type != 0 {
			f.Level = string(e.Type)
		}
		if e.Nr > 0 && f.Code == "" {
			f.Code = fmt.Sprintf("%s%d", f.Level, e.Nr)
		}
		f.Severity = Severity(f.Level)
		list = append(list, f)
	}
	if len(list) == 0 && len(bytes.TrimSpace(data)) > 0 {
		return nil, errNoLine
	}
	return list, nil
}
