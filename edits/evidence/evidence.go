// Package evidence says what speaks for a fix, and what may therefore be done with it.
//
// A fix carries a list of [Evidence]: one value for each thing that was seen, with who
// saw it, in which version, and in which words. Its kinds are closed:
//
//	tool       a tool no longer reports the finding, and reports nothing new
//	floor      what holds whatever a project selects: it parses, names are bound, importers resolve
//	preserves  every program behaves as before, and why
//	restores   the message determines the code, and why
//	tests      the project's own tests that run the changed lines
//	agreed     independent answers of a model that come to the same program
//	likely     how likely a model held the code that it changed
//	said       what else the edit does, in words: an observation, not a judgement
//
// A value speaks for the fix, against it, or is missing: it was looked for and could not
// be had. Nothing in a list means that nobody looked. [Of] turns a list into a [Grade], by
// the table in grade.go; [Policy] says what is done with each grade in each place, by the
// table in policy.go. What everybody shows of a list is written by [Short], [Sentences]
// and [Also], in the same words everywhere.
//
// The package is pure: it reads nothing, runs nothing and knows no time.
package evidence

import (
	"fmt"
	"slices"
	"strings"
)

// Kind is one kind of evidence.
type Kind string

// The kinds.
const (
	Tool      Kind = "tool"
	Floor     Kind = "floor"
	Preserves Kind = "preserves"
	Restores  Kind = "restores"
	Tests     Kind = "tests"
	Agreed    Kind = "agreed"
	Likely    Kind = "likely"
	Said      Kind = "said"
)

// Holds says whether evidence speaks for a fix.
type Holds string

// The values of Holds.
const (
	For     Holds = "for"
	Against Holds = "against"
	Missing Holds = "missing" // it was looked for, and could not be had
)

// Evidence is one thing that was seen.
type Evidence struct {
	Kind    Kind   `json:"kind"`
	Holds   Holds  `json:"holds"`
	Who     string `json:"who,omitempty"` // the tool, the rule, the runner of tests, the model
	Version string `json:"version,omitempty"`
	// What is the sentence behind Who: "no longer reports it, and reports nothing new". Of
	// missing evidence it says why, and what would help.
	What string `json:"what"`
	// Weight says how much likelier a wrong fix is to have this than a right one, as the
	// natural logarithm of that ratio; only agreed, likely and said have one.
	Weight float64 `json:"weight,omitempty"`
}

// Looked returns a tool's word for a fix.
func Looked(tool, version string) Evidence {
	return Evidence{Kind: Tool, Holds: For, Who: tool, Version: version,
		What: "no longer reports it, and reports nothing new"}
}

// NotLooked says why a tool could not look, and what would let it.
func NotLooked(tool, why string) Evidence {
	return Evidence{Kind: Tool, Holds: Missing, Who: tool, What: why}
}

// Standing returns the floor: what holds of the text.
func Standing(what string) Evidence { return Evidence{Kind: Floor, Holds: For, What: what} }

// Preserving says by whose word every program behaves as before, and why.
func Preserving(who, why string) Evidence {
	return Evidence{Kind: Preserves, Holds: For, Who: who, What: why}
}

// Restoring says by whose word the message determines the code, and why.
func Restoring(who, why string) Evidence {
	return Evidence{Kind: Restores, Holds: For, Who: who, What: why}
}

// Agreeing says how many of some independent answers come to the same program. One of
// several speaks against the fix as much as an unlikely answer does.
func Agreeing(model string, same, of int) Evidence {
	e := Evidence{Kind: Agreed, Holds: For, Who: model, Weight: -Threshold,
		What: fmt.Sprintf("%d of %d independent answers agree", same, of)}
	switch {
	case of < 2:
		e.Holds, e.What, e.Weight = Missing, "one answer", 0
	case same < 2:
		e.Holds, e.What, e.Weight = Against, "another answer differs", Threshold
	}
	return e
}

// Held says how likely a model held the code that it changed, and the least for which that
// speaks for the fix, 0 where nobody has measured that: then it is said, and weighs nothing.
func Held(model string, likely, least float64) Evidence {
	if least == 0 {
		return Evidence{Kind: Likely, Holds: For, Who: model,
			What: fmt.Sprintf("the model rated it %.0f %% likely", 100*likely)}
	}
	if likely < least {
		return Evidence{Kind: Likely, Holds: Against, Who: model, Weight: Threshold,
			What: "the model itself rated it unlikely"}
	}
	return Evidence{Kind: Likely, Holds: For, Who: model, What: "the model rated it likely"}
}

// Also returns what else an edit does.
func Also(sentence string, weight float64) Evidence {
	return Evidence{Kind: Said, Holds: Against, What: sentence, Weight: weight}
}

// Sentence returns a value in words: "ruff 0.17.6 no longer reports it, and reports nothing new".
func (e Evidence) Sentence() string {
	switch e.Kind {
	case Tool, Tests:
		if e.Holds != Missing {
			return strings.TrimSpace(strings.TrimSpace(e.Who+" "+e.Version) + " " + e.What)
		}
	case Preserves:
		return "the same behaviour, by " + e.Who + ": " + e.What
	case Restores:
		return "the message determines it, by " + e.Who + ": " + e.What
	case Said:
		return "also: " + e.What
	}
	return e.What
}

// Sentences returns all values in words, those that decide first.
func Sentences(list []Evidence) []string {
	var out []string
	for _, e := range list {
		out = append(out, e.Sentence())
	}
	return out
}

// Without returns a list without the values of a kind.
func Without(list []Evidence, kind Kind) []Evidence {
	return slices.DeleteFunc(slices.Clone(list), func(e Evidence) bool { return e.Kind == kind })
}

// Effects returns the sentences that say what else an edit does, most unusual first.
func Effects(list []Evidence) []string {
	said := slices.DeleteFunc(slices.Clone(list), func(e Evidence) bool { return e.Kind != Said })
	slices.SortStableFunc(said, func(a, b Evidence) int {
		switch {
		case a.Weight > b.Weight:
			return -1
		case a.Weight < b.Weight:
			return 1
		}
		return 0
	})
	var out []string
	for _, e := range said {
		out = append(out, e.What)
	}
	return out
}

// Doubts returns the sentences of what speaks against a fix or is missing, where that
// decided its grade: why it is not better.
func Doubts(list []Evidence) []string {
	g := Of(list)
	var out []string
	for _, e := range list {
		switch {
		case g == Unsure && e.Weight > 0, g == Unchecked && e.Kind == Tool && e.Holds == Missing:
			out = append(out, e.What)
		}
	}
	return out
}

// Short names the witnesses in one line: "ruff and mypy are content · 12 tests pass". It
// is empty where there are none.
func Short(list []Evidence) string {
	var tools, parts []string
	for _, e := range list {
		if e.Kind == Tool && e.Holds == For && !slices.Contains(tools, e.Who) {
			tools = append(tools, e.Who)
		}
	}
	switch n := len(tools); n {
	case 0:
	case 1:
		parts = append(parts, tools[0]+" is content")
	default:
		parts = append(parts, strings.Join(tools[:n-1], ", ")+" and "+tools[n-1]+" are content")
	}
	for _, e := range list {
		if (e.Kind == Tests || e.Kind == Agreed) && e.Holds == For {
			parts = append(parts, e.What)
		}
	}
	return strings.Join(parts, " · ")
}

// Merge returns the evidence of several fixes that are one: what all of them have, with
// everything that speaks against one of them or is missing for it.
func Merge(lists ...[]Evidence) []Evidence {
	var out []Evidence
	for i, list := range lists {
		for _, e := range list {
			if e.Holds == For && !common(e, lists) || slices.Contains(out, e) {
				continue
			}
			if i > 0 && e.Holds == For && slices.ContainsFunc(out, e.same) {
				continue
			}
			out = append(out, e)
		}
	}
	return out
}

// common reports whether each list has evidence for the fix of the same kind; tools are
// witnesses of the whole as soon as each part has one.
func common(e Evidence, lists [][]Evidence) bool {
	for _, list := range lists {
		if !slices.ContainsFunc(list, func(o Evidence) bool { return o.Kind == e.Kind && o.Holds == For }) {
			return false
		}
	}
	return true
}

// same reports whether two values are one witness.
func (e Evidence) same(o Evidence) bool {
	return e.Kind == o.Kind && e.Who == o.Who && e.Holds == o.Holds
}
