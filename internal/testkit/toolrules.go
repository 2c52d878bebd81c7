package testkit

import (
	"encoding/json"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// ToolRules are the names of all rules of a tool, as the installed program lists them; nil of one that lists none.
func ToolRules(t testing.TB, tool string) (out []string) {
	t.Helper()
	switch tool {
	case "ruff":
		var list []struct{ Code string }
		decodeRules(t, run(t, tool, "rule", "--all", "--output-format=json"), &list)
		for _, r := range list {
			out = append(out, r.Code)
		}
	case "ty":
		var list []struct{ Name string }
		decodeRules(t, run(t, tool, "explain", "rule", "--output-format=json"), &list)
		for _, r := range list {
			out = append(out, r.Name)
		}
	case "pyrefly": // its list stands in what it says of a rule that it has not
		said := regexp.MustCompile(`possible values: ([^\]]*)\]`).FindSubmatch(run(t, tool, "check", "--only", "no-such-rule",
			"a.py"))
		if said == nil {
			t.Fatal("pyrefly does not list its rules")
		}
		out = strings.Split(string(said[1]), ", ")
	case "staticcheck":
		for line := range strings.Lines(string(run(t, tool, "-list-checks"))) {
			name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
			out = append(out, name)
		}
	case "oxlint":
		var list []struct{ Scope, Value string }
		decodeRules(t, run(t, tool, "--rules", "--format=json"), &list)
		for _, r := range list {
			out = append(out, r.Scope+"/"+r.Value)
		}
	}
	return out
}

func decodeRules(t testing.TB, said []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(said, into); err != nil {
		t.Fatalf("a list of rules: %v", err)
	}
}

// run is what a tool writes to both streams, however it ends.
func run(t testing.TB, tool string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(Tool(t, tool), args...)
	cmd.Dir = t.TempDir()
	if tool != "pyrefly" {
		said, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", tool, err)
		}
		return said
	}
	said, _ := cmd.CombinedOutput()
	return said
}
