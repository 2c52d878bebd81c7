package doubt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

var (
	calledMember  = lazyre.New(`\.\s*([A-Za-z_]\w*)\s*\(`)
	asksForKey    = lazyre.New(`\bin\s+([\w.]+)\b`)
	definedMember = lazyre.New(`(?m)^[ \t]+(?:async[ \t]+)?def[ \t]+(\w+)\(`)
)

// members says why a class of the file may lack what the edits call: a tool that goes by the name of a variable, or by
// how a value is used, takes it for a logger, a test or a dict. Here a class has the old method, and none the new one
// (https://github.com/astral-sh/ruff/issues/9032).
func (c Change) members() string {
	if c.Snapshot.Lang != "python" {
		return ""
	}
	was, now := c.lines()
	before, after := membersOf(was), membersOf(now)
	for _, fresh := range after {
		if slices.Contains(before, fresh) || c.defines(fresh) >= 0 {
			continue
		}
		old := slices.DeleteFunc(slices.Clone(before), func(m string) bool { return slices.Contains(after, m) })
		if m := asksForKey.FindStringSubmatch(was); m != nil && strings.Contains(was, m[1]+"[") {
			old = append(old, "__getitem__")
		}
		for _, name := range old {
			if at := c.defines(name); at >= 0 {
				return fmt.Sprintf("the class of line %d has %s, and no class of the file has %s", at+1, name, fresh)
			}
		}
	}
	return ""
}

// membersOf returns the methods that lines call.
func membersOf(lines string) (out []string) {
	for _, m := range calledMember.FindAllStringSubmatch(lines, -1) {
		out = append(out, m[1])
	}
	return out
}

// defines returns the line where a class of the file has a method of that name, -1 if none does.
func (c Change) defines(method string) int {
	type defined struct{}
	s := c.Snapshot
	lines := s.Fact(defined{}, func() any {
		lines := map[string]int{}
		for _, m := range definedMember.FindAllStringSubmatchIndex(s.Text(), -1) {
			if name := s.Text()[m[2]:m[3]]; lines[name] == 0 {
				lines[name] = s.LineAt(m[2]) // not 0: a class stands above it
			}
		}
		return lines
	}).(map[string]int)
	if line, ok := lines[method]; ok {
		return line
	}
	return -1
}
