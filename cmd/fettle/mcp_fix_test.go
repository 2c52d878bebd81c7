package main_test

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// mcpIn starts the built server in a project, with ruff on the PATH and a model
// at a URL in the user's settings, if there is one.
func mcpIn(t *testing.T, dir, model string, options *mcp.ClientOptions, args ...string) (*mcp.ClientSession, context.Context) {
	t.Helper()
	ruff := testkit.Tool(t, "ruff")
	home := t.TempDir()
	cmd := inProject(t, dir, home, append([]string{"mcp"}, args...)...)
	cmd.Env = append(cmd.Env, "PATH="+filepath.Dir(ruff)+string(os.PathListSeparator)+os.Getenv("PATH"))
	if model != "" {
		config := filepath.Join(home, "config", "fettle", "config.toml")
		writeAll(t, filepath.Dir(config), map[string]string{"config.toml": fmt.Sprintf("[model]\nbackend = 'openai'\nurl = %q\nname = 'scripted'\nprofile = 'strong'\n", model)})
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	s, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, options).Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, ctx
}

func writeAll(t *testing.T, dir string, list map[string]string) {
	t.Helper()
	for name, body := range list {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// treeSum stands for all files of a folder.
func treeSum(t *testing.T, dir string) string {
	t.Helper()
	h := sha256.New()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		body, err := os.ReadFile(path)
		fmt.Fprintf(h, "%s %d\n%s", path, len(body), body)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// callTool calls a tool and decodes its structured answer; a tool's error is
// given as text.
func callTool(ctx context.Context, t *testing.T, s *mcp.ClientSession, name string, args map[string]any, into any) (failed string) {
	t.Helper()
	r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if text := r.Content[0].(*mcp.TextContent).Text; r.IsError {
		return text
	} else if into != nil {
		if err := json.Unmarshal([]byte(text), into); err != nil {
			t.Fatalf("%s: %v in %s", name, err, text)
		}
	}
	return ""
}

// sick is a project with problems: two imports that are not used, a name that
// is not defined, and a secret.
func sick(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	writeAll(t, dir, map[string]string{
		"pyproject.toml": "[tool.ruff.lint]\nselect = [\"F\", \"S105\"]\n",
		"app.py":         "import os\nimport sys\n\n\ndef show(items):\n    for item in items:\n        print(itm)\n",
		"pkg/key.py":     "import os\n\nPASSWORD = \"xK9-canary-Lq27vTz\"\n",
		"pkg/fine.py":    "print(1)\n",
		".env":           "TOKEN=canary\n",
		"note.txt":       "nothing\n",
	})
	return dir
}

type mcpFound struct {
	Diagnostics []struct {
		File, Tool, Code, Message, Severity, Fix string
		Line, Column, EndLine, EndColumn         int
	}
	Total, Files int
	Notes        []string
}

type mcpFixed struct {
	Summary, Diff string
	Findings      []outcome
	Notes         []string
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
	if notes := strings.Join(got.Notes, "\n"); !strings.Contains(notes, "fettle doctor --trust "+realPath(t, dir)) {
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

func realPath(t *testing.T, path string) string {
	t.Helper()
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		t.Fatal(err)
	}
	return real
}

// TestMCPFix gives diffs that git applies, and writes nothing.
func TestMCPFix(t *testing.T) {
	dir := sick(t)
	before := treeSum(t, dir)
	s, ctx := mcpIn(t, dir, "", nil)
	for _, c := range []struct {
		name    string
		args    map[string]any
		summary string
		removed string // lines of the diff
	}{
		{"file", map[string]any{"path": "app.py"}, "2 fixed and verified, 1 need a model", "-import os -import sys"},
		{"line", map[string]any{"path": "app.py", "line": 2}, "1 fixed and verified, 0 need a model", "-import sys"},
		{"lines", map[string]any{"path": "app.py", "line": 1, "endLine": 2}, "2 fixed and verified", "-import os -import sys"},
		{"nothing on the line", map[string]any{"path": "app.py", "line": 5}, "nothing is reported", ""},
		{"other tool", map[string]any{"path": "app.py", "tool": "mypy"}, "nothing is reported", ""},
		{"code", map[string]any{"path": "app.py", "code": "F821"}, "0 fixed and verified, 1 need a model", ""},
		{"absolute path", map[string]any{"path": filepath.Join(realPath(t, dir), "app.py"), "code": "F401"}, "2 fixed and verified, 0", "-import os -import sys"},
		{"folder", map[string]any{"path": "."}, "3 fixed and verified", "-import os -import sys"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got mcpFixed
			if e := callTool(ctx, t, s, "fix", c.args, &got); e != "" {
				t.Fatal(e)
			}
			var removed []string
			for line := range strings.Lines(got.Diff) {
				if strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "---") && strings.TrimSpace(line) != "-" {
					removed = append(removed, strings.TrimSpace(line))
				}
			}
			if !strings.HasPrefix(got.Summary, c.summary) || strings.Join(removed, " ") != c.removed {
				t.Errorf("%s\n%s\nwant %s, %s", got.Summary, got.Diff, c.summary, c.removed)
			}
			if got.Diff != "" {
				check := exec.Command("git", "apply", "--check", "-")
				check.Dir, check.Stdin = dir, strings.NewReader(got.Diff)
				if out, err := check.CombinedOutput(); err != nil {
					t.Errorf("git does not take the diff: %v %s\n%s", err, out, got.Diff)
				}
			}
			for _, f := range got.Findings {
				if f.Written || f.Diff != "" || !f.Applied && f.Reason == "" {
					t.Errorf("finding %+v", f)
				}
			}
		})
	}
	// The diff of a file with a secret next to the fix is not handed out.
	var got mcpFixed
	if e := callTool(ctx, t, s, "fix", map[string]any{"path": "pkg/key.py"}, &got); e != "" || got.Diff != "" ||
		!strings.Contains(strings.Join(got.Notes, " "), "holds a secret") || strings.Contains(fmt.Sprint(got), "canary") {
		t.Errorf("%s %+v", e, got)
	}
	if treeSum(t, dir) != before {
		t.Error("a file was written")
	}
}

// TestMCPRefusals: whatever is asked, an answer names the cause and the next
// step, and holds nothing of another folder or a denied file.
func TestMCPRefusals(t *testing.T) {
	dir, outside := sick(t), sick(t)
	writeAll(t, dir, map[string]string{".venv/site.py": "import os\n"})
	if err := os.Symlink(outside, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outside, "app.py"), filepath.Join(dir, "linked.py")); err != nil {
		t.Fatal(err)
	}
	s, ctx := mcpIn(t, dir, "", nil)
	for _, tool := range []string{"diagnostics", "fix"} {
		for _, c := range []struct {
			name string
			args map[string]any
			want string
		}{
			{"outside", map[string]any{"path": filepath.Join(outside, "app.py")}, "lies outside"},
			{"dots", map[string]any{"path": "../" + filepath.Base(outside) + "/app.py"}, "lies outside"},
			{"link to a folder", map[string]any{"path": "link/app.py"}, "lies outside"},
			{"link to a file", map[string]any{"path": "linked.py"}, "lies outside"},
			{"missing", map[string]any{"path": "none.py"}, "there is no none.py"},
			{"no code", map[string]any{"path": "note.txt"}, "this kind of file"},
			{"denied", map[string]any{"path": ".env"}, ""},
			{"unknown argument", map[string]any{"path": "app.py", "wirte": true}, "wirte"},
			{"wrong type", map[string]any{"path": 7}, "arguments are not those"},
		} {
			t.Run(tool+" "+c.name, func(t *testing.T) {
				e := callTool(ctx, t, s, tool, c.args, nil)
				if e == "" || !strings.Contains(e, c.want) || strings.Contains(e, "canary") {
					t.Errorf("%q, want %q", e, c.want)
				}
			})
		}
	}
	for name, args := range map[string]map[string]any{
		"needs a path":     {},
		"without line":     {"path": "app.py", "endLine": 3},
		"before line":      {"path": "app.py", "line": 3, "endLine": 2},
		"a line of a fold": {"path": ".", "line": 3},
		"7 lines, not 99":  {"path": "app.py", "line": 99},
	} {
		if e := callTool(ctx, t, s, "fix", args, nil); !strings.Contains(e, name) {
			t.Errorf("%v: %q, want %q", args, e, name)
		}
	}
	if e := callTool(ctx, t, s, "diagnostics", map[string]any{"limit": 0}, nil); !strings.Contains(e, "limit 0") {
		t.Error(e)
	}
	if e := callTool(ctx, t, s, "diagnostics", map[string]any{"minSeverity": "bad"}, nil); !strings.Contains(e, "minSeverity") {
		t.Error(e)
	}
	// A folder where nothing may be started.
	denied, ctx := mcpIn(t, dir, "", nil, "--set", "trust.denied=["+fmt.Sprintf("%q", realPath(t, dir))+"]")
	if e := callTool(ctx, t, denied, "diagnostics", map[string]any{"path": "app.py"}, nil); !strings.Contains(e, "next: ") {
		t.Errorf("in a denied folder: %q", e)
	}
	if e := callTool(ctx, t, denied, "context_query", map[string]any{"query": "show items"}, nil); !strings.Contains(e, "not trusted") || !strings.Contains(e, "next: ") {
		t.Errorf("in a denied folder: %q", e)
	}
}

// TestMCPModel asks a model only where the user has set one and the call allows
// it, and holds its answer against the tool.
func TestMCPModel(t *testing.T) {
	m := testkit.ServeModel(answer("itm", "        print(item)", 0))
	t.Cleanup(m.Close)
	dir := sick(t)
	s, ctx := mcpIn(t, dir, m.URL+"/v1", nil)
	tools, err := s.ListTools(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools.Tools {
		if open := *tool.Annotations.OpenWorldHint; open != (tool.Name == "fix" || tool.Name == "edit") {
			t.Errorf("%s: open world %v", tool.Name, open)
		}
	}
	var got mcpFixed
	if e := callTool(ctx, t, s, "fix", map[string]any{"path": "app.py", "code": "F821", "model": false}, &got); e != "" || got.Diff != "" || len(m.Requests()) != 0 {
		t.Errorf("%s %+v, %d requests", e, got, len(m.Requests()))
	}
	if e := callTool(ctx, t, s, "fix", map[string]any{"path": "app.py", "code": "F821"}, &got); e != "" || !strings.Contains(got.Diff, "+        print(item)") ||
		len(got.Findings) != 1 || got.Findings[0].Rung != "model" || got.Findings[0].Verdict != "verified" {
		t.Errorf("%s %+v", e, got)
	}
	asked := len(m.Requests())
	if asked == 0 {
		t.Error("the model was not asked")
	}
	never, ctx := mcpIn(t, dir, m.URL+"/v1", nil, "--no-model")
	if e := callTool(ctx, t, never, "fix", map[string]any{"path": "app.py", "code": "F821"}, &got); e != "" || len(m.Requests()) != asked ||
		!strings.Contains(strings.Join(got.Notes, " "), "--no-model") {
		t.Errorf("with --no-model: %s %+v", e, got)
	}
}

// TestMCPEdit does what an instruction says, and holds the answer against the
// tools.
func TestMCPEdit(t *testing.T) {
	with := "    return [item for item in items]"
	m := testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) { return answer("return items", with, 0)(r) })
	t.Cleanup(m.Close)
	dir := t.TempDir()
	writeAll(t, dir, map[string]string{
		"pyproject.toml": "[tool.ruff.lint]\nselect = [\"F\"]\n",
		"app.py":         "def show(items):\n    return items\n",
		"key.py":         "def show(items):\n    return items\n\n\nPASSWORD = \"xK9-canary-Lq27vTz\"\n",
	})
	before := treeSum(t, dir)
	s, ctx := mcpIn(t, dir, m.URL+"/v1", nil)
	ask := func(args map[string]any) (got struct{ Title, Diff, Verdict string }, failed string) {
		failed = callTool(ctx, t, s, "edit", args, &got)
		return got, failed
	}
	if got, e := ask(map[string]any{"path": "app.py", "line": 2, "instruction": "copy the list"}); e != "" || got.Verdict != "verified" ||
		!strings.Contains(got.Diff, "-    return items\n+    return [item for item in items]\n") {
		t.Errorf("%s %+v", e, got)
	}
	if n := len(m.Requests()); n == 0 || !strings.Contains(m.Requests()[n-1].Prompt(), "copy the list") {
		t.Errorf("%d requests, none with the instruction", n)
	}
	// What a tool reports of the result is not handed out.
	with = "    return itms"
	if got, e := ask(map[string]any{"path": "app.py", "line": 2, "instruction": "copy the list"}); !strings.Contains(e, "neither defined nor imported") {
		t.Errorf("%q %+v", e, got)
	}
	with = "    return list(items)"
	if got, e := ask(map[string]any{"path": "key.py", "line": 1, "endLine": 2, "instruction": "copy the list"}); strings.Contains(e+got.Diff, "canary") {
		t.Errorf("a secret: %q %+v", e, got)
	}
	for want, args := range map[string]map[string]any{
		"needs an instruction": {"path": "app.py", "line": 1, "instruction": " "},
		"needs a line":         {"path": "app.py", "instruction": "x"},
		"needs a path":         {"line": 1, "instruction": "x"},
		"has 2 lines, not 9":   {"path": "app.py", "line": 9, "instruction": "x"},
		"lies before":          {"path": "app.py", "line": 2, "endLine": 1, "instruction": "x"},
		"lies outside":         {"path": filepath.Dir(dir), "line": 2, "instruction": "x"},
		"more than 4096 bytes": {"path": "app.py", "line": 1, "instruction": strings.Repeat("x", 5000)},
	} {
		if got, e := ask(args); !strings.Contains(e, want) {
			t.Errorf("%q %+v, want %q", e, got, want)
		}
	}
	none, ctx := mcpIn(t, dir, "", nil)
	if e := callTool(ctx, t, none, "edit", map[string]any{"path": "app.py", "line": 2, "instruction": "x"}, nil); !strings.Contains(e, "needs a model\nnext: ") {
		t.Errorf("without a model: %q", e)
	}
	if treeSum(t, dir) != before {
		t.Error("a file was written")
	}
}

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
		{uri: "fettle://rule/ruff/F821", want: "window  "},
		{uri: "fettle://rule/eslint/@typescript-eslint/no-explicit-any", want: "signal  "},
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
	m := testkit.ServeModel(answer("itm", "        print(item)", 0))
	t.Cleanup(m.Close)
	dir := sick(t)
	writeAll(t, dir, map[string]string{"pkg/items.py": "def print_items(items):\n    for item in items:\n        print(item)\n"})
	s, ctx := mcpIn(t, dir, m.URL+"/v1", nil)
	r, err := s.ReadResource(ctx, &mcp.ReadResourceParams{URI: "fettle://explain/app.py?line=7"})
	if err != nil {
		t.Fatal(err)
	}
	md := r.Contents[0].Text
	if n := len(m.Requests()); n != 0 || !strings.Contains(md, "for scripted at 127.0.0.1:") {
		t.Fatalf("%d requests for an explanation:\n%s", n, md)
	}
	if e := callTool(ctx, t, s, "fix", map[string]any{"path": "app.py", "line": 7}, nil); e != "" {
		t.Fatal(e)
	}
	sent := m.Requests()
	if len(sent) != 1 {
		t.Fatalf("%d requests", len(sent))
	}
	_, prompt, _ := strings.Cut(md, "### system\n\n")
	system, user, _ := strings.Cut(prompt, "### user\n\n")
	if strings.TrimSpace(system) != strings.TrimSpace(sent[0].System) || strings.TrimSpace(user) != strings.TrimSpace(sent[0].User) {
		t.Errorf("shown\n%s\n%s\nsent\n%s\n%s", system, user, sent[0].System, sent[0].User)
	}
	if !strings.Contains(user, "def print_items(items)") {
		t.Errorf("no context:\n%s", user)
	}
}

// TestMCPSeesTheDisk answers with what was written, changed and deleted between
// two questions.
func TestMCPSeesTheDisk(t *testing.T) {
	dir := shop(t)
	s, ctx := mcpIn(t, dir, "", nil)
	ask := func(query string) string {
		var got struct{ Context string }
		if e := callTool(ctx, t, s, "context_query", map[string]any{"query": query}, &got); e != "" {
			t.Fatal(e)
		}
		return got.Context
	}
	if got := ask("refund_voucher"); strings.Contains(got, "voucher") {
		t.Fatalf("found before it is there:\n%s", got)
	}
	writeAll(t, dir, map[string]string{"shop/refund.py": "def refund_voucher(customer):\n    return customer\n"})
	if got := ask("refund_voucher"); !strings.Contains(got, "shop/refund.py:1-2") {
		t.Errorf("not found once it is there:\n%s", got)
	}
	if err := os.Remove(filepath.Join(dir, "shop/refund.py")); err != nil {
		t.Fatal(err)
	}
	if got := ask("refund_voucher"); strings.Contains(got, "voucher") {
		t.Errorf("found though it is gone:\n%s", got)
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
