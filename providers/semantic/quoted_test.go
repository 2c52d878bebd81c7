package semantic

import (
	"fmt"
	"strings"
	"testing"
)

// TestWordForWord: who asks in the words of a comment gets the line that has them, though
// it stands deep in a long function, and though the question names something else.
func TestWordForWord(t *testing.T) {
	var long strings.Builder
	long.WriteString("class Chmod:\n    pass\n\n\ndef handle(events):\n    for event in events:\n")
	for i := range 400 {
		fmt.Fprintf(&long, "        event.step%d(with_many, arguments_of, some_length)\n", i)
		if i == 250 {
			long.WriteString("        # Only send Chmod if the permissions have changed\n")
		}
	}
	m := Memory{"a.py": long.String(), "b.py": "from a import Chmod\n\n\ndef send():\n    return Chmod()\n"}
	p := built(t, Options{Source: m})
	for question, want := range map[string]string{
		"Only send Chmod if the permissions have changed":                   "        event.step250(with_many, arguments_of, some_length)\n        # Only send Chmod if the permissions have changed\n        event.step251(with_many, arguments_of, some_length)\n",
		"where does it only send chmod if the permissions have changed now": "# Only send Chmod",
	} {
		res, err := p.Query(t.Context(), DefaultQuery(question))
		if err != nil || !strings.Contains(res.Context, want) {
			t.Errorf("%s: %v\n%s", question, err, res.Context)
		}
		if first := res.Results[0]; first.Entity.Name != "handle" || len(first.Shown) < 2 {
			t.Errorf("%s: the first result is %+v", question, first)
		}
	}
	if res, _ := p.Query(t.Context(), DefaultQuery("where is Chmod")); res.Results[0].Entity.Name != "Chmod" {
		t.Errorf("a name alone: %+v", res.Results[0])
	}
}
