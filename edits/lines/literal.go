package lines

import (
	"strings"
)

// A Literal is the state of a line scanner that only knows where multi-line
// strings (and block comments, which hide quotes) begin and end. It works on
// pieces of code, such as answers, that no parser would accept.
type Literal struct {
	Dialect Forms
	close   string // what ends the string or comment we are in, "" in code
	text    bool   // in a string, not in a comment
	depth   []int  // open braces of template substitutions, innermost last
}

// Forms says which forms a language family has.
type Forms struct {
	Comment  string   // to the end of the line
	block    bool     // /* … */
	triple   []string // """ and '''
	tick     bool     // `…` without escapes (Go) …
	template bool     // … or with substitutions (JavaScript)
	rust     bool     // "…" may span lines; r#"…"#
}

// FormsOf are the forms of a language by its identifier.
func FormsOf(lang string) Forms {
	switch lang {
	case "python":
		return Forms{Comment: "#", triple: []string{`"""`, `'''`}}
	case "go":
		return Forms{Comment: "//", block: true, tick: true}
	case "javascript", "javascriptreact", "typescript", "typescriptreact":
		return Forms{Comment: "//", block: true, template: true}
	case "rust":
		return Forms{Comment: "//", block: true, rust: true}
	case "java", "kotlin", "scala", "swift", "csharp":
		return Forms{Comment: "//", block: true, triple: []string{`"""`}}
	case "c", "cpp", "php":
		return Forms{Comment: "//", block: true}
	}
	return Forms{}
}

// LiteralLines says for each line whether it begins inside a multi-line string,
// so that its leading blanks are content. The state is the one before the first
// line; the state behind the last one is returned.
func LiteralLines(st Literal, lines []string) ([]bool, Literal) {
	in := make([]bool, len(lines))
	for i, l := range lines {
		in[i] = st.close != "" && st.text
		st = st.Scan(l)
	}
	return in, st
}

// Scan is the state behind a line.
func (st Literal) Scan(line string) Literal {
	for i := 0; i < len(line); {
		if st.close != "" {
			i = st.inside(line, i)
			continue
		}
		n, stop := st.code(line[i:])
		if stop {
			break
		}
		i += n
	}
	return st
}

// inside moves through a string or comment.
func (st *Literal) inside(line string, i int) int {
	switch {
	case strings.HasPrefix(line[i:], st.close):
		i += len(st.close)
		st.close, st.text = "", false
	case line[i] == '\\' && st.text && st.escapes():
		i += 2
	case st.Dialect.template && st.close == "`" && strings.HasPrefix(line[i:], "${"):
		st.close, st.text = "", false
		st.depth = append(st.depth[:len(st.depth):len(st.depth)], 1)
		i += 2
	default:
		i++
	}
	return i
}

// escapes reports whether a backslash hides the character behind it.
func (st *Literal) escapes() bool {
	if st.close == "`" {
		return st.Dialect.template
	}
	return !strings.Contains(st.close, "#")
}

// code looks at the head of a rest of a line that is code, and says how many
// bytes it takes; stop ends the line.
func (st *Literal) code(rest string) (n int, stop bool) {
	d := st.Dialect
	if d.Comment != "" && strings.HasPrefix(rest, d.Comment) {
		return 0, true
	}
	if d.block && strings.HasPrefix(rest, "/*") {
		st.close = "*/"
		return 2, false
	}
	for _, t := range d.triple {
		if strings.HasPrefix(rest, t) {
			st.close, st.text = t, true
			return len(t), false
		}
	}
	switch c := rest[0]; {
	case c == '`' && (d.tick || d.template):
		st.close, st.text = "`", true
	case len(st.depth) > 0 && (c == '{' || c == '}'):
		st.brace(c)
	case d.rust && c == 'r' && strings.HasPrefix(strings.TrimLeft(rest[1:], "#"), `"`):
		hashes := strings.IndexByte(rest, '"') - 1
		st.close, st.text = `"`+strings.Repeat("#", hashes), true
		return hashes + 2, false
	case d.rust && c == '"':
		st.close, st.text = `"`, true
	case d.rust && c == '\'':
		return charLiteral(rest), false
	case c == '"' || c == '\'':
		return quoted(rest), false
	}
	return 1, false
}

func (st *Literal) brace(c byte) {
	depth := append([]int(nil), st.depth...)
	top := len(depth) - 1
	if c == '{' {
		depth[top]++
	} else if depth[top]--; depth[top] == 0 {
		depth = depth[:top]
		st.close, st.text = "`", true
	}
	st.depth = depth
}

// quoted is the length of a string that ends on its line.
func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return i + 1
		}
	}
	return len(s)
}

// charLiteral is the length of a Rust character, or 1 for a lifetime's quote.
func charLiteral(s string) int {
	if len(s) > 1 && s[1] == '\\' {
		return quoted(s)
	}
	if i := strings.IndexByte(s[1:], '\''); i > 0 && i <= 4 && !strings.ContainsAny(s[1:1+i], " ,>(){}:;&") {
		return i + 2
	}
	return 1
}
