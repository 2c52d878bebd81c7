package journal

import (
	"fmt"
	"slices"
	"strings"
)

// lastEntries is how many entries of a journal a report shows.
const lastEntries = 10

// Report returns what the journal contains, for people: counts and the newest entries.
// The names of files are written as they are: who prints them escapes them.
func (j *Journal) Report() string {
	var b strings.Builder
	s := j.Stats()
	fmt.Fprintf(&b, "fixes     %d\n", s.Entries)
	for _, o := range []Outcome{Offered, Accepted, Undone, Edited, Rejected} {
		if s.Outcomes[o] > 0 {
			fmt.Fprintf(&b, "  %-9s %d\n", o, s.Outcomes[o])
		}
	}
	fmt.Fprintf(&b, "questions %d\n", s.Asked)
	fmt.Fprintf(&b, "asked for more context  %d\n", s.Second)
	fmt.Fprintf(&b, "rated     enough %d, missing %d\n", s.Ratings[Enough], s.Ratings[Missing])
	last := j.Last(lastEntries)
	if len(last) > 0 {
		b.WriteString("\nthe last ones\n")
	}
	for _, e := range last {
		e.report(&b)
	}
	return b.String()
}

func (e Entry) report(b *strings.Builder) {
	said := []string{e.Kind}
	if e.Signal != "" {
		said = append(said, e.Signal)
	}
	if e.Outcome != Asked {
		said = append(said, string(e.Outcome))
	}
	fmt.Fprintf(b, "  %s  %s", e.Time.Local().Format("2006-01-02 15:04"), strings.Join(said, " "))
	if e.Rating != "" {
		fmt.Fprintf(b, ", rated %s", e.Rating)
	}
	b.WriteString("\n")
	var shown []string
	for _, s := range e.Shown {
		if !slices.Contains(shown, s.Path) {
			shown = append(shown, s.Path)
		}
	}
	for _, files := range []struct {
		what string
		list []string
	}{{"shown", shown}, {"opened", e.Opened}, {"edited", e.Edited}} {
		if len(files.list) > 0 { // one line, whatever a file is called
			fmt.Fprintf(b, "    %-7s %s\n", files.what,
				strings.NewReplacer("\n", `\n`, "\r", `\r`).Replace(strings.Join(files.list, " ")))
		}
	}
}
