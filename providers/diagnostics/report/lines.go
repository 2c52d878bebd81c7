package report

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/providers/signal"
)

// The patterns are compiled when they are first needed.
var (
	leadingCode  = pattern(`^([A-Z][A-Z-]{0,9}\d{1,6}):? +(.*)$`)
	trailingCode = pattern(`^(.*\S) +[\[(]([A-Za-z][A-Za-z0-9@:._/-]*)[\])]$`)
	// placed is "path:line:column: message", the column not always there.
	placed = pattern(`^((?:[A-Za-z]:[\\/])?[^:\r\n]+):(\d+):(?:(\d+):)? *(.*)$`)
	// worded is a message that begins with how bad it is.
	worded = pattern(`^\[?(fatal error|error|warning|note|info|information|style|performance|portability|hint` +
		`|remark)\]?[:;,]? +(.*)$`)
	ruffTitle = pattern(`^([A-Z]+\d+|[a-z]+(?:-[a-z]+)+):? (?:\[\*\] )?(.+)$`)
	ruffPlace = pattern(`^ *--> (.+):(\d+):(\d+)$`)
	// ruffGroup is the heading of a file's findings, and ruffInGroup one of them: their
	// lines end below each other.
	ruffGroup   = pattern(`^(\S.*):$`)
	ruffInGroup = pattern(`^ {2,}(\d+):(\d+) +(\S.*)$`)
)

func pattern(p string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(p) })
}

// Line splits one line of text that begins with a place, as compilers and
// most linters write it.
func Line(line string) (f Finding, ok bool) {
	m := placed().FindStringSubmatch(strings.TrimSuffix(line, "\r"))
	if m == nil || m[4] == "" {
		return Finding{}, false
	}
	f = Finding{Path: m[1], Message: m[4], Unit: Runes}
	f.Start.Line, _ = strconv.Atoi(m[2])
	f.Start.Column, _ = strconv.Atoi(m[3])
	return f, true
}

// GCC reads the lines of compilers and of tools that write like them:
// "path:line:column: warning: message [rule]". Columns are bytes, and those of
// most are not to be trusted behind a character beyond ASCII.
func GCC(data []byte) ([]Finding, error) {
	all, err := each(data, func(line string) (Finding, bool) {
		f, ok := Line(line)
		if !ok {
			return f, false
		}
		m := worded().FindStringSubmatch(f.Message)
		if m == nil {
			return f, false
		}
		f.Level, f.Severity = m[1], Severity(m[1])
		f.Code, f.Message = codeOf(m[2])
		f.Unit, f.Loose = Bytes, true
		return f, true
	})
	// A note without a rule belongs to what stands before it.
	var list []Finding
	for _, f := range all {
		if n := len(list); n > 0 && f.Level == "note" && f.Code == "" {
			list[n-1].Related = append(list[n-1].Related, Related{Path: f.Path, Line: f.Start.Line, Message: f.Message})
			continue
		}
		list = append(list, f)
	}
	return list, err
}

// Flake8 reads the default output of flake8, "path:line:column: CODE message",
// which pycodestyle, pyflakes' wrappers and others share.
func Flake8(data []byte) ([]Finding, error) {
	return each(data, func(line string) (Finding, bool) {
		f, ok := Line(line)
		if !ok {
			return f, false
		}
		f.Tool = "flake8"
		if m := leadingCode().FindStringSubmatch(f.Message); m != nil {
			f.Code, f.Message = m[1], m[2]
		}
		f.Level = strings.TrimRight(f.Code, "0123456789")
		f.Severity = signal.Warning
		if strings.HasPrefix(f.Code, "E9") || strings.HasPrefix(f.Code, "F82") || strings.HasPrefix(f.Code, "F63") ||
			strings.HasPrefix(f.Code, "F7") {
			f.Severity = signal.Error // what flake8's own guide calls errors
		}
		return f, f.Code != ""
	})
}

// RuffText reads what ruff prints for people: in its full and its concise form, and
// grouped by file.
func RuffText(data []byte) ([]Finding, error) {
	title, group := Finding{}, ""
	return each(data, func(line string) (Finding, bool) {
		if m := ruffGroup().FindStringSubmatch(line); m != nil {
			group = m[1]
		}
		if m := ruffInGroup().FindStringSubmatch(line); m != nil && group != "" {
			line = group + ":" + m[1] + ":" + m[2] + ": " + m[3]
		}
		if m := ruffPlace().FindStringSubmatch(line); m != nil && title.Code != "" {
			f := title
			if cell, _, _ := strings.Cut(m[1], ".ipynb:cell "); cell != m[1] {
				return Finding{}, false // where it lies in the file, is not said
			}
			f.Path = m[1]
			f.Start.Line, _ = strconv.Atoi(m[2])
			f.Start.Column, _ = strconv.Atoi(m[3])
			title = Finding{}
			return f, true
		}
		f, concise := Line(line)
		rest := line
		if concise {
			rest = f.Message
		}
		m := ruffTitle().FindStringSubmatch(rest)
		if m == nil {
			return f, false
		}
		f.Tool, f.Code, f.Message, f.Unit, f.NoMark, f.Severity = "ruff", m[1], m[2], Runes, true, signal.Warning
		if !concise {
			title = f
		}
		return f, concise
	})
}

// errNoLine is the error of a text in which nothing is a finding.
var errNoLine = errors.New("no line is a finding in this format")

// each reads a text line by line. Lines that are no findings are headings,
// excerpts and sums; a text with nothing else is not in this format.
func each(data []byte, read func(string) (Finding, bool)) ([]Finding, error) {
	var list []Finding
	blank := true
	for line := range strings.SplitSeq(string(data), "\n") {
		line = strings.TrimSuffix(line, "\r")
		blank = blank && strings.TrimSpace(line) == ""
		if f, ok := read(line); ok {
			list = append(list, f)
		}
	}
	if len(list) == 0 && !blank {
		return nil, errNoLine
	}
	return list, nil
}
