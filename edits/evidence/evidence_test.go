package evidence

import (
	"slices"
	"testing"
)

func TestGrades(t *testing.T) {
	ruff, floor := Looked("ruff", "0.17.6"), Standing("it parses")
	for _, c := range []struct {
		name string
		list []Evidence
		want Grade
	}{
		{"nothing is known", nil, Unchecked},
		{"a tool alone", []Evidence{ruff}, Unchecked},
		{"the floor alone", []Evidence{floor}, Unchecked},
		{"a tool and the floor", []Evidence{ruff, floor}, Checked},
		{"a tool could not look", []Evidence{floor, NotLooked("mypy", "mypy is not installed")}, Unchecked},
		{"one of two tools could not look", []Evidence{ruff, floor, NotLooked("mypy", "timed out")}, Unchecked},
		{"the same behaviour", []Evidence{ruff, floor, Preserving("ruff", "safe")}, Proved},
		{"… and something against it", []Evidence{ruff, floor, Preserving("ruff", "safe"),
			{Kind: Preserves, Holds: Against, What: "the module has an effect"}}, Checked},
		{"… and no tool", []Evidence{floor, Preserving("ruff", "safe")}, Unchecked},
		{"the message determines it", []Evidence{ruff, floor, Restoring("missing-import", "one module has the name")}, Proved},
		{"tests pass", []Evidence{ruff, floor, {Kind: Tests, Holds: For, Who: "pytest", What: "12 tests pass"}}, Proved},
		{"a test fails", []Evidence{ruff, floor, Preserving("ruff", ""), {Kind: Tests, Holds: Against}}, Refused},
		{"the floor is gone", []Evidence{ruff, {Kind: Floor, Holds: Against}}, Refused},
		{"an unlikely answer", []Evidence{ruff, floor, Held("m", .1, .13)}, Unsure},
		{"… that agrees with another one", []Evidence{ruff, floor, Held("m", .1, .13), Agreeing("m", 2, 2)}, Checked},
		{"an unlikely answer of a model that nobody has measured", []Evidence{ruff, floor, Held("m", .1, 0)}, Checked},
		{"a likely answer", []Evidence{ruff, floor, Held("m", .2, .13)}, Checked},
		{"answers that differ", []Evidence{ruff, floor, Agreeing("m", 1, 3)}, Unsure},
		{"one answer", []Evidence{ruff, floor, Agreeing("m", 1, 1)}, Checked},
		{"two small effects", []Evidence{ruff, floor, Also("adds a default", .6), Also("drops a call", .6)}, Unsure},
		{"one small effect", []Evidence{ruff, floor, Also("adds a default", .6)}, Checked},
		{"tests and effects", []Evidence{ruff, floor, Also("adds a default", 3), {Kind: Tests, Holds: For}}, Proved},
	} {
		if got := Of(c.list); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Every row of the table decides for some list, so that none can be left out unseen.
func TestEveryRuleDecides(t *testing.T) {
	for i, r := range rules {
		var list []Evidence
		for _, w := range r.needs {
			list = append(list, Evidence{Kind: w.kind, Holds: w.holds})
		}
		if r.doubt {
			list = append(list, Also("something", Threshold))
		}
		if got := Of(list); got != r.grade {
			t.Errorf("row %d: %s, want %s", i, got, r.grade)
		}
	}
}

func TestPolicy(t *testing.T) {
	p := Usual()
	rows := map[Place][]Grade{Save: {Proved}, Write: {Proved, Checked}, Menu: {Proved, Checked, Unsure, Unchecked}}
	for at, taken := range rows {
		for g := Proved; g <= Refused; g++ {
			if got := p.Takes(at, g); got != slices.Contains(taken, g) {
				t.Errorf("place %d, %s: %v", at, g, got)
			}
		}
	}
	if p = p.With(Write, Refused); p.Takes(Write, Refused) || !p.Takes(Write, Unsure) {
		t.Error("a setting may lower what is taken, and never to what is refused")
	}
	if p.Takes(Save, Checked) {
		t.Error("a setting for one place changes another")
	}
	for name, worst := range map[string]Grade{"proved": Proved, "unsure": Unsure, "unchecked": Unchecked, "": Checked, "refused": Checked} {
		if got := By(name); got[Write] != worst || got[Save] != Proved {
			t.Errorf("fix.grade = %q: %v", name, got)
		}
	}
}

func TestWords(t *testing.T) {
	list := []Evidence{Looked("ruff", "0.17.6"), Looked("mypy", ""), Standing("it parses"), Agreeing("m", 3, 3),
		Also("adds a default", .1), Also("no longer calls close", .4)}
	if got, want := Short(list), "ruff and mypy are content · 3 of 3 independent answers agree"; got != want {
		t.Errorf("Short: %q", got)
	}
	if got, want := list[0].Sentence(), "ruff 0.17.6 no longer reports it, and reports nothing new"; got != want {
		t.Errorf("Sentence: %q", got)
	}
	if got := Effects(list); !slices.Equal(got, []string{"no longer calls close", "adds a default"}) {
		t.Errorf("Effects: %q", got)
	}
	if got := Doubts([]Evidence{NotLooked("mypy", "mypy is not installed"), Standing("it parses")}); !slices.Equal(got, []string{"mypy is not installed"}) {
		t.Errorf("Doubts of what no tool saw: %q", got)
	}
	if got := Doubts(list); got != nil {
		t.Errorf("Doubts of what is checked: %q", got)
	}
}

func TestMerge(t *testing.T) {
	a := []Evidence{Looked("ruff", "1"), Standing("it parses"), Preserving("ruff", "safe")}
	b := []Evidence{Looked("mypy", "2"), Standing("it parses"), Also("adds a default", Threshold)}
	got := Merge(a, b)
	if g := Of(got); g != Unsure {
		t.Errorf("a whole is no better than its parts: %s of %v", g, got)
	}
	if s := Short(got); s != "ruff and mypy are content" {
		t.Errorf("witnesses: %q", s)
	}
	if g := Of(Merge(a, a)); g != Proved {
		t.Errorf("two proved: %s", g)
	}
	unseen := []Evidence{Standing("it parses"), NotLooked("tsc", "it is missing")}
	if g := Of(Merge(a, unseen)); g != Unchecked {
		t.Errorf("one part that no tool saw: %s", g)
	}
}

func TestNames(t *testing.T) {
	for g := Proved; g <= Refused; g++ {
		var back Grade
		if err := back.UnmarshalText([]byte(g.String())); err != nil || back != g {
			t.Errorf("%s: %v, %v", g, back, err)
		}
	}
	var g Grade
	if _ = g.UnmarshalText([]byte("marvellous")); g != Refused {
		t.Error("an unknown grade is taken for a good one")
	}
}
