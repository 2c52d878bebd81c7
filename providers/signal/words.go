package signal

import (
	"fmt"
	"strings"
)

// Words says in words which lines a window allows.
func (w Window) Words() string {
	said := [...]string{"the reported lines", "the statement", "the statement with its body", "the function around it",
		"the class around it",
		"the try statement around it", "the imports around it", "the whole file"}[w.Shape]
	switch {
	case w.Margin == 1:
		said += ", 1 line above and below"
	case w.Margin > 1:
		said += fmt.Sprintf(", %d lines above and below", w.Margin)
	}
	for _, a := range [...]struct {
		on   bool
		more string
	}{
		{w.Signature, "the signature of the function"}, {w.Imports, "the imports of the file"},
		{w.Names, "definitions in the file of what the message names"}, {w.Class, "the head of the class"},
		{w.SelfClass && !w.Class, "the head of the class where the message is about self"},
		{w.Related, "the lines that the message points to"},
	} {
		if a.on {
			said += "; " + a.more
		}
	}
	return said
}

// Words says in words what is looked up for a fix.
func (n Need) Words() string {
	if said, ok := needWords[n]; ok {
		return said
	}
	return string(n)
}

var needWords = map[Need]string{
	NeedClass:       "the class around it",
	NeedTypes:       "the types that it names",
	NeedConstants:   "constants of the module",
	NeedRelated:     "signatures of what is called there",
	NeedPrevious:    "the earlier definition",
	NeedDict:        "the whole dictionary",
	NeedSideEffects: "whether the import is there for what loading it does",
	NeedParent:      "the method of the base class",
	NeedFixtures:    "the fixtures of the test",
	NeedFlow:        "callers of the function",
	NeedSchema:      "the tables that the SQL names",
	NeedDocs:        "what the tool says about the rule",
	NeedFunction:    "the function around it",
	NeedLookup:      "where the missing name is defined, and names spelled like it",
	NeedLate:        "the code above the import",
}

// Words says in words who fixes on a rung.
func (r Rung) Words() string {
	switch r {
	case RungTool:
		return "the tool's own fix"
	case RungRule:
		return "a rule of fettle"
	case RungModel:
		return "a model"
	}
	return "nobody"
}

// InOrder says in words who may fix, one after the other.
func InOrder(rungs []Rung) string {
	if len(rungs) == 0 {
		return "nobody"
	}
	said := make([]string, len(rungs))
	for i, r := range rungs {
		said[i] = r.Words()
	}
	return strings.Join(said, ", then ")
}

// Gathered says in words what is looked up for a fix.
func Gathered(needs []Need) string {
	if len(needs) == 0 {
		return "nothing more"
	}
	said := make([]string, len(needs))
	for i, n := range needs {
		said[i] = n.Words()
	}
	return strings.Join(said, "; ")
}
