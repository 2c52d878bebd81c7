package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestMCPExplain reads what a fix would see, and what is known of a rule.
func TestMCPExplain(t *testing.T) {
	dir, outside := sick(t), sick(t)
	s, ctx := mcpIn(t, dir, "", nil)
	list, err := s.ListResourceTemplates(ctx, nil)
	if err != nil || len(list.ResourceTemplates) != 2 {
		t.Fatalf("%v %+v", err, list)
	}
	for _, c := range []struct {
		uri, want string
		fails     bool
	}{
		{uri: "fettle://explain/app.py?line=7", want: "# ruff F821, line 7"},
		{uri: "fettle://explain/pkg/key.py", want: "# ruff S105, line 3"},
		{uri: "fettle://rule/ruff/F821", want: "may change   "},
		{uri: "fettle://rule/eslint/@typescript-eslint/no-explicit-any", want: "rule         "},
		{uri: "fettle://explain/app.py?line=5", want: "nothing is reported", fails: true},
		{uri: "fettle://explain/app.py?line=0", want: "no line", fails: true},
		{uri: "fettle://explain/app.py?line=70", want: "has 7 lines", fails: true},
		{uri: "fettle://explain/none.py", want: "there is no none.py", fails: true},
		{uri: "fettle://explain/" + filepath.Join(outside, "app.py"), want: "next: ", fails: true},
		{uri: "fettle://explain/../x/app.py", want: "there is no", fails: true},
		{uri: "fettle://other/app.py", want: "not found", fails: true},
	} {
		r, err := s.ReadResource(ctx, &mcp.ReadResourceParams{URI: c.uri})
		switch {
		case c.fails && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %s", c.uri, err, c.want)
		case c.fails:
		case err != nil:
			t.Errorf("%s: %v", c.uri, err)
		case !strings.Contains(r.Contents[0].Text, c.want) || strings.Contains(r.Contents[0].Text, "canary"):
			t.Errorf("%s: %s", c.uri, r.Contents[0].Text)
		}
	}
}

// TestPreviewIsWhatIsSent: the explanation shows, byte for byte, what the model
// is then asked, and asking for it sends nothing.
//
// Covers R3-09.
func TestPreviewIsWhatIsSent(t *testing.T) {
	m := testkit.ServeModel(answer("itm", "        print_item(item)", 0))
	t.Cleanup(m.Close)
	dir := sick(t)
	writeAll(t, dir, map[string]string{
		"app.py":       "import os\nimport sys\nfrom pkg.items import print_item\n\ndef show(items):\n    for item in items:\n        print_item(itm)\n",
		"pkg/items.py": "def print_item(item):\n    print(item)\n",
	})
	s, ctx := mcpIn(t, dir, m.URL+"/v1", nil)
	r, err := s.ReadResource(ctx, &mcp.ReadResourceParams{URI: "fettle://explain/app.py?line=7"})
	if err != nil {
		t.Fatal(err)
	}
	md := r.Contents[0].Text
	if n := len(m.Requests()); n != 0 || !strings.Contains(md, "for scripted at 127.0.0.1:") {
		t.Fatalf("%d requests for an explanation:\n%s", n, md)
	}
	if _, e := callTool(ctx, t, s, "fix", map[string]any{"path": "app.py", "line": 7}); e != "" {
		t.Fatal(e)
	}
	sent := m.Requests()
	if len(sent) != 1 {
		t.Fatalf("%d requests", len(sent))
	}
	_, prompt, _ := strings.Cut(md, "### system\n\n")
	system, user, _ := strings.Cut(prompt, "### user\n\n")
	system, user = unfenced(t, system), unfenced(t, user)
	if strings.TrimSpace(system) != strings.TrimSpace(sent[0].System) || strings.TrimSpace(user) != strings.TrimSpace(sent[0].User) {
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
