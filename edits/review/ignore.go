package review

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// ignoring is the directive with which a tool leaves one rule on one line alone. Tools whose
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
	{"eslint", "// eslint-disable-next-line %s",
		lazyre.New(`//\s*eslint-disable-next-line\s+[\w@/-]+(?:,\s*[\w@/-]+)*`), ", ", above},
	{"tsc", "// @ts-expect-error TS%s", nil, "", above},
	{"clippy", "#[allow(%s)]", lazyre.New(`#\[allow\([\w:]+(?:,\s*[\w:]+)*`), ", ", aboveItem},
}

// Ignore returns the edit that has a tool leave a finding alone, in the tool's own form, and
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
	ok := false
	if row.place == atEnd {
		e, ok = row.behind(s, read, line, code, directive)
	} else {
		e, ok = row.before(s, read, line, code, directive)
	}
	if !ok {
		return e, ""
	}
	return e, directive
}

// behind writes a directive at the end of a line, in front of its comment.
func (row ignoring) behind(s text.Snapshot, read lex.Text, line int, code, directive string) (e text.Edit, ok bool) {
	for _, str := range read.Strings { // the directive stands behind a string that begins on the line
		if last := s.LineAt(max(str.Start, str.End-1)); s.LineAt(str.Start) <= line && line < last {
			line = last
		}
	}
	start := lineStart(s, line)
	own := strings.TrimRight(s.Line(line), " \t\r\n")
	end := start + len(own)
	if strings.HasSuffix(own, "\\") { // nothing may follow it
		return e, false
	}
	blank := "  "
	if s.Lang == "go" {
		blank = " "
	}
	at := slices.IndexFunc(read.NonCode, func(sp text.Span) bool { return sp.Start >= start })
	for ; at >= 0 && at < len(read.NonCode) && read.NonCode[at].Start < end; at++ {
		if read.Marks[at]&lex.Comment != 0 {
			return row.joined(s.Text()[read.NonCode[at].Start:end], read.NonCode[at].Start, code, directive+blank)
		}
	}
	return insert(end, blank+directive), true
}

// joined adds a rule to the directive that a comment contains, or puts one in front of the comment.
func (row ignoring) joined(comment string, at int, code, directive string) (e text.Edit, ok bool) {
	if row.hasEvery(comment) {
		return e, false
	}
	there := row.more.FindStringIndex(comment)
	switch {
	case there == nil:
		return insert(at, directive), true
	case strings.Contains(comment[there[0]:there[1]], code):
		return e, false
	}
	return insert(at+there[1], row.and+code), true
}

func lineStart(s text.Snapshot, line int) int {
	return s.LinesSpan(text.Lines{Start: line, End: line + 1}).Start
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

// before writes a directive on a line of its own.
func (row ignoring) before(s text.Snapshot, read lex.Text, line int, code, directive string) (e text.Edit, ok bool) {
	start, own := lineStart(s, line), s.Line(line)
	trimmed := strings.TrimLeft(own, " \t")
	if inString(read, start) || isMarkup(s.Path, trimmed) ||
		row.place == aboveItem && line < len(read.Edge) && !read.Edge[line] {
		return e, false
	}
	if line > 0 {
		above := s.Line(line - 1)
		if row.more == nil && strings.Contains(above, "@ts-") {
			return e, false
		}
		if row.more != nil {
			if m := row.more.FindStringIndex(above); m != nil {
				return insert(lineStart(s, line-1)+m[1], row.and+code), true
			}
		}
	}
	newline := "\n"
	if strings.HasSuffix(s.Slice(s.LinesSpan(text.Lines{Start: line, End: line + 1})), "\r\n") {
		newline = "\r\n"
	}
	return insert(start, own[:len(own)-len(trimmed)]+directive+newline), true
}

// inString reports whether a line begins within a string.
func inString(read lex.Text, start int) bool {
	for i, part := range read.NonCode {
		if read.Marks[i]&lex.Comment == 0 && part.Start < start && start <= part.End {
			return true
		}
	}
	return false
}

// isMarkup reports whether a line is one of JSX, where a comment would be text.
func isMarkup(path, line string) bool {
	return strings.HasSuffix(path, "x") && (strings.HasPrefix(line, "<") || strings.HasPrefix(line, "{"))
}
