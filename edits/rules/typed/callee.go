package typed

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// noneArgument is how mypy says that a call passes what a parameter accepts, or
// None (mypy 1.0 to 2.4, messages.py, incompatible_argument). Arguments are
// counted without self.
const noneArgument = `Argument … to "…" has incompatible type "… | None"; expected "…"`

// Callee is a parameter that a finding about a call speaks of.
type Callee struct {
	class, function string // class is "" where the message names none
	name            string // of the parameter, or "":
	position        int    // from 1
}

// CalleeOf returns the parameter to which a call passes None, besides what it accepts;
// false for any other finding. Where its own default is None, it is the annotation
// that is wrong, and not the call.
func CalleeOf(d signal.Diagnostic) (Callee, bool) {
	said := signal.Said(d.Message, noneArgument)
	if said == nil || d.Tool != "mypy" || said[2] != said[3] {
		return Callee{}, false
	}
	c := Callee{}
	c.function, c.class, _ = strings.Cut(said[1], `" of "`)
	var err error
	if c.position, err = strconv.Atoi(said[0]); err != nil {
		c.name = strings.Trim(said[0], `"`)
	}
	return c, true
}

// Default returns the parameter's default of None in a document that defines its
// function, as the type checker would speak of it; false where there is none, or
// no single one.
func (c Callee) Default(s text.Snapshot) (signal.Diagnostic, bool) {
	if s.Lang != "python" || !strings.Contains(s.Text(), c.function) {
		return signal.Diagnostic{}, false
	}
	doc, err := pycode.Read(rule.Problem{Snapshot: s})
	if err != nil {
		return signal.Diagnostic{}, false
	}
	m := Source{doc}
	var found []signal.Diagnostic
	for def := range m.All {
		if def.Keyword != "def" || !c.names(m, def) {
			continue
		}
		q, ok := c.parameter(m, def)
		if !ok || q.Colon < 0 || q.Last != q.Value+1 || !m.Is(q.Value, "None") || m.admitsNone(q.Colon+1, q.Equals) {
			continue
		}
		found = append(found,
			signal.Diagnostic{Tool: "mypy", Code: "assignment", Severity: signal.Error, Origin: signal.FromLinter,
				Span:    m.Tokens[q.Value].Span,
				Message: fmt.Sprintf(`Incompatible default for parameter "%s" (default has type "None")`, q.Name)})
	}
	if len(found) != 1 {
		return signal.Diagnostic{}, false
	}
	return found[0], true
}

// names reports whether a definition is the one of the message: a function, a
// class's method, or the initialiser of a class that is called.
func (c Callee) names(m Source, def *pytree.Stmt) bool {
	name, class := m.DefinedName(def), ""
	if p := def.Parent; p != nil {
		if p.Keyword != "class" {
			return false
		}
		class = m.DefinedName(p)
	}
	switch {
	case c.class != "":
		return class == c.class && name == c.function
	case class == "":
		return name == c.function
	}
	return class == c.function && name == "__init__"
}

// parameter returns the one of the message.
func (c Callee) parameter(m Source, def *pytree.Stmt) (pycode.Parameter, bool) {
	params, err := m.Parameters(def)
	if err != nil {
		return pycode.Parameter{}, false
	}
	name := c.name
	if name == "" {
		name = c.positional(m, def)
	}
	for _, q := range params {
		if q.Name == name && name != "" {
			return q, true
		}
	}
	return pycode.Parameter{}, false
}

// positional returns the name of the parameter at the message's position.
func (c Callee) positional(m Source, def *pytree.Stmt) string {
	open := -1
	for i := def.First; i < def.Colon && open < 0; i++ {
		if m.Is(i, "(") {
			open = i
		}
	}
	if open < 0 {
		return ""
	}
	at := c.position
	if def.Parent != nil && !m.Decorated(def, "staticmethod") {
		at++
	}
	for _, a := range m.Arguments(open, m.Tokens[open].Close) {
		switch {
		case m.Is(a.First, "/"):
			continue
		case m.Is(a.First, "*", "**"):
			return ""
		}
		if at--; at == 0 {
			return m.Tokens[a.First].Text
		}
	}
	return ""
}
