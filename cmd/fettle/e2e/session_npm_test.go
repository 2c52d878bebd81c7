package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestProtocolClientOfVSCode has vscode-languageserver-protocol, which shares no
// code with fettle nor with its tests, go through a whole session.
func TestProtocolClientOfVSCode(t *testing.T) {
	node, modules := testkit.Tool(t, "node"), nodeModules(t, "vscode-jsonrpc", "vscode-languageserver-protocol")
	home := t.TempDir()
	fix, again := answer("sum", "    return sum(values)", 0), filepath.Join(home, "asked again")
	var asked atomic.Int32
	model := testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
		if asked.Add(1) == 1 {
			return fix(r)
		}
		if err := os.WriteFile(again, nil, 0o600); err != nil {
			t.Error(err)
		}
		return testkit.Reply{Fault: testkit.HangAtStart}, true
	})
	t.Cleanup(model.Close)
	config := filepath.Join(home, "config", "fettle")
	must.OK(t, os.MkdirAll(config, 0o755))
	settings := "[model]\nbackend = 'openai'\nurl = '" + model.URL + "/v1'\nname = 'test'\nprofile = 'strong'\n"
	must.OK(t, os.WriteFile(filepath.Join(config, "config.toml"), []byte(settings), 0o600))
	ctx, stop := context.WithTimeout(t.Context(), 2*testkit.WireTimeout)
	defer stop()
	cmd := exec.CommandContext(ctx, node, filepath.Join("testdata", "npmclient", "drive.cjs"), binary(t), modules, "file:///w/module.py", again)
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, "config"),
		"XDG_STATE_HOME="+filepath.Join(home, "state"), "XDG_CACHE_HOME="+filepath.Join(home, "cache"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, step := range []string{"initialize", "codeAction", "executeCommand", "applyEdit", "progress", "cancel of a request", "cancel of a fix", "shutdown", "exit"} {
		if !strings.Contains(string(out), "passed: "+step+"\n") {
			t.Errorf("no step %q in\n%s", step, out)
		}
	}
	until(t, "the model's request to end", func() bool { return asked.Load() == 2 && model.Gone() == 1 })
}

// nodeModules is the folder of provisioned modules. A missing module skips the
// test, and fails it where all tools are required.
func nodeModules(t *testing.T, names ...string) string {
	t.Helper()
	for _, bin := range testkit.ToolFolders() {
		dir := filepath.Dir(bin)
		if filepath.Base(dir) != "node_modules" {
			continue
		}
		missing := false
		for _, name := range names {
			if _, err := os.Stat(filepath.Join(dir, name, "package.json")); err != nil {
				missing = true
			}
		}
		if !missing {
			return dir
		}
	}
	if os.Getenv(testkit.RequireTools) == "1" {
		t.Fatalf("%v are not installed, and %s=1", names, testkit.RequireTools)
	}
	t.Skipf("SKIPPED: %v are not installed; `make tools` provisions them", names)
	return ""
}
