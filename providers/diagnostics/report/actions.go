package report

import (
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/signal"
)

// GitHub reads the workflow commands that become annotations of GitHub Actions,
// "::error title=ruff (F401),file=a.py,line=1,col=8::message":
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
//
// Who has written one stands in its title, if anywhere, and everybody puts it there
// in another way. Commands without a file are notes about the run.
func GitHub(data []byte) ([]Finding, error) {
	return each(data, func(line string) (Finding, bool) {
		m := githubCommand.FindStringSubmatch(line)
		if m == nil {
			return Finding{}, false
		}
		p := properties(m[2], ",", githubText)
		f := Finding{Path: p["file"], Message: githubText.Replace(m[3]), Level: m[1], Severity: githubSeverity(m[1]),
			Unit: Runes}
		f.Start = Point{Line: number(p["line"]), Column: number(p["col"])}
		if end := (Point{Line: number(p["endLine"]), Column: number(p["endColumn"])}); end.Line > 0 && end.Column > 0 {
			f.End = end
		}
		f.Tool, f.Code = titled(p["title"])
		f.Message = sentence(f)
		switch {
		case f.Tool == "pylint":
			f.Start.Column++ // counted from 0
		case f.Code == "":
			f.Code, f.Message = codeOf(f.Message)
		}
		return f, f.Path != "" && !inCell(f)
	})
}

// Azure reads the commands that become issues of a pipeline of Azure,
// "##vso[task.logissue type=error;sourcepath=a.py;linenumber=1;columnnumber=8;code=F401;]message":
// https://learn.microsoft.com/en-us/azure/devops/pipelines/scripts/logging-commands
//
// They have no place for the name of who writes them: what has the form of a rule
// of ruff, in a file of Python, is read as one.
func Azure(data []byte) ([]Finding, error) {
	return each(data, func(line string) (Finding, bool) {
		m := azureCommand.FindStringSubmatch(line)
		if m == nil {
			return Finding{}, false
		}
		p := properties(m[1], ";", azureText)
		f := Finding{Path: p["sourcepath"], Code: p["code"], Message: azureText.Replace(m[2]), Level: p["type"],
			Severity: Severity(p["type"]), Unit: Runes}
		f.Start = Point{Line: number(p["linenumber"]), Column: number(p["columnnumber"])}
		switch {
		case f.Code == "":
			f.Code, f.Message = codeOf(f.Message)
		case pythonPath.MatchString(f.Path) && (ruffCode.MatchString(f.Code) || f.Code == invalidSyntax):
			f.Tool = ruffTool
		}
		return f, f.Path != "" && !inCell(f)
	})
}

// The commands, and how their texts are written: by the runners' own sources,
// actions/toolkit (packages/core/src/command.ts) and microsoft/azure-pipelines-agent
// (src/Agent.Sdk/CommandStringConvertor.cs).
var (
	githubCommand = lazyre.New(`^::(error|warning|notice) (.*?)::(.*)$`)
	azureCommand  = lazyre.New(`^##vso\[task\.logissue ([^\]]*)\](.*)$`)
	githubText    = strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",")
	azureText     = strings.NewReplacer("%AZP25", "%", "%3B", ";", "%0D", "\r", "%0A", "\n", "%5D", "]")
)

// The name of ruff, and of its finding that is no rule's.
const (
	ruffTool      = "ruff"
	invalidSyntax = "invalid-syntax"
)

// properties returns the names and values of a command.
func properties(s, between string, plain *strings.Replacer) map[string]string {
	p := map[string]string{}
	for one := range strings.SplitSeq(s, between) {
		if name, value, ok := strings.Cut(one, "="); ok {
			p[strings.TrimSpace(name)] = plain.Replace(value)
		}
	}
	return p
}

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return max(n, 0)
}

func githubSeverity(word string) signal.Severity {
	if word == "notice" {
		return signal.Information
	}
	return Severity(word)
}

var (
	ruleBehind = lazyre.New(`^([A-Za-z][\w -]*)(?: \(([^()\s]+)\)|: ([^\s:]+))$`)
	pylintRule = lazyre.New(`^[CRWEFI]\d{4}$`)
)

// titled reads the tool and its rule from the title of an annotation: "ruff (F401)"
// (ruff), "mypy name-defined" (fettle), "ESLint: no-undef" (formatters of it),
// "lint/suspicious/noDebugger" (biome), "C0114" (pylint). Any other title is a heading.
func titled(title string) (tool, code string) {
	if m := ruleBehind.FindStringSubmatch(title); m != nil && signal.Known(m[1]) {
		return signal.Tool(m[1]), m[2] + m[3]
	}
	if i := strings.LastIndexByte(title, ' '); i > 0 && signal.Known(title[:i]) {
		return signal.Tool(title[:i]), title[i+1:]
	}
	switch {
	case strings.HasPrefix(title, "lint/"), strings.HasPrefix(title, "assist/"):
		return "biome", title
	case pylintRule.MatchString(title):
		return "pylint", title
	}
	return "", ""
}

// sentence returns what a message says without the place and the rule that some begin
// with, which are known, and without the advice in further lines.
func sentence(f Finding) string {
	said := firstLine(f.Message)
	if path, at, rest, ok := CutPosition(said); ok && at.Line == f.Start.Line && strings.HasSuffix(f.Path, path) {
		said = rest
	}
	if f.Code != "" {
		if rest, ok := strings.CutPrefix(said, f.Code); ok {
			said = strings.TrimLeft(rest, ": ")
		}
	}
	return said
}

// inCell reports whether a finding of ruff lies in a cell of a notebook: where,
// these formats do not say.
func inCell(f Finding) bool { return f.Tool == ruffTool && strings.HasSuffix(f.Path, ".ipynb") }
