// Command drive shows one session of a language server and an editor: it
// starts the server over standard input and output, opens a file, asks for the
// menu on a line, runs the fix, applies the edit that comes back with code of
// its own, and compares the result with the diff that fettle fix prints.
//
// usage: drive FETTLE FILE LINE
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/testkit"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: drive FETTLE FILE LINE")
		os.Exit(2)
	}
	line, err := strconv.Atoi(os.Args[3])
	if err != nil {
		fmt.Fprintln(os.Stderr, "drive: LINE is no number")
		os.Exit(2)
	}
	c := &console{}
	defer c.cleanUp()
	drive(c, os.Args[1], os.Args[2], line)
}

// drive plays the session.
func drive(c *console, fettle, file string, line int) {
	before, err := os.ReadFile(file)
	if err != nil {
		c.Fatal(err)
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		c.Fatal(err)
	}
	want := printed(c, fettle, file, line)
	server := testkit.StartChild(c, exec.Command(fettle, "serve"))
	start := time.Now()
	e := testkit.NewEditor(c, server, filepath.Dir(abs), nil)
	fmt.Printf("  initialize             answered in %d ms\n", time.Since(start).Milliseconds())
	lang := map[string]string{".py": "python", ".go": "go"}[filepath.Ext(file)]
	d := e.Open(abs, lang, string(before))
	fmt.Printf("  textDocument/didOpen   %s\n", filepath.Base(file))
	items, _ := e.WaitMenu(d, line-1, nil, func(it testkit.MenuItem) bool { return it.Edit != nil })
	fmt.Printf("  textDocument/codeAction on line %d offers:\n", line)
	for _, it := range items {
		how := "runs a command"
		if it.Edit != nil {
			how = "carries its checked edit"
		}
		if it.Disabled != nil {
			how = "disabled: " + it.Disabled.Reason
		}
		fmt.Printf("      %-52s %s\n", it.Title, how)
	}
	from := e.Seen()
	m := e.Execute("fettle.fix", []any{map[string]any{"uri": d.URI, "lines": [2]int{line, line}}})
	fmt.Printf("  workspace/executeCommand fettle.fix answered %s at once\n", m.Result)
	edit := e.Wait(from, "workspace/applyEdit", func(m testkit.Message) bool { return m.Method == "workspace/applyEdit" })
	fmt.Printf("  workspace/applyEdit    %s\n", compact(edit.Params))
	deadline := time.Now().Add(testkit.WireTimeout)
	for d.Text() == string(before) && time.Now().Before(deadline) {
		time.Sleep(10 * time.Millisecond)
	}
	got := diff.Unified(filepath.ToSlash(file), string(before), d.Text())
	fmt.Print(indent(got))
	if got != want {
		c.Fatalf("the edit over the protocol is not the diff of fettle fix, which is\n%s", want)
	}
	fmt.Println("  the edit that came back is the diff that fettle fix prints")
	e.Call("shutdown", nil)
	e.Notify("exit", nil)
}

// printed returns the diff of fettle fix for the line.
func printed(c *console, fettle, file string, line int) string {
	out, err := exec.Command(fettle, "fix", "--json", "--unsafe", file).Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		c.Fatal(err)
	}
	for l := range strings.Lines(string(out)) {
		var f struct {
			Line int
			Diff string
		}
		if json.Unmarshal([]byte(l), &f) == nil && f.Line == line && f.Diff != "" {
			return f.Diff
		}
	}
	c.Fatalf("fettle fix has no fix on line %d of %s", line, file)
	return ""
}

func compact(raw []byte) string {
	s := string(raw)
	if i := strings.Index(s, `"edits"`); i >= 0 {
		return strings.TrimRight(s[i:], "}]")
	}
	return s
}

func indent(s string) string {
	var b strings.Builder
	for l := range strings.Lines(s) {
		b.WriteString("    " + l)
	}
	return b.String()
}

// console is a testing.TB for a program: a failure ends it.
type console struct {
	testing.TB
	failed bool
	clean  []func()
}

// Helper does nothing.
func (c *console) Helper() {}

// Cleanup runs a function at the end.
func (c *console) Cleanup(f func()) { c.clean = append(c.clean, f) }

// Failed reports whether something failed.
func (c *console) Failed() bool { return c.failed }

// Logf prints.
func (c *console) Logf(format string, a ...any) { fmt.Fprintf(os.Stderr, format+"\n", a...) }

// Errorf prints and marks the failure.
func (c *console) Errorf(format string, a ...any) {
	c.failed = true
	c.Logf(format, a...)
}

// Fatalf prints and ends the program.
func (c *console) Fatalf(format string, a ...any) {
	c.Errorf("drive: "+format, a...)
	c.cleanUp()
	os.Exit(1)
}

// Fatal prints and ends the program.
func (c *console) Fatal(a ...any) { c.Fatalf("%s", fmt.Sprint(a...)) }

func (c *console) cleanUp() {
	for len(c.clean) > 0 {
		f := c.clean[len(c.clean)-1]
		c.clean = c.clean[:len(c.clean)-1]
		f()
	}
}
