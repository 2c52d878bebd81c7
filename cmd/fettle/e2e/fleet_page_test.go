//go:build unix

package e2e

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/fettle-dev/fettle/internal/fleet/embedded"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestFleetPage does what docs/fleet.md tells a platform engineer to do, command by
// command, on its list of repositories; the server is one in this process. Flags that
// the page speaks of are there.
func TestFleetPage(t *testing.T) {
	testkit.Tool(t, "git")
	page := must.Read(t, "../../../docs/fleet.md")
	s, err := embedded.Start(embedded.Options{Dir: t.TempDir()})
	must.OK(t, err)
	t.Cleanup(s.Stop)
	var list string
	var blocks []string
	for _, m := range regexp.MustCompile("(?s)```(sh)?\n(.*?)```").FindAllStringSubmatch(page, -1) {
		switch {
		case m[1] == "sh":
			blocks = append(blocks, strings.ReplaceAll(m[2], "nats://localhost", s.ClientURL()))
		case strings.HasPrefix(m[2], "# FILE"):
			list = m[2]
		}
	}
	if len(blocks) != 2 || !strings.Contains(blocks[1], "--repos FILE") || list == "" {
		t.Fatalf("%q, a list %q", blocks, list)
	}
	dir := modelProject(t, "http://127.0.0.1:9/v1", map[string]string{".gitconfig": "[user]\n\tname = A\n\temail = a@example.org\n[init]\n\tdefaultBranch = main\n",
		"work/app.py": "import os\n\n\nprint(1)\n", "work/pyproject.toml": ""})
	shell := func(in, line string) *exec.Cmd {
		cmd := fixCommandIn(t, dir)
		path := filepath.Dir(binary(t)) + string(os.PathListSeparator)
		env := append(cmd.Env, "PATH="+path+filepath.Dir(testkit.Tool(t, "ruff"))+string(os.PathListSeparator)+os.Getenv("PATH"))
		cmd = exec.Command("sh", "-c", "exec "+line)
		cmd.Dir, cmd.Env = filepath.Join(dir, in), env
		return cmd
	}
	run := func(in, line string) string {
		t.Helper()
		out, err := shell(in, line).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
		return string(out)
	}
	// The repositories of the list that lie on this machine, a branch where one is named.
	var local []string
	for line := range strings.Lines(list) {
		if words := strings.Fields(line); len(words) > 0 && strings.HasPrefix(words[0], "../") {
			local = append(local, line)
			name := filepath.Base(words[0])
			writeAll(t, dir, map[string]string{name + "/a.py": "import os\n\n\nprint(1)\n"})
			for _, git := range []string{"init -q", "add .", "commit -q -m first", "branch " + strings.Join(append(words[1:], "other")[:1], "")} {
				run(name, "git "+git)
			}
		}
	}
	if len(local) != 2 {
		t.Fatalf("repositories of the page: %q", local)
	}
	writeAll(t, dir, map[string]string{"work/FILE": strings.Join(local, "")})

	said := map[string]string{}
	for line := range strings.Lines(strings.Join(blocks, "")) {
		line, _, _ = strings.Cut(line, "  #")
		line = strings.TrimSpace(line)
		command, background := strings.CutSuffix(line, " &")
		switch {
		case strings.HasPrefix(command, "nats-server "):
		case background:
			w := shell("work", command)
			var out bytes.Buffer
			w.Stderr = &out
			must.OK(t, w.Start())
			t.Cleanup(func() {
				_ = w.Process.Signal(syscall.SIGTERM)
				if err := w.Wait(); err != nil {
					t.Errorf("%s: %v\n%s", command, err, &out)
				}
			})
		default:
			said[command] = run("work", command)
		}
	}
	if body, _ := os.ReadFile(filepath.Join(dir, "work/app.py")); string(body) != "print(1)\n" || len(said) != 3 {
		t.Errorf("%d commands, and the file is %q\n%v", len(said), body, said)
	}
	for _, name := range []string{"billing", "search"} {
		patch, err := os.ReadFile(filepath.Join(dir, "work/patches", name+".patch"))
		if err != nil || !strings.Contains(string(patch), "-import os") {
			t.Errorf("%s: %v\n%s", name, err, patch)
		}
		if got := run(name, "git show lint/unused:a.py"); got != "print(1)\n" {
			t.Errorf("%s: the branch has %q", name, got)
		}
	}

	help := map[string]string{"fix": run("work", "fettle fix --help"), "worker": run("work", "fettle worker --help")}
	flags := 0
	for _, m := range regexp.MustCompile("`([^`\n]*--[a-z][^`\n]*)`").FindAllStringSubmatch(page, -1) {
		for _, flag := range regexp.MustCompile(`--[a-z][a-z-]*`).FindAllString(m[1], -1) {
			flags++
			of := help["fix"] + help["worker"]
			for name, text := range help {
				if strings.HasPrefix(m[1], "fettle "+name) {
					of = text
				}
			}
			if !regexp.MustCompile(regexp.QuoteMeta(flag) + `\b`).MatchString(of) {
				t.Errorf("%s: there is no %s", m[1], flag)
			}
		}
	}
	if flags < 15 {
		t.Errorf("only %d flags", flags)
	}
}
