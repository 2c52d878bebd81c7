package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// hostile is a folder that somebody else wrote, with the metadata of every
// version control system that names programs, and a machine on which all of
// those are installed.
type hostile struct {
	t                       *testing.T
	top, root, home         string
	canaries, ran, bin, vcs string
	files                   map[string]string // by language
}

// canaryScript leaves a file behind.
func (h *hostile) canaryScript(name string) string {
	return "#!/bin/sh\n: > '" + filepath.Join(h.canaries, name) + "'\n"
}

func (h *hostile) script(path, text string) {
	h.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		h.t.Fatal(err)
	}
}

// newHostile makes the machine: version control programs that tell when they are
// started (git is the real one), outside of the folder.
func newHostile(t *testing.T) *hostile {
	t.Helper()
	top := t.TempDir()
	h := &hostile{t: t, top: top, root: filepath.Join(top, "w"), home: filepath.Join(top, "home"), canaries: filepath.Join(top, "canaries"),
		ran: filepath.Join(top, "ran"), bin: filepath.Join(top, "bin"), vcs: filepath.Join(top, "vcs")}
	for _, dir := range []string{h.root, h.home, h.canaries, h.ran, h.bin, h.vcs} {
		must.OK(t, os.MkdirAll(dir, 0o755))
	}
	for _, name := range []string{"hg", "svn", "bzr", "brz", "fossil", "jj", "p4"} {
		h.script(filepath.Join(h.vcs, name), h.canaryScript("started-"+name))
	}
	return h
}

// git makes a repository whose configuration names a program wherever it can.
func (h *hostile) git(dir string) {
	h.t.Helper()
	git := testkit.Tool(h.t, "git")
	run := func(args ...string) {
		c := exec.Command(git, args...)
		c.Dir = dir
		c.Env = append(os.Environ(), "HOME="+h.home, "GIT_CONFIG_NOSYSTEM=1")
		if out, err := c.CombinedOutput(); err != nil {
			h.t.Fatalf("git %v: %v %s", args, err, out)
		}
	}
	run("init", "-q")
	run("add", "-A")
	run("-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-q", "-m", "x")
	evil := func(name string) string {
		path := filepath.Join(dir, ".git", "evil", name)
		h.script(path, h.canaryScript("git-"+name))
		return path
	}
	included := filepath.Join(dir, ".git", "evil.config")
	writeAll(h.t, dir, map[string]string{
		".git/evil.config": "[core]\n\tfsmonitor = " + evil("include") + "\n",
		".gitattributes":   "* filter=x diff=x merge=x\n",
	})
	for _, kv := range [][2]string{
		{"core.fsmonitor", evil("fsmonitor")}, {"core.pager", evil("pager")}, {"core.editor", evil("editor")}, {"core.sshCommand", evil("ssh")},
		{"core.askPass", evil("askpass")}, {"core.hooksPath", filepath.Join(dir, ".git", "hooks")}, {"core.alternateRefsCommand", evil("refs")},
		{"filter.x.clean", evil("clean")}, {"filter.x.smudge", evil("smudge")}, {"filter.x.process", evil("process")}, {"filter.x.required", "true"},
		{"diff.x.command", evil("diff")}, {"diff.x.textconv", evil("textconv")}, {"diff.external", evil("external")},
		{"alias.status", "!" + evil("alias")}, {"alias.ls-files", "!" + evil("alias")}, {"alias.st", "!" + evil("alias")},
		{"gpg.program", evil("gpg")}, {"log.showSignature", "true"}, {"credential.helper", "!" + evil("credential")},
		{"remote.origin.url", "ext::" + evil("remote")}, {"remote.origin.uploadpack", evil("uploadpack")}, {"remote.origin.promisor", "true"},
		{"protocol.allow", "always"}, {"include.path", included}, {"submodule.recurse", "true"}, {"extensions.partialClone", "origin"},
	} {
		run("config", kv[0], kv[1])
	}
	for _, hook := range []string{"post-index-change", "pre-commit", "post-checkout", "reference-transaction", "fsmonitor-watchman"} {
		h.script(filepath.Join(dir, ".git", "hooks", hook), h.canaryScript("git-hook-"+hook))
	}
}

// metadata are files of the other systems, as an archive can bring them.
func (h *hostile) metadata(dir, system string) {
	h.t.Helper()
	evil := filepath.Join(dir, "."+system+".sh")
	h.script(evil, h.canaryScript("config-"+system))
	writeAll(h.t, dir, map[string]map[string]string{
		"hg": {".hg/hgrc": "[hooks]\npre-status = " + evil + "\n[extensions]\nx = " + evil + ".py\n[alias]\nstatus = !" + evil + "\n[ui]\nssh = " + evil + "\n",
			".hg/requires": "revlogv1\nstore\n"},
		"svn":    {".svn/entries": "12\n", ".svn/format": "12\n"},
		"bzr":    {".bzr/branch/branch.conf": "post_commit = " + evil + "\n", ".bzr/branch-format": "Bazaar-NG meta directory, format 1\n"},
		"fossil": {".fslckout": "x", "_FOSSIL_": "x"},
		"jj":     {".jj/repo/config.toml": "ui.pager = '" + evil + "'\nfsmonitor.backend = 'watchman'\n", ".jj/working_copy/type": "local"},
		"p4":     {".p4config": "P4PORT=rsh:" + evil + "\n"},
	}[system])
}

var otherSystems = []string{"hg", "svn", "bzr", "fossil", "jj", "p4"}

// sources writes one document of each language that a row of the table checks.
func (h *hostile) sources(dir string) {
	h.t.Helper()
	texts := map[string][2]string{
		"python":     {"app.py", "import os\n"},
		"go":         {"main.go", "package main\n\nfunc main() { x := 1 }\n"},
		"rust":       {"src/main.rs", "fn main() {}\n"},
		"javascript": {"app.js", "var x = 1\n"}, "javascriptreact": {"app.jsx", "var x = 1\n"},
		"typescript": {"app.ts", "const x: number = 1\n"}, "typescriptreact": {"app.tsx", "const x: number = 1\n"},
		"shellscript": {"app.sh", "#!/bin/sh\nls $1\n"}, "dockerfile": {"Dockerfile", "FROM scratch\n"},
		"yaml": {"app.yaml", "a: 1\n"}, "markdown": {"app.md", "# app\n"}, "sql": {"app.sql", "select 1\n"},
		"ruby": {"app.rb", "x = 1\n"}, "c": {"app.c", "int x;\n"}, "cpp": {"app.cpp", "int x;\n"},
		"java": {"App.java", "class App {}\n"},
	}
	h.files = map[string]string{}
	for _, spec := range linter.Specs() {
		for _, lang := range spec.Languages {
			it, ok := texts[lang]
			if !ok {
				h.t.Fatalf("%s: this test has no document in %s", spec.Name, lang)
			}
			writeAll(h.t, dir, map[string]string{it[0]: it[1]})
			h.files[lang] = filepath.Join(dir, it[0])
		}
	}
	writeAll(h.t, dir, map[string]string{"go.mod": "module m\n\ngo 1.21\n", "Cargo.toml": "[package]\nname = 'm'\nversion = '0.1.0'\n",
		"package.json": "{}", "pyproject.toml": ""})
}

// tools puts a program for each row into the PATH that does what a compiler or
// linter may do one day: it asks every version control program it finds, and git
// by its full path, about the folder.
func (h *hostile) tools() {
	var text strings.Builder
	text.WriteString("#!/bin/sh\n: > '" + h.ran + "'/\"${0##*/}\"\n")
	fmt.Fprintf(&text, "cd '%s'; for vcs in git hg svn bzr brz fossil jj p4 '%s'; do $vcs status; done </dev/null >/dev/null 2>&1\nexit 0\n", h.root, testkit.Tool(h.t, "git"))
	h.script(filepath.Join(h.bin, "node"), text.String())
	for _, spec := range linter.Specs() {
		h.script(filepath.Join(h.bin, spec.Binary), text.String())
	}
	writeAll(h.t, h.top, map[string]string{"lib/typescript.js": ""})
}

// command is the built binary on this machine. state is a state of trust.
func (h *hostile) command(state string, args ...string) *exec.Cmd {
	var b strings.Builder
	switch state {
	case "trusted":
		fmt.Fprintf(&b, "[trust]\ntrusted = [%q]\n", h.root)
	case "denied":
		fmt.Fprintf(&b, "[trust]\ndenied = [%q]\n", h.root)
	}
	for _, spec := range linter.Specs() {
		fmt.Fprintf(&b, "[linters.%q]\nenabled = true\n", spec.Name)
	}
	writeAll(h.t, h.home, map[string]string{"config/fettle/config.toml": b.String()})
	cmd := inProject(h.t, h.root, h.home, args...)
	cmd.Env = append(cmd.Env, "NO_COLOR=1",
		"PATH="+strings.Join([]string{h.bin, h.vcs, os.Getenv("PATH")}, string(os.PathListSeparator)))
	return cmd
}

// did lists what left a file in a folder, and removes it.
func (h *hostile) did(dir string) []string {
	h.t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		h.t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
		_ = os.Remove(filepath.Join(dir, e.Name()))
	}
	return names
}

// ways are the ways in which fettle comes to documents. Each runs to its end.
func (h *hostile) ways(files []string, settled func() bool) map[string]func(state string) {
	cli := func(args ...string) func(string) {
		return func(state string) {
			out, err := h.command(state, args...).CombinedOutput()
			h.t.Logf("%s, %s: %v\n%.2000s", state, args[0], err, out)
		}
	}
	of := func(args ...string) func(string) { return cli(append(args, files...)...) }
	each := func(f func(s *mcp.ClientSession, ctx context.Context, rel string)) func(string) {
		return func(state string) {
			s, ctx := connectMCP(h.t, h.command(state, "mcp"))
			for _, path := range files {
				rel, err := filepath.Rel(h.root, path)
				if err != nil {
					h.t.Fatal(err)
				}
				f(s, ctx, rel)
			}
			_ = s.Close()
		}
	}
	call := func(name string, args map[string]any) func(string) {
		return each(func(s *mcp.ClientSession, ctx context.Context, rel string) {
			args["path"] = rel
			_, _ = s.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
		})
	}
	return map[string]func(string){
		"fix": of("fix"), "fix .": cli("fix", "."), "fix --preview": of("fix", "--preview"),
		"explain": func(state string) {
			for _, path := range files[:min(len(files), 2)] {
				cli("explain", path+":1")(state)
			}
		},
		"context": cli("context", "main"), "doctor": cli("doctor"),
		"mcp diagnostics": call("diagnostics", map[string]any{}), "mcp fix": call("fix", map[string]any{"line": 1}),
		"serve": func(state string) {
			server := testkit.StartChild(h.t, h.command(state, "serve"))
			e := testkit.NewEditor(h.t, server, h.root, nil)
			for _, path := range files {
				text, err := os.ReadFile(path)
				if err != nil {
					h.t.Fatal(err)
				}
				lang := "go"
				for name, file := range h.files {
					if file == path {
						lang = name
					}
				}
				e.Menu(e.Open(path, lang, string(text)), 0, nil)
			}
			for end := time.Now().Add(20 * time.Second); !settled() && time.Now().Before(end); {
				time.Sleep(50 * time.Millisecond)
			}
			e.Call("shutdown", nil)
			e.Notify("exit", nil)
			server.Exit()
		},
	}
}

// waited is true a while after it was asked first: tools have run by then.
func (*hostile) waited() func() bool {
	var first time.Time
	return func() bool {
		if first.IsZero() {
			first = time.Now()
		}
		return time.Since(first) > 5*time.Second
	}
}

// TestNothingOfTheFolderRuns: whatever a tool does about version control, in a
// folder that is not trusted nothing runs that the folder names, for every row of
// the table of tools and every way to a document.
func TestNothingOfTheFolderRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process for each tool, way and state")
	}
	h := newHostile(t)
	h.sources(h.root)
	h.tools()
	for _, system := range otherSystems {
		h.metadata(h.root, system)
	}
	h.git(h.root)
	var files []string
	for _, path := range h.files {
		files = append(files, path)
	}
	slices.Sort(files)
	var open, all []string // programs that may run where nobody said anything, and in a trusted folder
	for _, spec := range linter.Specs() {
		all = append(all, spec.Binary)
		if spec.Class == linter.ClassA {
			open = append(open, spec.Binary)
		}
	}
	missing := func(want []string) (left []string) {
		for _, name := range want {
			if _, err := os.Stat(filepath.Join(h.ran, name)); err != nil && !slices.Contains(left, name) {
				left = append(left, name)
			}
		}
		return left
	}
	for _, state := range []string{"unknown", "denied", "trusted"} {
		want := map[string][]string{"unknown": open, "trusted": all}[state]
		want = slices.DeleteFunc(slices.Clone(want), func(name string) bool { return name == "tsc" || name == "eslint" }) // node runs them
		for name, way := range h.ways(files, func() bool { return len(missing(want)) == 0 }) {
			if state == "trusted" && name != "fix" {
				continue // what a trusted folder's tools start is theirs to start
			}
			t.Run(state+"/"+name, func(t *testing.T) {
				h.t = t
				way(state)
				if left := missing(want); slices.Contains([]string{"fix", "serve", "mcp diagnostics"}, name) && len(left) > 0 {
					t.Errorf("%v did not run: nothing is shown about them", left)
				}
				ran, canaries := h.did(h.ran), h.did(h.canaries)
				switch {
				case state == "denied" && name != "doctor" && len(ran) > 0:
					t.Errorf("%v ran in a denied folder", ran)
				case state != "trusted" && len(canaries) > 0:
					t.Errorf("the folder's programs ran: %v", canaries)
				case state == "trusted" && name == "fix" && len(canaries) == 0:
					t.Error("no canary is alive: the test shows nothing")
				}
			})
		}
	}
}

// TestCompilersAskNoVersionControl: with the tools as they are, nothing that a
// folder's version control names runs in any state of trust.
func TestCompilersAskNoVersionControl(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for each system, way and state")
	}
	h := newHostile(t)
	var files []string
	for _, system := range []string{"git", "hg", "bzr"} {
		dir := filepath.Join(h.root, system)
		writeAll(t, dir, map[string]string{"go.mod": "module m\n\ngo 1.21\n", "main.go": "package main\n\nfunc main() { x := 1 }\n"})
		if system == "git" {
			h.git(dir)
		} else {
			h.metadata(dir, system)
		}
		files = append(files, filepath.Join(dir, "main.go"))
		c := exec.Command("go", "list", "-export", ".")
		c.Dir = dir
		c.Env = append(os.Environ(), "GOFLAGS=-buildvcs=true", "PATH="+h.vcs+string(os.PathListSeparator)+os.Getenv("PATH"))
		_ = c.Run()
		if len(h.did(h.canaries)) == 0 {
			t.Errorf("%s: no canary is alive: the test shows nothing", system)
		}
	}
	for _, dir := range testkit.ToolFolders() {
		t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
	for _, state := range []string{"unknown", "trusted"} {
		for name, way := range h.ways(files, h.waited()) {
			if !slices.Contains([]string{"fix", "fix .", "mcp diagnostics", "serve"}, name) || state == "trusted" && name != "fix" {
				continue // the same runs, or none
			}
			t.Run(state+"/"+name, func(t *testing.T) {
				h.t = t
				way(state)
				if canaries := h.did(h.canaries); len(canaries) > 0 {
					t.Errorf("the folder's programs ran: %v", canaries)
				}
			})
		}
	}
}
