package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/providers/signal"
)

// UnderTest is what a failure says of the code that its test is about.
const UnderTest = "the code under test"

// PytestJUnit reads JUnit XML as pytest writes it. A failure becomes a finding
// at the last frame of its traceback that lies in the workspace: the code, not
// the test; the frames before it are related places.
func PytestJUnit(output []byte) ([]Finding, error) {
	dec := xml.NewDecoder(bytes.NewReader(output))
	dec.Strict = true
	var list []Finding
	depth, suites := 0, false
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.EndElement:
			depth--
		case xml.StartElement:
			depth++
			if t.Name.Local == "testsuites" || t.Name.Local == "testsuite" {
				suites = true
			}
			if t.Name.Local != "testcase" || depth > 16 {
				continue
			}
			var c junitCase
			if err := dec.DecodeElement(&c, &t); err != nil {
				return nil, err
			}
			depth--
			list = append(list, c.findings()...)
		}
	}
	if !suites {
		return nil, errors.New("no test suite")
	}
	return list, nil
}

type (
	junitCase struct {
		Class    string         `xml:"classname,attr"`
		Name     string         `xml:"name,attr"`
		File     string         `xml:"file,attr"`
		Line     int            `xml:"line,attr"`
		Failures []junitProblem `xml:"failure"`
		Errors   []junitProblem `xml:"error"`
		// Properties are what a plugin has noted of a test.
		Properties []struct {
			Name  string `xml:"name,attr"`
			Value string `xml:"value,attr"`
		} `xml:"properties>property"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

func (c junitCase) problems() []junitProblem { return append(c.Failures, c.Errors...) }

// findings returns the problems of a test whose place is known.
func (c junitCase) findings() []Finding {
	var list []Finding
	for _, p := range c.problems() {
		f := failure(c.Name, p.Message, p.Text)
		if f.Path == "" && c.File != "" {
			f.Path, f.Start = c.File, Point{Line: c.Line + 1}
		}
		for _, noted := range c.Properties {
			if path, at, ok := CutPosn(noted.Value); ok && noted.Name == "fettle_code" {
				f.Related = append(f.Related, Related{Path: path, Line: at.Line, Message: UnderTest})
			}
		}
		if f.Path != "" {
			list = append(list, f)
		}
	}
	return list
}

// failure makes a finding of a failed test.
func failure(test, message, traceback string) Finding {
	frames := pytestFrames(traceback)
	f := Finding{Tool: "pytest", Severity: signal.Error, Message: test + ": " + asserted(message)}
	if len(frames) == 0 {
		return f
	}
	last := frames[len(frames)-1]
	f.Path, f.Start, f.Code = last.Path, Point{Line: last.Line}, last.Message
	for i := range frames[:len(frames)-1] {
		frames[i].Message = "called from here"
	}
	f.Related = frames[:len(frames)-1]
	return f
}

// asserted returns what a failure says in one line: for an assertion also where the
// first of its values came from.
func asserted(message string) string {
	first := firstLine(message)
	for line := range strings.SplitSeq(message, "\n") {
		if where, ok := strings.CutPrefix(strings.TrimLeft(line, " +"), "where "); ok {
			return first + " (where " + strings.TrimSpace(where) + ")"
		}
	}
	return first
}

func firstLine(s string) string {
	s = strings.TrimSpace(s)
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// pytestFrames finds the lines "path:line: " and "path:line: Error" that close
// the entries of a traceback. Frames of installed packages are left out. The
// last frame's message is the name of the exception.
func pytestFrames(traceback string) []Related {
	var list []Related
	exception := ""
	for line := range strings.SplitSeq(traceback, "\n") {
		line = strings.TrimRight(line, "\r ")
		if line == "" || line[0] == ' ' || line[0] == '>' || line[0] == '_' {
			continue
		}
		if line[0] == 'E' && strings.HasPrefix(line, "E  ") {
			continue
		}
		path, at, message, ok := CutPosition(line + " ")
		if !ok || strings.ContainsAny(path, "\"'`()") {
			continue
		}
		message, _, _ = strings.Cut(strings.TrimSpace(message), ":")
		if !strings.HasPrefix(message, "in ") && CleanCode(message) == message {
			exception = message
		}
		if foreignFrame(path) {
			continue
		}
		list = append(list, Related{Path: path, Line: at.Line})
	}
	if len(list) > 0 {
		list[len(list)-1].Message = exception
	}
	return list
}

func foreignFrame(path string) bool {
	p := strings.ReplaceAll(path, "\\", "/")
	for _, part := range [...]string{"site-packages/", "dist-packages/", "/lib/python3", "<frozen", "<string>"} {
		if strings.Contains(p, part) {
			return true
		}
	}
	return false
}

// PytestLog reads pytest-reportlog: one JSON object a line.
func PytestLog(output []byte) ([]Finding, error) {
	var list []Finding
	seen := false
	for line := range bytes.SplitSeq(output, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		var r struct {
			Type    *string         `json:"$report_type"`
			NodeID  string          `json:"nodeid"`
			Outcome string          `json:"outcome"`
			Repr    json.RawMessage `json:"longrepr"`
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, err
		}
		if r.Type == nil {
			return nil, errors.New("a line without $report_type")
		}
		seen = true
		if r.Outcome == "failed" {
			if f, ok := logFailure(r.NodeID, r.Repr); ok {
				list = append(list, f)
			}
		}
	}
	if !seen {
		return nil, errors.New("no reports")
	}
	return list, nil
}

func logFailure(node string, repr json.RawMessage) (Finding, bool) {
	var long struct {
		Crash *struct {
			Path    string `json:"path"`
			Line    int    `json:"lineno"`
			Message string `json:"message"`
		} `json:"reprcrash"`
		Traceback struct {
			Entries []struct {
				Data struct {
					Loc *struct {
						Path    string `json:"path"`
						Line    int    `json:"lineno"`
						Message string `json:"message"`
					} `json:"reprfileloc"`
				} `json:"data"`
			} `json:"reprentries"`
		} `json:"reprtraceback"`
	}
	if json.Unmarshal(repr, &long) != nil {
		var text string // a failed collection
		if json.Unmarshal(repr, &text) != nil {
			return Finding{}, false
		}
		f := failure(node, firstLine(text), text)
		return f, f.Path != ""
	}
	var b strings.Builder
	for _, e := range long.Traceback.Entries {
		if l := e.Data.Loc; l != nil {
			b.WriteString(l.Path + ":" + strconv.Itoa(l.Line) + ": " + l.Message + "\n")
		}
	}
	_, name, _ := strings.Cut(node, "::")
	if name == "" {
		name = node
	}
	message := ""
	if long.Crash != nil {
		message = long.Crash.Message
	}
	f := failure(name, message, b.String())
	if f.Path == "" && long.Crash != nil {
		f.Path, f.Start = long.Crash.Path, Point{Line: long.Crash.Line}
	}
	return f, f.Path != ""
}
