package pyload

import (
	"fmt"
	"slices"
	"strings"
)

// Order says why two modules that a third one imports may have to be loaded in their
// order; "" where neither depends on it. Modules that are installed, or cannot be found,
// are assumed to be independent of each other, as the standard library is of all: what is
// asked about is the project's own. There the order may matter
//
//   - if one of them imports the module that imports it, which is only half loaded then;
//   - if both reach modules that import each other, at different ones perhaps;
//   - if one does something when it is loaded ([Program.Effect]): a call whose result
//     nobody keeps, a change of another module; or if both define what may register
//     itself.
//
// Packages around the importing module are loaded before both.
func (p *Program) Order(current, a, b string) string {
	defer p.begin()()
	if Standard(a) || Standard(b) || !p.own(a) && !p.own(b) {
		return ""
	}
	done := map[string]bool{}
	for _, parent := range parents(current) {
		done[parent] = true
	}
	var shared []string
	for _, parent := range append(parents(a), a) {
		if slices.Contains(append(parents(b), b), parent) && !done[parent] && parent != current {
			shared = append(shared, parent)
		}
	}
	for _, m := range p.closure(shared, done) {
		if m != current {
			done[m] = true
		}
	}
	ra, back := p.reached(current, a, done)
	if back != "" {
		return back
	}
	rb, back := p.reached(current, b, done)
	if back != "" {
		return back
	}
	if c := p.circle(ra, rb); c != "" {
		return fmt.Sprintf("%s is one of several modules that import each other: where they are entered may matter", c)
	}
	return p.effects(ra, rb)
}

// Early says why a module may rely on what its importing module does before it is
// imported; "" where it does not.
func (p *Program) Early(current, module string) string {
	defer p.begin()()
	if !p.own(module) {
		return ""
	}
	done := map[string]bool{}
	for _, parent := range parents(current) {
		done[parent] = true
	}
	reached, back := p.reached(current, module, done)
	if back != "" {
		return back
	}
	for _, m := range reached {
		if why := p.strong(m); why != "" {
			return why
		}
	}
	return ""
}

func (p *Program) own(name string) bool { return !Standard(name) && p.module(name).Own }

// parents returns the packages that hold a module.
func parents(name string) (out []string) {
	for at, r := range name {
		if r == '.' {
			out = append(out, name[:at])
		}
	}
	return out
}

// reached returns the project's modules that loading one loads, but those that are loaded
// already; back says that one of them imports the present module.
func (p *Program) reached(current, name string, done map[string]bool) (out []string, back string) {
	seen := map[string]bool{}
	queue := []edge{{to: name}}
	for len(queue) > 0 {
		e := queue[0]
		queue = queue[1:]
		if done[e.to] || seen[e.to] || !p.own(e.to) || p.module(e.to).missing {
			continue
		}
		seen[e.to] = true
		out = append(out, e.to)
		for _, parent := range parents(e.to) {
			if parent != current {
				queue = append(queue, edge{to: parent})
			}
		}
		for _, next := range p.targets(p.module(e.to).edges) {
			if next.to != current {
				queue = append(queue, next)
				continue
			}
			if !next.implied && e.to != current {
				return nil, fmt.Sprintf("%s imports %s, which imports it: what %s has by then depends on the order", e.to, current,
					current)
			}
		}
	}
	return out, ""
}

// circle returns a module of those that two imports reach which reaches itself again.
func (p *Program) circle(a, b []string) string {
	both := map[string]bool{}
	for _, m := range a {
		both[m] = slices.Contains(b, m)
	}
	color := map[string]int{} // 1 = on the way, 2 = done
	for _, start := range a {
		if !both[start] || color[start] != 0 {
			continue
		}
		type step struct {
			name string
			next []edge
		}
		color[start] = 1
		way := []step{{start, p.targets(p.module(start).edges)}}
		for len(way) > 0 {
			top := &way[len(way)-1]
			if len(top.next) == 0 {
				color[top.name] = 2
				way = way[:len(way)-1]
				continue
			}
			e := top.next[0]
			top.next = top.next[1:]
			switch {
			case e.implied || !both[e.to] || e.to == top.name || color[e.to] == 2:
			case color[e.to] == 1:
				return e.to
			default:
				color[e.to] = 1
				way = append(way, step{e.to, p.targets(p.module(e.to).edges)})
			}
		}
	}
	return ""
}

// effects says which effect of modules that only one of two imports reaches another one
// may see sooner or later.
func (p *Program) effects(a, b []string) string {
	weak := [2]string{}
	for i, side := range [2][]string{a, b} {
		other := b
		if i == 1 {
			other = a
		}
		for _, m := range side {
			if slices.Contains(other, m) {
				continue
			}
			if why := p.strong(m); why != "" {
				return why
			}
			if why, known := p.effectOf(m); known && weak[i] == "" {
				weak[i] = why
			}
		}
	}
	if weak[0] != "" && weak[1] != "" {
		return weak[0]
	}
	return ""
}

// strong returns what loading a module does that others may see at once, "" for nothing.
func (p *Program) strong(name string) string {
	m := p.module(name)
	if Standard(name) || m.names == nil {
		return ""
	}
	if m.acts == nil && !m.busy {
		m.busy = true
		found := evaluation{program: p, loading: m, seen: true}.suite(m.code.Body, scope{m: m})
		m.acts, m.busy = &found, false
	}
	if m.acts == nil || *m.acts == "" {
		return ""
	}
	return fmt.Sprintf("loading %s has an effect: %s", name, strings.TrimSpace(*m.acts))
}
