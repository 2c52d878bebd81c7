package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// Checkstyle reads the XML of checkstyle, which many tools write:
// https://checkstyle.org/config_reporting.html. Columns are read as characters.
func Checkstyle(data []byte) ([]Finding, error) {
	var doc struct {
		XMLName xml.Name `xml:"checkstyle"`
		Files   []struct {
			Name   string `xml:"name,attr"`
			Errors []struct {
				Line     int    `xml:"line,attr"`
				Column   int    `xml:"column,attr"`
				Severity string `xml:"severity,attr"`
				Message  string `xml:"message,attr"`
				Source   string `xml:"source,attr"`
			} `xml:"error"`
		} `xml:"file"`
	}
	dec := xml.NewDecoder(bytes.NewReader(data))
	dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // it is UTF-8 by now
	if err := dec.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			err = errors.New("no checkstyle element")
		}
		return nil, err
	}
	var list []Finding
	for _, f := range doc.Files {
		for _, e := range f.Errors {
			tool, code := checkstyleRule(e.Source)
			message := e.Message
			if code == "" {
				code, message = codeOf(message)
			}
			list = append(list, Finding{
				Tool: tool, Path: f.Name, Code: code, Message: message, Level: e.Severity, Severity: Severity(e.Severity),
				Unit: Runes, Start: Point{Line: e.Line, Column: e.Column},
			})
		}
	}
	return list, nil
}

// checkstyleRule reads the source of an error: "ShellCheck.SC2086", "eslint.rules.semi"
// or the class of a check of checkstyle itself,
// "com.puppycrawl.tools.checkstyle.checks.imports.UnusedImportsCheck".
func checkstyleRule(source string) (tool, code string) {
	if name, ok := strings.CutPrefix(source, "com.puppycrawl.tools.checkstyle."); ok {
		return "checkstyle", strings.TrimSuffix(name[strings.LastIndex(name, ".")+1:], "Check")
	}
	if tool, code, ok := strings.Cut(source, "."); ok && code != "" {
		return tool, strings.TrimPrefix(code, "rules.")
	}
	return "", source
}
