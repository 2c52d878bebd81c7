package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"

	"golang.org/x/sys/unix"

	"github.com/fettle-dev/fettle/internal/fleet/embedded"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// interruptible is a run that is to be ended at random moments. Each of its files has
// one finding with a fix, so that a file has one of two texts at any time.
type interruptible struct {
	name   string
	slow   []string // tools in front of which a double waits before it runs the real one
	needs  []string // tools that have to be here besides
	args   []string
	files  map[string]string
	setup  func(*trialOf) // once the files are there
	fix    []string       // in place of what a run to the end makes of the files: it may not fix all
	branch bool           // the files stay as they are; a branch has the fixes
}

const interruptedCopies = 4

func interruptibles() []interruptible {
	python := map[string]string{"mN.py": "import os\n\nprint(1)\n", "ruff.toml": "lint.select = [\"F\"]\n"}
	with := func(m map[string]string, more map[string]string) map[string]string {
		m = maps.Clone(m)
		maps.Copy(m, more)
		return m
	}
	trusted := []string{"--set", "trust.trusted=['/']"}
	js := map[string]string{"mN.js": "var a = 1;;\nconsole.log(a);\n", "package.json": "{\"type\": \"module\"}\n",
		"eslint.config.mjs": "export default [{rules: {\"no-extra-semi\": \"error\"}}];\n"}
	ts := map[string]string{"mN.ts": "export const count = 1;\nexport const more = cuont + 1;\n", "package.json": "{}\n", "tsconfig.json": "{\"compilerOptions\": {\"strict\": true, \"noEmit\": true, \"types\": []}}\n"}
	return []interruptible{
		{name: "ruff", slow: []string{"ruff"}, files: python},
		{name: "mypy", slow: []string{"mypy"}, needs: []string{"ruff"}, args: trusted, files: with(python, map[string]string{"mypy.ini": "[mypy]\nstrict = True\n"})},
		{name: "pytest", slow: []string{"pytest"}, needs: []string{"ruff"}, args: append(slices.Clone(trusted), "--run", "ruff", "--run", "pytest"),
			files: with(python, map[string]string{"test_m.py": "import m0\n\n\ndef test_m() -> None:\n    assert m0\n"})},
		{name: "go", slow: []string{"go", "staticcheck"}, files: map[string]string{"go.mod": "module example.test/m\n\ngo 1.24\n",
			"pN/m.go": "package p\n\nfunc Has(ok bool) bool {\n\tif ok == true {\n\t\treturn true\n\t}\n\treturn len(\"a\") > 2\n}\n"}},
		{name: "ESLint", slow: []string{"eslint"}, args: trusted, files: js},
		{name: "tsc", slow: []string{"node"}, args: trusted, files: ts},
		{name: "clippy", slow: []string{"cargo"}, args: append(slices.Clone(trusted), "--set", "timeouts.compiler=300"), files: map[string]string{
			"Cargo.toml": "[package]\nname = \"m\"\nversion = \"0.1.0\"\nedition = \"2021\"\n", "src/lib.rs": "pub mod m0;\npub mod m1;\npub mod m2;\npub mod m3;\n",
			"Cargo.lock": "version = 4\n\n[[package]]\nname = \"m\"\nversion = \"0.1.0\"\n",
			"src/mN.rs":  "pub fn f(a: i32) -> i32 {\n    return a + 1;\n}\n"}, fix: []string{"return a + 1;", "a + 1"}},
		{name: "custom", slow: []string{"mycheck"}, needs: []string{"ruff"}, args: append(slices.Clone(trusted), "--set", `linters.custom.mine.command=["mycheck"]`,
			"--set", `linters.custom.mine.languages=["python"]`, "--set", "linters.custom.mine.format=sarif"), files: python},
		{name: "fleet", slow: []string{"ruff"}, files: python, setup: (*trialOf).worker},
		{name: "repositories", slow: []string{"ruff"}, files: python, branch: true, setup: (*trialOf).repositories},
	}
}

// endings are the ways in which a run ends before its time.
func endings() []string {
	return []string{"SIGINT", "SIGTERM", "SIGHUP", "SIGKILL", "terminal closed", "disk full", "tool dies"}
}

func signalOf(ending string) syscall.Signal {
	return map[string]syscall.Signal{"SIGINT": syscall.SIGINT, "SIGTERM": syscall.SIGTERM, "SIGHUP": syscall.SIGHUP, "SIGKILL": syscall.SIGKILL}[ending]
}

// trialOf is one run of an interruptible in folders of its own.
type trialOf struct {
	t              *testing.T
	what           interruptible
	base, dir, bin string
	env            []string
	args           []string
	files          map[string]string // as they were
	close          []func()
}

// TestInterruptions ends runs at random moments, and sees that each file has its old
// text or the one that a run to the end makes of it, that the report names what is
// written, that no private file is left, and that the exit code is not 0.
// FETTLE_INTERRUPTIONS says how often, and FETTLE_SEED begins another series.
func TestInterruptions(t *testing.T) {
	count, seed := 28, uint64(1)
	if n, err := strconv.Atoi(os.Getenv("FETTLE_INTERRUPTIONS")); err == nil {
		count = n
	} else if testing.Short() {
		t.Skip("short")
	}
	if n, err := strconv.ParseUint(os.Getenv("FETTLE_SEED"), 10, 64); err == nil {
		seed = n
	}
	random := rand.New(rand.NewPCG(seed, 41))
	type prepared struct {
		interruptible
		want map[string]string
		took time.Duration
	}
	var runs []prepared
	for _, one := range interruptibles() {
		if only := os.Getenv("FETTLE_ONLY"); only != "" && only != one.name {
			continue
		}
		if lack := one.lacks(); lack != "" {
			t.Logf("%s: not run, as there is no %s", one.name, lack)
			continue
		}
		tr := newTrial(t, one, 0.1, 0)
		began := time.Now()
		out, err := tr.command("").CombinedOutput()
		took := time.Since(began)
		want := tr.texts()
		changed := 0
		for name, text := range want {
			if text != tr.files[name] {
				changed++
			}
			if one.fix != nil {
				want[name] = strings.NewReplacer(one.fix...).Replace(tr.files[name])
			}
		}
		if tr.end(); changed != interruptedCopies && (one.fix == nil || changed == 0) {
			t.Fatalf("%s: a run to the end changes %d files, want %d: %v\n%s", one.name, changed, interruptedCopies, err, out)
		}
		runs = append(runs, prepared{one, want, took})
	}
	var mu sync.Mutex
	tally, written := map[[2]string]int{}, map[[2]string]int{}
	var wg sync.WaitGroup
	slots := make(chan bool, 3)
	for i := range count {
		one, ending := runs[i%len(runs)], endings()[(i/len(runs)+i)%len(endings())]
		wait, after, dies, blocks := random.Float64()*0.25, time.Duration(random.Float64()*1.1*float64(one.took)), 1+random.IntN(4), random.IntN(70)
		slots <- true
		wg.Go(func() {
			defer func() { <-slots }()
			if ending != "tool dies" {
				dies = 0
			}
			tr := newTrial(t, one.interruptible, wait, dies)
			defer tr.end()
			n, wrong := tr.interrupted(ending, after, blocks, one.want)
			mu.Lock()
			defer mu.Unlock()
			tally[[2]string{one.name, ending}]++
			written[[2]string{one.name, ending}] += n
			for _, w := range wrong {
				t.Errorf("%s, %s after %v, doubles wait %.3f s (seed %d, number %d): %s", one.name, ending, after, wait, seed, i, w)
			}
		})
	}
	wg.Wait()
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "runs ended (files written in them)\t%s\n", strings.Join(endings(), "\t"))
	for _, one := range runs {
		fmt.Fprint(w, one.name)
		for _, e := range endings() {
			k := [2]string{one.name, e}
			fmt.Fprintf(w, "\t%d (%d)", tally[k], written[k])
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush()
	t.Logf("%d interruptions\n%s", count, table.String())
}

// lacks is a tool that is not here, "" if all are.
func (one interruptible) lacks() string {
	for _, name := range slices.Concat(one.slow, one.needs) {
		if name != "mycheck" && realTool(name) == "" {
			return name
		}
	}
	return ""
}

// realTool is where a tool is installed for the tests.
func realTool(name string) string {
	for _, dir := range testkit.ToolFolders() {
		if path := filepath.Join(dir, name); exists(path) {
			return path
		}
	}
	path, _ := exec.LookPath(name)
	return path
}

func exists(path string) bool { _, err := os.Stat(path); return err == nil }

// newTrial makes a project, and doubles of its tools that wait before they work. The
// one with the number dies kills itself (0: none).
func newTrial(t *testing.T, one interruptible, wait float64, dies int) *trialOf {
	base, err := os.MkdirTemp(scratch, "trial-")
	must.OK(t, err)
	tr := &trialOf{t: t, what: one, base: base, dir: filepath.Join(base, "project"), bin: filepath.Join(base, "bin"), files: map[string]string{}}
	for _, dir := range []string{tr.dir, tr.bin, filepath.Join(base, "tmp"), filepath.Join(base, "config", "go", "telemetry")} {
		must.OK(t, os.MkdirAll(dir, 0o755))
	}
	for name, text := range one.files {
		if !strings.Contains(name, "N") {
			tr.files[name] = text
			continue
		}
		padding := "// " + strings.Repeat("padding ", 1500) + "\n" // so that a full disk is met in the midst of it
		if strings.HasSuffix(name, ".py") {
			padding = "# " + padding
		}
		for i := range interruptedCopies {
			tr.files[strings.Replace(name, "N", strconv.Itoa(i), 1)] = text + padding
		}
	}
	for _, name := range slices.Concat(one.slow, one.needs) {
		script := "#!/bin/sh\n"
		if slices.Contains(one.slow, name) {
			script += fmt.Sprintf("echo >>%s/calls\nsleep %.3f\n[ \"$(wc -l <%[1]s/calls)\" -ne %[3]d ] || kill -9 $$\n", base, wait, dies)
		}
		if name == "mycheck" {
			script += `echo '{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"mine"}},"results":[]}]}'` + "\n"
		} else {
			script += "exec " + realTool(name) + " \"$@\"\n"
		}
		put(t, tr.bin, name, script)
	}
	writeAll(t, tr.dir, tr.files)
	put(t, filepath.Join(base, "config", "go", "telemetry"), "mode", "off")
	tr.env = append(os.Environ(), "HOME="+base, "TMPDIR="+filepath.Join(base, "tmp"), "XDG_CACHE_HOME="+filepath.Join(base, "cache"), "XDG_STATE_HOME="+filepath.Join(base, "state"),
		"XDG_CONFIG_HOME="+filepath.Join(base, "config"), "PATH="+strings.Join(slices.Concat([]string{tr.bin}, testkit.ToolFolders(), []string{os.Getenv("PATH")}), string(os.PathListSeparator)), "CARGO_HOME="+cargoHome(), "RUSTUP_HOME="+rustupHome())
	tr.args = slices.Concat([]string{"fix", "--no-model", "--no-cache"}, one.args)
	if one.setup != nil {
		one.setup(tr)
	}
	if !one.branch {
		tr.args = append(tr.args, "--write", "--json", ".")
	}
	return tr
}

func (tr *trialOf) end() {
	for _, f := range slices.Backward(tr.close) {
		f()
	}
	for range 50 { // a tool that is about to end may write yet
		if os.RemoveAll(tr.base) == nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (tr *trialOf) command(limit string) *exec.Cmd {
	argv := append([]string{binary(tr.t)}, tr.args...)
	if limit != "" { // nothing that any process of the run writes may be longer
		argv = append([]string{"/bin/sh", "-c", "trap '' XFSZ; ulimit -f " + limit + "; exec \"$@\"", "sh"}, argv...)
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = tr.dir, tr.env
	return cmd
}

// worker is another process that works for the run.
func (tr *trialOf) worker() {
	s, err := embedded.Start(embedded.Options{Dir: filepath.Join(tr.base, "server")})
	if err != nil {
		tr.t.Fatal(err)
	}
	tr.args = append(tr.args, "--on", s.ClientURL())
	w := exec.Command(binary(tr.t), "worker", "--on", s.ClientURL())
	w.Dir, w.Env = tr.base, slices.Concat(tr.env, []string{"XDG_CACHE_HOME=" + filepath.Join(tr.base, "worker")})
	if err := w.Start(); err != nil {
		tr.t.Fatal(err)
	}
	tr.close = append(tr.close, s.Stop, func() { _ = w.Process.Kill(); _ = w.Wait() })
}

// repositories are two, of which each gets a branch.
func (tr *trialOf) repositories() {
	put(tr.t, tr.base, ".gitconfig", "[user]\n\tname = A\n\temail = a@example.org\n[init]\n\tdefaultBranch = main\n")
	list := ""
	for _, name := range []string{"one", "two"} {
		to := filepath.Join(tr.dir, name)
		own := map[string]string{}
		for file, text := range tr.files {
			if strings.ContainsAny(file, map[string]string{"one": "01", "two": "23"}[name]) || !strings.HasSuffix(file, ".py") {
				own[file] = text
			}
		}
		if err := os.MkdirAll(to, 0o755); err != nil {
			tr.t.Fatal(err)
		}
		writeAll(tr.t, to, own)
		for _, args := range [][]string{{"init", "--quiet"}, {"add", "."}, {"commit", "--quiet", "-m", "first"}} {
			tr.git(to, args...)
		}
		list += name + "\n"
	}
	put(tr.t, tr.dir, "list", list)
	tr.files["list"] = list
	tr.args = append(tr.args, "--repos", "list", "--branch", "fixed")
}

func (tr *trialOf) git(dir string, args ...string) string {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = dir, tr.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		tr.t.Errorf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// texts are the files as they are now: of repositories, in the branch as far as there
// is one.
func (tr *trialOf) texts() map[string]string {
	now := map[string]string{}
	for name := range tr.files {
		path := filepath.Join(tr.dir, filepath.FromSlash(name))
		if data, err := os.ReadFile(path); err == nil {
			now[name] = string(data)
		}
	}
	if !tr.what.branch {
		return now
	}
	for _, repo := range []string{"one", "two"} {
		dir := filepath.Join(tr.dir, repo)
		if tr.git(dir, "branch", "--list", "fixed") == "" {
			continue
		}
		for _, name := range strings.Fields(tr.git(dir, "ls-tree", "--name-only", "fixed")) {
			now[name] = tr.git(dir, "show", "fixed:"+name)
		}
	}
	return now
}

// interrupted runs until it is ended, and says how many files were written and what is
// wrong.
func (tr *trialOf) interrupted(ending string, after time.Duration, blocks int, want map[string]string) (n int, wrong []string) {
	bad := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	limit := ""
	if ending == "disk full" {
		limit = strconv.Itoa(blocks)
	}
	cmd := tr.command(limit)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	var terminal *os.File
	if ending == "terminal closed" {
		var theirs *os.File
		var err error
		if terminal, theirs, err = openTerminal(); err != nil {
			return 0, []string{err.Error()}
		}
		cmd.Stdin, cmd.Stdout, cmd.Stderr = theirs, theirs, theirs
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
		defer theirs.Close()
		go io.Copy(io.Discard, terminal) //nolint:errcheck // until it is closed
	}
	if err := cmd.Start(); err != nil {
		return 0, []string{err.Error()}
	}
	hung := time.AfterFunc(2*time.Minute, func() { _ = cmd.Process.Kill() })
	if s := signalOf(ending); s != 0 {
		time.AfterFunc(after, func() { _ = cmd.Process.Signal(s) })
	} else if terminal != nil {
		time.AfterFunc(after, func() { _ = terminal.Close() })
	}
	_ = cmd.Wait()
	if !hung.Stop() {
		bad("it did not end in two minutes")
	}
	now, done := tr.texts(), true
	for name, old := range tr.files {
		switch text := now[name]; {
		case text == want[name] && text != old:
			n++
		case text != old:
			bad("%s has %d bytes, before %d, at the end %d:\n%.200q", name, len(text), len(old), len(want[name]), text)
		case want[name] != old:
			done = false
		}
	}
	if code := cmd.ProcessState.ExitCode(); code == 0 && !done {
		bad("exit code 0, but it is not done\n%s", &said)
	}
	if !tr.what.branch && terminal == nil && ending != "SIGKILL" && ending != "disk full" {
		named := map[string]bool{}
		for line := range bytes.Lines(out.Bytes()) {
			var f struct {
				File    string
				Written bool
			}
			if json.Unmarshal(line, &f) != nil {
				bad("printed %q", line)
			}
			named[f.File] = named[f.File] || f.Written
		}
		for name, old := range tr.files {
			if named[name] != (now[name] != old) {
				bad("%s: written %v, said %v\n%s", name, now[name] != old, named[name], &said)
			}
		}
	}
	if strings.Contains(said.String(), "panic") {
		bad("panic: %s", &said)
	}
	if ending == "SIGKILL" || ending == "disk full" { // the next run removes what is left
		next := exec.Command(binary(tr.t), "fix", "--no-model", "--check", "none.py")
		next.Dir, next.Env = tr.dir, tr.env
		_ = next.Run()
	}
	for _, name := range tr.left() {
		bad("left behind: %s", name)
	}
	return n, wrong
}

// left are fettle's private files beside the user's, and in the folder for temporary
// ones.
func (tr *trialOf) left() (out []string) {
	for _, top := range []string{tr.dir, filepath.Join(tr.base, "tmp")} {
		err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // a tool that has just ended
			}
			if err == nil && path != top && strings.Contains(d.Name(), "fettle") {
				out = append(out, strings.TrimPrefix(path, tr.base))
			}
			return err
		})
		if err != nil {
			out = append(out, err.Error())
		}
	}
	return out
}

// openTerminal is a pseudo terminal: what closes it, and what a program has it as.
func openTerminal() (ours, theirs *os.File, err error) {
	ours, err = os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	n, err := unix.IoctlGetInt(int(ours.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(ours.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		theirs, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	}
	if err != nil {
		return nil, nil, errors.Join(err, ours.Close())
	}
	return ours, theirs, nil
}

func cargoHome() string  { return orHome("CARGO_HOME", ".cargo") }
func rustupHome() string { return orHome("RUSTUP_HOME", ".rustup") }

func orHome(variable, name string) string {
	if dir := os.Getenv(variable); dir != "" {
		return dir
	}
	home, _ := os.UserHomeDir()
	return filepath.Join(home, name)
}

// TestSecondInterrupt: whoever presses Ctrl-C again does not wait for anything.
func TestSecondInterrupt(t *testing.T) {
	bin, dir := t.TempDir(), t.TempDir()
	started := filepath.Join(bin, "started")
	put(t, bin, "ruff", "#!/bin/sh\ntrap '' INT TERM HUP\n: >"+started+"\nwhile :; do sleep 1; done\n")
	put(t, dir, "a.py", "import os\n")
	cmd := inProject(t, dir, home(t), "fix", "--no-model", "--no-cache", "--write", "a.py")
	cmd.Env = append(cmd.Env, "PATH="+bin+string(os.PathListSeparator)+"/usr/bin:/bin")
	must.OK(t, cmd.Start())
	until(t, "the tool to start", func() bool { return exists(started) })
	_ = cmd.Process.Signal(os.Interrupt)
	time.Sleep(20 * time.Millisecond)
	again := time.Now()
	_ = cmd.Process.Signal(os.Interrupt)
	_ = cmd.Wait()
	if took := time.Since(again); took > 5*time.Second || cmd.ProcessState.ExitCode() == 0 {
		t.Errorf("it ended %v after the second one: %v", took, cmd.ProcessState)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "a.py")); err != nil || string(data) != "import os\n" {
		t.Errorf("%q, %v", data, err)
	}
}
