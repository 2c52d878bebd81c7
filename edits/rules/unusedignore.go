package rules

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

var (
	directive = lazyre.New(`^#\s*(type|pyright):\s*ignore(?:\s*\[([^\]]*)\])?`)
	// otherTools begin a comment that is meant for a tool.
	otherTools = lazyre.New(`^#\s*(?:noqa|nosec|pylint|pyright|type|mypy|fmt|yapf|isort|pragma|ruff|flake8|pyre|ty` +
		`|pyrefly)\b`)
)

// unusedIgnore removes a "# type: ignore" that a type checker does not need, or
// those of its codes.
func unusedIgnore(m module) ([]text.Edit, error) {
	said := signal.Said(m.Diagnostic.Message, `Unused "…: ignore…" comment`, `Unnecessary "…: ignore…" comment`,
		`Unnecessary "…: ignore…" rule: "…"`)
	if said == nil {
		return nil, rule.Decline("the message names no directive to remove")
	}
	n := m.Snapshot.LineAt(m.Diagnostic.Span.Start)
	i := slices.IndexFunc(m.Tokens, func(t pytree.Token) bool {
		return t.Kind == pytree.Comment && m.Snapshot.LineAt(t.Span.Start) == n
	})
	if i < 0 {
		return nil, rule.Decline("no comment on the line")
	}
	comment := m.Tokens[i].Span
	whole := m.Src[comment.Start:comment.End]
	from, at := 0, m.Diagnostic.Span.Start-comment.Start
	for { // the comments of several tools may follow one another
		d := directive.FindStringSubmatchIndex(whole[from:])
		// Pyright speaks of "type: ignore" where its own directive stands.
		if d != nil && (whole[from+d[2]:from+d[3]] == strings.TrimPrefix(said[0], "# ") ||
			d[4] < 0 && from < at && at < from+d[1]) {
			return m.removeDirective(comment, from, d, codesOf(strings.Join(said[1:], ",")))
		}
		next := strings.IndexByte(whole[from+1:], '#')
		if next < 0 {
			return nil, rule.Decline("no such directive on the line")
		}
		from += 1 + next
	}
}

func codesOf(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune(", \t[]", r) })
}

// removeDirective removes the directive that begins at an offset of a comment,
// or some of its codes; d are the offsets of its parts from there.
func (m module) removeDirective(comment text.Span, from int, d []int, vain []string) ([]text.Edit, error) {
	whole := m.Src[comment.Start:comment.End]
	var codes []string
	if d[4] >= 0 {
		codes = codesOf(whole[from+d[4] : from+d[5]])
	}
	for _, c := range codes { // each checker heeds the directives of the other
		if strings.HasPrefix(c, "report") != (signal.Tool(m.Diagnostic.Tool) == "pyright") &&
			whole[from+d[2]:from+d[3]] == "type" {
			return nil, rule.Decline("the directive is for another type checker")
		}
	}
	if len(codes) > 0 && len(vain) > 0 {
		left := slices.DeleteFunc(codes, func(c string) bool { return slices.Contains(vain, c) })
		if len(left) > 0 {
			return []text.Edit{{Span: text.Span{Start: comment.Start + from + d[4], End: comment.Start + from + d[5]},
				New: strings.Join(left, ", ")}}, nil
		}
	}
	behind := strings.TrimLeft(whole[from+d[1]:], " \t")
	switch {
	case behind != "" && !otherTools.MatchString(behind):
		return nil, rule.Decline("the directive is explained")
	case behind != "":
		return []text.Edit{{Span: text.Span{Start: comment.Start + from, End: comment.End - len(behind)}}}, nil
	}
	line := m.Snapshot.LineAt(comment.Start)
	start := m.Snapshot.LineStart(line)
	before := strings.TrimRight(m.Src[start:comment.Start+from], " \t")
	if strings.TrimPrefix(before, rule.Mark) == "" {
		return []text.Edit{{Span: rule.LineButMark(m.Snapshot, line)}}, nil
	}
	return []text.Edit{{Span: text.Span{Start: start + len(before), End: comment.End}}}, nil
}
