package e2e

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestForeignWordsAreNoLinks: what a model says when it declines is shown, and
// has nothing in it that an editor would make a link of.
func TestForeignWordsAreNoLinks(t *testing.T) {
	p := newProject(t, source, func(testkit.ModelRequest) (testkit.Reply, bool) {
		return testkit.Reply{Text: "NO_FIX [see](command:run) <img src=x> \u202ehidden"}, true
	}, "")
	mark := len(p.Messages())
	_, it := p.WaitMenu(p.doc, 4, nil, titled(`^AI fix: F821`))
	p.Choose(it)
	until(t, "the reason", func() bool { return strings.Contains(strings.Join(p.messages(mark), "\n"), "see") })
	said := strings.Join(p.messages(mark), "\n")
	if !strings.Contains(said, "[see] (command: run)") || strings.ContainsAny(said, "<\u202e") {
		t.Errorf("shown: %q", said)
	}
}
