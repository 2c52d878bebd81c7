package verify

import (
	"path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/verify/directive"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
)

// Known is what a project is known to hold, for judging what a text newly uses.
type Known struct {
	// Module reports whether the project holds the module or package, uses it
	// elsewhere, or names it in its manifest. nil = nothing is known beside the
	// document.
	Module func(name string) bool
	// Uses gives a file of the project that uses one of some names of the
	// document's module, and the name; "" if none is known to. nil = nothing is
	// known of the other files.
	Uses func(names []string) (name, file string)
	// Beside is code of the same program that stands in no file of its own: the
	// other cells of a notebook. It binds names for the document.
	Beside string
	// Shown is the context that the model was shown.
	Shown string
}

// chain is a qualified name in code, resolved through the imports: "os.path.join"
// for j after "from os.path import join as j".
type chain struct {
	name string
	line int
}

// gained is the part of G9 that turns the question round: what a model's text
// newly uses of modules must be named by the document, the diagnostic or what
// the model was shown, or be of a kind that can do no harm.
func gained(c *check) outcome {
	if c.in.Source != Model {
		return pass()
	}
	was, now := c.allTokens()
	if o := c.disguised(was, now); o.state == Fail {
		return o
	}
	old := map[string]int{}
	classes := map[string]int{}
	names := c.aliases()
	for _, x := range chains(c.family(), was, names) {
		old[x.name]++
		classes[powerOf(c.family(), x.name)]++
	}
	for _, x := range chains(c.family(), now, c.aliasesOf(now, names)) {
		class := powerOf(c.family(), x.name)
		if old[x.name]--; old[x.name] >= 0 {
			classes[class]--
			continue
		}
		if o := c.allow(x, class, classes); o.state == Fail {
			return o
		}
	}
	return c.unheard(was, now)
}

// allow judges one use that the old text did not have at that place.
func (c *check) allow(x chain, class string, lost map[string]int) outcome {
	last := x.name[strings.LastIndexAny(x.name, ".:")+1:]
	head, _, _ := strings.Cut(strings.ReplaceAll(x.name, "::", "."), ".")
	asked := containsWord(c.in.Target.Message, x.name) || containsWord(c.in.Target.Message, last) && len(last) > 2 && last != c.subject(undefinedMessage) ||
		containsWord(c.in.Target.Message, head) && len(head) > 3 && head != "this"
	if class != "" {
		if lost[class]--; lost[class] >= 0 || asked || class == surround && c.looksUpSecret(last) {
			return pass()
		}
		return fail(edits.RejectInjection, "line %d %s (%s), which the diagnostic does not ask for", x.line+1, class, x.name)
	}
	if c.family() != python || asked || head == "builtins" || harmless(head) || !slices.Contains(guarded, head) || slices.ContainsFunc(fine, func(p string) bool {
		return x.name == p || strings.HasPrefix(x.name, p+".")
	}) || x.name == head {
		return pass()
	}
	if containsWord(c.in.Project.Shown, last) || containsWord(c.before.Text(), last) {
		return pass()
	}
	return fail(edits.RejectInjection, "line %d uses %s, which neither the document nor the diagnostic names", x.line+1, x.name)
}

// disguised refuses names that are others after folding or unescaping.
func (c *check) disguised(was, now []tok) outcome {
	if l := c.veiled(); l >= 0 {
		return fail(edits.RejectUnicode, "line %d holds a comment that the compiler reads as code, or code that it reads as a comment", l+1)
	}
	had := map[string]bool{}
	for _, t := range was {
		had[t.Text] = true
	}
	for _, t := range now {
		if t.Kind != tokName || had[t.Text] {
			continue
		}
		if strings.Contains(t.Text, `\`) {
			return fail(edits.RejectUnicode, "line %d spells the name %s with escapes", t.Line+1, clip(t.Text, 30))
		}
		if directive.Folds(t.Text) {
			return fail(edits.RejectUnicode, "line %d spells the name %s with letters that stand for others (%s)", t.Line+1, clip(t.Text, 30), clip(directive.Fold(t.Text), 30))
		}
	}
	return pass()
}

// veiled is an added line whose comment is not what it looks like, -1 if there is
// none: Java reads \u000a as a line's end before it knows of comments (JLS 3.3),
// C joins a line that ends with a backslash to the next one (C23 5.1.1.2).
func (c *check) veiled() int {
	for _, l := range c.addedLines() {
		line := c.after.Line(l)
		switch c.before.Lang {
		case "java":
			if escapedSign.MatchString(c.comment(line)) {
				return l
			}
		case "c", "cpp":
			if t := strings.TrimRight(line, " \t"); strings.Contains(line, "//") && (strings.HasSuffix(t, `\`) || strings.HasSuffix(t, "??/")) {
				return l
			}
		}
	}
	return -1
}

var escapedSign = lazyre.New(`\\u+[0-9a-fA-F]{4}`)

// aliases are the names that the old document's imports bind, with what they
// stand for.
func (c *check) aliases() map[string]string {
	out := map[string]string{}
	f := c.oldFile()
	for _, n := range f.Nodes {
		if n.Kind == syntax.Import {
			bindImports(c.family(), tokens(f, f.Doc().LinesOf(n.Span), 0), out)
		}
	}
	return out
}

// aliasesOf adds what new tokens import.
func (c *check) aliasesOf(ts []tok, known map[string]string) map[string]string {
	out := map[string]string{}
	for k, v := range known {
		out[k] = v
	}
	bindImports(c.family(), ts, out)
	return out
}

// bindImports reads import statements among tokens.
func bindImports(f family, ts []tok, out map[string]string) {
	switch f {
	case python:
		for i := range ts {
			if is(ts, i, "import") {
				pythonImport(ts, i, out)
			}
		}
	case golang:
		for i, t := range ts {
			if t.Kind != tokString || strings.ContainsAny(t.Text, " %\\") {
				continue
			}
			p := strings.Trim(t.Text, "\"`")
			switch {
			case isName(ts, i-1) && !is(ts, i-1, "import") && (i < 2 || ts[i-2].Line != ts[i].Line || is(ts, i-2, "import", "(")) && ts[i-1].Line == ts[i].Line:
				out[ts[i-1].Text] = p
			case startsLine(ts, i) || is(ts, i-1, "import", "("):
				out[path.Base(p)] = p
			}
		}
	case rust:
		for i := range ts {
			if is(ts, i, "as") && isName(ts, i-1) && isName(ts, i+1) && is(ts, i-2, "::") {
				first := i - 1
				for is(ts, first-1, "::") && isName(ts, first-2) {
					first -= 2
				}
				out[ts[i+1].Text] = strings.ReplaceAll(joined(ts[first:i]), " ", "")
			}
		}
	case script:
		for i, t := range ts {
			if t.Kind == tokString && is(ts, i-1, "from") && isName(ts, i-2) {
				out[ts[i-2].Text] = strings.TrimPrefix(strings.Trim(t.Text, "\"'`"), "node:")
			}
			if t.Kind == tokString && is(ts, i-1, "(") && is(ts, i-2, "require") && is(ts, i-3, "=") && isName(ts, i-4) {
				out[ts[i-4].Text] = strings.TrimPrefix(strings.Trim(t.Text, "\"'`"), "node:")
			}
		}
	case plain:
	}
}

// pythonImport reads the statement whose word "import" is token i.
func pythonImport(ts []tok, i int, out map[string]string) {
	from := ""
	for j := i - 1; j >= 0 && ts[j].Line == ts[i].Line && (isName(ts, j) || is(ts, j, ".", "...")) && !is(ts, j, ";"); j-- {
		if is(ts, j, "from") {
			from = strings.ReplaceAll(joined(ts[j+1:i]), " ", "") + "."
			break
		}
	}
	open := is(ts, i+1, "(")
	for j := i + 1; j < len(ts) && (open || ts[j].Line == ts[i].Line) && !is(ts, j, ")", ";"); j++ {
		if !isName(ts, j) || is(ts, j, "as") {
			continue
		}
		first := j
		for is(ts, j+1, ".") && isName(ts, j+2) {
			j += 2
		}
		full := from + strings.ReplaceAll(joined(ts[first:j+1]), " ", "")
		name := ts[first].Text
		switch {
		case is(ts, j+1, "as") && isName(ts, j+2):
			name = ts[j+2].Text
			j += 2
		case from == "":
			full = name // "import a.b" binds a
		}
		out[name] = full
	}
}

// chains are the qualified names that code uses, and the plain ones that are
// called or imported.
func chains(f family, ts []tok, names map[string]string) []chain {
	var out []chain
	for i := 0; i < len(ts); i++ {
		if ts[i].Kind == tokString && f == script && is(ts, i-1, "(", "from", "import") && (is(ts, i-2, "require", "import") || is(ts, i-1, "from", "import")) {
			out = append(out, chain{"module." + strings.TrimPrefix(strings.Trim(ts[i].Text, "\"'`"), "node:"), ts[i].Line})
		}
		if !isName(ts, i) {
			continue
		}
		if is(ts, i-1, ".", "?.", "::") && !(i >= 2 && (is(ts, i-2, ")", "]", "}") || ts[i-2].Kind == tokString)) {
			continue
		}
		first, member := i, is(ts, i-1, ".", "?.", "::")
		var b strings.Builder
		b.WriteString(ts[i].Text)
		for (is(ts, i+1, ".", "?.", "::")) && isName(ts, i+2) {
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
		case is(ts, i+1, "[") && f == script:
			name += "[]"
		case is(ts, i+1, "=") && strings.Contains(name, ".") && names[ts[first].Text] != "" && f == python && (startsLine(ts, first) || is(ts, first-1, ";")):
			name += " =" // a part of a module gets another value
		case name == "open" && is(ts, i+1, "(") && f == python && writes(ts, i+1):
			name = "open to write"
		}
		out = append(out, chain{name, ts[first].Line})
	}
	return out
}

// writes reports whether the call of open whose parenthesis is token i may
// change a file.
func writes(ts []tok, i int) bool {
	depth := 0
	for j := i; j < len(ts); j++ {
		switch {
		case is(ts, j, "(", "[", "{"):
			depth++
		case is(ts, j, ")", "]", "}"):
			if depth--; depth == 0 {
				return false
			}
		case depth == 1 && is(ts, j-1, ",", "=") && (!is(ts, j-1, "=") || is(ts, j-2, "mode")) && j > i+1 && !is(ts, j+1, "="):
			return ts[j].Kind != tokString || strings.ContainsAny(ts[j].Text, "wax+")
		}
	}
	return false
}

// unheard leaves a doubt where the new text imports what nobody knows here.
func (c *check) unheard(was, now []tok) outcome {
	if c.family() != python && c.family() != script || c.in.Lint != nil && typeChecker(c.in.Target.Tool) {
		return pass() // compilers and type checkers look for the module themselves
	}
	for _, m := range modules(c.family(), now) {
		if slices.Contains(modules(c.family(), was), m) || standard(c.family(), m) || containsWord(c.in.Target.Message, m) || containsWord(c.in.Project.Shown, m) ||
			c.documentImports(m) || c.in.Project.Module != nil && c.in.Project.Module(m) {
			continue
		}
		c.doubts = append(c.doubts, "adds import of "+clip(m, 40)+", which this project does not use")
	}
	return pass()
}

// documentImports reports whether the old document imports of the same package.
func (c *check) documentImports(m string) bool {
	f := c.oldFile()
	for _, n := range f.Nodes {
		if n.Kind == syntax.Import && slices.Contains(modules(c.family(), tokens(f, f.Doc().LinesOf(n.Span), 0)), m) {
			return true
		}
	}
	return false
}

// modules are the packages that code imports; what a relative import names is
// the project's own.
func modules(f family, ts []tok) []string {
	var out []string
	for i, t := range ts {
		switch {
		case f == script && t.Kind == tokString && (is(ts, i-1, "from", "import") || is(ts, i-1, "(") && is(ts, i-2, "require", "import")):
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
		case f == python && is(ts, i, "from") && isName(ts, i+1) && (startsLine(ts, i) || is(ts, i-1, ";", ":")):
			out = append(out, ts[i+1].Text)
		case f == python && is(ts, i, "import") && (startsLine(ts, i) || is(ts, i-1, ";", ":")):
			for j := i + 1; j < len(ts) && ts[j].Line == t.Line && !is(ts, j, ";"); j++ {
				if isName(ts, j) && is(ts, j-1, "import", ",") {
					out = append(out, ts[j].Text)
				}
			}
		}
	}
	return out
}
