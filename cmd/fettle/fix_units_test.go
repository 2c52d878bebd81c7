package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp"
)

// TestShardArguments: what is no part of a whole is refused.
func TestShardArguments(t *testing.T) {
	targets := []target{{root: "/p", snapshot: text.File("/p/a.py", "python", "")}}
	for shard, good := range map[string]bool{
		"": true, "1/1": true, "2/3": true, "0/2": false, "3/2": false, "1": false, "a/b": false, "1/-4": false, "1/4294967296": false,
	} {
		if _, err := shardOf(shard, targets); (err == nil) != good {
			t.Errorf("--shard %q: %v", shard, err)
		}
	}
}

// TestFinishedIsSwept: entries of former runs do not pile up.
func TestFinishedIsSwept(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	d := &finished{dir: dir, now: func() time.Time { return now }}
	for name, age := range map[string]time.Duration{"old.json": limits.FinishedAge + time.Hour, "fresh.json": time.Hour} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	d.keep(fileResult{path: filepath.Join(dir, "a.py"), root: dir, before: "x\n", after: "x\n", findings: []finding{{Asks: 1}}})
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Join(left, " ")
	if len(left) != 2 || !strings.Contains(names, "fresh.json") {
		t.Errorf("left: %s", names)
	}
}

// TestMCPAlternatives: what passes the gate as a finding passes it with its
// other answers, too.
func TestMCPAlternatives(t *testing.T) {
	m := &mcpServer{w: &wiring{engine: lsp.Engine{Redact: func(_, s string) (string, bool) {
		return strings.ReplaceAll(s, "hunter2", "REDACTED"), true
	}}}}
	got := m.findings(fileResult{findings: []finding{{Title: "hunter2", Alternatives: []alternative{
		{Title: "use hunter2", Diff: "+a\n"}, {Title: "b", Diff: " password = 'hunter2'\n+b\n"},
	}}}}, target{shown: "a.py"})
	if len(got) != 1 || got[0].Title != "REDACTED" || len(got[0].Alternatives) != 1 || got[0].Alternatives[0] != (alternative{Title: "use REDACTED", Diff: "+a\n"}) {
		t.Errorf("shown: %+v", got)
	}
}
