package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestArchitectureMap compares ARCHITECTURE.md with the tree: every path in it
// exists, and every package is named, by its path or as a part of its parent.
func TestArchitectureMap(t *testing.T) {
	root := moduleRoot(t)
	data, err := os.ReadFile(filepath.Join(root, "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	named := map[string]bool{}
	for _, m := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(page, -1) {
		named[m[1]] = true
		folder, _, below := strings.Cut(m[1], "/")
		if info, err := os.Stat(filepath.Join(root, folder)); !below || err != nil || !info.IsDir() {
			continue // not a path: a command, a method, a setting
		}
		if found, err := filepath.Glob(filepath.Join(root, m[1])); err != nil || len(found) == 0 {
			t.Errorf("ARCHITECTURE.md names %s, which does not exist", m[1])
		}
	}
	file := regexp.MustCompile("`([a-z_0-9]+\\.go)`")
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| .*$").FindAllStringSubmatch(page, -1) {
		for _, m := range file.FindAllStringSubmatch(row[0], -1) {
			if _, err := os.Stat(filepath.Join(root, row[1], m[1])); err != nil {
				t.Errorf("ARCHITECTURE.md names %s in the row of %s, which has no such file", m[1], row[1])
			}
		}
	}
	for _, p := range listPackages(t) {
		pkg := strings.TrimPrefix(p.ImportPath, module+"/")
		row := regexp.MustCompile("(?m)^\\| .*`" + regexp.QuoteMeta(filepath.Dir(pkg)) + "`.*`" + regexp.QuoteMeta(filepath.Base(pkg)) + "`")
		parts := strings.Split(pkg, "/")
		if !named[pkg] && !row.MatchString(page) && !(parts[0] == "editors" && strings.Contains(page, "`"+strings.Join(parts[1:], "/")+"`")) {
			t.Errorf("ARCHITECTURE.md does not name the package %s", pkg)
		}
	}
}
