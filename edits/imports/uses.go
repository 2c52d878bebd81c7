package imports

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/pyload"
	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// used says where the name of an import is used though no code of the file names it.
func (c Change) used(s side, i pyload.Import) string {
	for _, use := range []func(side, pyload.Import) string{inTypeComment, inExample, inText, inRunText, c.byPytest} {
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

func inTypeComment(s side, i pyload.Import) string {
	for _, t := range s.Tokens {
		if t.Kind == pytree.Comment && typeComment.MatchString(t.Text) && pycode.HasWord(t.Text, i.Bound) {
			return "a type comment of the file names " + i.Bound
		}
	}
	return ""
}

// inExample finds doctests (https://docs.python.org/3/library/doctest.html), which run
// with the names of their module.
func inExample(s side, i pyload.Import) string {
	for _, t := range s.Tokens {
		if t.Kind != pytree.String || !strings.Contains(t.Text, ">>>") || !pycode.HasWord(t.Text, i.Bound) {
			continue
		}
		for line := range strings.Lines(t.Text) {
			line = strings.TrimLeft(line, " \t\"'rRuU")
			if (strings.HasPrefix(line, ">>>") || strings.HasPrefix(line, "...")) && pycode.HasWord(line, i.Bound) {
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
func inText(s side, i pyload.Import) string {
	for at, t := range s.Tokens {
		if t.Kind != pytree.String || !strings.Contains(t.Text, i.Bound) {
			continue
		}
		l := t.Literal()
		switch {
		case l.Body == i.Bound && (len(i.Bound) >= shortest || exports(s, at)):
			return "a string of the file is " + i.Bound + ": it may be looked up by that name"
		case !pycode.HasWord(l.Body, i.Bound):
		case typeText.MatchString(l.Body) && strings.ContainsAny(l.Body, "[|"):
			return "a string of the file that may be a type names " + i.Bound
		case filledIn(l.Body, i.Bound):
			return "a text of the file has a place for " + i.Bound
		}
	}
	return ""
}

var typeText = lazyre.New(`^[\w.\s\[\],|]+$`)

// exports reports whether a string stands in __all__.
func exports(s side, at int) bool {
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
		if opened && closed && pycode.HasWord(text[max(0, i-1):min(len(text), i+n+1)], name) {
			return true
		}
		at = i + n
	}
}

// inRunText finds what runs texts, or has all names of the module.
func inRunText(s side, i pyload.Import) string {
	var texts []string
	for at, t := range s.Tokens {
		if t.Kind == pytree.String && pycode.HasWord(t.Text, i.Bound) {
			texts = append(texts, t.Text)
		}
		if !s.Is(at+1, "(") {
			continue
		}
		bare := !s.Is(at-1, ".", "def", "class")
		empty := s.Tokens[at+1].Close == at+2
		switch {
		case bare && (t.Is("globals") || t.Is("locals", "vars", "dir") && empty):
			return "the file looks names up by their spelling (" + t.Text + ")"
		case bare && t.Is("eval", "exec") && s.Tokens[at+2].Kind != pytree.String:
			return "the file runs text (" + t.Text + "), which may use " + i.Bound
		}
	}
	if len(texts) == 0 {
		return ""
	}
	for at, t := range s.Tokens {
		bare := !s.Is(at-1, ".", "def", "class")
		if s.Is(at+1, "(") && (bare && t.Is("eval", "exec", "compile") || t.Is("timeit", "repeat", "Timer", "autorange")) {
			return "the file runs text (" + t.Text + "), and a text of it names " + i.Bound
		}
	}
	return ""
}

var (
	testFile = lazyre.New(`^(?:test_.*|.*_test|tests?)\.py$`)
	xunit    = []string{"setup_module", "teardown_module", "setup_function", "teardown_function", "setUpModule", "tearDownModule", "load_tests"}
)

// byPytest finds names that pytest looks up: fixtures by the names of parameters
// (https://docs.pytest.org/en/stable/reference/fixtures.html), hooks, and the tests of a
// file, imported ones too (https://docs.pytest.org/en/stable/example/pythoncollection.html).
func (c Change) byPytest(s side, i pyload.Import) string {
	if place(i) != "module" {
		return ""
	}
	for f := range s.All {
		if f.Keyword == "def" && c.injected(s, f) && takes(s, f, i.Bound) {
			return "a test or fixture takes " + i.Bound + " as a parameter, which pytest looks up by its name"
		}
	}
	conftest, tests := c.base() == "conftest.py", testFile.MatchString(c.base())
	if !conftest && !tests || i.Name == "" {
		return ""
	}
	if strings.HasPrefix(i.Bound, "pytest_") || slices.Contains(xunit, i.Bound) {
		return "pytest calls " + i.Bound + " by its name"
	}
	code, def, found := c.Program.Resolve(i.Module, i.Name)
	switch {
	case found && decorated(code, def, "fixture"):
		return i.Bound + " is a fixture, which pytest finds by its name"
	case !found && conftest && !c.Program.Known(i.Module):
		return "conftest.py provides what it imports to tests, and " + i.Module + " cannot be found here"
	case tests && found && (def.Keyword == "def" && strings.HasPrefix(i.Bound, "test") || def.Keyword == "class" && (strings.HasPrefix(i.Bound, "Test") || code.Any(def.First, def.Colon, "TestCase"))):
		return "pytest collects the tests that a test file imports"
	case tests && !found && !c.Program.Known(i.Module) && (strings.HasPrefix(i.Bound, "test_") || strings.HasPrefix(i.Bound, "Test")):
		return "pytest collects the tests that a test file imports"
	}
	return ""
}

// injected reports whether pytest calls a function with fixtures.
func (c Change) injected(s side, f *pytree.Stmt) bool {
	return strings.HasPrefix(s.DefinedName(f), "test") || decorated(s.Module, f, "fixture")
}

// decorated reports whether a definition has a decorator of that name.
func decorated(m pycode.Module, f *pytree.Stmt, name string) bool {
	return f != nil && f.Decorators < f.First && m.Any(f.Decorators, f.First, name)
}

// takes reports whether a function has a parameter of that name.
func takes(s side, f *pytree.Stmt, name string) bool {
	open := s.Find(f.First, f.Colon, "(")
	if open < 0 {
		return false
	}
	for _, a := range s.Arguments(open, s.Tokens[open].Close) {
		if s.Is(a.First, name) {
			return true
		}
	}
	return false
}
