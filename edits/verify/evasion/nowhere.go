package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/complaint"
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// Values that come from nowhere, whatever the complaint: neither the text nor the
// message has them.

// literalFor finds a literal that came where something of the program is gone.
func literalFor(c Change) string {
	switch {
	case complaint.Reshapes(c.Code, c.Message), c.aboutWording(), aboutSecrets.MatchString(c.Message), complaint.MaybeNothing(c.Message):
		return ""
	case len(c.Was) == 0, len(c.Was) > longChange, c.Compiles && c.Family == power.Golang, token.Is(c.Was, 0, "#"), c.Grew(newCall(c)):
		return ""
	}
	gone := slices.DeleteFunc(c.gone(), func(w string) bool { return w == c.Missing || c.said(w) })
	if len(gone) == 0 {
		return ""
	}
	for i := range c.Now {
		if c.fromNowhere(i) {
			return "it puts " + clip(c.Now[i].Text) + " in place of " + clip(gone[len(gone)-1])
		}
	}
	return ""
}

var aboutSecrets = lazyre.New(`(?i)password|secret|credential|mask|permission`)

// fromNowhere reports whether token i of the new lines is, or begins, a literal that
// the old ones and the message do not have.
func (c Change) fromNowhere(i int) bool {
	t := c.Now[i]
	was := token.Joined(c.Was)
	switch t.Kind {
	case token.Number:
		return !mode.MatchString(t.Text) && !strings.Contains(was, t.Text) && !strings.Contains(c.Message, t.Text) && !token.Is(c.Now, i-1, "[", ":") && !token.Is(c.Now, i+1, ",")
	case token.String:
		if token.Is(c.Now, i-1, "==", "!=", "===", "!==") {
			return false
		}
		if token.EmptyText(t) {
			return !strings.Contains(was, t.Text)
		}
		return slices.ContainsFunc(token.Words(token.Inside(t)), func(w string) bool {
			return len(w) > 1 && !strings.Contains(c.Message, w) && !token.WholeWord(c.Before, w) && !strings.Contains(was, w)
		})
	case token.Name:
		return c.nothingAt(i)
	case token.Op:
	}
	return token.EmptyBrackets(c.Now, i) && token.Times(c.Was, token.EmptyBrackets) == 0
}

// nothingAt reports whether token i of the new lines is a word for nothing, or a
// truth, that is handed on.
func (c Change) nothingAt(i int) bool {
	t := c.Now[i]
	switch {
	case !token.Is(c.Now, i, emptyNames...) || has(c.Was, t.Text) || strings.Contains(c.Message, t.Text), token.Is(c.Now, i+1, ","), token.Is(c.Now, i-2, "return"):
		return false
	case token.Is(c.Now, i-1, "!=", "!==", "==", "===", "is", "not", "|", "->", "[", "or", "::"):
		return false
	}
	return !(token.Is(c.Now, i-1, "=") && token.InCall(c.Now, i))
}

var emptyNames = []string{"None", "null", "nil", "undefined", "False", "True", "true", "false"}

// startValue finds a name of the program given a first value that stands for nothing.
func startValue(c Change) string {
	if c.reshape() || c.Missing != "" || complaint.MaybeNothing(c.Message) {
		return ""
	}
	for i, t := range c.Now {
		name := func(j int) bool { return token.Is(c.Was, j+1, "=") && token.Literal(c.Was, j+2) != token.Unknown }
		switch {
		case !token.IsName(c.Now, i) || !token.Is(c.Now, i+1, "=") || !token.WholeWord(c.Before, t.Text), slices.ContainsFunc(token.Places(c.Was, t.Text), name):
			continue
		case c.Family == power.Golang && token.StartsLine(c.Now, i) && (token.EmptyBrackets(c.Now, i+3) || token.EmptyBrackets(c.Now, i+4)):
			return "it makes up a value of " + t.Text
		case !bindsAt(c.Now, i) || !c.emptyFrom(i+2) || c.asksFor(t.Text) || slices.ContainsFunc(token.Places(c.Was, t.Text), func(j int) bool { return !token.Is(c.Was, j+1, ":", ";") }):
			continue
		}
		return "it makes up a first value of " + t.Text
	}
	return ""
}

// emptyFrom reports whether a value that stands for nothing is all that stands from
// token i on.
func (c Change) emptyFrom(i int) bool {
	if token.Is(c.Now, i+1, ".", "or") || token.Is(c.Now, i+2, ".", "or") || i >= len(c.Now) {
		return false
	}
	return token.EmptyWord(c.Now, i) || token.EmptyBrackets(c.Now, i) || token.EmptyValue(c.Now, i)
}

// asksFor reports whether the new lines ask whether a name has a value.
func (c Change) asksFor(name string) bool {
	return slices.ContainsFunc(token.Places(c.Now, name), func(j int) bool { return token.Is(c.Now, j+1, "is", "==", "===") || token.Is(c.Now, j-1, "not", "!") })
}

// defaultFor finds a result, or a default, that stands for nothing.
func defaultFor(c Change) string {
	if c.Removal || complaint.MaybeNothing(c.Message) || aboutAbsence.MatchString(c.Message) || aboutSecrets.MatchString(c.Message) || aboutEnds.MatchString(c.Message) {
		return ""
	}
	if !c.reshape() && (c.Grew(c.handsOnNothing) || c.Family == power.Rust && c.Compiles && c.Grew(token.EmptyRust)) {
		return "it gives a value that stands for nothing"
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "get", "getattr", "getenv", "next", "pop", "setdefault", "unwrap_or", "getOrDefault") && token.Is(ts, i+1, "(") && c.literalDefault(ts, i+1) && !strings.Contains(c.Message, ts[i].Text)
	}) {
		return "it makes up a default"
	}
	return ""
}

// handsOnNothing reports whether the whole result at token i is a value that stands
// for nothing, or an error is told by none.
func (c Change) handsOnNothing(ts []token.Token, i int) bool {
	if c.Family == power.Golang {
		if token.Is(ts, i, "nil") || token.EmptyBrackets(ts, i) {
			end := i + 1
			if token.EmptyBrackets(ts, i) {
				end++
			}
			return !c.Compiles && token.Is(ts, end, ",") && token.Is(ts, end+1, "nil") && (end+2 >= len(ts) || ts[end+2].Line != ts[i].Line)
		}
		if c.Compiles || token.Is(ts, i+1, ",") {
			return false
		}
	}
	if !token.HandedOn(ts, i) || token.Is(ts, i-1, "=", ":") || i+1 < len(ts) && ts[i+1].Line == ts[i].Line && !token.Is(ts, i+1, ";", "}", ",", ")", "]") {
		return false
	}
	nothing := token.Is(ts, i, "None", "null", "undefined") && strings.Contains(c.Message, "return") // so far it was said by its end
	return !nothing && (c.emptyAt(ts, i) || token.EmptyBrackets(ts, i) || token.Is(ts, i, emptyNames...)) && !strings.Contains(c.Message, ts[i].Text) && !strings.Contains(token.Joined(c.Was), ts[i].Text)
}

// literalDefault reports whether the last argument of the call whose bracket is token
// i is a literal that the old lines do not have.
func (c Change) literalDefault(ts []token.Token, i int) bool {
	end := token.Closing(ts, i)
	if end-1 <= i || end >= len(ts) {
		return false
	}
	last := ts[end-1]
	if !token.Is(ts, end-2, ",") && !(token.Is(ts, end-2, "(") && token.Is(ts, i-1, "unwrap_or")) {
		return false
	}
	return (last.Kind == token.Number || last.Kind == token.String || token.Literal(ts, end-1) != token.Unknown) && (token.EmptyText(last) || !strings.Contains(token.Joined(c.Was), strings.Trim(last.Text, "\"'`")))
}

// handsNothing finds nothing given to a call.
func handsNothing(c Change) string {
	if !c.reshape() && !complaint.MaybeNothing(c.Message) && !strings.Contains(c.Message, "`None`") && !lacksArgument.MatchString(c.Message) && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "None", "null", "nil", "undefined") && token.Is(ts, i-1, "(", ",") && token.Is(ts, i+1, ")", ",") && token.InCall(ts, i) && !token.SignatureAt(ts, i)
	}) {
		return "it hands on nothing"
	}
	return ""
}

// readsNothing finds a key that need not be there, taken as if nothing were a value.
func readsNothing(c Change) string {
	if strings.Contains(c.Message, "not a required key") && !c.Grew(named("if")) && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "get") && token.Is(ts, i+1, "(") && token.Is(ts, token.Closing(ts, i+1)-2, "(")
	}) {
		return "it takes nothing for a value"
	}
	return ""
}

// otherDigits finds a number written as a text that no number of the text is.
func otherDigits(c Change) string {
	for _, t := range c.Now {
		if in := token.Inside(t); in != "" && strings.Trim(in, "0123456789") == "" && c.isNew(in) && !strings.Contains(c.Message, in) {
			return "it brings " + clip(in) + ", which neither the file nor the message has"
		}
	}
	return ""
}

// unknownCallee finds a call of something that neither the text nor the message
// names, where a rule complains about what is done.
func unknownCallee(c Change) string {
	if c.Family != power.Python && c.Family != power.Golang || c.Missing != "" || c.Compiles || c.reshape() || aboutTests.MatchString(c.Message) || aboutLiterals.MatchString(c.Message) || strings.Contains(c.Message, "sync") {
		return ""
	}
	for i, t := range c.Now {
		if !token.CallAt(c.Now, i) || c.known(t.Text) || slices.Contains(bare, t.Text) || slices.Contains(commonCalls, t.Text) || alwaysFine.MatchString(t.Text) || telling.MatchString(t.Text) || token.Is(c.Now, i-2, commonPackages...) {
			continue
		}
		if !slices.ContainsFunc(token.Places(c.Now, t.Text), c.made) && !slices.ContainsFunc(c.gone(), func(w string) bool { return len(w) > 3 && token.Related(w, t.Text) }) {
			return "it calls " + clip(t.Text) + ", which neither this file nor the message names"
		}
	}
	return ""
}

// aboutTests are the messages of tests that failed.
var aboutTests = lazyre.New(`^test_|Error: |assert `)

var (
	commonCalls = strings.Fields(`startswith endswith isinstance enumerate zip sorted reversed any all join format get items keys values append len next iter super is_file exists strip split
		Errorf New Is As Error Sprintf Close Len Lock Unlock Done Add Wait removesuffix removeprefix lower upper func`)
	commonPackages = strings.Fields(`strconv filepath log fmt errors strings context io os hashlib math shlex secrets bytes slices maps atomic`)
)
