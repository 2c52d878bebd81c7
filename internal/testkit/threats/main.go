// Command threats prints one table: what can be done to a user of the program
// and what can go wrong around it, the tests of each row, and what they say. It
// runs them. Rows without a test are listed at the end.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	where, err := find(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "threats:", err)
		os.Exit(2)
	}
	results := map[string]string{}
	for folder, names := range packages(table(), where) {
		run(folder, names, results)
	}
	if !report(table(), results) {
		os.Exit(1)
	}
}

// declared is a test's name, as it stands in its file.
var declared = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)

// find maps the names of all tests below a folder to the folders they are in.
func find(root string) (map[string][]string, error) {
	out := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata" || len(d.Name()) > 1 && d.Name()[0] == '.' &&
			d.Name() != "..") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		data, err := os.ReadFile(path)
		for _, m := range declared.FindAllStringSubmatch(string(data), -1) {
			if folder := filepath.ToSlash(filepath.Dir(path)); !slices.Contains(out[m[1]], folder) {
				out[m[1]] = append(out[m[1]], folder)
			}
		}
		return err
	})
	return out, err
}

// packages says which tests to run in which folder.
func packages(rows []row, where map[string][]string) map[string][]string {
	out := map[string][]string{}
	for _, r := range rows {
		for _, name := range r.tests {
			for _, folder := range where[name] {
				if !slices.Contains(out[folder], name) {
					out[folder] = append(out[folder], name)
				}
			}
		}
	}
	return out
}

// run runs tests of one folder and notes what they say. A name that several
// folders have is as good as its worst.
func run(folder string, names []string, results map[string]string) {
	cmd := exec.Command("go", "test", "-json", "-count=1", "-timeout=15m", "-run", "^("+strings.Join(names, "|")+")$",
		"./"+folder)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "threats:", err)
		return
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e struct{ Action, Test string }
		if json.Unmarshal(lines.Bytes(), &e) != nil || !slices.Contains(names, e.Test) {
			continue
		}
		if e.Action == "fail" || e.Action == "skip" && results[e.Test] != "fail" || e.Action == "pass" &&
			results[e.Test] == "" {
			results[e.Test] = e.Action
		}
	}
	_ = cmd.Wait() // what failed is in the results
}

// report prints the table. It is good when every test passed or, for want of a
// tool, was skipped.
func report(rows []row, results map[string]string) bool {
	good, passed, counted := true, 0, 0
	var open []row
	for _, r := range rows {
		if len(r.tests) == 0 {
			open = append(open, r)
		}
		for _, name := range r.tests {
			said := results[name]
			if said == "" {
				said = "none" // it did not run
			}
			counted++
			if said == "pass" {
				passed++
			}
			good = good && (said == "pass" || said == "skip")
			fmt.Printf("%-6s %-75s %-40s %s\n", r.id, r.what, name, said)
		}
	}
	fmt.Printf("\n%d rows, %d of %d tests passed\n", len(rows), passed, counted)
	for _, r := range open {
		fmt.Printf("without a test: %-6s %s\n", r.id, r.what)
	}
	return good
}
