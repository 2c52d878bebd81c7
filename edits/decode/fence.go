package decode

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/internal/syntax"
)

// fence is an opening code fence: a run of at least three backticks or tildes
// that begins a line.
type fence struct {
	mark   byte
	count  int
	indent string
	info   string // what follows the run: a language, a file name
}

// openFence reads a line as an opening fence.
func openFence(line string) (fence, bool) {
	indent := lines.Lead(line)
	rest := line[len(indent):]
	n := 0
	for n < len(rest) && rest[n] == rest[0] {
		n++
	}
	if n < 3 || rest[0] != '`' && rest[0] != '~' {
		return fence{}, false
	}
	info := strings.TrimSpace(rest[n:])
	if rest[0] == '`' && strings.Contains(info, "`") {
		return fence{}, false // inline code
	}
	return fence{rest[0], n, indent, info}, true
}

func isFence(line string) bool {
	_, ok := openFence(line)
	return ok
}

// closes reports whether the line ends the fence: at least as many marks, and
// nothing else. A closing line that is indented more than the opening one is
// code: docstrings hold fences.
func (f fence) closes(line string) bool {
	indent := lines.Lead(line)
	if indent != "" && indent != f.indent {
		return false
	}
	rest := strings.TrimRight(line[len(indent):], " \t")
	if len(rest) < f.count {
		return false
	}
	return strings.Trim(rest, string(rune(f.mark))) == ""
}

// body returns the code between the fence that opens at lines[at] and its end; next
// is the line behind it. closed is false where the fence has no end.
func (f fence) body(lines []string, at int) (code []string, next int, closed bool) {
	for i := at + 1; i < len(lines); i++ {
		if f.closes(lines[i]) {
			return f.outdent(lines[at+1 : i]), i + 1, true
		}
	}
	return f.outdent(lines[at+1:]), len(lines), false
}

// outdent removes the fence's own indentation, as in an item of a list, from code
// that has it on all lines.
func (f fence) outdent(code []string) []string {
	if f.indent == "" || slices.ContainsFunc(code, func(l string) bool {
		return !lines.Blank(l) &&
			!strings.HasPrefix(l, f.indent)
	}) {
		return code
	}
	out := make([]string, len(code))
	for i, l := range code {
		out[i] = strings.TrimPrefix(l, f.indent)
	}
	return out
}

// fenced is one fence of an answer with what it holds.
type fenced struct {
	fence
	code   []string
	closed bool
	at     int // line of the opening fence
	next   int
}

// maxPieces is the number of fences that are looked at.
const maxPieces = 100

// fences lists the fences of an answer in order, outermost only; of too many,
// one more than [maxPieces].
func fences(lines []string) []fenced {
	var out []fenced
	for i := 0; i < len(lines) && len(out) <= maxPieces; {
		f, ok := openFence(lines[i])
		if !ok {
			i++
			continue
		}
		code, next, closed := f.body(lines, i)
		out = append(out, fenced{f, code, closed, i, next})
		i = next
	}
	return out
}

// notCode reports whether a fence holds commands or output, which no fix is.
func notCode(info string) bool {
	switch strings.ToLower(info) {
	case "bash", "sh", "shell", "console", "shell-session", "text", "txt", "plaintext", "output", "log":
		return true
	}
	return false
}

// sameLanguage compares the info string of a fence with a language identifier.
func sameLanguage(info, lang string) bool {
	word, _, _ := strings.Cut(strings.ToLower(info), " ")
	word = strings.Trim(word, "{}.")
	return word != "" && family(word) == family(lang)
}

// family is the language that a word means, as a name or as the end of a file's; those that
// share a grammar are one.
func family(word string) string {
	if lang := syntax.Language("x." + word); lang != "" {
		word = lang
	}
	switch word = strings.TrimSuffix(word, "react"); word {
	case "typescript":
		return "javascript"
	case "golang":
		return "go"
	case "python3", "py3":
		return "python"
	}
	return word
}
