package imports

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/pyload"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// evaluates finds what turns annotations into what they name, where the program runs
// (https://docs.python.org/3/howto/annotations.html, https://www.attrs.org/en/stable/api.html#attrs.resolve_types).
var evaluates = lazyre.New(`\b(get_type_hints|get_annotations|resolve_types)\s*\(|\b(eval_str)\s*=\s*True`)

// Evaluates reports whether a Python text evaluates annotations.
func Evaluates(src string) bool { return evaluates.MatchString(src) }

// Hidden says who evaluates annotations with a name that the edits leave to type checkers alone: there it is no name
// any more (https://docs.astral.sh/ruff/settings/#lint_flake8-type-checking_runtime-evaluated-base-classes). It is ""
// if nobody is known to.
func (c Change) Hidden() string {
	s, err := c.Before.Apply(c.Edits)
	if err != nil || !strings.Contains(s.Text(), "TYPE_CHECKING") {
		return ""
	}
	before, after := c.read(), c.readText(s)
	if before == nil || after == nil {
		return ""
	}
	before.mu.Lock()
	defer before.mu.Unlock()
	c.Program = before.program
	for _, i := range before.list {
		if place(i) == "types" || slices.ContainsFunc(after.list, func(a pyload.Import) bool {
			return a.Bound == i.Bound && place(a) != "types"
		}) || !slices.ContainsFunc(after.list, func(a pyload.Import) bool { return a.Bound == i.Bound }) {
			continue
		}
		if by := c.evaluator(before, i.Bound); by != "" {
			return by + " evaluates annotations, where only type checkers would find " + i.Bound
		}
	}
	return ""
}

// evaluator returns who evaluates annotations that use a name: the file, one of the project that it loads or that
// imports it, or what decorates the function or class, or is a base of it.
func (c Change) evaluator(s *side, name string) string {
	if Evaluates(s.Snapshot.Text()) {
		return "the file"
	}
	if c.Evaluates != nil {
		if file := c.Evaluates(); file != "" {
			return file
		}
	}
	if module := c.evaluating(true, c.named(s)...); module != "" {
		return module
	}
	for _, at := range s.Places(name) {
		for st := s.At(s.Tokens[at].Span.Start); st != nil; st = st.Parent {
			for _, i := range c.above(s, st) {
				if module := c.evaluating(false, c.loads(i)...); module != "" {
					return module
				}
			}
		}
	}
	return ""
}

// evaluating returns the module that evaluates annotations, of some and those that they load.
func (c Change) evaluating(own bool, modules ...string) string {
	for _, m := range c.Program.Closure(modules...) {
		if f, ok := c.Program.Find(m); ok && (f.Own || !own) && Evaluates(f.Text) {
			return m
		}
	}
	return ""
}

// above returns the imports that the decorators of a definition, and what a class derives from, come of.
func (c Change) above(s *side, st *pytree.Stmt) (out []pyload.Import) {
	end := st.First
	if st.Keyword == "class" {
		end = st.Colon
	}
	for at := st.Decorators; at < end; at++ {
		for _, i := range s.list {
			if s.Is(at, i.Bound) && !s.Is(at-1, ".") {
				out = append(out, i)
			}
		}
	}
	return out
}
