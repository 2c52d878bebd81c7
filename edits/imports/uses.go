package imports

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/pyload"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/undertest"
)

// used says where the name of an import is used though no code of the file names it.
func (c Change) used(s *side, i pyload.Import) string {
	for _, use := range []func(*side, pyload.Import) string{inTypeComment, inExample, inText, inRunText, c.byPytest} {
		if why := use(s, i); why != "" {
			return why
		}
	}
	if c.Looked != nil && place(i) == "module" {
		if file := c.Looked(i.Bound); file != "" {
			return file + " looks " + i.Bound + " up by its spelling"
		}
	}
	return ""
}

// typeComment is a type where old versions of Python have no place for one
// (https://peps.python.org/pep-0484/#type-comments).
var typeComment = lazyre.New(`^#\s*type:\s*(?:[^i\s]|i[^g])`)

func inTypeComment(s *side, i pyload.Import) string {
	for _, at := range s.Texts(i.Bound) {
		if t := s.Tokens[at]; t.Kind == pytree.Comment && typeComment.MatchString(t.Text) {
			return "a type comment of the file names " + i.Bound
		}
	}
	return ""
}

// inExample finds doctests (https://docs.python.org/3/library/doctest.html), which run
// with the names of their module.
func inExample(s *side, i pyload.Import) string {
	for _, at := range s.Texts(i.Bound) {
		t := s.Tokens[at]
		if t.Kind != pytree.String || !strings.Contains(t.Text, ">>>") {
			continue
		}
		for line := range strings.Lines(t.Text) {
			line = strings.TrimLeft(line, " \t\"'rRuU")
			if (strings.HasPrefix(line, ">>>") || strings.HasPrefix(line, "...")) && lex.HasWord(line, i.Bound) {
				return "an example in a docstring uses " + i.Bound
			}
		}
	}
	return ""
}

// shortest is the length of the shortest name that is looked for among texts: shorter
// ones stand in any.
const shortest = 3

// inText finds the name as a text of its own, in a type that is written as a text, and
// where a text is to be filled in.
func inText(s *side, i pyload.Import) string {
	for _, at := range s.Texts(i.Bound) {
		t := s.Tokens[at]
		if t.Kind != pytree.String {
			continue
		}
		l := t.Literal()
		switch {
		case l.Body == i.Bound && (len(i.Bound) >= shortest || exports(s, at)):
			return "a string of the file is " + i.Bound + ": it may be looked up by that name"
		case !lex.HasWord(l.Body, i.Bound):
		case strings.ContainsAny(l.Body, "[|") && strings.IndexFunc(l.Body, outsideTypes) < 0:
			return "a string of the file that may be a type names " + i.Bound
		case filledIn(l.Body, i.Bound):
			return "a text of the file has a place for " + i.Bound
		}
	}
	return ""
}

// outsideTypes reports whether a character stands in no type that is written as a text.
func outsideTypes(r rune) bool {
	return r < 0x80 && !lex.IsWord(byte(r)) && !strings.ContainsRune(". \t\r\n[],|", r)
}

// exports reports whether a string is an element of __all__.
func exports(s *side, at int) bool {
	st := s.At(s.Tokens[at].Span.Start)
	return st != nil && s.Is(st.First, "__all__")
}

// filledIn reports whether a text has a place for a name, in a form of string.Template,
// str.format, % or a template language: ${x}, {x}, %(x)s, {{ x }}.
func filledIn(text, name string) bool {
	for at, n := 0, len(name); ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		i += at
		before := strings.TrimRight(text[:i], " ")
		rest := strings.TrimLeft(text[i+n:], " ")
		opened := strings.HasSuffix(before, "{") || strings.HasSuffix(before, "%(") || strings.HasSuffix(before, "$")
		closed := strings.HasSuffix(before, "$") || rest != "" && strings.ContainsAny(rest[:1], "}).[|(!:")
		if opened && closed && lex.HasWord(text[max(0, i-1):min(len(text), i+n+1)], name) {
			return true
		}
		at = i + n
	}
}

// inRunText finds what runs texts, or has all names of the module.
func inRunText(s *side, i pyload.Import) string {
	isString := func(at int) bool { return s.Tokens[at].Kind == pytree.String }
	switch {
	case s.namesAll != "":
		return "the file looks names up by their spelling (" + s.namesAll + ")"
	case s.runsAny != "":
		return "the file runs text (" + s.runsAny + "), which may use " + i.Bound
	case s.runsOwn != "" && slices.ContainsFunc(s.Texts(i.Bound), isString):
		return "the file runs text (" + s.runsOwn + "), and a text of it names " + i.Bound
	}
	return ""
}

// call notes a name that is called, if what it calls runs texts or has all names.
func (s *side) call(at int) {
	if !s.Is(at+1, "(") {
		return
	}
	t := s.Tokens[at]
	bare := !s.Is(at-1, ".", "def", "class")
	empty := s.Tokens[at+1].Close == at+2
	if bare && (t.Is("globals") || t.Is("locals", "vars", "dir") && empty) {
		s.namesAll = cmp.Or(s.namesAll, t.Text)
	}
	if bare && t.Is("eval", "exec") && s.Tokens[at+2].Kind != pytree.String {
		s.runsAny = cmp.Or(s.runsAny, t.Text)
	}
	if bare && t.Is("eval", "exec", "compile") || t.Is("timeit", "repeat", "Timer", "autorange") {
		s.runsOwn = cmp.Or(s.runsOwn, t.Text)
	}
}

// xunit are the functions that test runners call by their names.
var xunit = []string{"setup_module", "teardown_module", "setup_function", "teardown_function", "setUpModule",
	"tearDownModule", "load_tests"}

// byPytest finds names that pytest looks up: fixtures by the names of parameters
// (https://docs.pytest.org/en/stable/reference/fixtures.html), hooks, and the tests of a
// file, imported ones too (https://docs.pytest.org/en/stable/example/pythoncollection.html).
func (c Change) byPytest(s *side, i pyload.Import) string {
	if place(i) != "module" {
		return ""
	}
	if s.injected[i.Bound] {
		return "a test or fixture takes " + i.Bound + " as a parameter, which pytest looks up by its name"
	}
	conftest := c.base() == "conftest.py"
	tests := !conftest && undertest.IsTest(c.base())
	if !conftest && !tests || i.Name == "" {
		return ""
	}
	if strings.HasPrefix(i.Bound, "pytest_") || slices.Contains(xunit, i.Bound) {
		return "pytest calls " + i.Bound + " by its name"
	}
	code, def, found := c.Program.Resolve(i.Module, i.Name)
	switch {
	case found && code.Decorated(def, "fixture"):
		return i.Bound + " is a fixture, which pytest finds by its name"
	case !found && conftest && !c.Program.Known(i.Module):
		return "conftest.py provides what it imports to tests, and " + i.Module + " cannot be found here"
	case tests && found && (def.Keyword == "def" && strings.HasPrefix(i.Bound, "test") || def.Keyword == "class" &&
		(strings.HasPrefix(i.Bound, "Test") || code.Any(def.First, def.Colon, "TestCase"))):
		return "pytest collects the tests that a test file imports"
	case tests && !found && !c.Program.Known(i.Module) &&
		(strings.HasPrefix(i.Bound, "test_") || strings.HasPrefix(i.Bound, "Test")):
		return "pytest collects the tests that a test file imports"
	}
	return ""
}

// inject notes the parameters of a function that pytest calls with fixtures.
func (s *side) inject(f *pytree.Stmt) {
	open := s.Find(f.First, f.Colon, "(")
	if open < 0 || !strings.HasPrefix(s.DefinedName(f), "test") && !s.Decorated(f, "fixture") {
		return
	}
	for _, a := range s.Arguments(open, s.Tokens[open].Close) {
		s.injected[s.Tokens[a.First].Text] = true
	}
}
