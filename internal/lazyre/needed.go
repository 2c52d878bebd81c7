package lazyre

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// mostNeeds is how many words are looked for at most: more take as long as the
// expression itself.
const mostNeeds = 24

// needed are texts of which every match of an expression holds one; nil where none are
// found, or too many, or too short ones.
func needed(expr string) []string {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil
	}
	list := required(re)
	if len(list) > mostNeeds || shortest(list) < 2 {
		return nil
	}
	return list
}

func required(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		// Of bytes that are no text an expression makes such a rune.
		if s := string(re.Rune); re.Flags&syntax.FoldCase == 0 && !strings.ContainsRune(s, utf8.RuneError) {
			return []string{s}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		var best, run []string
		for _, sub := range re.Sub {
			// The parser has taken the start out that alternatives have in common: get_(?:a|b).
			if run = joined(run, exact(sub)); better(run, best) {
				best = run
			}
			if list := required(sub); better(list, best) {
				best = list
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			list := required(sub)
			if len(list) == 0 {
				return nil
			}
			all = append(all, list...)
		}
		return all
	}
	return nil
}

// exact returns all texts that an expression matches, where they are few; else nil.
func exact(re *syntax.Regexp) (all []string) {
	switch re.Op {
	case syntax.OpLiteral:
		return required(re)
	case syntax.OpCapture:
		return exact(re.Sub[0])
	case syntax.OpWordBoundary:
		return []string{""}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			list := exact(sub)
			if list == nil || len(all)*len(list) > mostNeeds {
				return nil
			}
			all = joined(all, list)
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			list := exact(sub)
			if list == nil {
				return nil
			}
			all = append(all, list...)
		}
	}
	return all
}

// joined returns each of some texts with each of others behind it; the others alone where there are none, or too many.
func joined(list, behind []string) (out []string) {
	if len(list) == 0 || len(list)*len(behind) > mostNeeds {
		return behind
	}
	for _, a := range list {
		for _, b := range behind {
			out = append(out, a+b)
		}
	}
	return out
}

// better reports whether some texts say more than others.
func better(a, b []string) bool {
	return shortest(a) > shortest(b) || len(a) > 0 && shortest(a) == shortest(b) && len(a) < len(b)
}

// shortest returns the length of the shortest of some texts, 0 if there are none.
func shortest(list []string) int {
	n := 0
	for i, s := range list {
		if i == 0 || len(s) < n {
			n = len(s)
		}
	}
	return n
}
