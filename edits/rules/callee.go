package rules

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// noneArgument is how mypy says that a call passes what a parameter takes, or
// None (mypy 1.0 to 2.4, messages.py, incompatible_argument). Arguments are
// counted without self.
var noneArgument = lazyre.New(`^Argument (?:(\d+)|"(\w+)") to "(\w+)"(?: of "(\w+)")? has incompatible type "(.+) \| None"; expected "(.+)"$`)

// Callee is a parameter that a finding about a call speaks of.
type Callee struct {
	class, function string // class is "" where the message names none
	name            string // of the parameter, or "":
	position        int    // from 1
}

// CalleeOf is the parameter to which a call passes None, besides what it takes;
// false for any other finding. Where its own default is None, it is the annotation
// that is wrong, and not the call.
func CalleeOf(d signal.Diagnostic) (Callee, bool) {
	m := noneArgument.FindStringSubmatch(d.Message)
	if m == nil || d.Tool != "mypy" || m[5] != m[6] {
		return Callee{}, false
	}
	position, _ := strconv.Atoi(m[1])
	return Callee{class: m[4], function: m[3], name: m[2], position: position}, true
}

// Default is the parameter's default of None in a document that defines its
// function, as the type checker would speak of it; false where there is none, or
// no single one.
func (c Callee) Default(s text.Snapshot) (signal.Diagnostic, bool) {
	if s.Lang != "python" || !strings.Contains(s.Text(), c.function) {
		return signal.Diagnostic{}, false
	}
	m, err := read(Problem{Snapshot: s})
	if err != nil {
		return signal.Diagnostic{}, false
	}
	var found []signal.Diagnostic
	for def := range m.All {
		if def.Keyword != "def" || !c.names(m, def) {
			continue
		}
		q, ok := c.parameter(m, def)
		if !ok || q.colon < 0 || q.last != q.value+1 || !m.is(q.value, "None") || m.admitsNone(q.colon+1, q.equals) {
			continue
		}
		found = append(found, signal.Diagnostic{Tool: "mypy", Code: "assignment", Severity: signal.Error, Origin: signal.FromLinter,
			Span:    m.Tokens[q.value].Span,
			Message: fmt.Sprintf(`Incompatible default for parameter "%s" (default has type "None")`, q.name)})
	}
	if len(found) != 1 {
		return signal.Diagnostic{}, false
	}
	return found[0], true
}

// names reports whether a definition is the one of the message: a function, a
// class's method, or the initialiser of a class that is called.
func (c Callee) names(m module, def *pytree.Stmt) bool {
	name, class := m.definedName(def), ""
	if p := def.Parent; p != nil {
		if p.Keyword != "class" {
			return false
		}
		class = m.definedName(p)
	}
	switch {
	case c.class != "":
		return class == c.class && name == c.function
	case class == "":
		return name == c.function
	}
	return class == c.function && name == "__init__"
}

// definedName is the name behind "def" or "class".
func (m module) definedName(s *pytree.Stmt) string {
	for i := s.First; i+1 < s.Last; i++ {
		if m.is(i, "def", "class") {
			return m.Tokens[i+1].Text
		}
	}
	return ""
}

// parameter is the one of the message.
func (c Callee) parameter(m module, def *pytree.Stmt) (parameter, bool) {
	params, err := m.parameters(def)
	if err != nil {
		return parameter{}, false
	}
	name := c.name
	if name == "" {
		name = c.positional(m, def)
	}
	for _, q := range params {
		if q.name == name && name != "" {
			return q, true
		}
	}
	return parameter{}, false
}

// positional is the name of the parameter at the message's position.
func (c Callee) positional(m module, def *pytree.Stmt) string {
	open := -1
	for i := def.First; i < def.Colon && open < 0; i++ {
		if m.is(i, "(") {
			open = i
		}
	}
	if open < 0 {
		return ""
	}
	at := c.position
	if def.Parent != nil && !m.decorated(def, "staticmethod") {
		at++
	}
	for _, a := range m.arguments(open, m.Tokens[open].Close) {
		switch {
		case m.is(a.first, "/"):
			continue
		case m.is(a.first, "*", "**"):
			return ""
		}
		if at--; at == 0 {
			return m.Tokens[a.first].Text
		}
	}
	return ""
}

// decorated reports whether a definition has a decorator of that name.
func (m module) decorated(def *pytree.Stmt, name string) bool {
	for i := def.Decorators; i < def.First; i++ {
		if m.is(i, name) && m.is(i-1, "@") {
			return true
		}
	}
	return false
}
