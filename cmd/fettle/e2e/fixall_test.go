package e2e

import (
	"regexp"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestFixAllInTheEditor: fix all takes what is sure as change sets, round by round
// (the import that is unused only when the assignment that used it is gone), and
// ends by saying what became of everything.
func TestFixAllInTheEditor(t *testing.T) {
	const source = "import os\nimport sys\n\n\ndef show(cond):\n    if cond: return 1; return os.sep\n    return box\n"
	for _, tt := range []struct {
		name, end string
		model     func(testkit.ModelRequest) (testkit.Reply, bool)
		text      string
	}{
		{"without a model", `^\d fixed \(\d proved\), 1 needs a model; checked by ruff [\d.]+$`, nil, "import os\n\n\ndef show(cond):\n    if cond:\n        return 1\n        return os.sep\n"},
		{"with a model, which it does not ask", `^\d fixed \(\d proved\), 1 needs a model; checked by ruff [\d.]+$`,
			answer("return box", "    return cond", 0), "    return box\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newProject(t, source, tt.model, "[fix]\ncalls = 1\n")
			p.WaitMenu(p.doc, 6, nil, func(it testkit.MenuItem) bool { return true })
			p.WaitMenu(p.doc, 5, nil, titled(`^Fix E701`))
			from := p.Seen()
			p.Execute("fettle.fixAll", []any{map[string]any{"uri": p.doc.URI, "version": 1}})
			got := p.ended(from)
			if !regexp.MustCompile(tt.end).MatchString(got) || !strings.Contains(p.doc.Text(), tt.text) {
				t.Errorf("%q\n%s", got, p.doc.Text())
			}
		})
	}
}

// TestSaveBehindTyping: who types and saves at once has the text that is saved
// fixed, as a save has it fixed by the tool's own server. What stood between the
// import and the function goes with the import.
func TestSaveBehindTyping(t *testing.T) {
	p := newProject(t, "import os\n\n\ndef show(cond):\n    if cond: return 1\n", nil, "")
	until(t, "all fixes of a text just typed", func() bool {
		at := len(p.doc.Text())
		p.Type(p.doc, at, at, "# x\n")
		menu := p.Menu(p.doc, 0, map[string]any{"only": []string{"source.fixAll"}, "triggerKind": 2})
		if len(menu) == 0 {
			return false
		}
		p.Choose(menu[0])
		return strings.HasPrefix(p.doc.Text(), "def show(cond):\n    if cond:\n        return 1\n# x\n")
	})
}
