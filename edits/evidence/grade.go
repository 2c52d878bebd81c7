package evidence

import (
	"fmt"
	"slices"
	"strings"
)

// Grade sums evidence up. Better grades are smaller.
type Grade uint8

// The grades, best first.
const (
	// Proved: a reason why every program behaves as it should, or tests that show it;
	// and a tool has looked, and the floor holds. This alone is called verified.
	Proved Grade = iota
	// Checked: a tool has looked, and the floor holds; nothing unusual speaks against it.
	Checked
	// Unsure: a tool has looked, and the floor holds, but what else the edit does, or what
	// the model itself says of it, is more common among wrong fixes: for somebody to look at.
	Unsure
	// Unchecked: no tool could look, or nothing is known of the floor.
	Unchecked
	// Refused: a witness speaks against it. A structural gate refuses before there is
	// evidence; this is for what is found out later.
	Refused
)

var grades = [...]string{"proved", "checked", "unsure", "unchecked", "refused"}

func (g Grade) String() string { return grades[g] }

// MarshalText writes the grade's name.
func (g Grade) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText reads a grade's name; what it does not know is refused.
func (g *Grade) UnmarshalText(name []byte) error {
	*g = Named(string(name))
	return nil
}

// Named returns the grade of a name; what it does not know is refused.
func Named(name string) Grade {
	if i := slices.Index(grades[:], name); i >= 0 {
		return Grade(i)
	}
	return Refused
}

// Word returns a grade in what people read: the word verified is for what is proved.
func (g Grade) Word() string {
	if g == Proved {
		return "verified"
	}
	return g.String()
}

// Counts is how many fixes have each grade.
type Counts [len(grades)]int

// Add adds others.
func (c *Counts) Add(o Counts) {
	for g := range o {
		c[g] += o[g]
	}
}

// String returns the counts in words, "2 proved, 1 checked", without grades that none has.
func (c Counts) String() string {
	var parts []string
	for g, n := range c {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, Grade(g)))
		}
	}
	return strings.Join(parts, ", ")
}

// Verdict returns the word that stood for a grade before grades: "verified" where the tools
// were content and nothing was doubted, else "unverified". Old readers of --json have it
// for one more release.
func (g Grade) Verdict() string {
	switch g {
	case Proved, Checked:
		return "verified"
	case Refused:
		return "rejected"
	}
	return "unverified"
}

// Threshold is the sum of weights from which a fix is unsure: the natural logarithm of
// how much likelier wrong fixes are than right ones among those at it, one in three. A
// measurement on cases that nobody has looked at chooses it; see Evidence.Weight.
const Threshold = 1.1

// rule is one row of the table of grades.
type rule struct {
	grade Grade
	needs []want
	doubt bool // and the weights reach the threshold
}

type want struct {
	kind  Kind
	holds Holds
}

// rules are the table: the first row whose needs a list has is its grade.
var rules = [...]rule{
	{grade: Refused, needs: []want{{Tests, Against}}},
	{grade: Refused, needs: []want{{Tool, Against}}},
	{grade: Refused, needs: []want{{Floor, Against}}},
	{grade: Unchecked, needs: []want{{Floor, Missing}}},
	{grade: Unchecked, needs: []want{{Tool, Missing}}}, // one that should have looked could not
	{grade: Proved, needs: []want{{Tool, For}, {Floor, For}, {Tests, For}}},
	{grade: Checked, needs: []want{{Tool, For}, {Floor, For}, {Preserves, Against}}},
	{grade: Proved, needs: []want{{Tool, For}, {Floor, For}, {Preserves, For}}},
	{grade: Proved, needs: []want{{Tool, For}, {Floor, For}, {Restores, For}}},
	{grade: Unsure, needs: []want{{Tool, For}, {Floor, For}}, doubt: true},
	{grade: Checked, needs: []want{{Tool, For}, {Floor, For}}},
	{grade: Unchecked},
}

// Of grades a fix by its evidence.
func Of(list []Evidence) Grade {
	doubtful := Doubt(list) >= Threshold
	for _, r := range rules {
		has := func(w want) bool {
			return slices.ContainsFunc(list, func(e Evidence) bool { return e.Kind == w.kind && e.Holds == w.holds })
		}
		if (!r.doubt || doubtful) && !slices.ContainsFunc(r.needs, func(w want) bool { return !has(w) }) {
			return r.grade
		}
	}
	return Unchecked
}

// Doubt returns the sum of the weights.
func Doubt(list []Evidence) float64 {
	sum := 0.0
	for _, e := range list {
		sum += e.Weight
	}
	return sum
}
