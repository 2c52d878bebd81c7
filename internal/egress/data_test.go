package egress

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSetsOfWords: the code asks for sets that words.txt has, and for all of them; a name that is misspelt in one of
// the two would find nothing.
func TestSetsOfWords(t *testing.T) {
	asked := map[string]bool{}
	use := regexp.MustCompile(`(?:\bin\(|oneOf\(|anyOf\(|contains\(|wordLists\[)"([^"]+)"`)
	sources, err := filepath.Glob("*.go")
	if err != nil || len(sources) == 0 {
		t.Fatal(err)
	}
	for _, name := range sources {
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range use.FindAllStringSubmatch(string(body), -1) {
			if !strings.HasSuffix(name, "_test.go") {
				asked[m[1]] = true
			}
		}
	}
	for set := range asked {
		if len(wordLists[set]) == 0 {
			t.Errorf("words.txt has no set %q", set)
		}
	}
	for set := range wordLists {
		if !asked[set] {
			t.Errorf("nothing asks for the set %q", set)
		}
	}
}

// TestTables: a table's rows have all cells, and a judge that a format names is known.
func TestTables(t *testing.T) {
	for _, c := range table(formatFile, 5) {
		if c[0] == "" || c[3] == "" || c[4] == "" || c[1] != "all" && c[1] != "part" ||
			regexp.MustCompile(c[4]).NumSubexp() == 0 && c[1] == "part" {
			t.Errorf("formats.tsv: %q", c)
		}
	}
	for _, c := range table(patternFile, 4) {
		re := regexp.MustCompile(c[3])
		if c[0] == "" || re.SubexpIndex("v") < 0 || (re.SubexpIndex("n") < 0) != (c[2] == "password") {
			t.Errorf("patterns.tsv: %q", c)
		}
	}
	judged := 0
	for _, r := range newRules()[:len(table(formatFile, 5))] {
		if r.fits != nil {
			judged++
		}
	}
	if want := regexp.MustCompile(`(?m)^\w+\t\w+\t\w+\t`).FindAllString(formatFile, -1); judged != len(want) {
		t.Errorf("%d formats have a judge, of %d that name one", judged, len(want))
	}
	if rows := commandTable["docker"]; len(rows) != 1 || rows[0].sub != "login" || rows[0].stdin != "--password-stdin" {
		t.Errorf("commands.tsv: docker is %+v", rows)
	}
	if rows := commandTable["net"]; len(rows) != 1 || rows[0].last != 1 || len(commandTable["program"]) != 0 {
		t.Errorf("commands.tsv: net is %+v", rows)
	}
}
