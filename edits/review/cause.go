package review

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Cause is what a change did to a definition that a new finding speaks of.
type Cause struct {
	Name string
	File string // where it was
	To   string // the name that it has now: renamed
	Into string // the file that it is in now: moved
	Line int    // of a definition that has other parameters; from 1
}

func (c Cause) String() string {
	switch {
	case c.To != "":
		return fmt.Sprintf("%s is gone, renamed %s in %s", c.Name, c.To, c.File)
	case c.Into != "":
		return fmt.Sprintf("%s is gone from %s, moved to %s", c.Name, c.File, c.Into)
	case c.Line > 0:
		return fmt.Sprintf("%s has other parameters now, %s:%d", c.Name, c.File, c.Line)
	}
	return fmt.Sprintf("%s is gone from %s", c.Name, c.File)
}

// definition is what the top level of a file, or a class of it, names.
type definition struct {
	owner, name string
	text        string // without the name itself
	header      string // of a function: what it is called with
	line        int
}

func (d definition) place() string { return d.owner + "." + d.name }

var word = lazyre.New(`[\pL_$][\pL\pN_$]*`)

// definitions returns the definitions of a file that stand in no function, by their places.
func definitions(f *syntax.File) map[string]definition {
	out := map[string]definition{}
	add := func(owner, name string, node int) {
		n := f.Nodes[node]
		nameless := func(code string) string {
			return word.ReplaceAllStringFunc(strings.Join(strings.Fields(code), " "), func(w string) string {
				if w == name {
					return "_"
				}
				return w
			})
		}
		d := definition{owner: owner, name: name, text: nameless(f.Doc().Slice(n.Span)), line: n.Header.Start + 1}
		if n.Kind == syntax.Function {
			d.header = nameless(f.Doc().Slice(f.Doc().LinesSpan(n.Header)))
		}
		if _, twice := out[d.place()]; !twice {
			out[d.place()] = d
		}
	}
	for name := range f.ModuleNames() {
		for _, b := range f.Bindings(name) {
			if b.Owner < 0 && !b.Self {
				add("", name, b.Node)
			}
		}
	}
	for i := range f.Definitions() {
		if owner := f.Owner(i); owner >= 0 && f.Nodes[owner].Kind == syntax.Class && f.Nodes[i].Name != "" {
			add(f.Nodes[owner].Name, f.Nodes[i].Name, i)
		}
	}
	return out
}

// alike is the least share of the words of a definition that make another one it, renamed:
// as for git's renames of files (https://git-scm.com/docs/git-diff, -M).
const alike = 0.5

// likeness returns the share of words that two definitions have in common.
func likeness(a, b definition) float64 {
	if a.text == b.text {
		return 1
	}
	count := map[string]int{}
	was, now := strings.Fields(a.text), strings.Fields(b.text)
	for _, w := range was {
		count[w]++
	}
	both := 0
	for _, w := range now {
		if count[w] > 0 {
			count[w]--
			both++
		}
	}
	return float64(both) / float64(max(len(was), len(now), 1))
}

// causes returns the definitions that a change removed, renamed, moved or declared with other
// parameters, by their names.
func causes(files []*File) map[string]Cause {
	type side struct{ was, now map[string]definition }
	all := map[*File]side{}
	for _, f := range files {
		if f.Changed() {
			all[f] = side{definitions(f.before()), definitions(f.after())}
		}
	}
	out := map[string]Cause{}
	for _, f := range files {
		s, changed := all[f]
		if !changed {
			continue
		}
		if f.Went {
			stem, _, _ := strings.Cut(path.Base(f.Name), ".")
			out[stem] = Cause{Name: stem, File: f.Name}
		}
		for at, d := range s.was {
			now, stays := s.now[at]
			switch {
			case stays && now.header != d.header:
				out[d.name] = Cause{Name: d.name, File: f.Name, Line: now.line}
				continue
			case stays:
				continue
			}
			c := Cause{Name: d.name, File: f.Name}
			best := alike
			for to, other := range s.now {
				if _, had := s.was[to]; had || other.owner != d.owner || (other.header == "") != (d.header == "") {
					continue
				}
				if l := likeness(d, other); l > best || l == best && c.To > other.name {
					best, c.To = l, other.name
				}
			}
			for o, there := range all {
				if _, had := there.was[at]; o != f && !had && c.To == "" {
					if _, has := there.now[at]; has {
						c.Into = o.Name
					}
				}
			}
			out[d.name] = c
		}
	}
	return out
}

// explain sets the causes of findings: a definition that the message names. On a line
// that the change wrote only what is gone explains anything.
func explain(fresh []Finding, files []*File) {
	if len(fresh) == 0 {
		return
	}
	known := causes(files)
	for i, d := range fresh {
		var best *Cause
		for _, w := range word.FindAllString(d.Message, -1) {
			c, ok := known[w]
			if !ok || d.Added && c.Line > 0 || d.File == c.File && d.Line == c.Line {
				continue
			}
			if best == nil || best.Line > 0 && c.Line == 0 {
				best = &c
			}
		}
		fresh[i].Cause = best
	}
}

// Group is findings that are shown together: those of one cause, or of the same words.
type Group struct {
	Cause    *Cause
	Findings []Finding
}

// Groups are new findings by their causes, and what several tools say of one place once, in the order in which they
// come up.
func Groups(list []Finding) (out []Group) {
	for _, d := range list {
		i := slices.IndexFunc(out, func(g Group) bool {
			first := g.Findings[0]
			if same := (g.Cause == nil) == (d.Cause == nil) && (d.Cause == nil || *g.Cause == *d.Cause); !same || d.gone() {
				return same
			}
			return first.Tool == d.Tool && first.Code == d.Code && first.Headline() == d.Headline() ||
				d.repeats(g.Findings)
		})
		if i < 0 {
			out = append(out, Group{Cause: d.Cause})
			i = len(out) - 1
		}
		out[i].Findings = append(out[i].Findings, d)
	}
	return out
}

// repeats reports whether another tool has said the same of the place.
func (d Finding) repeats(list []Finding) bool {
	return slices.ContainsFunc(list, func(o Finding) bool {
		return o.Tool != d.Tool && o.File == d.File && (o.Span.Overlaps(d.Span) || o.Span.Start == d.Span.Start) &&
			signal.Cause(o.Diagnostic) == signal.Cause(d.Diagnostic)
	})
}

// gone reports whether a finding speaks of a definition that is not there any more.
func (d Finding) gone() bool { return d.Cause != nil && d.Cause.Line == 0 }

// places returns the places of findings, each once.
func places(list []Finding) (out []string) {
	for _, d := range list {
		if at := fmt.Sprintf("%s:%d", d.File, d.Line); !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	return out
}

// some returns the first of some places or files, and how many more there are.
func some(list []string) string {
	if n := len(list); n > shownPlaces {
		list = append(slices.Clone(list[:shownPlaces]), fmt.Sprintf("%d more", n-shownPlaces))
	}
	return strings.Join(list, ", ")
}

// shownPlaces is how many places of one cause are named.
const shownPlaces = 6

// toolOf names who says a finding.
func toolOf(d Finding) string { return strings.TrimSpace(d.Tool + " " + cmp.Or(d.Code, "")) }

// Gone returns the names of a module's top level that a change removed, where the module says what it has: one that
// looks names up when it is asked for them, or imports all of another's, may still have them. An object of JavaScript
// has a property whose value has become another one.
func (f *File) Gone() []string {
	switch f.Before.Lang {
	case "python", "javascript", "javascriptreact", "typescript", "typescriptreact":
	default:
		return nil // the compiler says so
	}
	was, now := definitions(f.before()), map[string]definition{}
	if !f.Went {
		if anyName.MatchString(f.After.Text()) {
			return nil
		}
		now = definitions(f.after())
	}
	named := map[string]bool{}
	if f.After.Lang != "python" && !f.Went {
		for _, m := range property.FindAllStringSubmatch(f.After.Text(), -1) {
			named[m[1]+m[2]+m[3]] = true
		}
	}
	var out []string
	for at, d := range was {
		if _, stays := now[at]; !stays && d.owner == "" && !named[d.name] {
			out = append(out, d.name)
		}
	}
	slices.Sort(out)
	return out
}

// anyName finds a module that may have names which it does not define.
var anyName = lazyre.New(`(?m)^\s*from\s+\S+\s+import\s+\*|^def __getattr__\b|^export\s+\*`)

// property finds what JavaScript exports or has in an object by a name that nothing need define.
var property = lazyre.New(`([\pL_$][\pL\pN_$]*)["']?\s*:|\bexports\.([\pL_$][\pL\pN_$]*)\s*=|` +
	`\bas\s+([\pL_$][\pL\pN_$]*)`)
