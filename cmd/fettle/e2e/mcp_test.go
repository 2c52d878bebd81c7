package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// shop is a project that questions are asked about.
func shop(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, body := range map[string]string{
		"pyproject.toml":   "",
		"shop/cart.py":     "import decimal\n\n\ndef cart_total(items):\n    \"\"\"Sum of the prices in the cart.\"\"\"\n    return sum(decimal.Decimal(i.price) for i in items)\n",
		"shop/mail.py":     "def send_receipt(address):\n    return address\n",
		"tests/test_it.py": "from shop.cart import cart_total\n\n\ndef test_cart_total():\n    assert cart_total([]) == 0\n",
		".env":             "CART_TOTAL_KEY=canary-cart-total\n",
	} {
		path := filepath.Join(dir, name)
		must.Write(t, path, body)
	}
	return dir
}

// inProject is the built binary in a folder, with a home of its own.
func inProject(t *testing.T, dir, home string, args ...string) *exec.Cmd {
	t.Helper()
	// The go command of a new home leaves a process behind that writes there.
	mode := filepath.Join(home, "config", "go", "telemetry", "mode")
	must.Write(t, mode, "off")
	cmd := exec.Command(binary(t), args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, "config"), "XDG_STATE_HOME="+filepath.Join(home, "state"),
		"XDG_CACHE_HOME="+filepath.Join(home, "cache"), "OLLAMA_HOST=127.0.0.1:1")
	return cmd
}

// connect is the SDK's client on the built server.
func connectMCP(t *testing.T, cmd *exec.Cmd) (*mcp.ClientSession, context.Context) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	s, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	must.OK(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s, ctx
}

// TestMCP asks the built server with the client of the official SDK.
//
// Covers R2-11, R3-11.
func TestMCP(t *testing.T) {
	dir := shop(t)
	outside := shop(t)
	s, ctx := connectMCP(t, inProject(t, dir, t.TempDir(), "mcp"))
	tools, err := s.ListTools(ctx, nil)
	must.OK(t, err)
	var names []string
	for _, tool := range tools.Tools {
		names = append(names, tool.Name)
		if tool.Annotations.ReadOnlyHint == (tool.Name == "rate_context") || *tool.Annotations.OpenWorldHint {
			t.Errorf("%s: %+v, though it reads only and no model is set", tool.Name, tool.Annotations)
		}
	}
	if got := strings.Join(names, " "); got != "check context_query diagnostics edit fix rate_context" {
		t.Fatalf("tools %s", got)
	}
	must.OK(t, os.Symlink(outside, filepath.Join(dir, "link")))
	for _, c := range []struct {
		name    string
		args    map[string]any
		isError bool
		want    string // in the text
	}{
		{"query", map[string]any{"query": "where is the cart total computed"}, false, "shop/cart.py"},
		{"keywords", map[string]any{"query": "what does the customer owe in the end", "keywords": []string{"cart", "total"}}, false, "cart_total"},
		{"too many keywords", map[string]any{"query": "cart", "keywords": make([]string, 21)}, true, "keywords"},
		{"related", map[string]any{"relatedTo": "shop/cart.py", "includeTests": true}, false, "tests/test_it.py"},
		{"own root", map[string]any{"query": "cart total", "projectRoot": dir}, false, "shop/cart.py"},
		{"other root", map[string]any{"query": "cart total", "projectRoot": outside}, true, "outside"},
		{"link to another root", map[string]any{"query": "cart total", "projectRoot": "link"}, true, "outside"},
		{"dots", map[string]any{"query": "cart total", "projectRoot": ".."}, true, "outside"},
		{"related outside", map[string]any{"relatedTo": "../x.py"}, true, "no file below"},
		{"related behind a link", map[string]any{"relatedTo": "link/shop/cart.py"}, true, "no file below"},
		{"denied file", map[string]any{"relatedTo": ".env"}, false, "cannot be read"},
		{"unknown argument", map[string]any{"query": "cart", "paht": "x"}, true, "paht"},
		{"out of range", map[string]any{"query": "cart", "maxTokens": 7}, true, "maxTokens"},
		{"nothing asked", map[string]any{}, true, "empty"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "context_query", Arguments: c.args})
			must.OK(t, err)
			body := r.Content[0].(*mcp.TextContent).Text
			if r.IsError != c.isError || !strings.Contains(body, c.want) || strings.Contains(body, "canary") {
				t.Errorf("error %v, want %v; %s", r.IsError, c.isError, body)
			}
		})
	}
}

// TestMCPInput ends a session with its input, whatever that was: what is no
// message gets no result.
func TestMCPInput(t *testing.T) {
	for name, input := range map[string]string{
		"not JSON":       "hello\n",
		"half a message": `{"jsonrpc":"2.0","id":1`,
		"two in a line":  `{"jsonrpc":"2.0","id":1,"method":"ping"} {"jsonrpc":"2.0","id":2,"method":"ping"}` + "\n",
		"a number":       "42\n",
		"without an end": strings.Repeat("[", 5<<20),
		"a frame of LSP": "Content-Length: 2\r\n\r\n{}",
	} {
		t.Run(name, func(t *testing.T) {
			cmd := inProject(t, shop(t), t.TempDir(), "mcp")
			cmd.Stdin = strings.NewReader(input)
			var out bytes.Buffer
			cmd.Stdout = &out
			must.OK(t, cmd.Start())
			done := make(chan error, 1)
			go func() { done <- cmd.Wait() }()
			select {
			case <-done:
			case <-time.After(30 * time.Second):
				_ = cmd.Process.Kill()
				t.Fatal("the server does not end")
			}
			if strings.Contains(out.String(), `"result"`) {
				t.Errorf("answered %q", out.String())
			}
		})
	}
}

// TestPlanner asks a local model for the plan of a question, and goes on
// without it.
//
// Covers R3-04, R3-09.
func TestPlanner(t *testing.T) {
	const question = "how are receipts and totals put together across the whole project and where"
	plans := testkit.ServeModel(func(testkit.ModelRequest) (testkit.Reply, bool) {
		return testkit.Reply{Text: `{"keywords":["receipt"],"symbols_to_find":["send_receipt"],"file_patterns":[],"include_tests":false,"max_depth":1,"strategy":"semantic"}`}, true
	})
	t.Cleanup(plans.Close)
	for _, c := range []struct {
		name, host, origin, reason string
		more                       []string
		asked                      bool
	}{
		{name: "model", host: plans.URL, origin: "model", asked: true},
		{name: "nobody there", host: "127.0.0.1:1", origin: "heuristic", reason: "cannot reach"},
		{name: "elsewhere", host: "example.invalid", origin: "heuristic", reason: "OLLAMA_HOST"},
		{name: "switched off", host: plans.URL, origin: "heuristic", more: []string{"--set", "context.plan.mode=heuristic"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := len(plans.Requests())
			cmd := inProject(t, shop(t), t.TempDir(), append([]string{"context", "--json", "--explain-context", question}, c.more...)...)
			cmd.Env = append(cmd.Env, "OLLAMA_HOST="+c.host, "OLLAMA_MODEL=tiny")
			out, err := cmd.Output()
			must.OK(t, err)
			var r struct{ PlanOrigin, PlanReason, Context string }
			must.OK(t, json.Unmarshal(out, &r))
			if r.PlanOrigin != c.origin || !strings.Contains(r.PlanReason, c.reason) || r.Context == "" {
				t.Errorf("plan by %q (%s), want %q (%s)", r.PlanOrigin, r.PlanReason, c.origin, c.reason)
			}
			asked := plans.Requests()[before:]
			if (len(asked) > 0) != c.asked {
				t.Fatalf("%d requests", len(asked))
			}
			if c.asked && (!strings.Contains(asked[0].Prompt(), question) || strings.Contains(asked[0].Prompt(), "decimal.Decimal")) {
				t.Errorf("the planner was sent %s", asked[0].Prompt())
			}
		})
	}
}

// TestStoreAndJournalCommand keeps the index in the user's cache folder, unless
// it may not, and shows the journal.
func TestStoreAndJournalCommand(t *testing.T) {
	dir, home := shop(t), t.TempDir()
	stored := func() int {
		list, _ := filepath.Glob(filepath.Join(home, "cache", "fettle", "index", "*.sqlite"))
		return len(list)
	}
	if err := inProject(t, dir, home, "context", "--set", "context.index.persist=false", "cart total").Run(); err != nil || stored() != 0 {
		t.Errorf("%v, %d stores without persist", err, stored())
	}
	if err := inProject(t, dir, home, "context", "cart total").Run(); err != nil || stored() != 1 {
		t.Errorf("%v, %d stores", err, stored())
	}
	if out, err := inProject(t, dir, home, "context", "--set", "context.index.enabled=false", "cart total").CombinedOutput(); err == nil || !strings.Contains(string(out), "context.index.enabled") {
		t.Errorf("%v: %s", err, out)
	}
	if out, err := inProject(t, dir, home, "journal", "--stats").Output(); err != nil || !strings.Contains(string(out), "fixes     0") {
		t.Errorf("%v: %s", err, out)
	}
	if out, err := inProject(t, dir, home, "journal", "--rate", "enough").CombinedOutput(); err != nil || !strings.Contains(string(out), "enough 1") {
		t.Errorf("the answered question was not rated: %v: %s", err, out)
	}
	if out, err := inProject(t, dir, home, "journal", "--forget").Output(); err != nil || !strings.Contains(string(out), "deleted what was learned") {
		t.Errorf("%v: %s", err, out)
	}
}
