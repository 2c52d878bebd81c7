package e2e

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// edited is a committed project with an edit of somebody else's in it.
func edited(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, body string) {
		path := filepath.Join(dir, name)
		must.Write(t, path, body)
	}
	write("go.mod", "module example.com/m\n\ngo 1.24\n")
	write("args.go", "package m\n\nfunc legacyArgs(n int) bool {\n\treturn n > 0 && n < 10\n}\n")
	write("command.go", "package m\n\nvar check = legacyArgs\n\nfunc Run() bool { return legacyArgs(1) && check(2) }\n")
	for _, git := range []string{"init -q -b main", "add .", "-c user.name=a -c user.email=a@b commit -qm one"} {
		cmd := exec.Command("git", strings.Fields(git)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", git, err, out)
		}
	}
	write("args.go", "package m\n\nfunc oldArgs(n int) bool {\n\treturn n > 0 && n < 10\n}\n")
	return dir
}

// said calls a tool whose answer is its text alone.
func said(ctx context.Context, t *testing.T, s *mcp.ClientSession, tool string, args map[string]any) (string, bool) {
	t.Helper()
	r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	must.OK(t, err)
	if r.StructuredContent != nil || len(r.Content) != 1 {
		t.Errorf("%s answers twice: %v", tool, r.StructuredContent)
	}
	return r.Content[0].(*mcp.TextContent).Text, r.IsError
}

// TestMCPCheck: an agent's edit is judged, its sure fixes are written where the user lets
// them, and the list of tools is short.
func TestMCPCheck(t *testing.T) {
	testkit.Tool(t, "go")
	dir := edited(t)
	s, ctx := connectMCP(t, inProject(t, dir, t.TempDir(), "mcp", "--write", "--run", "go"))
	tools, err := s.ListTools(ctx, nil)
	must.OK(t, err)
	if raw, err := json.Marshal(tools.Tools); err != nil || len(raw) > 4000 {
		for _, tool := range tools.Tools {
			one, _ := json.Marshal(tool)
			t.Logf("%s: %d", tool.Name, len(one))
		}
		t.Errorf("the list of tools has %d characters (%v), at most 4,000", len(raw), err)
	}
	got, _ := said(ctx, t, s, "check", nil)
	if want := "2 new problems; go looked\nf1 command.go:3, command.go:5  legacyArgs is gone, renamed oldArgs in " +
		"args.go -> oldArgs\nsince: t1\n"; got != want {
		t.Errorf("check: %q", got)
	}
	// what was reported is not reported again
	if got, _ = said(ctx, t, s, "check",
		map[string]any{"since": "t1"}); got != "nothing new; go looked\n2 problems from before still there\nsince: t2\n" {
		t.Errorf("check since t1: %q", got)
	}
	if got, wrong := said(ctx, t, s, "check", map[string]any{"since": "t9"}); !wrong || !strings.Contains(got, "t9") {
		t.Errorf("a token that is none: %q", got)
	}
	// what a file would become, before it is written
	got, _ = said(ctx, t, s, "check", map[string]any{"files": []string{"command.go"}, "text": "package m\n\nfunc Run() bool { return oldArgs(1) }\n"})
	if !strings.HasPrefix(got, "nothing new; go looked\n") {
		t.Errorf("check of a text: %q", got)
	}
	got, _ = said(ctx, t, s, "check", map[string]any{"files": []string{"new.go"}, "text": "package m\n\nvar x int = \"\"\n"})
	if !strings.Contains(got, "new.go:3:13  cannot use") {
		t.Errorf("check of a new file: %q", got)
	}
	// doors: what lies elsewhere
	if got, wrong := said(ctx, t, s, "check", map[string]any{"files": []string{"/etc/passwd"}}); !wrong || !strings.Contains(got, "outside the folders") {
		t.Errorf("a file elsewhere: %q", got)
	}
	if got, wrong := said(ctx, t, s, "apply", map[string]any{"ids": []string{"f9"}}); !wrong || !strings.Contains(got, "there is no fix f9") {
		t.Errorf("an id that is none: %q", got)
	}
	// a file that changed since is not written
	if _, failed := said(ctx, t, s, "check", nil); failed {
		t.Fatal("check failed")
	}
	path := filepath.Join(dir, "command.go")
	before, err := os.ReadFile(path)
	must.OK(t, err)
	raced := "package m\n\n// raced\nvar check = legacyArgs\n"
	must.OK(t, os.WriteFile(path, []byte(raced), 0o600))
	if got, wrong := said(ctx, t, s, "apply", map[string]any{"ids": []string{"f1"}}); !wrong || !strings.Contains(got, "command.go") {
		t.Errorf("a raced apply: %q", got)
	}
	if now, _ := os.ReadFile(path); string(now) != raced {
		t.Errorf("a raced file became %q", now)
	}
	must.OK(t, os.WriteFile(path, before, 0o600))
	if _, failed := said(ctx, t, s, "check", nil); failed {
		t.Fatal("check failed")
	}
	if got, wrong := said(ctx, t, s, "apply", map[string]any{"ids": []string{"f1"}}); wrong || !strings.HasPrefix(got, "nothing new; go looked\n") {
		t.Errorf("apply: %q", got)
	}
	if now, _ := os.ReadFile(path); string(now) != strings.ReplaceAll(string(before), "legacyArgs", "oldArgs") {
		t.Errorf("the file became %q", now)
	}
}

// TestMCPCheckWritesNothing: without --write there is no apply.
func TestMCPCheckWritesNothing(t *testing.T) {
	s, ctx := connectMCP(t, inProject(t, shop(t), t.TempDir(), "mcp"))
	r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "apply", Arguments: map[string]any{"ids": []string{"f1"}}})
	if err == nil && !r.IsError {
		t.Error("apply is there")
	}
}
