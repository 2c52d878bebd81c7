// Package newer finds in code what older versions of Python do not have: syntax,
// types that the program evaluates when it runs, names of the standard library.
//
// A tool that rewrites code for newer forms follows the version of Python that its
// configuration tells, and where that tells none, one of its own choice (ruff 0.17:
// 3.10, https://docs.astral.sh/ruff/settings/#target-version), whatever setup.py says.
package newer

import (
	_ "embed" // the names
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
)

// Use is something that a program needs Python 3.Minor for.
type Use struct {
	Minor int
	What  string
}

// Needed says what a text newly needs that Python 3.minor does not have, "" if there
// is nothing, or if that cannot be told.
func Needed(minor int, before, after string) string {
	now := uses(after)
	if now == nil {
		return ""
	}
	had := map[string]int{}
	if !slices.ContainsFunc(now, func(u Use) bool { return u.Minor > minor }) && !strings.Contains(before, "version_info") {
		return ""
	}
	was := uses(before)
	for _, u := range was {
		had[u.What]++
	}
	for _, u := range now {
		if u.Minor > minor && had[u.What] == 0 {
			return fmt.Sprintf("%s, which came with Python 3.%d", u.What, u.Minor)
		}
	}
	if lost := lostBranch(minor, before, after); lost > 0 {
		return fmt.Sprintf("that nothing asks for Python 3.%d any more", lost)
	}
	return ""
}

//go:embed since.txt
var sinceText string

// since is the minor version that brought a name ("typing.Self") or a module.
var since = sync.OnceValue(func() map[string]int {
	out := map[string]int{}
	for line := range strings.Lines(sinceText) {
		f := strings.Fields(line)
		if len(f) < 2 || f[0] == "#" {
			continue
		}
		minor, _ := strconv.Atoi(strings.TrimPrefix(f[0], "3."))
		if len(f) == 2 {
			out[f[1]] = minor
		}
		for _, n := range f[2:] {
			out[f[1]+"."+n] = minor
		}
	}
	return out
})

// reader collects the uses of one text.
type reader struct {
	t        *pytree.Tree
	names    map[string]string // bound by an import → what it stands for
	deferred bool              // annotations are not evaluated
	out      []Use
}

// uses lists what a text needs; nil if it does not scan as Python. What a program
// reaches only behind a question about its version, or where an import failed, does
// not count.
func uses(src string) []Use {
	t, err := pytree.Parse(src)
	if err != nil {
		return nil
	}
	r := &reader{t: t, names: map[string]string{}, out: []Use{}}
	r.each(t.Body, r.imports)
	r.each(t.Body, r.statement)
	return r.out
}

// each visits the statements that run on every version of Python.
func (r *reader) each(list []*pytree.Stmt, visit func(*pytree.Stmt)) {
	guarded := false
	for _, s := range list {
		switch s.Keyword {
		case "if":
			guarded = r.asks(s)
		case "try":
			guarded = s.Index+1 < len(list) && r.catchesMissing(list[s.Index+1])
		case "elif", "else", "except", "finally":
		default:
			guarded = false
		}
		visit(s)
		if !guarded || s.Keyword == "finally" {
			r.each(s.Body, visit)
		}
	}
}

// asks reports whether a condition is about the version, or about a checker of types.
func (r *reader) asks(s *pytree.Stmt) bool {
	return slices.ContainsFunc(r.t.Tokens[s.First:s.Last], func(t pytree.Token) bool {
		return t.Is("version_info", "TYPE_CHECKING", "hexversion", "PY3", "PY2") || strings.HasPrefix(t.Text, "PY3")
	})
}

// catchesMissing reports whether a clause runs where a name or a module is missing.
func (r *reader) catchesMissing(s *pytree.Stmt) bool {
	return s.Keyword == "except" && slices.ContainsFunc(r.t.Tokens[s.First:s.Last], func(t pytree.Token) bool {
		return t.Is("ImportError", "ModuleNotFoundError", "AttributeError", "NameError", "Exception")
	})
}

func (r *reader) add(minor int, what string) { r.out = append(r.out, Use{minor, what}) }

// name notes what a dotted name of the standard library needs.
func (r *reader) name(dotted string) {
	for {
		if minor, ok := since()[dotted]; ok {
			r.add(minor, dotted)
			return
		}
		i := strings.LastIndexByte(dotted, '.')
		if i < 0 {
			return
		}
		dotted = dotted[:i]
	}
}

// imports notes what an import binds.
func (r *reader) imports(s *pytree.Stmt) {
	ts := r.t.Tokens[s.First:s.Last]
	if s.Keyword != "import" && s.Keyword != "from" {
		return
	}
	i, module := 1, ""
	if s.Keyword == "from" {
		for i < len(ts) && !ts[i].Is("import") {
			module += ts[i].Text
			i++
		}
		if module == "__future__" {
			for _, t := range ts[i:] {
				if t.Is("annotations") {
					r.deferred = true
					r.add(7, "`from __future__ import annotations`")
				}
			}
			return
		}
		r.name(module)
		i++
	}
	for i < len(ts) {
		if ts[i].Kind != pytree.Name {
			i++
			continue
		}
		whole := ""
		for i < len(ts) && (ts[i].Kind == pytree.Name && !ts[i].Is("as") || ts[i].Is(".")) {
			whole += ts[i].Text
			i++
		}
		bound, full := whole, whole
		if module != "" {
			full = module + "." + whole
		}
		r.name(full)
		if i+1 < len(ts) && ts[i].Is("as") {
			bound = ts[i+1].Text
			i += 2
		} else if module == "" {
			bound, _, _ = strings.Cut(whole, ".")
			full = bound
		}
		r.names[bound] = full
	}
}

// statement notes what one statement needs, without its body.
func (r *reader) statement(s *pytree.Stmt) {
	switch s.Keyword {
	case "import", "from":
		return
	case "match", "case":
		r.add(10, "`match`")
	case "type":
		r.add(12, "`type`")
	case "except":
		if r.at(s.First+1, "*") {
			r.add(11, "`except*`")
		}
	case "def", "class":
		r.header(s)
	case "with":
		if r.at(s.First+1, "(") && r.t.Tokens[s.First+1].Close == s.Colon-1 && r.t.Find(s.First+2, s.Colon-1, "as", ",") >= 0 {
			r.add(9, "brackets around what `with` opens")
		}
	}
	for i := s.Decorators; i < s.Last; i++ {
		r.token(s, i)
	}
}

func (r *reader) at(i int, texts ...string) bool {
	return i >= 0 && i < len(r.t.Tokens) && r.t.Tokens[i].Is(texts...)
}

// header notes what the head of a definition needs beside its parts.
func (r *reader) header(s *pytree.Stmt) {
	i := r.t.Find(s.First, s.Last, "[", "(")
	if i < 0 || s.Colon >= 0 && i > s.Colon {
		return
	}
	if r.at(i, "[") {
		r.add(12, "parameters of types in brackets")
	} else if s.Keyword == "def" && i+1 < r.t.Tokens[i].Close && r.t.Find(i+1, r.t.Tokens[i].Close, "/") >= 0 {
		r.add(8, "`/` among parameters")
	}
}

// token notes what the name or operator at a token needs.
func (r *reader) token(s *pytree.Stmt, i int) {
	t := r.t.Tokens[i]
	switch {
	case t.Is(":="):
		r.add(8, "`:=`")
	case t.Is("|") && !r.unevaluated(s, i) && (r.annotated(s, i) || r.typeAt(i-1, -1) || r.typeAt(i+1, 1) || r.at(t.In, "[") && r.typeAt(t.In-1, -1)):
		r.add(10, "`X | Y` for types, evaluated when the program runs")
	case t.Kind == pytree.String && len(t.Text) > 2:
		r.format(t)
	case t.Kind != pytree.Name || r.at(i-1, "."):
		return
	}
	if t.Kind == pytree.Name && !r.at(i-1, ".") {
		r.word(s, i)
	}
}

// format notes what the text of a string needs.
func (r *reader) format(t pytree.Token) {
	if l := t.Literal(); l.Format() && l.Fields() && nestedQuote(t.Text) {
		r.add(12, "the quotes of an f-string inside it")
	}
}

// nestedQuote reports whether a field of a one-line f-string holds its own quote.
func nestedQuote(s string) bool {
	at := strings.IndexAny(s, `"'`)
	quote := s[at]
	if strings.HasPrefix(s[at:], strings.Repeat(string(quote), 3)) {
		return false
	}
	depth := 0
	for i := at + 1; i < len(s)-1; i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '{' && s[i+1] == '{' && depth == 0:
			i++
		case s[i] == '{':
			depth++
		case s[i] == '}' && depth > 0:
			depth--
		case s[i] == quote && depth > 0:
			return true
		}
	}
	return false
}

// keyworded are parameters that calls did not always have.
var keyworded = map[string]Use{
	"zip strict": {10, "zip(strict=)"}, "dataclass slots": {10, "dataclass(slots=)"}, "dataclass kw_only": {10, "dataclass(kw_only=)"},
	"run capture_output": {7, "run(capture_output=)"}, "unlink missing_ok": {8, "unlink(missing_ok=)"}, "md5 usedforsecurity": {9, "md5(usedforsecurity=)"},
	"sha1 usedforsecurity": {9, "sha1(usedforsecurity=)"}, "basicConfig encoding": {9, "basicConfig(encoding=)"}, "basicConfig force": {8, "basicConfig(force=)"},
	"run text": {7, "run(text=)"}, "Popen text": {7, "Popen(text=)"}, "check_output text": {7, "check_output(text=)"},
	"map strict": {14, "map(strict=)"}, "batched strict": {13, "batched(strict=)"}, "copytree dirs_exist_ok": {8, "copytree(dirs_exist_ok=)"},
}

// methods are those of built-in types that came late and that hardly another type has.
var methods = map[string]int{"removeprefix": 9, "removesuffix": 9, "is_relative_to": 9, "with_stem": 9, "readlink": 9, "bit_count": 10, "hardlink_to": 10,
	"add_note": 11, "full_match": 13}

// generics are classes that take types in brackets since 3.9.
var generics = strings.Fields("list dict set tuple frozenset type")

// word notes what a name needs, with the names behind its dots.
func (r *reader) word(s *pytree.Stmt, i int) {
	t := r.t.Tokens[i]
	full, bound := r.names[t.Text]
	last := i
	for r.at(last+1, ".") && last+2 < len(r.t.Tokens) && r.t.Tokens[last+2].Kind == pytree.Name {
		last += 2
		full += "." + r.t.Tokens[last].Text
		if minor := methods[r.t.Tokens[last].Text]; minor > 0 && r.at(last+1, "(") {
			r.add(minor, "the method "+r.t.Tokens[last].Text)
		}
	}
	if r.unevaluated(s, i) {
		return
	}
	switch {
	case bound:
		r.name(full)
	case last == i:
		full = t.Text
		if minor, ok := since()["builtins."+t.Text]; ok && !r.at(i+1, "=") {
			r.add(minor, t.Text)
		}
	}
	if r.at(last+1, "[") && (!bound && last == i && slices.Contains(generics, t.Text) && !r.assigned(t.Text) || bound && takesTypes(full)) {
		r.add(9, full+"[…] as a type, evaluated when the program runs")
	}
	if r.at(last+1, "(") {
		called := r.t.Tokens[last].Text
		for j, a := range r.t.Level(last+2, r.t.Tokens[last+1].Close) {
			if a.Kind == pytree.Name && r.at(j+1, "=") {
				if u, ok := keyworded[called+" "+a.Text]; ok {
					r.out = append(r.out, u)
				}
			}
		}
	}
}

// takesTypes reports whether a class of the standard library takes types in brackets
// only since 3.9.
func takesTypes(full string) bool {
	module, name, _ := strings.Cut(full, ".")
	return module == "collections" && name != "" || strings.HasPrefix(full, "contextlib.Abstract") || full == "re.Pattern" || full == "re.Match" || full == "queue.Queue" || full == "os.PathLike"
}

// assigned reports whether a text gives a built-in name a value of its own.
func (r *reader) assigned(name string) bool {
	for i, t := range r.t.Tokens {
		if t.Kind == pytree.Name && t.Text == name && (r.at(i+1, "=") && t.In < 0 || r.at(i-1, "for", "as", "def", "class")) {
			return true
		}
	}
	return false
}

// typeAt reports whether the operand that ends or begins at a token is a type: None,
// one that is built in, or one of the modules for types. Others may be sets or flags.
func (r *reader) typeAt(i, step int) bool {
	if step < 0 && r.at(i, "]") { // Dict[str, int]
		i = r.t.Tokens[i].In - 1
	}
	if i < 0 || i >= len(r.t.Tokens) || r.t.Tokens[i].Kind != pytree.Name {
		return false
	}
	if full, bound := r.names[r.t.Tokens[i].Text]; bound && full != "collections" {
		module, _, _ := strings.Cut(full, ".")
		return module == "typing" || module == "typing_extensions" || strings.HasPrefix(full, "collections.abc.")
	}
	if step < 0 && r.at(i-1, ".") {
		return r.typeAt(i-2, step)
	}
	return slices.Contains(types, r.t.Tokens[i].Text) && !r.at(i+1, ".", "(")
}

var types = strings.Fields("None int str float bytes bool list dict set tuple object complex frozenset type bytearray")

// annotated reports whether a token stands in a type behind ":" or "->".
func (r *reader) annotated(s *pytree.Stmt, i int) bool {
	ts := r.t.Tokens
	for {
		in := ts[i].In
		for j := i - 1; j > in && j >= s.First; j-- {
			if ts[j].In != in {
				continue
			}
			switch {
			case ts[j].Is("->"):
				return s.Keyword == "def" && in < 0
			case ts[j].Is(":"):
				if in < 0 {
					return s.Keyword == "" && s.Colon < 0
				}
				return s.Keyword == "def" && ts[in].Is("(") && ts[in].In < 0
			case ts[j].Is("=", "lambda") || ts[j].Is(",") && in >= 0 && !ts[in].Is("["):
				return false
			}
		}
		if in < 0 || !ts[in].Is("[") {
			return false
		}
		i = in
	}
}

// unevaluated reports whether a token stands in an annotation that the program does
// not evaluate: all are put off, or it is one of a local variable
// (https://peps.python.org/pep-0526/#annotations-for-local-variables).
func (r *reader) unevaluated(s *pytree.Stmt, i int) bool {
	if !r.annotated(s, i) {
		return false
	}
	if r.deferred {
		return true
	}
	for p := s.Parent; s.Keyword == "" && p != nil; p = p.Parent {
		switch p.Keyword {
		case "def":
			return true
		case "class":
			return false
		}
	}
	return false
}

// lostBranch is the least version above 3.minor that a text asked for and does not
// ask for now: what older ones need is gone. 0: there is none.
func lostBranch(minor int, before, after string) int {
	asked := map[int]int{}
	count := func(src string, n int) {
		t, err := pytree.Parse(src)
		if err != nil {
			return
		}
		for i, tok := range t.Tokens {
			if tok.Is("version_info") && i+5 < len(t.Tokens) && t.Tokens[i+2].Is("(") && t.Tokens[i+3].Text == "3" && t.Tokens[i+4].Is(",") {
				if v, err := strconv.Atoi(t.Tokens[i+5].Text); err == nil {
					asked[v] += n
				}
			}
		}
	}
	count(before, 1)
	count(after, -1)
	least := 0
	for v, n := range asked {
		if n > 0 && v > minor && (least == 0 || v < least) {
			least = v
		}
	}
	return least
}
