package power

import (
	"path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// Name is a qualified name in code, resolved through the imports: "os.path.join"
// for j after "from os.path import join as j".
type Name struct {
	Text string
	Line int // from 0
}

// Imported adds the names that import statements among tokens bind, with what they
// stand for.
func Imported(f Family, ts []token.Token, out map[string]string) {
	switch f {
	case Python:
		for i := range ts {
			if token.Is(ts, i, "import") {
				pythonImport(ts, i, out)
			}
		}
	case Golang:
		for i, t := range ts {
			if t.Kind != token.String || strings.ContainsAny(t.Text, " %\\") {
				continue
			}
			p := strings.Trim(t.Text, "\"`")
			switch {
			case token.IsName(ts, i-1) && !token.Is(ts, i-1, "import") && (i < 2 || ts[i-2].Line != ts[i].Line || token.Is(ts, i-2, "import", "(")) && ts[i-1].Line == ts[i].Line:
				out[ts[i-1].Text] = p
			case token.StartsLine(ts, i) || token.Is(ts, i-1, "import", "("):
				out[path.Base(p)] = p
			}
		}
	case Rust:
		for i := range ts {
			if token.Is(ts, i, "as") && token.IsName(ts, i-1) && token.IsName(ts, i+1) && token.Is(ts, i-2, "::") {
				first := i - 1
				for token.Is(ts, first-1, "::") && token.IsName(ts, first-2) {
					first -= 2
				}
				out[ts[i+1].Text] = strings.ReplaceAll(token.Joined(ts[first:i]), " ", "")
			}
		}
	case Script:
		for i, t := range ts {
			if t.Kind == token.String && token.Is(ts, i-1, "from") && token.IsName(ts, i-2) {
				out[ts[i-2].Text] = strings.TrimPrefix(strings.Trim(t.Text, "\"'`"), "node:")
			}
			if token.Is(ts, i-1, "=") && token.IsName(ts, i-2) && slices.Contains(hosts, t.Text) && !token.Is(ts, i+1, ".", "?.", "[", "(") {
				out[ts[i-2].Text] = t.Text
			}
			if t.Kind == token.String && token.Is(ts, i-1, "(") && token.Is(ts, i-2, "require") && token.Is(ts, i-3, "=") && token.IsName(ts, i-4) {
				out[ts[i-4].Text] = strings.TrimPrefix(strings.Trim(t.Text, "\"'`"), "node:")
			}
		}
	case Plain:
	}
}

// pythonImport reads the statement whose word "import" is token i.
func pythonImport(ts []token.Token, i int, out map[string]string) {
	from := ""
	for j := i - 1; j >= 0 && ts[j].Line == ts[i].Line && (token.IsName(ts, j) || token.Is(ts, j, ".", "...")) && !token.Is(ts, j, ";"); j-- {
		if token.Is(ts, j, "from") {
			from = strings.ReplaceAll(token.Joined(ts[j+1:i]), " ", "") + "."
			break
		}
	}
	open := token.Is(ts, i+1, "(")
	for j := i + 1; j < len(ts) && (open || ts[j].Line == ts[i].Line) && !token.Is(ts, j, ")", ";"); j++ {
		if !token.IsName(ts, j) || token.Is(ts, j, "as") {
			continue
		}
		first := j
		for token.Is(ts, j+1, ".") && token.IsName(ts, j+2) {
			j += 2
		}
		full := from + strings.ReplaceAll(token.Joined(ts[first:j+1]), " ", "")
		name := ts[first].Text
		switch {
		case token.Is(ts, j+1, "as") && token.IsName(ts, j+2):
			name = ts[j+2].Text
			j += 2
		case from == "":
			full = name // "import a.b" binds a
		}
		out[name] = full
	}
}

// Names are the qualified names that code uses, and the plain ones that are
// called or imported.
func Names(f Family, ts []token.Token, names map[string]string) []Name {
	var out []Name
	for i := 0; i < len(ts); i++ {
		if ts[i].Kind == token.String && f == Script && token.Is(ts, i-1, "(", "from", "import") && (token.Is(ts, i-2, "require", "import") || token.Is(ts, i-1, "from", "import")) {
			out = append(out, Name{"module." + strings.TrimPrefix(strings.Trim(ts[i].Text, "\"'`"), "node:"), ts[i].Line})
		}
		if f == Script && token.Is(ts, i, "import", "require") && !token.Is(ts, i-1, ".", "function") && token.Is(ts, i+1, "(") && i+2 < len(ts) && ts[i+2].Kind != token.String {
			out = append(out, Name{"import()", ts[i].Line}) // of a module that nobody can name
		}
		if !token.IsName(ts, i) {
			continue
		}
		if token.Is(ts, i-1, ".", "?.", "::") && !(i >= 2 && (token.Is(ts, i-2, ")", "]", "}") || ts[i-2].Kind == token.String)) {
			continue
		}
		first, member := i, token.Is(ts, i-1, ".", "?.", "::")
		var b strings.Builder
		b.WriteString(ts[i].Text)
		for (token.Is(ts, i+1, ".", "?.", "::")) && token.IsName(ts, i+2) {
			if ts[i+1].Text == "::" {
				b.WriteString("::")
			} else {
				b.WriteString(".")
			}
			b.WriteString(ts[i+2].Text)
			i += 2
		}
		name := b.String()
		if member {
			name = "()." + name
		} else if full, ok := names[ts[first].Text]; ok {
			name = full + strings.TrimPrefix(name, ts[first].Text)
		}
		switch {
		case token.Is(ts, i+1, "[") && f == Script:
			name += "[]"
		case token.Is(ts, i+1, "=") && foreign(f, name, names[ts[first].Text] != "") && (token.StartsLine(ts, first) || token.Is(ts, first-1, ";", "{")):
			name += " =" // a part of a module gets another value
		case f == Golang && name == "init" && token.Is(ts, i-1, "func"):
			name = "func init"
		case f == Python && token.Is(ts, i+1, "(") && opens(name, ts, i+1):
			name = "open to write"
		}
		out = append(out, Name{name, ts[first].Line})
		if head, rest, ok := strings.Cut(name, "."); ok && f == Script && slices.Contains(everywhere, head) {
			out = append(out, Name{rest, ts[first].Line})
		}
	}
	return out
}

// hosts are the objects through which JavaScript reaches what is around it.
var hosts = strings.Fields("globalThis window self global process document navigator location")

// everywhere are the names of the object that holds JavaScript's global names.
var everywhere = []string{"globalThis", "window", "self", "global"}

// foreign reports whether a qualified name is a part of another module, or of what all
// objects of a kind share.
func foreign(f Family, name string, imported bool) bool {
	switch f {
	case Python, Golang:
		return imported && strings.Contains(name, ".")
	case Script:
		head, _, member := strings.Cut(name, ".")
		return member && (strings.Contains(name, ".prototype.") || slices.Contains(shared, head))
	case Plain, Rust:
	}
	return false
}

// shared are objects of JavaScript that all code of a program has.
var shared = strings.Fields("globalThis window global process Math JSON Date Object Array String Number Error Promise console Function RegExp Map Set Symbol Reflect Intl")

// openers are functions of Python's library that open a file as open does.
var openers = strings.Fields("open io.open builtins.open codecs.open gzip.open bz2.open lzma.open os.fdopen")

// opens reports whether the call of that name, whose parenthesis is token i, may change
// a file: the mode of a method such as pathlib's is its first argument.
func opens(name string, ts []token.Token, i int) bool {
	if slices.Contains(openers, name) {
		return writes(ts, i)
	}
	return strings.HasSuffix(name, ".open") && (writes(ts, i) || i+1 < len(ts) && mode.MatchString(ts[i+1].Text))
}

var mode = lazyre.New(`^["']r?[wax][bt]?\+?["']$|^["']r[bt]?\+["']$`)

// writes reports whether the call of open whose parenthesis is token i may
// change a file.
func writes(ts []token.Token, i int) bool {
	depth := 0
	for j := i; j < len(ts); j++ {
		switch {
		case token.Is(ts, j, "(", "[", "{"):
			depth++
		case token.Is(ts, j, ")", "]", "}"):
			if depth--; depth == 0 {
				return false
			}
		case depth == 1 && token.Is(ts, j-1, ",", "=") && (!token.Is(ts, j-1, "=") || token.Is(ts, j-2, "mode")) && j > i+1 && !token.Is(ts, j+1, "="):
			return ts[j].Kind != token.String || strings.ContainsAny(ts[j].Text, "wax+")
		}
	}
	return false
}

// Modules are the packages that code imports; what a relative import names is
// the project's own.
func Modules(f Family, ts []token.Token) []string {
	var out []string
	for i, t := range ts {
		switch {
		case f == Script && t.Kind == token.String && (token.Is(ts, i-1, "from", "import") || token.Is(ts, i-1, "(") && token.Is(ts, i-2, "require", "import")):
			m := strings.TrimPrefix(strings.Trim(t.Text, "\"'`"), "node:")
			if m == "" || m[0] == '.' || m[0] == '/' || m[0] == '#' {
				continue
			}
			parts := strings.SplitN(m, "/", 3)
			m = parts[0]
			if m[0] == '@' && len(parts) > 1 {
				m += "/" + parts[1]
			}
			out = append(out, m)
		case f == Python && token.Is(ts, i, "from") && token.IsName(ts, i+1) && (token.StartsLine(ts, i) || token.Is(ts, i-1, ";", ":")):
			out = append(out, ts[i+1].Text)
		case f == Python && token.Is(ts, i, "import") && (token.StartsLine(ts, i) || token.Is(ts, i-1, ";", ":")):
			for j := i + 1; j < len(ts) && ts[j].Line == t.Line && !token.Is(ts, j, ";"); j++ {
				if token.IsName(ts, j) && token.Is(ts, j-1, "import", ",") {
					out = append(out, ts[j].Text)
				}
			}
		}
	}
	return out
}
