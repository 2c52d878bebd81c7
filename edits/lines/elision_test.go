package lines

import "testing"

func TestElided(t *testing.T) {
	for line, want := range map[string]bool{
		"# ... existing code ...": true, "// rest of the function": true, "/* unchanged */": true, "…": true,
		"# (unchanged)": true, "-- same as before": true, "{/* ... */}": true, "... rest of the file": true,
		"# other methods ...": true, "# The code remains unchanged": true,

		"...": false, "# compute the sum ...": false, "x = 1  # rest of it": false, "return rest": false, "#": false,
		"# Whatever is left over is the rest of what the caller has asked for, and goes back to it.": false,
	} {
		if got := Elided(line); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}
