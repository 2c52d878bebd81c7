package e2e

import (
	"regexp"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// marker stands around data, another one in each process.
var marker = regexp.MustCompile(`DATA [0-9a-f]{12}`)

// TestPreviewIsWhatIsSent: the explanation shows, byte for byte but for the marker, what
// the model is then asked, and asking for it sends nothing.
//
// Covers R3-09.
func TestPreviewIsWhatIsSent(t *testing.T) {
	m := testkit.ServeModel(answer("itm", "        print_item(item)", 0))
	t.Cleanup(m.Close)
	dir := modelProject(t, m.URL+"/v1", map[string]string{
		"app.py": "import os\nimport sys\nfrom pkg.items import print_item\n\ndef show(items):\n" +
			"    for item in items:\n        print_item(itm)\n",
		"pkg/items.py": "def print_item(item):\n    print(item)\n",
	})
	out, err := fixCommandIn(t, dir, "explain", "app.py:7").Output()
	if err != nil {
		t.Fatal(err)
	}
	md := string(out)
	if n := len(m.Requests()); n != 0 || !strings.Contains(md, "for scripted at 127.0.0.1:") {
		t.Fatalf("%d requests for an explanation:\n%s", n, md)
	}
	fixIn(t, dir, "--rule", "F821", "app.py")
	sent := m.Requests()
	if len(sent) != 1 {
		t.Fatalf("%d requests", len(sent))
	}
	_, prompt, _ := strings.Cut(md, "### system\n\n")
	system, user, _ := strings.Cut(prompt, "### user\n\n")
	system, user = unfenced(t, system), unfenced(t, user)
	plain := func(s string) string { return strings.TrimSpace(marker.ReplaceAllString(s, "DATA")) }
	if plain(system) != plain(sent[0].System) || plain(user) != plain(sent[0].User) {
		t.Errorf("shown\n%s\n%s\nsent\n%s\n%s", system, user, sent[0].System, sent[0].User)
	}
	if !strings.Contains(user, "def print_item(item)") {
		t.Errorf("no context:\n%s", user)
	}
}

// unfenced is the code of a block.
func unfenced(t *testing.T, block string) string {
	t.Helper()
	block = strings.TrimSpace(block)
	fence, rest, _ := strings.Cut(block, "\n")
	code, ok := strings.CutSuffix(rest, fence)
	if !ok || len(fence) < 3 || strings.Trim(fence, "`") != "" {
		t.Errorf("no fence around:\n%s", block)
	}
	return code
}
