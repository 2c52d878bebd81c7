package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
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
	const secret = "AKIAIOSFODNN7EXAMPLQ"
	e := new(setup).process().Engine(config.Default(), nil, engine.Sources{}, slog.New(slog.DiscardHandler))
	m := &mcpServer{w: &app{engine: e}}
	got := m.findings(fileResult{findings: []finding{{Title: secret, Alternatives: []alternative{
		{Title: "use " + secret, Diff: "+a\n"}, {Title: "b", Diff: " key = '" + secret + "'\n+b\n"},
	}}}}, target{shown: "a.py"})
	if len(got) != 1 || strings.Contains(got[0].Title, secret) || got[0].Title == "" || len(got[0].Alternatives) != 1 ||
		strings.Contains(got[0].Alternatives[0].Title, secret) || !strings.HasPrefix(got[0].Alternatives[0].Title, "use ") || got[0].Alternatives[0].Diff != "+a\n" {
		t.Errorf("shown: %+v", got)
	}
}
