package power

import (
	"path"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// harmlessCommands of a shell read, count and print; any script may use them.
var harmlessCommands = strings.Fields(`: [ [[ (( test true false echo printf read mapfile readarray let expr seq set
shift getopts local declare typeset
	readonly export unset return exit break continue wait cd pushd popd pwd command type which shopt sleep date
	cat grep egrep fgrep sed awk cut tr sort uniq head tail wc paste join comm cmp diff column rev fold nl basename
	dirname realpath
	readlink mktemp ls stat find xargs pgrep ps uname nproc jobs if then else elif fi for while until do done in case
	esac select
	function time ! { } ]] ))`)

var (
	assignment = lazyre.New(`^\w+(?:\[[^\]]*\])?\+?=`)
	// patterns are the alternatives of a case, which stand where commands do.
	patterns     = lazyre.New(`(?m)^([ \t]*)\(?[^\s()#;&]+(?:[ \t]*\|[ \t]*[^\s()#;&]+)*\)([ \t]|$)`)
	functionWord = lazyre.New(`\bfunction\s+([\w.-]+)(?:\s*\(\))?`)
	// runs are the instructions of an image that hold commands, with the lines they go on.
	runs = lazyre.New(`(?mi)^[ \t]*run[ \t]+(?:--\S+[ \t]+)*((?:[^\\\n]|\\[^\n]|\\\n)*)`)
)

// goesOn are words behind which another command stands.
var goesOn = map[string]bool{"then": true, "do": true, "else": true, "elif": true, "if": true, "while": true,
	"until": true, "!": true, "{": true, "time": true, "command": true, "builtin": true}

// Commands returns the words that a script runs, without quotes and folders: what is put
// together while it runs is as it is written. Other languages have none.
func Commands(lang, script string) []string {
	switch lang {
	default:
		return nil
	case "shellscript":
	case "dockerfile":
		var b strings.Builder
		for _, m := range runs.FindAllStringSubmatch(script, -1) {
			if !strings.HasPrefix(m[1], "[") {
				b.WriteString(m[1] + "\n")
			}
		}
		script = b.String()
	}
	script = functionWord.ReplaceAllString(script, "$1()")
	r := shellReader{s: strings.ReplaceAll(patterns.ReplaceAllString(script, "$1$2"), "\\\n", " ")}
	r.list("")
	return r.out
}

// shellReader reads the commands of a script, one character after the other. What an
// answer changes are single lines, which a parser of scripts refuses (mvdan.cc/sh 3.14.1
// of "fi": it "can only be used to end an `if`").
type shellReader struct {
	s      string
	at     int
	ticked bool // inside backquotes, which the next one ends
	out    []string
}

// list reads commands up to a sign that ends them.
func (r *shellReader) list(end string) {
	first := true
	for r.at < len(r.s) {
		if end != "" && strings.HasPrefix(r.s[r.at:], end) {
			r.at += len(end)
			return
		}
		switch ch := r.s[r.at]; ch {
		case '(':
			r.at++
			first = strings.HasPrefix(r.s[r.at:], ")") // a function's body comes
			r.list(")")
		case '\n', ';', '|', '&':
			r.at++
			first = true
		case ' ', '\t', ')':
			r.at++
		case '<', '>':
			r.at += len(r.s[r.at:]) - len(strings.TrimLeft(r.s[r.at:], "<>&-| \t"))
			if !strings.HasPrefix(r.s[r.at:], "(") {
				r.word()
			}
		default:
			if comment, _, _ := strings.Cut(r.s[r.at:], "\n"); ch == '#' &&
				(r.at == 0 || strings.IndexByte(" \t\n;", r.s[r.at-1]) >= 0) {
				r.at += len(comment)
				continue
			}
			first = r.command(first)
		}
	}
}

// command reads a word that may be one, and reports whether the next one may be.
func (r *shellReader) command(first bool) bool {
	from := r.at
	w := r.word()
	if r.at == from {
		r.at++ // a sign that starts nothing here
	}
	if !first || assignment.MatchString(w) {
		return first
	}
	if w != "" && !goesOn[w] {
		r.out = append(r.out, path.Base(w))
	}
	return goesOn[w]
}

// word reads one word without its quotes, and the commands inside it.
func (r *shellReader) word() string {
	var b strings.Builder
	quoted := false
	for r.at < len(r.s) {
		ch := r.s[r.at]
		switch {
		case ch == '`' && r.ticked:
			return b.String()
		case strings.HasPrefix(r.s[r.at:], "$(") || ch == '`':
			r.nested(&b)
			continue
		case ch == '\\' && r.at+1 < len(r.s):
			r.at++
			b.WriteByte(r.s[r.at])
		case ch == '"':
			quoted = !quoted
		case ch == '\'' && !quoted:
			inside, _, _ := strings.Cut(r.s[r.at+1:], "'")
			b.WriteString(inside)
			r.at += len(inside) + 1
		case !quoted && strings.IndexByte(" \t\n;|&<>()", ch) >= 0:
			return b.String()
		default:
			b.WriteByte(ch)
		}
		r.at++
	}
	return b.String()
}

// nested reads commands whose output is a part of a word.
func (r *shellReader) nested(b *strings.Builder) {
	was := r.ticked
	switch {
	case strings.HasPrefix(r.s[r.at:], "$(("):
		sum, _, _ := strings.Cut(r.s[r.at:], "))")
		r.at = min(r.at+len(sum)+2, len(r.s))
	case r.s[r.at] == '`':
		r.at++
		r.ticked = true
		r.list("`")
	default:
		r.at += 2
		r.ticked = false
		r.list(")")
	}
	r.ticked = was
	b.WriteString("$()")
}
