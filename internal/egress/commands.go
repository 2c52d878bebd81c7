package egress

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// commandRow says where programs expect secrets on their command line.
type commandRow struct {
	sub   string // one of these words must stand, too
	flags string // the word behind one of these, or what is glued to it
	last  int    // so many of the last words without a dash
	stdin string // with one of these words, what it is fed; "*" always
}

// commandTable are the rows of each program, which follow its manual.
var commandTable = readCommands(commandFile)

// commands finds what the commands of a text are given.
func commands(src string, start, end int) []span {
	s := src[start:end]
	if len(s) < 12 || !strings.ContainsRune(s, ' ') {
		return nil
	}
	var out []span
	var fed []word // what the command before the pipe prints
	for at := start; at < end; {
		var words []word
		var stop byte
		words, at, stop = commandWords(src, at, end)
		out = append(out, oneCommand(src, words, fed)...)
		if fed = nil; stop == '|' && len(words) > 1 && hasWord(words[:len(words)-1], "echo printf @echo") {
			fed = words[len(words)-1:]
		}
	}
	return out
}

func oneCommand(src string, words, fed []word) []span {
	var out []span
	add := func(at text.Span) {
		if v := src[at.Start:at.End]; secretValue(passwordName, v) {
			out = append(out, span{at.Start, at.End, "command_secret"})
		}
	}
	var here []word
	if n := len(words); n > 2 && words[n-2].s == "<<<" {
		here, words = words[n-1:], words[:n-2]
	}
	for _, s := range commandSecrets(words) {
		add(s)
	}
	if len(here)+len(fed) > 0 && eats(words) {
		for _, w := range append(here, fed...) {
			if _, pw, ok := strings.Cut(w.s, ":"); ok && !strings.Contains(pw, " ") {
				w.at.Start = w.at.End - len(pw) // user:password
			}
			add(w.at)
		}
	}
	if len(here) > 0 && len(words) > 1 && words[0].s == "read" && kindOf(words[len(words)-1].s) != plainName {
		add(here[0].at)
	}
	return out
}

// eats reports whether a command reads a secret from its input.
func eats(words []word) bool {
	for i, w := range words {
		for _, row := range commandTable[base(w.s)] {
			if row.stdin != "" && hasWord(words[i:], row.sub) && (row.stdin == "*" || hasWord(words[i:], row.stdin)) {
				return true
			}
		}
	}
	return false
}

// commandSecrets returns the words of a command that are secrets by their place.
func commandSecrets(words []word) []text.Span {
	var out []text.Span
	for i, w := range words {
		for _, row := range commandTable[base(w.s)] {
			if hasWord(words[i:], row.sub) {
				out = append(out, row.secrets(words[i+1:])...)
			}
		}
		if i+2 < len(words) && (w.s == "set" || w.s == "config" || w.s == "put" || w.s == "add") &&
			(kindOf(words[i+1].s) > tokenName || strings.HasSuffix(words[i+1].s, "authToken")) {
			out = append(out, words[i+2].at) // aws configure set NAME value
		}
	}
	return out
}

func (row *commandRow) secrets(words []word) []text.Span {
	var out []text.Span
	plain := []word{}
	for i := 0; i < len(words); i++ {
		w := words[i]
		value, ok := row.flagged(w.s)
		switch {
		case !ok && w.s != "" && w.s[0] != '-':
			plain = append(plain, w)
		case ok && value != "":
			out = append(out, text.Span{Start: w.at.End - len(value), End: w.at.End})
		case ok && i+1 < len(words):
			i++
			at := words[i].at
			if v, ok := strings.CutPrefix(words[i].s, "pass:"); ok {
				at.Start = at.End - len(v)
			}
			out = append(out, at)
		}
	}
	for _, w := range plain[max(0, len(plain)-row.last):] {
		out = append(out, w.at)
	}
	return out
}

// flagged reports whether a word is a flag that a secret follows, and what it is
// given in the same word.
func (row *commandRow) flagged(word string) (value string, ok bool) {
	for flag := range strings.FieldsSeq(row.flags) {
		rest, ok := strings.CutPrefix(word, flag)
		if ok && (rest == "" || flag[0] != '-' || rest[0] == '=' || !strings.HasPrefix(flag, "--") && len(flag) <= 3) {
			return strings.TrimPrefix(rest, "="), true
		}
	}
	return "", false
}

func hasWord(words []word, list string) bool {
	if list == "" {
		return true
	}
	for one := range strings.FieldsSeq(list) {
		if slices.ContainsFunc(words, func(w word) bool { return w.s == one }) {
			return true
		}
	}
	return false
}

// base returns a program's name without its folder.
func base(s string) string { return s[strings.LastIndexByte(s, '/')+1:] }

// commandWords reads the words of one command, up to what ends it. Quotes and
// continued lines are as shells have them.
func commandWords(src string, i, end int) (words []word, next int, stop byte) {
	for i < end {
		c := src[i]
		switch {
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case c == '\\' && i+1 < end && (src[i+1] == '\n' || src[i+1] == '\r'):
			i += 2
		case c == '\n' || c == '|' || c == ';' || c == '&' || c == '(' || c == ')':
			return words, i + 1, c
		default:
			var w word
			w, i = commandWord(src, i, end)
			words = append(words, w)
		}
	}
	return words, i, 0
}

func commandWord(src string, i, end int) (word, int) {
	start := i
	for i < end && strings.IndexByte(" \t\r\n|;", src[i]) < 0 {
		c := src[i]
		if c == '\\' && i+1 < end && (src[i+1] == '"' || src[i+1] == '\'') { // a quote within a literal
			c = src[i+1]
			i++
		}
		i++
		if c == '"' || c == '\'' {
			if n := strings.IndexByte(src[i:end], c); n >= 0 && n < 512 {
				i += n + 1
			}
		}
	}
	at := text.Span{Start: start, End: i}
	for at.End > at.Start+1 && strings.IndexByte("\"'\\", src[at.Start]) >= 0 {
		at.Start++
	}
	for at.End > at.Start && strings.IndexByte("\"'\\`,", src[at.End-1]) >= 0 {
		at.End--
	}
	return word{at, src[at.Start:at.End]}, i
}
