// Package right answers as a model would that knows the text that a file is to have.
package right

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// Serve starts a server whose model answers with the text of the case at hand, or the part of it that is asked for.
func Serve(now func() (was, text string)) *testkit.Model {
	return testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
		was, text := now()
		return testkit.Reply{Text: "```\n" + strings.TrimSuffix(Part(was, text, r.User), "\n") + "\n```\n"}, true
	})
}

// Part is what a text has in place of the function or statement that a prompt asks for, which is a part of was. What
// changes outside of that, an import, stands before it. It is all of the text where nothing is named, or where the
// change crosses an end of the part.
func Part(was, text, prompt string) string {
	i := strings.LastIndex(prompt, " in question:\n```")
	if i < 0 {
		return text
	}
	_, asked, _ := strings.Cut(prompt[i+len(" in question:\n"):], "\n")
	asked, _, _ = strings.Cut(asked, "\n```")
	old, fresh, part := lines(was), lines(text), lines(asked)
	at := find(old, part)
	if at < 0 {
		return text
	}
	same, tail := 0, 0
	for same < min(len(old), len(fresh)) && old[same] == fresh[same] {
		same++
	}
	for tail < min(len(old), len(fresh))-same && old[len(old)-1-tail] == fresh[len(fresh)-1-tail] {
		tail++
	}
	end := at + len(part)
	switch {
	case at <= same && len(old)-tail <= end:
		return join(fresh[at : end+len(fresh)-len(old)])
	case len(old)-tail <= at && same == len(old)-tail: // lines come in above
		return join(fresh[same:len(fresh)-tail]) + "\n" + join(part)
	}
	return text
}

func lines(s string) []string { return strings.Split(strings.TrimSuffix(s, "\n"), "\n") }

func join(list []string) string { return strings.Join(list, "\n") + "\n" }

// find is where some lines stand among others, blanks at their ends aside, or -1.
func find(all, part []string) int {
	for at := 0; at+len(part) <= len(all); at++ {
		same := true
		for i, l := range part {
			if same = strings.TrimSpace(all[at+i]) == strings.TrimSpace(l); !same {
				break
			}
		}
		if same {
			return at
		}
	}
	return -1
}
