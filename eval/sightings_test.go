package main

import "testing"

// Fixes of tools and refusals are no sightings of a rule; equal fixes of other names are one.
func TestSight(t *testing.T) {
	seen := map[string]*sighting{}
	sight(seen, "a", []liveFinding{{Rung: "rule", Tool: "mypy", Code: "x", Title: `import "os"`, File: "a.py", Line: 3}, {Rung: "tool", Code: "x"}, {Code: "y"}})
	sight(seen, "b", []liveFinding{{Rung: "rule", Tool: "mypy", Code: "x", Title: `import "re"`, File: "b.py", Line: 1}})
	s := seen["mypy x: import …"]
	if len(seen) != 1 || s == nil || s.fixes != 2 || len(s.packages) != 2 || s.packages["a"] != "a.py:3" {
		t.Errorf("%+v", seen)
	}
}
