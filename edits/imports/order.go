package imports

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/pyload"
	"github.com/fettle-dev/fettle/edits/rules/pycode"
)

// step is an import of the module level, in a text.
type step struct {
	pyload.Import
	others int // statements before it that are no imports
}

// steps returns the steps that load modules with the file, by what they bind. What stands twice
// is left out: only the first one loads.
func (s *side) steps() (list []step, at map[imported]int, others int) {
	counted := 0
	before := map[int]int{} // token of a statement → others before it
	for n, b := range s.Body {
		before[b.First] = counted
		if !pycode.IsImport(b) && !(n == 0 && s.IsDocstring(b)) {
			counted++
		}
	}
	at = map[imported]int{}
	for _, i := range s.list {
		if i.Where != pyload.WhenLoaded || i.Stmt.Parent != nil || i.Module == "__future__" {
			continue
		}
		if _, known := at[key(i)]; known {
			continue
		}
		at[key(i)] = len(list)
		list = append(list, step{i, before[i.Stmt.First]})
	}
	return list, at, counted
}

// moved says why imports that have changed places may depend on their order.
func (c Change) moved(before, after *side) string {
	was, _, othersWas := before.steps()
	is, at, others := after.steps()
	was = slices.DeleteFunc(was, func(s step) bool { _, still := at[key(s.Import)]; return !still })
	for n, a := range was {
		for _, b := range was[n+1:] {
			if at[key(b.Import)] > at[key(a.Import)] {
				continue
			}
			if why := c.swapped(before, a, b); why != "" {
				return why
			}
		}
		if now := is[at[key(a.Import)]]; othersWas == others && now.others < a.others {
			if why := c.early(before, a); why != "" {
				return why
			}
		}
	}
	return ""
}

// swapped says why the second of two imports may not go before the first.
func (c Change) swapped(s *side, a, b step) string {
	if (a.Name == "*" || b.Name == "*") && c.mayShare(a.Import, b.Import) {
		return "a star import may import what another import does as well"
	}
	if a.Name != "*" && a.Bound == b.Bound && (a.Module != b.Module || a.Name != b.Name) &&
		!(a.Name == "" && b.Name == "") {
		return a.Bound + " is imported twice: the last one counts"
	}
	if a.Stmt != b.Stmt {
		for _, i := range []pyload.Import{a.Import, b.Import} {
			if why := s.comment(i); why != "" {
				return why
			}
		}
	}
	if a.Module == b.Module && a.Name == b.Name {
		return ""
	}
	return c.Program.Order(c.Module, c.last(a.Import), c.last(b.Import))
}

// mayShare reports whether two imports, of which one is of all names, may bind one name.
func (c Change) mayShare(a, b pyload.Import) bool {
	names, known := c.binds(a)
	others, also := c.binds(b)
	if !known || !also {
		return true
	}
	for name := range names {
		if others[name] {
			return true
		}
	}
	return false
}

func (c Change) binds(i pyload.Import) (names map[string]bool, known bool) {
	if i.Name != "*" {
		return map[string]bool{i.Bound: true}, true
	}
	return c.Program.Star(i.Module)
}

// early says why an import may not go before statements that are no imports.
func (c Change) early(s *side, a step) string {
	if a.Name == "*" {
		return "a star import may import names that the statements before it bind"
	}
	if why := s.comment(a.Import); why != "" {
		return why
	}
	return c.Program.Early(c.Module, c.last(a.Import))
}

// last returns the module that an import loads last.
func (c Change) last(i pyload.Import) string {
	list := c.loads(i)
	return list[len(list)-1]
}
