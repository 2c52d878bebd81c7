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
)

type mcpFound struct {
	Diagnostics []struct {
		File, Tool, Code, Message, Severity, Fix string
		Line, Column, EndLine, EndColumn         int
	}
	Total, Files int
	Notes        []string
}

// TestMCPDiagnostics lists what the tools report.
func TestMCPDiagnostics(t *testing.T) {
	dir := sick(t)
	s, ctx := mcpIn(t, dir, "", nil)
	var got mcpFound
	if e := callTool(ctx, t, s, "diagnostics", nil, &got); e != "" {
		t.Fatal(e)
	}
	var lines []string
	for _, d := range got.Diagnostics {
		lines = append(lines, fmt.Sprintf("%s:%d:%d-%d:%d %s %s %s", d.File, d.Line, d.Column, d.EndLine, d.EndColumn, d.Tool, d.Code, d.Fix))
		if strings.Contains(d.Message, "canary") {
			t.Errorf("a secret in %q", d.Message)
		}
	}
	want := "app.py:1:8-1:10 ruff F401 tool\napp.py:2:8-2:11 ruff F401 tool\napp.py:7:15-7:18 ruff F821 rule\n" +
		"pkg/key.py:1:8-1:10 ruff F401 tool\npkg/key.py:3:12-3:32 ruff S105 none"
	if strings.Join(lines, "\n") != want || got.Total != 5 || got.Files != 3 {
		t.Errorf("got %d of %d files\n%s\nwant\n%s", got.Total, got.Files, strings.Join(lines, "\n"), want)
	}
	if notes := strings.Join(got.Notes, "\n"); !strings.Contains(notes, "fettle trust "+realPath(t, dir)) {
		t.Errorf("nothing about the tools that wait for trust: %q", notes)
	}
	if e := callTool(ctx, t, s, "diagnostics", map[string]any{"path": "pkg", "limit": 1}, &got); e != "" || len(got.Diagnostics) != 1 || got.Total != 2 ||
		!strings.Contains(strings.Join(got.Notes, " "), "1 more") {
		t.Errorf("limit 1: %s %+v", e, got)
	}
	if e := callTool(ctx, t, s, "diagnostics", map[string]any{"path": "pkg/fine.py"}, &got); e != "" || len(got.Diagnostics) != 0 {
		t.Errorf("a clean file: %s %+v", e, got)
	}
}

// TestMCPProgressAndCancel: a client that gives a token hears how far a call
// is; a call that it cancels ends, with the tool it has started.
func TestMCPProgressAndCancel(t *testing.T) {
	dir := sick(t)
	// A ruff that says that it runs, and goes on until it is killed.
	bin, pipe := t.TempDir(), filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
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
