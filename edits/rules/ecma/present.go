package ecma

import (
	"regexp"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// asked is a value of a map by its key: "groups.get(word.length)".
var asked = lazyre.New(`^([\w$.]+)\.get\(([\w$.]+|"[^"]*"|'[^']*')\)`)

// quoted are texts, whose brackets open nothing.
var quoted = lazyre.New(`"[^"]*"|'[^']*'`)

// PresentValue says that a map has what it was just asked for or given: TypeScript does
// not follow Map.has. See https://github.com/microsoft/TypeScript/issues/13086.
func PresentValue(p rule.Problem) ([]text.Edit, error) {
	n, line, at := p.Line()
	m := asked.FindStringSubmatch(line[at:])
	if m == nil {
		return nil, rule.Declined{Reason: "it is not about a value of a map", Aside: true}
	}
	end := at + len(m[0])
	if strings.HasPrefix(line[end:], "!") || strings.HasPrefix(line[end:], "?") {
		return nil, rule.Decline("what is missing is taken care of")
	}
	if !present(p.Snapshot, n, m[1], m[2]) {
		return nil, rule.Decline("nothing before it makes sure that %s has the key", m[1])
	}
	return []text.Edit{rule.InsertAt(p.Snapshot.LineStart(n)+end, "!")}, nil
}

// present reports whether a map has a key in line n, whatever went before: the block
// around it is entered where it has, or a statement of the block has put it in where it
// had not.
func present(s text.Snapshot, n int, holder, key string) bool {
	has := regexp.QuoteMeta(holder + ".has(" + key + ")")
	entered := regexp.MustCompile(`\bif \(` + has + `(?: && [^|]*)?\) \{\s*$`)
	lacking := regexp.MustCompile(`\bif \(!` + has + `\) `)
	puts := holder + ".set(" + key + ","
	gone := regexp.MustCompile(`(?:^|[^\w$.])(?:` + regexp.QuoteMeta(holder) + `\.(?:delete|clear)\(|(?:` + firstName(holder) + `|` + firstName(key) + `)(?:\.[\w$.]+)? *(?:=[^=>]|\+\+|--|[-+*/]=))`)
	depth, put := 0, false
	for l := n - 1; l >= 0; l-- {
		row := s.Line(l)
		around := false
		depth, around = upwards(depth, quoted.ReplaceAllString(row, ""))
		switch {
		case gone.MatchString(row):
			return false
		case around:
			return entered.MatchString(row)
		case depth == 0 && lacking.MatchString(row):
			return put || strings.Contains(row, puts)
		}
		put = (put || strings.Contains(row, puts)) && depth > 0
	}
	return false
}

// upwards counts the blocks that end in a line, from below, and says whether the line
// opens the one that was come from.
func upwards(depth int, row string) (int, bool) {
	for i := len(row) - 1; i >= 0; i-- {
		switch row[i] {
		case '}':
			depth++
		case '{':
			if depth--; depth < 0 {
				return depth, true
			}
		}
	}
	return depth, false
}

// firstName is the name that a member or a variable begins with, as a pattern.
func firstName(s string) string {
	name, _, _ := strings.Cut(s, ".")
	return regexp.QuoteMeta(name)
}
