package index

import (
	"strings"
	"testing"
)

// A question in words that the code does not use is answered by what was said
// when the code was changed.
func TestMessagesOfCommits(t *testing.T) {
	x := build(map[string]string{"a.py": "def one():\n    pass\n", "b.py": "def two():\n    pass\n", "c.py": "def three():\n    pass\n"})
	ranked := func() []string {
		return paths(x.Rank(Query{Terms: TextTerms("throttling of requests", 1), Weights: QueryWeights()}))
	}
	x.SetCommits([]Commit{{Files: []string{"a.py"}, Message: "Tidy up"}, {Files: []string{"c.py"}, Message: ""}, {Files: []string{"b.py", "gone.py"}, Message: "Throttle requests of one host"}})
	if got := ranked(); len(got) == 0 || got[0] != "b.py" {
		t.Errorf("with the message: %v", got)
	}
	setHistory(x, [][]string{{"a.py"}, {"c.py"}, {"b.py"}})
	if got := ranked(); len(got) > 0 && got[0] == "b.py" {
		t.Errorf("without messages: %v", got)
	}
}

// Merges of the world, and messages without end, say nothing more.
func TestMessagesAreBounded(t *testing.T) {
	x := build(map[string]string{"a.py": "def one():\n    pass\n"})
	many := make([]string, maxCommit+1)
	for i := range many {
		many[i] = strings.Repeat("x", i+1) + ".py"
	}
	x.SetCommits([]Commit{{Files: many, Message: "Throttle everything"}, {Files: []string{"a.py"}, Message: strings.Repeat("word ", messageBytes) + "latecomer"}})
	if _, ok := x.log.messages.idf["latecom"]; ok || len(x.log.messages.norm) != 1 {
		t.Errorf("%v", x.log.messages.idf)
	}
}
