package rules

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/providers/signal"
)

var update = flag.Bool("update", false, "write docs/rules.md")

const reference = "../../docs/rules.md"

// sightings reads seen.tsv: the places in others' code by the names of the rules.
func sightings(t *testing.T) map[string][]string {
	t.Helper()
	data, err := os.ReadFile("seen.tsv")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			parts := strings.Split(line, "\t")
			if _, twice := out[parts[0]]; twice {
				t.Errorf("%s has two lines", parts[0])
			}
			out[parts[0]] = parts[1:]
		}
	}
	return out
}

// asked are rules that a scenario of the command line asks for (slips.txtar), and that few others were seen to need.
var asked = []string{"go-export", "project-go-import"}

// TestSightings compares the table with the places where its rules were seen: each row has three, no line is of a
// rule that went, and no place counts twice.
func TestSightings(t *testing.T) {
	seen := sightings(t)
	for _, r := range All() {
		places, ok := seen[r.Name]
		if !ok || len(places) < 3 && !slices.Contains(asked, r.Name) {
			t.Errorf("%s was seen in %d places: a rule needs three", r.Name, len(places))
		}
		known := map[string]bool{}
		for _, p := range places {
			of, _, link := strings.Cut(strings.TrimPrefix(p, "https://github.com/"), " ")
			if strings.HasPrefix(p, "https://github.com/") == link || known[of] {
				t.Errorf("%s: %q is no link, no line of a release, or of the same package as another place", r.Name, p)
			}
			known[of] = true
		}
		delete(seen, r.Name)
	}
	for name := range seen {
		t.Errorf("seen.tsv has %s, which is no rule", name)
	}
}

// TestReference keeps docs/rules.md in step with the table; -update writes it.
func TestReference(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Fixes without a model\n\nMade from the table of rules by `make generate`.\n\n" +
		"A rule says what its result does to the program:\n\n" +
		"- *preserves*: does what the code did, for every program. Taken by `--write` and by fix all.\n" +
		"- *restores*: nothing worked there, and the message or the compiler determines the text. Taken likewise.\n" +
		"- *changes*: does what the finding asks for, which may change behaviour. Taken with `--unsafe` only.\n" +
		"Each result is checked as every other fix is: by the tool that reported it, and by all others that have a say.\n\n" +
		"The examples are run as tests. What a rule refuses needs a model, or you: the reason is said.\n")
	seen, all := sightings(t), examples(t)
	for _, g := range []struct {
		title string
		rules []Rule
	}{
		{"Python", forPython()}, {"Go", forGo()}, {"JavaScript and TypeScript", forScript()}, {"Any language", forAny()},
	} {
		fmt.Fprintf(&b, "\n## %s\n", g.title)
		for _, r := range g.rules {
			places := make([]string, 0, len(seen[r.Name]))
			for _, p := range seen[r.Name] {
				if short, ok := strings.CutPrefix(p, "https://github.com/"); ok {
					parts := strings.SplitN(short, "/", 3)
					p = fmt.Sprintf("[%s/%s](https://github.com/%s)", parts[0], parts[1], short)
				}
				places = append(places, p)
			}
			if len(places) < 3 {
				places = append(places, "fewer than three places so far")
			}
			fmt.Fprintf(&b, "\n### `%s`\n\n%s, %s: %s.\n\nFor: %s.\n\nSeen in\n%s.\n", r.Name, r.Title(signal.Diagnostic{}),
				r.Class, r.Why,
				signals(r), strings.Join(places, ";\n"))
			for _, e := range all[r.Name] {
				b.WriteString(e.markdown())
			}
		}
	}
	if *update {
		if err := os.WriteFile(reference, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(filepath.FromSlash(reference))
	if err != nil || string(got) != b.String() {
		t.Errorf("%s is not what the table says: make generate (%v)", reference, err)
	}
}

// signals returns the rules of tools that a rule fixes, in lines.
func signals(r Rule) string {
	var b strings.Builder
	width := len("For: ")
	for i, s := range slices.Sorted(slices.Values(r.Signals)) {
		switch {
		case i > 0 && width+len(s) > 110:
			b.WriteString(",\n")
			width = 0
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(s)
		width += len(s) + 2
	}
	return b.String()
}
