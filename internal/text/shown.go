package text

import (
	"encoding/json"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// Shown is text for a person to read that others may have had a hand in: a
// tool's message, a model's reason, the name of a file. In JSON it is defused,
// so that what shows it has no link to follow and no markup to obey.
type Shown string

// MarshalJSON returns the defused text.
func (s Shown) MarshalJSON() ([]byte, error) { return json.Marshal(Defuse(string(s))) }

// links are what turns text into something to be clicked on. VS Code renders
// [x](command:y) in its messages: src/vs/base/common/linkedText.ts.
// An address of the web stands for itself and stays.
var links = lazyre.New(`(?i)` +
	`\]\(|` + // of an inline link
	`(?m:^[ \t]{0,3}\[[^\]\n]+\]:)|` + // where a reference leads to
	// not Command::new
	`\b(?:command|vscode|vscode-insiders|vscodium|code-oss|cursor|windsurf|zed|javascript|vbscript|data)\\*:[^\s:]|` +
	`\bfile\\*:[/\\%.]|` + // not FILE:LINE
	`<[a-z/!?][^<>‹]*>?`)

// generics are the arguments of a type, which look like an element of HTML:
// Option<String>, Map<K, V>.
var generics = lazyre.New(`^<[A-Za-z][A-Za-z0-9_&'. ,:*?|\[\]();-]*>?$`)

// active are the elements that do something without an attribute.
var active = lazyre.New(`(?i)^<(?:a|base|body|button|details|embed|form|frame|html|iframe|img|input|link|math|meta` +
	`|object|plaintext|script|select|style|svg|template|textarea|title|video|audio|xmp)\b`)

// Defuse removes from text what could be followed, run or not seen: links and
// addresses of programs get a space where they would begin to work, elements of
// HTML other brackets, and characters that are hidden go. Everything else stays
// as it was; to defuse text twice changes nothing more: a space that it puts in can
// make other brackets out of what stood as a type behind a colon. Each time there are
// fewer brackets and colons that it has not seen to, so that this ends.
func Defuse(s string) string {
	for {
		once := defused(s)
		if once == s {
			return s
		}
		s = once
	}
}

func defused(s string) string {
	s = strings.Map(func(r rune) rune {
		if Hidden(r) != "" {
			return -1
		}
		return r
	}, s)
	var b strings.Builder
	last, colon := 0, -1 // the colon of a definition, which gets a space before it
	write := func(to int) {
		if colon >= last && colon < to {
			b.WriteString(s[last:colon] + " ")
			last, colon = colon, -1
		}
		b.WriteString(s[last:to])
	}
	for {
		at := links.FindStringIndex(s[last:])
		if at == nil {
			write(len(s))
			return b.String()
		}
		from, to := last+at[0], last+at[1]
		write(from)
		found := s[from:to]
		switch {
		case found[0] == '<':
			to = from + 1 // what follows is looked at again
			if isType(s, from, found) {
				b.WriteByte('<')
			} else {
				b.WriteString("‹")
			}
		case found[0] == ']':
			to = from + 1
			b.WriteByte(']')
			if leads(s[from+1:]) {
				b.WriteByte(' ')
			}
		case strings.HasSuffix(found, "]:"): // a definition, whose name is looked at as well
			colon = to - 1
			to = from + strings.IndexByte(found, '[') + 1
			b.WriteString(s[from:to])
		default: // an address: all but its first character
			to = from + strings.IndexByte(found, ':') + 1
			b.WriteString(s[from:to] + " ")
		}
		last = to
	}
}

// isType reports whether an angle bracket opens the arguments of a type.
func isType(s string, at int, element string) bool {
	return at > 0 && (isWord(s[at-1]) || s[at-1] == ':' || s[at-1] == '<' || s[at-1] == ',' || s[at-1] == ' ' &&
		strings.Contains(element, "::")) &&
		generics.MatchString(element) && !active.MatchString(element)
}

// leads reports whether what stands in the brackets of a link is an address,
// and no argument as in list[int](x). A file in the same folder is none: nothing
// that shows a message knows where it stands.
func leads(s string) bool {
	inside, _, _ := strings.Cut(s, ")")
	return strings.ContainsAny(inside, `:/\\#&%`)
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
