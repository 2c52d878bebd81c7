// Package newer finds in code what older versions of Python do not have: syntax,
// types that the program evaluates when it runs, names of the standard library. It also
// finds calls of members that the code has just asked for in vain.
//
// A tool that rewrites code for newer forms follows the version of Python that its
// configuration tells, and where that tells none, one of its own choice (ruff 0.17:
// 3.10, https://docs.astral.sh/ruff/settings/#target-version), whatever setup.py says.
package newer

import (
	"cmp"
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

// Two stands for Python 2 where a minor version of Python 3 is meant.
const Two = -1

// evaluated ends the words for types that a program evaluates when it runs.
const evaluated = ", evaluated when the program runs"

// Needed says what a text newly needs that Python 3.minor does not have, "" if there
// is nothing, or if that cannot be told. Types that no program evaluates count where
// the text has them in the older form: half of a file in each form is what nobody
// wants, and ruff does not offer it where it knows the version.
func Needed(minor int, before, after string) string {
	old := look(before)
	now := old.now(after)
	if now == nil {
		return ""
	}
	had := map[string]int{}
	if !slices.ContainsFunc(now, func(u Use) bool { return u.Minor > minor }) && minor != Two && !old.loses {
		return ""
	}
	for _, u := range old.uses() {
		had[u.What]++
	}
	for _, u := range now {
		if u.Minor <= minor || had[u.What]+had[u.What+evaluated] > 0 || !besideOlder(u.What, before) {
			continue
		}
		if u.Minor == 0 {
			return u.What + ", which came with Python 3"
		}
		return fmt.Sprintf("%s, which came with Python 3.%d", u.What, u.Minor)
	}
	if lost := cmp.Or(lostOfTwo(minor, before, after), oneForAnother(minor, before, after)); lost != "" {
		return lost
	}
	if lost := lostBranch(minor, old, after); lost > 0 {
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
	floor    int               // the 3.minor that the program has asked for here
	spared   bool              // a name that is missing here is caught
	out      []Use
	// elsewhere are names that the rest of the file gives values of its own.
	elsewhere func() map[string]bool
}

func newReader(t *pytree.Tree) *reader {
	return &reader{t: t, names: map[string]string{}, out: []Use{}}
}

// read lists what a text needs. What a program reaches only behind a question about its
// version, or where an import failed, does not count.
func (r *reader) read() []Use {
	r.each(r.t.Body, r.imports)
	r.each(r.t.Body, r.statement)
	return r.out
}

func (r *reader) add(minor int, what string) {
	if minor > r.floor || minor == 0 {
		r.out = append(r.out, Use{minor, what})
	}
}

// name notes what a dotted name of the standard library needs.
func (r *reader) name(dotted string) {
	for !r.spared {
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

// statementOfThree notes what a statement needs that Python 2 or early versions of
// Python 3 do not have.
func (r *reader) statementOfThree(s *pytree.Stmt) {
	switch s.Keyword {
	case "raise":
		if r.t.Find(s.First, s.Last, "from") >= 0 {
			r.add(0, "`raise … from`")
		}
	case "nonlocal":
		r.add(0, "`nonlocal`")
	case "":
		if j := r.t.Find(s.First, s.Last, ":", "="); j > s.First && s.Colon < 0 && r.at(j, ":") && r.t.Tokens[j].In < 0 {
			r.add(6, "annotations of variables")
		}
	}
}

// statement notes what one statement needs, without its body.
func (r *reader) statement(s *pytree.Stmt) {
	r.statementOfThree(s)
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
	if s.Keyword == "def" && s.Colon >= 0 && (r.t.Find(s.First, s.Colon, "->") >= 0 || i >= 0 && i < s.Colon && r.t.Find(i+1, r.t.Tokens[i].Close, ":") >= 0) {
		r.add(0, "annotations")
	}
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
	case t.Is("|"):
		r.union(s, i)
	case t.Kind == pytree.String && len(t.Text) > 2:
		r.format(t)
		r.quoted(s, i)
	case t.Kind != pytree.Name || r.at(i-1, "."):
		return
	}
	if t.Kind == pytree.Name && !r.at(i-1, ".") {
		r.word(s, i)
	}
}

// union notes what a bar between types needs.
func (r *reader) union(s *pytree.Stmt, i int) {
	in := r.t.Tokens[i].In
	switch {
	case r.unevaluated(s, i):
		if !r.deferred {
			r.add(10, unions)
		}
	case r.annotated(s, i) || r.typeAt(i-1, -1) || r.typeAt(i+1, 1) || r.at(in, "[") && r.typeAt(in-1, -1):
		r.add(10, unions+evaluated)
	}
}

// format notes what the text of a string needs.
func (r *reader) format(t pytree.Token) {
	l := t.Literal()
	if !l.Format() {
		return
	}
	r.add(6, "f-strings")
	if l.Fields() && nestedQuote(t.Text) {
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
		if minor := methods[r.t.Tokens[last].Text]; minor > 0 && r.at(last+1, "(") && !r.spared {
			r.add(minor, "the method "+r.t.Tokens[last].Text)
		}
	}
	later := r.unevaluated(s, i)
	switch {
	case later && r.deferred:
		return
	case later:
	case bound:
		r.name(full)
	case last == i:
		if minor, ok := since()["builtins."+t.Text]; ok && !r.at(i+1, "=") && !r.spared {
			r.add(minor, t.Text)
		}
	}
	if r.at(last+1, "[") && (!bound && last == i && slices.Contains(generics, t.Text) && !r.assigned(t.Text) || bound && takesTypes(full)) {
		if !bound {
			full = t.Text
		}
		if full += types39; !later {
			full += evaluated
		}
		r.add(9, full)
	}
	if later {
		return
	}
	if r.at(last+1, "(") {
		r.call(last, last == i)
	}
}

// call notes what a call by a name needs that stands at a token.
func (r *reader) call(at int, bare bool) {
	called, open := r.t.Tokens[at].Text, r.t.Tokens[at+1]
	if called == "super" && bare && open.Close == at+2 {
		r.add(0, "`super()` without arguments")
	}
	for j, a := range r.t.Level(at+2, open.Close) {
		if a.Kind == pytree.Name && r.at(j+1, "=") {
			if u, ok := keyworded[called+" "+a.Text]; ok {
				r.add(u.Minor, u.What)
			}
		}
	}
}

// assigned reports whether a text gives a built-in name a value of its own.
func (r *reader) assigned(name string) bool {
	if r.elsewhere != nil && r.elsewhere()[name] {
		return true
	}
	for i, t := range r.t.Tokens {
		if t.Text == name && r.assigns(i) {
			return true
		}
	}
	return false
}

// assigns reports whether the name at a token is given a value, or stands for a
// definition.
func (r *reader) assigns(i int) bool {
	t := r.t.Tokens[i]
	return t.Kind == pytree.Name && (r.at(i+1, "=") && t.In < 0 && !r.at(i-1, ".") || r.at(i-1, "for", "as", "def", "class"))
}
