package complaint

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// Meant are other things that a complaint at a place of a line may be about: tools mark one
// and the same problem at the statement, at its first word, or at the value in it.
func Meant(message, line string, at, end int) []string {
	if at < 0 || at > end || end > len(line) {
		return nil
	}
	marked := strings.TrimSpace(line[at:end])
	var out []string
	statement := strings.Trim(line[at:], " \t;{")
	switch whole := len(marked) >= len(statement)-1; {
	case strings.TrimSpace(line[:at]) == "" && (whole || handsOn.MatchString(marked+" ")):
		out = ofStatement(message, line, statement)
	case oneWord.MatchString(marked) && !names(message, marked):
		out = chain(line[at:])
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" || s == marked })
}

// ofStatement is what a complaint at a statement may be about: the value that it hands on,
// the one argument of its call, what the message names.
func ofStatement(message, line, statement string) (out []string) {
	value := handsOn.ReplaceAllString(statement, "")
	if members.MatchString(value) {
		out = append(out, value)
	}
	if m := oneCall.FindStringSubmatch(value); m != nil {
		out = append(out, m[1])
	}
	if m := byName.FindStringSubmatch(message); m != nil {
		if v := regexp.MustCompile(`\b` + m[1] + `\s*=\s*([\pL_$][\w.$]*)`).FindStringSubmatch(line); v != nil {
			out = append(out, v[1])
		}
	}
	for _, m := range ofName.FindAllStringSubmatch(besides.Replace(message), -1) {
		word := regexp.QuoteMeta(m[1] + m[2])
		// A text that a type is made of, as tsc quotes it, is no value that has a name.
		code := regexp.MustCompile("[`'\"]"+word+"[`'\"]").ReplaceAllString(line, "")
		if regexp.MustCompile(`\b` + word + `\b`).MatchString(code) {
			out = append(out, m[1]+m[2])
		}
	}
	return out
}

// handsOn are the words before a value that is handed on, or the name that it gets.
var handsOn = lazyre.New(`^(?:return|await|yield|throw|raise|(?:const |let |var )?[\pL_$][\w.$, ]*(?::[^=]*)?:?=)\s+`)

// oneCall is a call with one argument that has a name.
var oneCall = lazyre.New(`^[\pL_$][\w.$]*\(([\pL_$][\w.$]*)\)$`)

// byName is an argument that is given by its name.
var byName = lazyre.New(`^Argument "(\w+)" (?:to|of) `)

// ofName is what a message is about: the value of it, or what it has in quotes.
var ofName = lazyre.New("\\bof ([\\pL_$][\\w$]*)\\b|[`'\"]((?:[\\pL_$]|\\d\\d)[\\w.$]*)[`'\"]")

// names reports whether a message has a word by itself.
func names(message, word string) bool {
	return regexp.MustCompile(`(?:^|[^\w.])` + regexp.QuoteMeta(word) + `(?:$|[^\w.]|\.(?:\W|$))`).MatchString(message)
}

var oneWord = lazyre.New(`^[\pL_$][\w$]*$`)

// chain is what begins with a word: its members, and these with what is in the brackets
// that follow.
func chain(code string) []string {
	names := members.FindString(code)
	out := []string{names}
	if end := len(names); end < len(code) && strings.IndexByte("([", code[end]) >= 0 {
		if close := closing(code, end); close > 0 {
			out = append(out, code[:close+1])
		}
	}
	return out
}

var members = lazyre.New(`^[\pL_$][\w$]*(?:(?:\.|::|\?\.)[\pL_$][\w$]*)*`)

// closing is where the bracket that opens at i closes, -1 if it does not in this line.
func closing(code string, i int) int {
	depth, quote := 0, byte(0)
	for ; i < len(code); i++ {
		switch b := code[i]; {
		case quote != 0:
			if b == '\\' {
				i++
			} else if b == quote {
				quote = 0
			}
		case b == '"', b == '\'', b == '`':
			quote = b
		case b == '(', b == '[':
			depth++
		case b == ')', b == ']':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
