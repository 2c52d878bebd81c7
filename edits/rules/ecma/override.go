package ecma

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// MissingOverride adds the modifier that tsc asks for, before the words that
// have to stand behind it.
func MissingOverride(p rule.Problem) ([]text.Edit, error) {
	s := p.Snapshot
	n, line, at := p.Line()
	if strings.TrimPrefix(p.Diagnostic.Code, "TS") == "4115" {
		return overrideParameter(s.LineStart(n), line, at)
	}
	insert, end := at, at
	for {
		before := strings.TrimRight(line[:end], " \t")
		word := before[strings.LastIndexAny(before, " \t*;{}()/")+1:]
		switch {
		case strings.HasSuffix(before, "*/"):
			end = strings.LastIndex(before, "/*") // words may stand before a comment
			if end < 0 {
				return nil, rule.Decline("there is a comment of several lines before the name")
			}
			continue
		case strings.HasSuffix(before, "*") && !strings.HasSuffix(before, "**"):
			end = len(before) - 1
		case word == "async" || word == "readonly" || word == "get" || word == "set" || word == "accessor":
			end = len(before) - len(word)
		case word == "override":
			return nil, rule.Decline("the modifier is already there")
		default:
			return []text.Edit{rule.InsertAt(s.LineStart(n)+insert, "override ")}, nil
		}
		insert = end
	}
}

// overrideParameter is for a parameter that declares a property; the
// diagnostic covers all of it.
func overrideParameter(start int, line string, at int) ([]text.Edit, error) {
	for _, access := range []string{"public", "protected", "private"} {
		rest, ok := strings.CutPrefix(line[at:], access)
		if !ok {
			continue
		}
		name := strings.TrimLeft(rest, " \t")
		if len(name) == len(rest) || name == "" || name[0] == '/' {
			break
		}
		return []text.Edit{rule.InsertAt(start+len(line)-len(name), "override ")}, nil
	}
	if rest, ok := strings.CutPrefix(line[at:], "readonly"); ok && rest != strings.TrimLeft(rest, " \t") {
		return []text.Edit{rule.InsertAt(start+at, "override ")}, nil
	}
	return nil, rule.Decline("the parameter does not begin with a modifier")
}
