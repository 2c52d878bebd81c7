package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// explain is what fettle explain prints.
func explain(t *testing.T, dir, place string) string {
	t.Helper()
	out, err := fixCommandIn(t, dir, "explain", place).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// TestPreview: what --preview and explain print is what a run then sends, but for the
// markers that no text may know beforehand; and it sends nothing itself.
func TestPreview(t *testing.T) {
	m := testkit.ServeModel(answer("box", "        shown(item)", 0))
	t.Cleanup(m.Close)
	dir := modelProject(t, m.URL+"/v1", map[string]string{
		"app.py":   "import os\nfrom lib import shown\n\ntoken = 'ghp_" + strings.Repeat("x9", 18) + "'\n\n" + strings.Replace(undefinedName, "print(", "shown(", 1),
		"lib.py":   "def shown(item):\n    return 1\n",
		"other.py": "x = 1\n",
	})
	previews, _ := fixIn(t, dir, "--preview", "--explain-context", ".")
	// A run removes the unused import before it asks.
	app := filepath.Join(dir, "app.py")
	whole, err := os.ReadFile(app)
	if err == nil {
		err = os.WriteFile(app, []byte(strings.TrimPrefix(string(whole), "import os\n")), 0o600)
	}
	must.OK(t, err)
	explained := explain(t, dir, "app.py:7")
	must.OK(t, os.WriteFile(app, whole, 0o600))
	if n := len(m.Requests()); n > 0 {
		t.Fatalf("%d requests were sent", n)
	}
	if len(previews) != 1 || previews[0].Signal != "ruff F821" || previews[0].System == "" || !strings.Contains(m.URL, previews[0].Host) {
		t.Fatalf("%+v", previews) // the unused import needs no model
	}
	if strings.Contains(previews[0].User, "x9x9") {
		t.Error("a secret is in the preview, and would be sent")
	}
	_, stderr := fixIn(t, dir, "--explain-context", "app.py")
	if !strings.Contains(stderr, "context for ruff F821, ") || !strings.Contains(stderr, "lib.py:1") {
		t.Errorf("no reasons for the context:\n%s", stderr)
	}
	sent := m.Requests()
	if len(sent) != 1 {
		t.Fatalf("%d requests", len(sent))
	}
	marks := regexp.MustCompile(`(DATA |REDACTED_)[0-9a-f]+`)
	plain := func(r testkit.ModelRequest) string { return marks.ReplaceAllString(r.Prompt(), "$1") }
	if got, want := plain(sent[0]), plain(testkit.ModelRequest{System: previews[0].System, User: previews[0].User}); got != want {
		t.Errorf("sent:\n%s\n\npreviewed:\n%s", got, want)
	}
	at := strings.Index(explained, "### system")
	if at < 0 {
		t.Fatalf("explained without a prompt:\n%s", explained)
	}
	said := marks.ReplaceAllString(explained[at:], "$1")
	for _, part := range []string{sent[0].System, sent[0].User} {
		if !strings.Contains(said, strings.TrimSuffix(marks.ReplaceAllString(part, "$1"), "\n")) {
			t.Errorf("sent:\n%s\n\nexplained:\n%s", part, said)
		}
	}
}
