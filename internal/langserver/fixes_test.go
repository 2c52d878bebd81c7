package langserver

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// The preferred fix is taken, or the only one; what silences a finding, changes other files or has no place is none.
func TestFixes(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "a.py")
	own := fileURI(path)
	at := `"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":3}}`
	edit := func(uri, more, text string) string {
		return `{"title":"` + text + `","kind":"quickfix",` + more + `"edit":{"changes":{"` + uri + `":[{` + at +
			`,"newText":"` + text + `"}]}}}`
	}
	for name, c := range map[string]struct{ actions, want string }{
		"the only one":   {edit(own, "", "one"), "one"},
		"the preferred":  {edit(own, "", "one") + "," + edit(own, `"isPreferred":true,`, "two"), "two"},
		"two":            {edit(own, "", "one") + "," + edit(own, "", "two"), ""},
		"beside silence": {edit(own, "", "one") + "," + edit(own, `"isPreferred":true,`, "# noqa"), "one"},
		"silence":        {edit(own, "", "# type: ignore"), ""},
		"another file":   {edit(own+"x", "", "one"), ""},
		"disabled":       {edit(own, `"disabled":{"reason":"r"},`, "one"), ""},
		"a command":      {`{"title":"x","command":"x"}`, ""},
		"resolved":       {`{"title":"x","kind":"quickfix.y","data":1}`, "good"},
		"in a new form": {`{"title":"x","kind":"quickfix","edit":{"documentChanges":[{"textDocument":{"uri":"` + own +
			`"},"edits":[{` + at + `,"newText":"one"}]}]}}`, "one"},
		"a file that goes": {`{"title":"x","kind":"quickfix","edit":{"documentChanges":[{"kind":"delete","uri":"` + own +
			`"}]}}`, ""},
		"no place": {`{"title":"x","kind":"quickfix","edit":{"changes":{"` + own + `":[{"newText":"one"}]}}}`, ""},
		"nonsense": {`1`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			exe, err := os.Executable()
			must.OK(t, err)
			s := New(Options{Argv: []string{exe}, Root: root,
				Env: []string{"FAKE_SERVER=publish", "FAKE_ACTIONS=[" + c.actions + "]"}})
			t.Cleanup(s.Close)
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			list, err := s.Fixable(ctx, text.File(path, "python", "bad"))
			if err != nil || len(list) != 1 {
				t.Fatalf("%v, %v", list, err)
			}
			got := ""
			if list[0].Fix != nil {
				got = list[0].Fix.Edits[0].New
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
