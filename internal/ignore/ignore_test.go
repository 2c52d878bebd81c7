package ignore

import "testing"

// The walk over folders and the gate of what leaves compare with git itself,
// over random patterns; these are the cases that neither makes.
func TestLast(t *testing.T) {
	for _, c := range []struct {
		patterns, path string
		dir, want      bool
	}{
		{"[[:punct:]]", "!", false, true},
		{"a[[:punct:]]b", "a-b", false, true},
		{"a[[:punct:]]b", "a`b", false, true},
		{"a[[:punct:]]b", "a[b", false, true},
		{"a[[:punct:]]b", "axb", false, false},
		{"/a[[:punct:]]b", "a/b", false, false},
		{"/a[[:graph:]]b", "a/b", false, false},
		{"/a[[:print:]]b", "a b", false, true},
		{"[[:none:]]", "n", false, false},
		{"a[[:digit:]", "a1", false, false},
		{"logs/", "logs", false, false},
		{"logs/", "logs", true, true},
		{"*.log\n!keep.log", "keep.log", false, false},
		{"\ufeff*.log", "x.log", false, true},
		{"?.py", "é.py", false, false}, // git counts bytes
	} {
		p, ok := Last(Parse(c.patterns), c.path, c.dir)
		if hidden := ok && !p.Negated; hidden != c.want {
			t.Errorf("%q hides %q: %v, want %v", c.patterns, c.path, hidden, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("*.log\n!a[b\n\\", "a/b.log")
	f.Fuzz(func(_ *testing.T, patterns, name string) {
		Last(Parse(patterns), name, false)
	})
}
