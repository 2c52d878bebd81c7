package index

import (
	"slices"
	"testing"
)

// A project that has moved its sources keeps what its history knows of them.
func TestHistoryFollowsMovedFiles(t *testing.T) {
	x := New()
	put := func(path, body string) { x.Apply([]Change{{Path: path, Text: body}}) }
	put("src/shop/cart.py", "def add(item):\n    pass\n")
	put("src/shop/price.py", "def total(cart):\n    pass\n")
	put("src/shop/tax.py", "def rate():\n    pass\n")
	put("src/other/tax.py", "def other():\n    pass\n")
	put("src/main.py", "def start():\n    pass\n")
	x.SetCommits([]Commit{
		{Files: []string{"shop/cart.py", "shop/price.py", "shop/tax.py", "tax.py", "main.py", "util/start.py"}, Message: "weigh parcels"},
	})
	x.Rank(Query{Document: "src/shop/cart.py"})
	for _, tt := range []struct {
		gone, now string
	}{
		{"shop/cart.py", "src/shop/cart.py"},
		{"shop/tax.py", "src/shop/tax.py"}, // a folder tells the two apart
		{"tax.py", ""},                     // two could be it
		{"main.py", "src/main.py"},         // all of its path
		{"util/start.py", ""},              // nobody has its name
		{"src/shop/cart.py", "src/shop/cart.py"},
	} {
		got := ""
		if slot, ok := x.today(tt.gone); ok {
			got = x.files[slot].path
		}
		if got != tt.now {
			t.Errorf("%s is %q today, want %q", tt.gone, got, tt.now)
		}
	}
	if got, want := together(x, "src/shop/cart.py", 9), []string{"src/main.py", "src/shop/price.py", "src/shop/tax.py"}; !slices.Equal(got, want) {
		t.Errorf("changed together with the cart: %v, want %v", got, want)
	}
	r := x.Rank(Query{Terms: TextTerms("parcels", 1), Weights: Weights{Said: 1}})
	if len(r.Hits) != 4 {
		t.Errorf("the message leads to %v", r.Hits)
	}
	put("shop/price.py", "def total(cart):\n    pass\n") // it is back
	x.Rank(Query{Document: "src/shop/cart.py"})
	if got := together(x, "src/shop/cart.py", 9); !slices.Contains(got, "shop/price.py") || slices.Contains(got, "src/shop/price.py") {
		t.Errorf("with the old file back: %v", got)
	}
	put("lib/util/start.py", "def begin():\n    pass\n") // a successor that came later
	if got := paths(x.Rank(Query{Document: "src/shop/cart.py", Weights: Weights{Cochange: 1}})); !slices.Contains(got, "lib/util/start.py") {
		t.Errorf("with a successor: %v", got)
	}
	changed := []Commit{{Files: []string{"old/util/start.py", "shop/cart.py"}}}
	x.SetCommits(changed)
	if got := paths(x.Rank(Query{Document: "src/shop/cart.py", Weights: Weights{Cochange: 1}})); !slices.Equal(got, []string{"lib/util/start.py"}) {
		t.Errorf("with another history: %v", got)
	}
}

// A file of another folder that has the same name is no successor.
func TestNoSuccessorByItsNameAlone(t *testing.T) {
	x := build(map[string]string{"web/views.py": "def page():\n    pass\n", "web/forms.py": "def form():\n    pass\n"})
	x.SetCommits([]Commit{{Files: []string{"api/views.py", "web/forms.py"}}})
	x.Rank(Query{Document: "web/forms.py"})
	if got := together(x, "web/forms.py", 9); len(got) > 0 {
		t.Errorf("%v", got)
	}
}
