package verify

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// spans are the places at which tools mark one and the same problem: what the list of
// answers marks, its first or last word, and the line.
func spans(a testkit.Answer) map[string][2]int {
	marked := a.Before[a.Start:a.End]
	line := strings.LastIndexByte(a.Before[:a.Start], '\n') + 1
	line += len(a.Before[line:]) - len(strings.TrimLeft(a.Before[line:], " \t"))
	end := a.Start + strings.IndexByte(a.Before[a.Start:]+"\n", '\n')
	out := map[string][2]int{"line": {line, end}, "begin": {a.Start, min(a.Start+1, a.End)}, "point": {a.Start, a.Start}}
	if i := strings.LastIndexAny(strings.TrimSpace(marked), " ("); i >= 0 {
		out["last"] = [2]int{a.Start + i + 1, a.End}
	}
	return out
}

// Tools mark one and the same problem differently, many only where it begins: a trick
// that is seen must not hang on the place that its list happens to mark. None does where a
// problem begins; a few do where a tool marks all of a line or the end of a call.
func TestSpans(t *testing.T) {
	testkit.OneGoroutine(t)
	list, err := testkit.Answers("testdata/tricks/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := map[string]int{}
	for _, a := range list {
		for name, s := range spans(a) {
			b := a
			b.Start, b.End = s[0], s[1]
			in := fooled(b)
			in.Project.Module = func(string) bool { return false }
			if r := Run(t.Context(), in); r.Verdict == Verified {
				n[name]++
				t.Logf("%s %s: %s (%s %s) %q", name, a.At, a.Why, a.Tool, a.Code, b.Before[b.Start:b.End])
			}
		}
	}
	for name, most := range map[string]int{"line": 4, "last": 9, "begin": 0, "point": 0} {
		if n[name] > most {
			t.Errorf("%s: %d of %d tricks are called verified, at most %d were", name, n[name], len(list), most)
		}
	}
}
