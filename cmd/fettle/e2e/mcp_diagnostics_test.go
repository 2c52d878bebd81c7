package e2e

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestMCPDiagnostics lists what the tools report, a line for each problem.
func TestMCPDiagnostics(t *testing.T) {
	dir := sick(t)
	s, ctx := mcpIn(t, dir, "", nil)
	ask := func(args map[string]any) string {
		t.Helper()
		got, e := callTool(ctx, t, s, "diagnostics", args)
		if e != "" {
			t.Fatal(e)
		}
		return got
	}
	got := ask(nil)
	want := "problems: 5; files looked at: 3\napp.py:1:8  `os` imported but unused  [ruff F401 warning]\n" +
		"app.py:2:8  `sys` imported but unused  [ruff F401 warning]\napp.py:7:15  Undefined name `box`  [ruff F821 error]\n" +
		"pkg/key.py:1:8  `os` imported but unused  [ruff F401 warning]\npkg/key.py:3:12  "
	if !strings.HasPrefix(got, want) || strings.Contains(got, "canary") {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if !strings.Contains(got, "fettle trust "+realPath(t, dir)) {
		t.Errorf("nothing about the tools that wait for trust: %q", got)
	}
	got = ask(map[string]any{"path": "pkg", "limit": 1})
	if !strings.HasPrefix(got, "problems: 2; files looked at: 2\npkg/key.py:1:8") ||
		!strings.Contains(got, "\n1 more are not listed") {
		t.Errorf("limit 1: %s", got)
	}
	if got := ask(map[string]any{"path": "pkg/fine.py"}); !strings.HasPrefix(got, "problems: 0; files looked at: 1\n") {
		t.Errorf("a clean file: %s", got)
	}
}

// TestMCPProgressAndCancel: a client that gives a token hears how far a call
// is; a call that it cancels ends, with the tool it has started.
func TestMCPProgressAndCancel(t *testing.T) {
	dir := sick(t)
	// A ruff that says that it runs, and goes on until it is killed.
	bin, pipe := t.TempDir(), filepath.Join(t.TempDir(), "pipe")
	must.OK(t, syscall.Mkfifo(pipe, 0o600))
	script := fmt.Sprintf("#!/bin/sh\ncase \"$1\" in --version) echo ruff 0.14.0; exit;; esac\nexec 9>%s\necho runs >&9\nexec sleep 600\n", pipe)
	if err := os.WriteFile(filepath.Join(bin, "ruff"), []byte(script), 0o755); err != nil { //nolint:gosec // a program
		t.Fatal(err)
	}
	var mu sync.Mutex
	var heard []string
	s, ctx := mcpIn(t, dir, "", &mcp.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
		mu.Lock()
		defer mu.Unlock()
		heard = append(heard, fmt.Sprintf("%v %v %s", r.Params.ProgressToken, r.Params.Progress > 0, r.Params.Message))
	}}, "--set", fmt.Sprintf("linters.ruff.command=[%q]", filepath.Join(bin, "ruff")))
	call, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() {
		p := &mcp.CallToolParams{Name: "diagnostics", Arguments: map[string]any{"path": "app.py"}}
		p.SetProgressToken("token 1")
		_, err := s.CallTool(call, p)
		ended <- err
	}()
	from, err := os.Open(pipe) // waits for the tool
	must.OK(t, err)
	defer from.Close()
	said := bufio.NewReader(from)
	if line, err := said.ReadString('\n'); err != nil || line != "runs\n" {
		t.Fatalf("%q %v", line, err)
	}
	cancel()
	if err := <-ended; err == nil {
		t.Error("a cancelled call gave an answer")
	}
	if rest, err := said.ReadString('\n'); err == nil { // its end is the end of the tool
		t.Errorf("the tool goes on: %q", rest)
	}
	// The session goes on, and what came before its answer has arrived.
	if _, err := s.ListTools(ctx, nil); err != nil {
		t.Error(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(heard) == 0 || heard[0] != "token 1 true looking at app.py" {
		t.Errorf("progress %q", heard)
	}
}
