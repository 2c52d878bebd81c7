package token

import (
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

var (
	pythonEnum  = lazyre.New(`(?m)^class (\w+)\([^)\n]*\b(?:\w*Enum|\w*Flag)\b[^)\n]*\):[^\n]*\n((?:(?:[ \t]+[^\n]*)?\n)+)`)
	pythonValue = lazyre.New(`(?m)^(?: {4}|\t)([A-Za-z]\w*) *=[^=]`)
	scriptEnum  = lazyre.New(`\benum (\w+) *\{([^}]*)\}`)
	scriptValue = lazyre.New(`(?m)(?:^|,)[ \t]*([A-Za-z]\w*)`)
	goBlock     = lazyre.New(`(?s)\bconst \(\n(.*?)\n\)`)
	goConstant  = lazyre.New(`^\s+([A-Za-z]\w*)(?: +([A-Za-z]\w*))?( *=)?`)
	textUnion   = lazyre.New(`[=:<]\s*\|?\s*((?:["'][^"'\n]*["']\s*\|\s*)+["'][^"'\n]*["'])|\bLiteral\[([^\]]*)\]`)
	typeText    = lazyre.New(`(?m)^(?:export )?(?:declare )?(?:type \w+|interface \w+)[^\n]*\n?(?:[ \t}|)][^\n]*\n)*`)
	kindOf      = lazyre.New(`\b(\w+): *["']([^"'\n]*)["'] *[;,}\n]`)
	quoted      = lazyre.New(`["']([^"'\n]*)["']`)
)

// Siblings are the groups of values that a file lists together: the members of an enum,
// Go's constants of a type, the texts that a value or a field may be, these in quotes.
func Siblings(file string) (groups [][]string) {
	of := func(prefix, quote string, found [][]string, at int) {
		var group []string
		for _, m := range found {
			group = append(group, prefix+quote+m[at]+quote)
		}
		if len(group) > 1 {
			groups = append(groups, group)
		}
	}
	for _, m := range pythonEnum.FindAllStringSubmatch(file, -1) {
		of(m[1]+".", "", pythonValue.FindAllStringSubmatch(m[2], -1), 1)
	}
	for _, m := range scriptEnum.FindAllStringSubmatch(file, -1) {
		of(m[1]+".", "", scriptValue.FindAllStringSubmatch(m[2], -1), 1)
	}
	for _, m := range goBlock.FindAllStringSubmatch(file, -1) {
		typed := constantsOf(m[1])
		for _, kind := range slices.Sorted(maps.Keys(typed)) {
			groups = append(groups, typed[kind])
		}
	}
	for _, m := range textUnion.FindAllStringSubmatch(file, -1) {
		of("", `"`, quoted.FindAllStringSubmatch(m[1]+m[2], -1), 1)
	}
	fields := map[string][][]string{}
	for _, text := range typeText.FindAllString(file, -1) {
		for _, m := range kindOf.FindAllStringSubmatch(text, -1) {
			fields[m[1]] = append(fields[m[1]], m)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		of("", `"`, fields[name], 2)
	}
	return groups
}

// constantsOf are the constants of a block of Go, by their types.
func constantsOf(block string) map[string][]string {
	typed := map[string][]string{}
	kind := "" // of the one above
	for l := range strings.Lines(block) {
		c := goConstant.FindStringSubmatch(l)
		if c == nil {
			continue
		}
		if c[2] != "" || c[3] != "" {
			kind = c[2]
		}
		if kind != "" && c[1] != "_" {
			typed[kind] = append(typed[kind], c[1])
		}
	}
	return typed
}

// LeftOut is a value that a file lists beside one that the code asks for, and that the code
// does not name; "" if there is none.
func LeftOut(file, code string) string {
	code = strings.ReplaceAll(code, "'", `"`)
	for _, group := range Siblings(file) {
		asked, left := false, ""
		for _, value := range group {
			at := wordAt(code, value, 0)
			if at < 0 {
				left = value
			}
			for ; at >= 0; at = wordAt(code, value, at+1) {
				before := strings.TrimRight(code[:at], " ")
				asked = asked || strings.HasSuffix(before, "==") || strings.HasSuffix(before, "case") || strings.HasSuffix(before, " is") || strings.HasSuffix(before, " |")
			}
		}
		if asked && left != "" {
			return left
		}
	}
	return ""
}

// Unsaid is the text of a group that a function does not give where another of the group came
// in that it gives already: each of them stands for something.
func Unsaid(file, code string, was, now []Token) string {
	code = strings.ReplaceAll(code, "'", `"`)
	for _, t := range now {
		value := `"` + Inside(t) + `"`
		if t.Kind != String || Inside(t) == "" || Times(now, said(value)) <= Times(was, said(value)) || !strings.Contains(code, value) {
			continue
		}
		for _, group := range Siblings(file) {
			if !slices.Contains(group, value) {
				continue
			}
			for _, other := range group {
				if !strings.Contains(code, other) {
					return other
				}
			}
		}
	}
	return ""
}

// said is the form of a text, in whichever quotes.
func said(value string) Form {
	return func(ts []Token, i int) bool { return ts[i].Kind == String && `"`+Inside(ts[i])+`"` == value }
}

// wordAt is where a text stands next that is no part of a longer name, -1 if nowhere.
func wordAt(s, word string, from int) int {
	for {
		i := strings.Index(s[min(from, len(s)):], word)
		if i < 0 {
			return -1
		}
		i += from
		end := i + len(word)
		if (i == 0 || !WordByte(s[i-1]) || !WordByte(word[0])) && (end == len(s) || !WordByte(s[end]) || !WordByte(word[len(word)-1])) {
			return i
		}
		from = i + 1
	}
}

// AlikeBounds reports whether two comparisons that must both hold, of four different values,
// are both with the value itself or both without; known is false where there are none.
func AlikeBounds(ts []Token) (alike, known bool) {
	for i := range ts {
		if !Is(ts, i, "and", "&&") {
			continue
		}
		left, right := i-1, i+1
		for left > 0 && comparison(ts, left) == 0 && ts[left-1].Line == ts[i].Line {
			left--
		}
		for right < len(ts)-1 && comparison(ts, right) == 0 && ts[right+1].Line == ts[i].Line {
			right++
		}
		if comparison(ts, left) == 0 || comparison(ts, right) == 0 {
			continue
		}
		from, to := sidesOf(ts, left, right)
		values := map[string]bool{Joined(ts[from:left]): true, Joined(ts[left+1 : i]): true, Joined(ts[i+1 : right]): true, Joined(ts[right+1 : to+1]): true}
		if len(values) == 4 {
			return comparison(ts, left) == comparison(ts, right), true
		}
	}
	return false, false
}

// comparison is 1 for an order that equal values do not have, 2 for one that they have, 0
// for anything else.
func comparison(ts []Token, i int) int {
	switch {
	case Is(ts, i, "<", ">"):
		return 1
	case Is(ts, i, "<=", ">="):
		return 2
	}
	return 0
}
