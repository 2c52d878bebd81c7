package power

import (
	"path"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// harmlessCommands of a shell read, count and print; any script may use them.
var harmlessCommands = strings.Fields(`: [ [[ (( test true false echo printf read mapfile readarray let expr seq set shift getopts local declare typeset
	readonly export unset return exit break continue wait cd pushd popd pwd command type which shopt sleep date
	cat grep egrep fgrep sed awk cut tr sort uniq head tail wc paste join comm cmp diff column rev fold nl basename dirname realpath
	readlink mktemp ls stat find xargs pgrep ps uname nproc jobs if then else elif fi for while until do done in case esac select
	function time ! { } ]] ))`)

var (
	assignment = lazyre.New(`^\w+(?:\[[^\]]*\])?\+?=`)
	// patterns are the alternatives of a case, which stand where commands do.
	patterns = lazyre.New(`(?m)^([ \t]*)\(?[^\s()#;&]+(?:[ \t]*\|[ \t]*[^\s()#;&]+)*\)([ \t]|$)`)
	// runs are the instructions of an image that hold commands, with the lines they go on.
	runs = lazyre.New(`(?mi)^[ \t]*run[ \t]+(?:--\S+[ \t]+)*((?:[^\\\n]|\\[^\n]|\\\n)*)`)
)

// goesOn are words behind which another command stands.
var goesOn = map[string]bool{"then": true, "do": true, "else": true, "elif": true, "if": true, "while": true, "until": true, "!": true, "{": true, "time": true, "command": true, "builtin": true}

// Commands are the words that a script runs, without quotes and folders: what is put
// together while it runs is as it is written.
func Commands(lang, script string) []string {
	if lang == "dockerfile" {
		var b strings.Builder
		for _, m := range runs.FindAllStringSubmatch(script, -1) {
			if !strings.HasPrefix(m[1], "[") {
				b.WriteString(m[1] + "\n")
			}
		}
		script = b.String()
	}
	r := shellReader{s: strings.ReplaceAll(patterns.ReplaceAllString(script, "$1$2"), "\\\n", " ")}
	r.list("")
	return r.out
}

// shellReader reads the commands of a script, one character after the other.
type shellReader struct {
	s   string
	at  int
	out []string
}

// list reads commands up to a sign that ends them.
func (r *shellReader) list(end string) {
	first := true
	for r.at < len(r.s) {
		switch ch := r.s[r.at]; {
		case end != "" && strings.HasPrefix(r.s[r.at:], end):
			r.at += len(end)
			return
		case ch == '#' && (r.at == 0 || strings.ContainsRune(" \t\n;", rune(r.s[r.at-1]))):
			if n := strings.IndexByte(r.s[r.at:], '\n'); n >= 0 {
				r.at += n
			} else {
				r.at = len(r.s)
			}
		case ch == '(':
			r.at++
			r.list(")")
			first = false
		case ch == '\n' || ch == ';' || ch == '|' || ch == '&' && !(r.at > 0 && strings.IndexByte("<>", r.s[r.at-1]) >= 0):
			r.at++
			first = true
		case ch == ' ' || ch == '\t' || ch == ')':
			r.at++
		case ch == '<' || ch == '>':
			r.at++
			for r.at < len(r.s) && strings.IndexByte("<>&-| \t", r.s[r.at]) >= 0 {
				r.at++
			}
			if r.at < len(r.s) && r.s[r.at] != '(' {
				r.word()
			}
		default:
			w := r.word()
			if first && !assignment.MatchString(w) {
				if w != "" && !goesOn[w] {
					r.out = append(r.out, path.Base(w))
				}
				first = goesOn[w]
			}
		}
	}
}

// word reads one word without its quotes, and the commands inside it.
func (r *shellReader) word() string {
	from := r.at
	var b strings.Builder
	quoted := false
	for r.at < len(r.s) {
		ch := r.s[r.at]
		switch {
		case strings.HasPrefix(r.s[r.at:], "$(") || ch == '`':
			r.nested(&b)
			continue
		case ch == '\\' && r.at+1 < len(r.s):
			r.at++
			b.WriteByte(r.s[r.at])
		case ch == '"':
			quoted = !quoted
		case ch == '\'' && !quoted:
			n := strings.IndexByte(r.s[r.at+1:], '\'')
			if n < 0 {
				n = len(r.s) - r.at - 2
			}
			b.WriteString(r.s[r.at+1 : r.at+1+n])
			r.at += n + 1
		case !quoted && strings.IndexByte(" \t\n;|&<>)", ch) >= 0:
			return b.String()
		case !quoted && ch == '(' && r.at > from:
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
	switch {
	case strings.HasPrefix(r.s[r.at:], "$(("):
		n := strings.Index(r.s[r.at:], "))")
		if n < 0 {
			n = len(r.s) - r.at - 2
		}
		r.at += n + 2
	case r.s[r.at] == '`':
		r.at++
		r.list("`")
	default:
		r.at += 2
		r.list(")")
	}
	b.WriteString("$()")
}
