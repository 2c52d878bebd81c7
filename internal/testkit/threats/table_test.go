package main

import "testing"

// TestTableNamesTests: a row is only as good as its tests, and they must be
// there under the names that it gives.
func TestTableNamesTests(t *testing.T) {
	where, err := find("../../..")
	if err != nil || len(where["TestTableNamesTests"]) != 1 {
		t.Fatalf("tests are not found: %v", err)
	}
	seen := map[string]bool{}
	for _, r := range table() {
		if seen[r.id] || r.what == "" {
			t.Errorf("%s stands twice, or says nothing", r.id)
		}
		seen[r.id] = true
		for _, name := range r.tests {
			if len(where[name]) == 0 {
				t.Errorf("%s: there is no %s", r.id, name)
			}
		}
	}
}
