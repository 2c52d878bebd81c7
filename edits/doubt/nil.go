package doubt

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
)

// mayBeNil says which value is formatted by its own method now, though it may be nil: fmt prints <nil> where a method
// of a nil pointer or interface panics (https://pkg.go.dev/fmt#hdr-Printing,
// https://staticcheck.dev/docs/checks#S1025).
func (c Change) mayBeNil() string {
	if c.Snapshot.Lang != "go" {
		return ""
	}
	was, now := c.lines()
	was = unspaced(was)
	for _, name := range called("go", now) {
		value, method, _ := pycode.CutLast(name)
		printed := slices.ContainsFunc([]string{`Sprintf("%s",`, `Sprintf("%v",`, "Sprint("},
			func(call string) bool { return strings.Contains(was, "fmt."+call+value+")") })
		if value != "" && (method == "String" || method == "Error") && printed && !c.notNil(value) {
			return value + " may be nil: fmt prints <nil>, and its own method need not"
		}
	}
	return ""
}

// notNil reports whether the lines stand in a block that is entered only where a value is not nil.
func (c Change) notNil(value string) bool {
	s := c.Snapshot
	line := s.LineAt(c.Edits[0].Span.Start)
	indent := indentOf(s.Line(line))
	for line--; line >= 0 && indent > 0; line-- {
		l := s.Line(line)
		own := indentOf(l)
		if strings.TrimSpace(l) == "" || own >= indent {
			continue
		}
		indent = own
		if strings.Contains(l, value+" != nil") && !strings.Contains(l, "||") {
			return true
		}
	}
	return false
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }
