package newer

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// Lacking is a member that a text newly calls where it has asked for it in vain, "" if
// there is none: in the branch for objects without it ruff's fix of FURB122 replaces a
// loop of write by writelines.
func Lacking(before, after string) string {
	if !strings.Contains(after, "hasattr(") {
		return ""
	}
	_, fresh := differing(before, after)
	if !slices.ContainsFunc(askedFor.FindAllStringSubmatch(after, -1), func(m []string) bool { return strings.Contains(fresh, "."+m[1]+"(") }) {
		return ""
	}
	now := calledInVain(after)
	if len(now) == 0 {
		return ""
	}
	was := calledInVain(before)
	for member, n := range now {
		if n > was[member] {
			return member
		}
	}
	return ""
}

var askedFor = lazyre.New(`hasattr\([^()\n]*["'](\w+)["']\)`)

// calledInVain counts the calls of members where hasattr has said that there are none.
func calledInVain(src string) map[string]int {
	t, err := pytree.Parse(src)
	if err != nil {
		return nil
	}
	out := map[string]int{}
	var each func(list []*pytree.Stmt, without []string)
	each = func(list []*pytree.Stmt, without []string) {
		var otherwise []string
		for _, s := range list {
			body := without
			if s.Keyword == "if" {
				otherwise = nil
				if member, not := asksMember(t, s); member != "" && not {
					body = append(append([]string{}, without...), member)
				} else if member != "" {
					otherwise = append(append([]string{}, without...), member)
				}
			} else if (s.Keyword == "elif" || s.Keyword == "else") && otherwise != nil {
				body = otherwise
			}
			last := s.Last
			if s.Colon >= 0 && s.Colon < last && s.Keyword != "" {
				last = s.Colon
			}
			code := codeOf(t, s.First, last)
			for _, member := range body {
				out[member] += strings.Count(code, " "+member+"(")
			}
			each(s.Body, body)
		}
	}
	each(t.Body, nil)
	return out
}

// asksMember reads `if hasattr(x.y, "z"):` as x.y.z, and whether it is about its
// absence.
func asksMember(t *pytree.Tree, s *pytree.Stmt) (member string, not bool) {
	i := s.First + 1
	if i < s.Colon && t.Tokens[i].Is("not") {
		i, not = i+1, true
	}
	if s.Colon < 0 || i+4 >= s.Colon || !t.Tokens[i].Is("hasattr") || !t.Tokens[i+1].Is("(") || t.Tokens[i+1].Close != s.Colon-1 {
		return "", false
	}
	comma := t.Find(i+2, s.Colon-1, ",")
	if comma != s.Colon-3 || t.Tokens[comma+1].Kind != pytree.String {
		return "", false
	}
	return strings.TrimSpace(codeOf(t, i+2, comma)) + "." + t.Tokens[comma+1].Literal().Body, not
}

// codeOf are tokens without the blanks between them, but for those around dots.
func codeOf(t *pytree.Tree, first, last int) string {
	var b strings.Builder
	for i := first; i < last && i < len(t.Tokens); i++ {
		if !t.Tokens[i].Is(".", "(") && (i == first || !t.Tokens[i-1].Is(".")) {
			b.WriteByte(' ')
		}
		b.WriteString(t.Tokens[i].Text)
	}
	return b.String()
}
