package effect

import (
	"slices"
	"strings"
)

func literalReplaced(d *delta) string {
	both, gone, _ := pairs(d.went[literal], d.came[literal])
	for _, p := range both {
		if !d.named(p.old.node) && (!d.near(p.old.node) || !d.says(p.new.key)) {
			return "replaces " + short(p.old.key) + " by " + short(p.new.key)
		}
	}
	for _, f := range gone {
		// What went with its whole statement is said by others.
		if _, stmt := d.was.suite(f.node); stmt >= 0 && !d.named(f.node) && len(d.came[statement])+len(d.came[result]) > 0 {
			return "leaves out " + short(f.key)
		}
	}
	return ""
}

func operatorReplaced(d *delta) string {
	both, gone, _ := pairs(d.went[operator], d.came[operator])
	for _, p := range both {
		old, now := operatorText(d.was, p.old.node), operatorText(d.now, p.new.node)
		if old != now && !d.named(p.old.node) && (!d.near(p.old.node) || !d.says(now)) {
			return "replaces " + old + " by " + now
		}
	}
	for _, f := range gone {
		op := operatorText(d.was, f.node)
		if len(d.came[statement])+len(d.came[result]) > 0 && !assigns(op) && !d.named(f.node) && !d.isOptional(f) {
			return "leaves out the operator " + op
		}
	}
	return ""
}

// assigns reports whether a sign is that of an assignment: where one goes, that its statement goes is
// said, and by another class.
func assigns(op string) bool { return strings.HasSuffix(op, "=") && negations[op] == "" }

// isOptional reports whether an operator is part of a type, as in `int | None`.
func (d *delta) isOptional(f fact) bool { return d.was.Up(f.node, "type type_annotation") >= 0 }

// negations are how two operators exclude each other.
var negations = map[string]string{
	"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "is": "is not", "is not": "is",
	"in": "not in", "not in": "in", "===": "!==", "!==": "===",
}

// negated returns a condition's opposite, as far as it can be written down; "" else.
func negated(c string) string {
	if rest, ok := strings.CutPrefix(c, "not "); ok {
		return bare(strings.TrimSpace(rest))
	}
	if rest, ok := strings.CutPrefix(c, "!"); ok && !strings.HasPrefix(rest, "=") {
		return bare(rest)
	}
	return ""
}

// opposite reports whether one condition holds where the other does not.
func opposite(a, b string) bool {
	if negated(a) == b || negated(b) == a {
		return true
	}
	x, y := strings.Fields(a), strings.Fields(b)
	for op, other := range negations {
		at := strings.Index(" "+a+" ", " "+op+" ")
		if at < 0 || slices.Equal(x, y) {
			continue
		}
		if strings.Replace(" "+a+" ", " "+op+" ", " "+other+" ", 1) == " "+b+" " {
			return true
		}
	}
	return false
}

func conditionPairs(d *delta) ([]pair, []fact, []fact) {
	return pairs(d.went[condition], d.came[condition])
}

func conditionGone(d *delta) string {
	_, gone, _ := conditionPairs(d)
	for _, f := range gone {
		if !d.at(f.node) {
			return "no longer asks whether " + short(f.key)
		}
	}
	return ""
}

func conditionAdded(d *delta) string {
	_, _, added := conditionPairs(d)
	for _, f := range added {
		return "asks first whether " + short(f.key)
	}
	return ""
}

func conditionNegated(d *delta) string {
	both, _, _ := conditionPairs(d)
	for _, p := range both {
		if opposite(p.old.key, p.new.key) && !d.at(p.old.node) {
			return "turns the condition " + short(p.old.key) + " round"
		}
	}
	return ""
}

func conditionChanged(d *delta) string {
	both, _, _ := conditionPairs(d)
	for _, p := range both {
		if opposite(p.old.key, p.new.key) || d.at(p.old.node) {
			continue
		}
		if strings.Contains(p.new.key, p.old.key) {
			return "changes when it applies: " + short(p.new.key)
		}
		return "asks whether " + short(p.new.key) + " in place of " + short(p.old.key)
	}
	return ""
}

func conditionConstant(d *delta) string {
	for _, f := range d.came[condition] {
		if d.now.constant(f.node) {
			return "adds a condition that never changes: " + short(f.key)
		}
	}
	return ""
}

// fallbacks are operators that stand in a value for a missing one.
var fallbacks = []string{"or", "||", "??", "||=", "??="}

func defaultAdded(d *delta) string {
	for _, f := range d.came[operator] {
		p := d.now.Nodes[f.node].Parent
		if right := d.now.Child(p, "right"); slices.Contains(fallbacks, operatorText(d.now, f.node)) && right >= 0 &&
			d.now.valueLike(right) {
			return "uses " + short(d.now.Text(right)) + " where a value is missing"
		}
	}
	for _, p := range d.calls() {
		was, now := argumentsOf(d.was, p.old.node), argumentsOf(d.now, p.new.node)
		if len(was) == 1 && len(now) == 2 && texts(d.was, was)[0] == texts(d.now, now)[0] && d.now.valueLike(now[1]) {
			return "uses " + short(d.now.Text(now[1])) + " where " + short(p.new.key) + " finds nothing"
		}
	}
	for _, f := range d.came[parameter] {
		if v := d.now.Child(f.node, "value"); v >= 0 && !slices.ContainsFunc(d.went[parameter], func(o fact) bool {
			w := d.was.Child(o.node, "value")
			return w >= 0 && flat(d.was.Text(w)) == flat(d.now.Text(v))
		}) {
			return "sets a parameter's default to " + short(d.now.Text(v))
		}
	}
	for i, n := range d.now.Nodes {
		if !d.now.isKind(i, "conditional_expression ternary_expression") || !d.isNew(branch, i) {
			continue
		}
		for c := i + 1; c < n.Next; c = d.now.Nodes[c].Next {
			if d.now.Nodes[c].Named && d.now.constant(c) {
				return "uses " + short(d.now.Text(c)) + " in some cases"
			}
		}
	}
	return ""
}

// valueLike reports whether an expression is a value that is made up: a constant,
// an empty container, a call without arguments.
func (f *facts) valueLike(i int) bool {
	if f.g.roles[f.Nodes[i].Kind] == call {
		return len(argumentsOf(f, i)) == 0
	}
	return f.constant(i)
}

// isNew reports whether a node's fact is one that came.
func (d *delta) isNew(r role, node int) bool {
	return slices.ContainsFunc(d.came[r], func(f fact) bool { return f.node == node })
}

func constantReturned(d *delta) string {
	for _, f := range d.came[result] {
		if v := d.now.first(f.node); v >= 0 && d.now.constant(v) && !d.says(d.now.Text(v)) {
			return "returns " + short(d.now.Text(v))
		}
	}
	return ""
}

func constantBound(d *delta) string {
	for _, f := range d.came[bound] {
		name := d.now.Child(f.node, "left")
		if name < 0 {
			name = d.now.Child(f.node, "name")
		}
		value := d.now.Child(f.node, "right")
		if value < 0 {
			value = d.now.Child(f.node, "value")
		}
		if name < 0 || value < 0 || !d.now.constant(value) || d.boundBefore(d.now.Text(name)) {
			continue
		}
		return "sets " + short(d.now.Text(name)) + " to " + short(d.now.Text(value))
	}
	return ""
}

// boundBefore reports whether the old text assigned a value to a name.
func (d *delta) boundBefore(name string) bool {
	return slices.ContainsFunc(d.was.list, func(f fact) bool {
		if f.role != bound {
			return false
		}
		for _, field := range [...]string{"left", "name"} {
			if n := d.was.Child(f.node, field); n >= 0 && flat(d.was.Text(n)) == flat(name) {
				return true
			}
		}
		return false
	})
}

func oneOfMany(d *delta) string {
	for _, f := range d.came[subscript] {
		for _, c := range d.now.Children(f.node) {
			if kind := d.now.Nodes[c].Kind; (kind == "integer" || kind == "int_literal" || kind == "number" ||
				kind == "integer_literal" || kind == "unary_operator") && d.now.constant(c) {
				return "takes one of several: " + short(f.key)
			}
		}
	}
	for _, f := range d.came[call] {
		if name := last(f.key); name == "next" || name == "pop" || name == "first" {
			if !slices.ContainsFunc(d.went[call], func(o fact) bool { return last(o.key) == name }) {
				return "takes one of several: " + short(d.now.Text(f.node))
			}
		}
	}
	return ""
}

func partOfWhole(d *delta) string {
	if len(d.came[slice]) > len(d.went[slice]) {
		return "takes a part: " + short(d.now.Text(d.now.Nodes[d.came[slice][0].node].Parent))
	}
	return ""
}

// last returns the last name of a dotted one.
func last(name string) string {
	return name[max(strings.LastIndexByte(name, '.'), strings.LastIndexByte(name, ':'))+1:]
}
