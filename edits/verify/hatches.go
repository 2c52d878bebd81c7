package verify

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/internal/syntax"
)

// typed refuses a model's text that opens an escape hatch of the type system which the old
// text did not have at that place: a checker that has to believe anything has nothing
// left to report. A place that had no type at all was as wide before.
func typed(c *check) outcome {
	if c.in.Completed {
		return skip("a rule has written into it")
	}
	p, ok := c.trees()
	if !ok {
		return skip("no grammar of this language here")
	}
	old, now := c.uses()
	was, is := p.hatches(p.old, old), p.hatches(p.now, now)
	places := p.count(p.now, p.grammar.types) - p.count(p.old, p.grammar.types)
	for _, h := range hatchNames {
		grown := is[h] - was[h]
		if h == anyHatch && grown > 0 {
			grown -= max(0, places)
		}
		if grown > 0 {
			return fail(edits.RejectSuppress, "adds %s: the checker would believe anything there", h)
		}
	}
	return pass()
}

const anyHatch = "a type that fits everything"

// hatchNames are the hatches, in the words that a user is shown.
var hatchNames = []string{anyHatch, "a cast", "an assertion that a value is there", "code outside of the type system"}

// hatchUses are hatches by their qualified names.
var hatchUses = map[string]string{
	"typing.Any": anyHatch, "typing_extensions.Any": anyHatch, "Any": anyHatch,
	"typing.cast": hatchNames[1], "typing_extensions.cast": hatchNames[1],
	"typing.no_type_check": hatchNames[3], "unsafe": hatchNames[3],
}

// hatches counts those of a tree.
func (p *parts) hatches(t syntax.Tree, names []use) map[string]int {
	out := map[string]int{}
	for i, n := range t.Nodes {
		switch k := n.Kind; {
		case k == "non_null_expression":
			out[hatchNames[2]]++
		case k == "unsafe_block", k == "function_modifiers" && strings.Contains(t.Text(i), "unsafe"):
			out[hatchNames[3]]++
		case k == "interface_type" && strings.Join(strings.Fields(t.Text(i)), "") == "interface{}",
			k == "predefined_type" && t.Text(i) == "any",
			k == "type_identifier" && t.Text(i) == "any" && t.Up(i, "type_parameter_declaration type_parameter_list") < 0:
			out[anyHatch]++
		case (k == "predefined_type" || k == "type_identifier") && n.Parent >= 0 &&
			syntax.IsKind(t.Text(i), "unknown never Function Object") &&
			syntax.IsKind(t.Nodes[n.Parent].Kind, "as_expression satisfies_expression type_assertion type_arguments") &&
			t.Up(i, "as_expression type_assertion") >= 0:
			out[anyHatch]++
		case k == "literal_type" && t.Text(i) == "never":
			out[anyHatch]++
		}
	}
	for _, u := range names {
		root, _, _ := strings.Cut(u.name, ".")
		if h := hatchUses[u.name]; h != "" {
			out[h]++
		} else if root == "unsafe" {
			out[hatchNames[3]]++
		}
	}
	// What an import binds is a use of its name, and no hatch by itself.
	for i, n := range t.Nodes {
		if syntax.IsKind(n.Kind, p.grammar.imports) {
			found := map[string]string{}
			p.grammar.bindings(t, i, found)
			for _, full := range found {
				if h := hatchUses[full]; h != "" {
					out[h]--
				}
			}
		}
	}
	return out
}

// count returns how many nodes of some kinds a tree has.
func (p *parts) count(t syntax.Tree, kinds string) (n int) {
	for _, node := range t.Nodes {
		if syntax.IsKind(node.Kind, kinds) {
			n++
		}
	}
	return n
}

// signed refuses a model's text that changes the parameters of a function which another
// file of the project uses, so that calls of today no longer fit.
func signed(c *check) outcome {
	if c.in.Project.Uses == nil || c.family() != python && c.family() != script {
		return skip("nothing is known of the project")
	}
	p, ok := c.trees()
	if !ok {
		return skip("no grammar of this language here")
	}
	now := map[string][]parameter{}
	for name, list := range p.signatures(p.now) {
		now[name] = list
	}
	var changed []string
	for name, list := range p.signatures(p.old) {
		if fresh, ok := now[name]; ok && !fitsCalls(list, fresh) {
			changed = append(changed, name)
		}
	}
	if len(changed) == 0 {
		return pass()
	}
	slices.Sort(changed)
	if name, by := c.in.Project.Uses(changed); by != "" {
		return fail(edits.RejectUsed, "%s calls %s as it is, and its parameters change", by, name)
	}
	return pass()
}

// parameter is one of a function.
type parameter struct {
	name     string
	optional bool
}

// signatures returns the parameters of the functions of a module, by their names.
func (p *parts) signatures(t syntax.Tree) map[string][]parameter {
	out := map[string][]parameter{}
	for i, n := range t.Nodes {
		if !syntax.IsKind(n.Kind, p.grammar.functions) ||
			t.Up(i, p.grammar.functions+" class_definition class_declaration") >= 0 {
			continue
		}
		list := t.Child(i, "parameters")
		if list < 0 {
			continue
		}
		params := []parameter{}
		for _, c := range t.Children(list) {
			if k := t.Nodes[c]; k.Named && k.Kind != "comment" {
				params = append(params, p.parameter(t, c))
			}
		}
		out[nameOf(t, i)] = params
	}
	return out
}

func (p *parts) parameter(t syntax.Tree, i int) parameter {
	out := parameter{}
	for c := i; c < t.Nodes[i].Next && out.name == ""; c++ {
		if k := t.Nodes[c].Kind; k == "identifier" || strings.HasSuffix(k, "_pattern") && c > i {
			out.name = strings.Join(strings.Fields(t.Text(c)), " ")
		}
	}
	kind := t.Nodes[i].Kind
	out.optional = strings.Contains(kind, "default") || strings.Contains(kind, "splat") ||
		strings.Contains(kind, "rest") ||
		kind == "optional_parameter" || t.Child(i, "value") >= 0 || strings.HasPrefix(strings.TrimSpace(t.Text(i)), "*")
	return out
}

// fitsCalls reports whether what called a function calls it as well with other parameters:
// the old ones are there in their order, and what came may be left out.
func fitsCalls(old, now []parameter) bool {
	if len(now) < len(old) {
		return false
	}
	for i, p := range old {
		if now[i].name != p.name || p.optional && !now[i].optional {
			return false
		}
	}
	return !slices.ContainsFunc(now[len(old):], func(p parameter) bool { return !p.optional })
}
