package report

import (
	"encoding/xml"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/signal"
)

// JUnit reads JUnit XML of tests and of linters. The format has no place for where
// in a file something is, so that each linter puts it elsewhere; words are readers
// of what those write into a failure that have suites of such a name.
func JUnit(data []byte, words map[string]func([]byte) ([]Finding, error)) ([]Finding, error) {
	return readJUnit(data, func(s junitSuite, c junitCase) ([]Finding, error) {
		if read := words[s.Name]; read != nil && c.Class == s.Name {
			var all []Finding
			for _, p := range c.problems() {
				some, err := read([]byte(p.Text))
				if err != nil {
					return nil, err
				}
				all = append(all, some...)
			}
			return all, nil
		}
		if list, ok := c.lint(s); ok {
			return list, nil
		}
		return c.findings(), nil
	})
}

// junitSuite is a suite as its first tag has it.
type junitSuite struct{ Name, Package string }

func suiteOf(e xml.StartElement) (s junitSuite) {
	for _, a := range e.Attr {
		switch a.Name.Local {
		case "name":
			s.Name = a.Value
		case "package":
			s.Package = a.Value
		}
	}
	return s
}

// lintPlace is how ESLint's formatter, and those that follow it, begin the text of
// a failure.
var lintPlace = lazyre.New(`^line (\d+), col (\d+), (?:(Error|Warning) - )?`)

// lint returns the problems of a case that is a linter's:
//
//   - of ruff, ESLint, biome: the suite has the file's name and the package
//     "org.ruff", the case is called "org.ruff.F401";
//   - of golangci-lint: the case is called by the linter, its class is
//     "a.go:6:11", with which the message begins.
func (c junitCase) lint(s junitSuite) (list []Finding, ok bool) {
	tool, own := strings.CutPrefix(s.Package, "org.")
	rule, named := strings.CutPrefix(c.Name, s.Package+".")
	if own && (named || len(c.problems()) == 0) {
		for _, p := range c.problems() {
			f := Finding{Tool: tool, Path: s.Name, Code: rule, Message: firstLine(p.Message), Severity: signal.Error,
				Unit: Runes, Start: Point{Line: c.Line, Column: c.Column}}
			if m := lintPlace.FindStringSubmatch(p.Text); m != nil {
				f.Start = Point{Line: number(m[1]), Column: number(m[2])}
				f.Level = strings.ToLower(m[3])
			}
			if f.Level != "" {
				f.Severity = Severity(f.Level)
			}
			switch tool {
			case "eslint":
				f.Unit = UTF16
				f.Code = strings.TrimPrefix(f.Code, "unknown") // what does not parse breaks no rule
			case "biome":
				f.Code = strings.ReplaceAll(f.Code, ".", "/")
			}
			if f.Start.Line > 0 && !inCell(f) {
				list = append(list, f)
			}
		}
		return list, true
	}
	for _, p := range c.problems() {
		message, ok := strings.CutPrefix(p.Message, c.Class+": ")
		at, placed := Line(c.Class + ": x")
		if !ok || !placed {
			return nil, false
		}
		at.Tool, at.Code, at.Message, at.Severity, at.Unit = "golangci-lint", c.Name, message, signal.Warning, Bytes
		list = append(list, at)
	}
	return list, len(list) > 0
}
