package config

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/text"
)

// WorkspaceFile is the name of the settings file that a repository may hold.
const WorkspaceFile = files.OwnSettings

// Layer is what one source sets. Later layers win.
type Layer struct {
	Source  string // a file's path, "the editor", "--set"
	Control bool   // control plane
	Values  []Value
}

// Value is one setting as a source wrote it.
type Value struct {
	Key  string // dotted
	Any  any    // bool, int, float64, string, []any, map[string]any
	Line int    // 1-based, 0 = unknown
}

// Problem is a setting that was not used, and why. Its text never holds the
// value: that may be a key.
type Problem struct {
	Source string
	Line   int
	Key    string
	Text   string
}

func (p Problem) String() string {
	at := p.Source
	if p.Line > 0 {
		at = fmt.Sprintf("%s:%d", at, p.Line)
	}
	if p.Key == "" {
		return at + ": " + p.Text
	}
	return fmt.Sprintf("%s: %s: %s", at, p.Key, p.Text)
}

// Resolve applies the layers to the defaults, in order, and names everything it
// could not use. Within a layer the order of the keys does not matter.
func Resolve(layers ...Layer) (Settings, []Problem) {
	s, _, problems := Effective(layers...)
	return s, problems
}

// Used is a value that holds, and who said so.
type Used struct {
	Value
	Source string
}

// Effective is [Resolve], and also returns the values that hold, in the order of
// their keys. The lists of a key that combines them are all there.
func Effective(layers ...Layer) (Settings, []Used, []Problem) {
	s := Default()
	used := map[string][]Used{}
	var problems []Problem
	keys := Keys()
	for _, layer := range layers {
		// Tables of names first, so that model.use finds its models.
		values := slices.Clone(layer.Values)
		slices.SortStableFunc(values, func(a, b Value) int {
			return strings.Compare(boolString(a.Key == "model.use"), boolString(b.Key == "model.use"))
		})
		for _, v := range values {
			if text := apply(&s, keys, layer, v); text != "" {
				problems = append(problems, Problem{layer.Source, v.Line, v.Key, text})
				continue
			}
			if v.Key != "privacy.deny" {
				used[v.Key] = nil
			}
			used[v.Key] = append(used[v.Key], Used{v, layer.Source})
		}
	}
	if s.Use != "" {
		if _, ok := s.Models[s.Use]; !ok {
			problems = append(problems, Problem{Source: "settings", Key: "model.use",
				Text: "no model of that name in models; the one in model is used"})
			s.Use = ""
		}
	}
	var list []Used
	for _, key := range slices.Sorted(maps.Keys(used)) {
		list = append(list, used[key]...)
	}
	return s, list, problems
}

func boolString(b bool) string {
	if b {
		return "1"
	}
	return "0"
}

// former says what became of a setting that there was once, "" if there was none.
func former(key string) string {
	switch key {
	case "context.embeddings.store":
		return "there is no such setting any more: embeddings are kept with the index; remove the line"
	case "resolve":
		return "there is no such setting any more: a menu entry starts its fix, with progress; remove the line"
	case "context.rank.rrf", "context.rank.pagerank":
		return "there is no such setting any more: answers are ranked in one way; remove the line"
	}
	return ""
}

// apply stores one value, or says why not.
func apply(s *Settings, keys []Key, layer Layer, v Value) string {
	k, names, ok := find(keys, v.Key)
	if !ok {
		if why := former(v.Key); why != "" {
			return why
		}
		if near := nearest(keys, v.Key); near != "" {
			return "unknown setting; did you mean " + near + "?"
		}
		return "unknown setting; fettle help settings lists all"
	}
	value, err := k.check(v.Any)
	if err != "" {
		return err + "; the default is used"
	}
	if !layer.Control {
		switch {
		case k.Plane == Control:
			return "only the user's own settings may set this; ignored"
		case k.Plane == Narrow && !k.less(*s, names, value):
			return "a workspace may not set this to more than the user's settings; ignored"
		}
	}
	if strings.HasPrefix(k.Name, "signals.") {
		setSignal(s, layer.Control, func() { k.set(s, names, value) })
	} else {
		k.set(s, names, value)
	}
	return ""
}

// setSignal lets set see the rows of one plane only: a workspace's row for a
// signal narrows the user's, and never replaces it.
func setSignal(s *Settings, control bool, set func()) {
	var own, other []Signal
	for _, r := range s.Signals {
		if r.Control == control {
			own = append(own, r)
		} else {
			other = append(other, r)
		}
	}
	s.Signals = own
	set()
	for i := range s.Signals {
		s.Signals[i].Control = control
	}
	s.Signals = append(other, s.Signals...)
}

// find returns the key for a dotted name, and what its stars stand for.
func find(keys []Key, name string) (Key, []string, bool) {
	parts := strings.Split(name, ".")
	for _, k := range keys {
		pattern := strings.Split(k.Name, ".")
		if len(pattern) != len(parts) {
			continue
		}
		var names []string
		ok := true
		for i, p := range pattern {
			switch {
			case p == "*" && parts[i] != "":
				names = append(names, parts[i])
			case p != parts[i]:
				ok = false
			}
		}
		// "models.*.name" must not swallow a plain key of the same length.
		if ok {
			return k, names, true
		}
	}
	return Key{}, nil, false
}

// check turns a decoded value into the key's Go type, or says what was
// expected.
func (k Key) check(v any) (any, string) {
	switch k.Kind {
	case Int, Auto:
		return k.checkInt(v)
	case String:
		s, ok := v.(string)
		switch {
		case !ok:
			return nil, "expected a string"
		case k.Enum != nil && !slices.Contains(k.Enum, s):
			return nil, "expected one of " + strings.Join(quoteAll(k.Enum), ", ")
		}
		return s, ""
	}
	form, ok := forms[k.Kind]
	if !ok {
		return nil, "unknown kind"
	}
	if read, ok := form.read(v); ok {
		return read, ""
	}
	return nil, "expected " + form.name
}

// forms are the kinds whose values look the same for every key.
var forms = map[Kind]struct {
	name string
	read func(any) (any, bool)
}{
	Bool: {"true or false", func(v any) (any, bool) {
		b, ok := v.(bool)
		return b, ok
	}},
	Share: {"a number from 0 to 1", func(v any) (any, bool) {
		n, ok := number(v)
		return n, ok && n >= 0 && n <= 1
	}},
	Command: {"a program, or a list of a program and its arguments", func(v any) (any, bool) {
		l, ok := oneOrMore(v)
		return l, ok && len(l) > 0
	}},
	Patterns: {"a string or a list of strings", func(v any) (any, bool) {
		l, ok := oneOrMore(v)
		return l, ok
	}},
	Strings: {"a list of strings", func(v any) (any, bool) {
		l, ok := stringList(v)
		return l, ok
	}},
	Texts: {"a table of strings", func(v any) (any, bool) {
		m, ok := v.(map[string]any)
		out := map[string]string{}
		for name, x := range m {
			s, isText := x.(string)
			ok = ok && isText
			out[name] = s
		}
		return out, ok
	}},
}

// checkInt is check for a whole number between the key's bounds, or "auto".
func (k Key) checkInt(v any) (any, string) {
	if k.Kind == Auto && v == any("auto") {
		return v, ""
	}
	if n, ok := integer(v); ok && n >= k.Min && (k.Max <= 0 || n <= k.Max) {
		return n, ""
	}
	want := fmt.Sprintf("expected a whole number from %d to %d", k.Min, k.Max)
	if k.Kind == Auto {
		want += ` or "auto"`
	}
	return nil, want
}

// oneOrMore returns a list of strings, which may come as its only one.
func oneOrMore(v any) ([]string, bool) {
	if s, ok := v.(string); ok {
		return []string{s}, true
	}
	return stringList(v)
}

func integer(v any) (int, bool) {
	switch n := v.(type) {
	case int:
		return n, true
	case int64:
		return int(n), true
	case float64:
		return int(n), n == float64(int(n))
	}
	return 0, false
}

func number(v any) (float64, bool) {
	switch n := v.(type) {
	case int:
		return float64(n), true
	case int64:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}

func stringList(v any) ([]string, bool) {
	switch l := v.(type) {
	case []string:
		return l, true
	case []any:
		out := []string{}
		for _, x := range l {
			s, ok := x.(string)
			if !ok {
				return nil, false
			}
			out = append(out, s)
		}
		return out, true
	}
	return nil, false
}

func quoteAll(in []string) []string {
	out := make([]string, len(in))
	for i, s := range in {
		out[i] = fmt.Sprintf("%q", s)
	}
	return out
}

// Meant returns the key, or the beginning of keys, that a name is or may have been meant
// to be, "" where none is near.
func Meant(name string) string {
	keys, parts := Keys(), strings.Count(name, ".")+1
	for _, k := range keys {
		if known := strings.Split(k.Name, "."); len(known) > parts {
			keys = append(keys, Key{Name: strings.Join(known[:parts], ".")})
		}
	}
	return nearest(keys, name)
}

// nearest returns the known key that differs in the fewest characters, at most two, or
// the one with the same last part. A star of a key stands for what the name has
// there.
func nearest(keys []Key, name string) string {
	last := name[strings.LastIndex(name, ".")+1:]
	parts := strings.Split(name, ".")
	best, least, byLast := "", far, ""
	for _, k := range keys {
		known := strings.Split(k.Name, ".")
		for i := range known {
			if known[i] == "*" && i < len(parts) {
				known[i] = parts[i]
			}
		}
		full := strings.Join(known, ".")
		if d := apart(full, name); d < least {
			best, least = full, d
		}
		if byLast == "" && strings.HasSuffix(k.Name, "."+last) && !strings.Contains(k.Name, "*") {
			byLast = k.Name
		}
	}
	return cmp.Or(best, byLast)
}

// Near reports whether two names differ in at most two characters, short ones in
// one, so that one of them may be meant where the other is written.
func Near(a, b string) bool { return apart(a, b) < far }

// far is apart for names of which neither is meant where the other is written.
const far = 3

// apart is in how many characters two names differ: neighbours that have changed
// places are one.
func apart(a, b string) int {
	if swapped(a, b) {
		return 1
	}
	most := max(1, min(2, min(len(a), len(b))/3))
	if d := text.Distance(a, b, most); d <= most {
		return d
	}
	return far
}

// swapped reports whether two neighbours have changed places, as in "wirte".
func swapped(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) - 1 {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		}
	}
	return false
}

// flatten turns nested tables into dotted values, stopping where a key of the
// table expects a table.
func flatten(prefix string, tree map[string]any, keys []Key, lines map[string]int) []Value {
	type frame struct {
		prefix string
		tree   map[string]any
	}
	var out []Value
	stack := []frame{{prefix, tree}}
	for len(stack) > 0 {
		f := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, name := range slices.Sorted(maps.Keys(f.tree)) {
			full := name
			if f.prefix != "" {
				full = f.prefix + "." + name
			}
			sub, isTable := f.tree[name].(map[string]any)
			if k, _, known := find(keys, full); isTable && !(known && k.Kind == Texts) {
				stack = append(stack, frame{full, sub})
				continue
			}
			out = append(out, Value{full, f.tree[name], lines[full]})
		}
	}
	slices.SortStableFunc(out, func(a, b Value) int { return strings.Compare(a.Key, b.Key) })
	return out
}
