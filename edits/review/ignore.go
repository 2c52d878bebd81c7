package review

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// ignoring is how a tool is told to leave one rule on one line alone. Tools whose
// directives need a reason (staticcheck, Biome) are left out: that is for a person to say.
type ignoring struct {
	tool  string
	write string         // with the rule for %s
	more  *lazyre.Regexp // a directive of a line, to the end of its rules
	and   string         // between two rules
	place ignorePlace
}

type ignorePlace uint8

const (
	atEnd     ignorePlace = iota // of the line, in front of its comment
	above                        // on a line of its own
	aboveItem                    // the same, and only before a whole statement
)

// ignores are the forms, after the documentation that [forms] links.
var ignores = [...]ignoring{
	{"ruff", "# noqa: %s", lazyre.New(`#\s*noqa:\s*[A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*`), ", ", atEnd},
	{"mypy", "# type: ignore[%s]", lazyre.New(`#\s*type:\s*ignore\[[^\]]+`), ", ", atEnd},
	{"pyright", "# pyright: ignore[%s]", lazyre.New(`#\s*pyright:\s*ignore\[[^\]]+`), ", ", atEnd},
	{"pylint", "# pylint: disable=%s", lazyre.New(`#\s*pylint:\s*disable=[\w-]+(?:,\s*[\w-]+)*`), ",", atEnd},
	{"bandit", "# nosec %s", lazyre.New(`#\s*nosec:?\s+B[0-9]+(?:[,\s]+B[0-9]+)*`), ", ", atEnd},
	{"golangci-lint", "//nolint:%s", lazyre.New(`//\s*nolint:[\w-]+(?:,[\w-]+)*`), ",", atEnd},
	{"eslint", "// eslint-disable-next-line %s", lazyre.New(`//\s*eslint-disable-next-line\s+[\w@/-]+(?:,\s*[\w@/-]+)*`), ", ", above},
	{"tsc", "// @ts-expect-error TS%s", nil, "", above},
	{"clippy", "#[allow(%s)]", lazyre.New(`#\[allow\([\w:]+(?:,\s*[\w:]+)*`), ", ", aboveItem},
}

// Ignore is the edit that has a tool leave a finding alone, in the tool's own form, and
// the directive as it is written; nothing where the tool has none for one line, where it
// stands there already, or where a comment would be no comment.
func Ignore(s text.Snapshot, d signal.Diagnostic) (e text.Edit, directive string) {
	tool, code := signal.Normal(d)
	for _, row := range ignores {
		if row.tool == tool && code != "" {
			return row.ignore(s, s.LineAt(d.Span.Start), code)
		}
	}
	return e, ""
}

func (row ignoring) ignore(s text.Snapshot, line int, code string) (e text.Edit, directive string) {
	if row.tool == "clippy" && !strings.HasPrefix(code, "clippy::") {
		code = "clippy::" + code
	}
	directive = strings.Replace(row.write, "%s", code, 1)
	read := lex.Read(s, lex.For(s.Lang))
	if row.place == above || row.place == aboveItem {
		return row.ignoreAbove(s, read, line, code, directive)
	}
	for _, str := range read.Strings { // the directive stands behind a string that begins on the line
		if last := s.LineAt(max(str.Start, str.End-1)); s.LineAt(str.Start) <= line && line < last {
			line = last
		}
	}
	start := s.LinesSpan(text.Lines{Start: line, End: line + 1}).Start
	own := strings.TrimRight(s.Line(line), " \t\r\n")
	end := start + len(own)
	if strings.HasSuffix(own, "\\") { // nothing may follow it
		return e, ""
	}
	blank := "  "
	if s.Lang == "go" {
		blank = " "
	}
	for i, sp := range read.NonCode {
		if read.Marks[i]&lex.Comment == 0 || sp.Start < start || sp.Start >= end {
			continue
		}
		if row.hasEvery(s.Text()[sp.Start:end]) {
			return e, ""
		}
		if at := row.more.FindStringIndex(s.Text()[sp.Start:end]); at != nil {
			if strings.Contains(s.Text()[sp.Start+at[0]:sp.Start+at[1]], code) {
				return e, ""
			}
			return insert(sp.Start+at[1], row.and+code), directive
		}
		return insert(sp.Start, directive+blank), directive
	}
	return insert(end, blank+directive), directive
}

func insert(at int, what string) text.Edit {
	return text.Edit{Span: text.Span{Start: at, End: at}, New: what}
}

// hasEvery reports whether a comment silences every rule of the tool already.
func (row ignoring) hasEvery(comment string) bool {
	for _, form := range forms {
		if m := form.re.FindStringSubmatch(comment); form.tool == row.tool && m != nil && strings.Trim(m[1], " ,") == "" {
			return true
		}
	}
	return false
}

func (row ignoring) ignoreAbove(s text.Snapshot, read lex.Text, line int, code, directive string) (e text.Edit, _ string) {
	start := s.LinesSpan(text.Lines{Start: line, End: line + 1}).Start
	for i, part := range read.NonCode {
		if read.Marks[i]&lex.Comment == 0 && part.Start < start && start <= part.End {
			return e, "" // within a string
		}
	}
	own := s.Line(line)
	trimmed := strings.TrimLeft(own, " \t")
	markup := strings.HasSuffix(s.Path, "x") && (strings.HasPrefix(trimmed, "<") || strings.HasPrefix(trimmed, "{")) // JSX, where // is text
	if markup || row.place == aboveItem && line < len(read.Edge) && !read.Edge[line] {
		return e, ""
	}
	if line > 0 {
		before := s.Line(line - 1)
		at := s.LinesSpan(text.Lines{Start: line - 1, End: line}).Start
		if row.more == nil && strings.Contains(before, "@ts-") {
			return e, ""
		}
		if row.more != nil {
			if m := row.more.FindStringIndex(before); m != nil {
				return insert(at+m[1], row.and+code), directive
			}
		}
	}
	newline := "\n"
	if strings.HasSuffix(s.Text()[start:s.LinesSpan(text.Lines{Start: line, End: line + 1}).End], "\r\n") {
		newline = "\r\n"
	}
	return insert(start, own[:len(own)-len(trimmed)]+directive+newline), directive
}
