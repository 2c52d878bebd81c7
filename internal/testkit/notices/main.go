// Command notices writes the licences of everything that is compiled into a
// release: one text for people, to be shipped with the program.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	list, err := modules(".")
	if err == nil {
		var text string
		if text, err = notices(list); err == nil {
			_, err = os.Stdout.WriteString(text)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

// module is one module of the program, and where its files are.
type module struct{ Path, Version, Dir string }

// modules lists what is compiled in, on any system that there are releases for.
func modules(root string) ([]module, error) {
	seen := map[string]module{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, cgo := range []string{"0", "1"} {
			cmd := exec.Command("go", "list", "-deps", "-f",
				`{{with .Module}}{{if not .Main}}{"Path":"{{.Path}}","Version":"{{.Version}}","Dir":{{printf "%q" `+
					`.Dir}}}{{end}}{{end}}`, "./cmd/fettle")
			cmd.Dir, cmd.Env = root, append(os.Environ(), "GOOS="+system, "CGO_ENABLED="+cgo)
			out, err := cmd.Output()
			if err != nil {
				return nil, fmt.Errorf("go list for %s: %w", system, err)
			}
			for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
				var m module
				if err := dec.Decode(&m); err != nil {
					return nil, err
				}
				seen[m.Path] = m
			}
		}
	}
	var list []module
	for _, m := range seen {
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	return list, nil
}

// licences returns the files of a module, and of the parts that it copied, that
// say on what terms it may be passed on.
func licences(m module) ([]string, error) {
	var found []string
	entries, err := os.ReadDir(m.Dir)
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		if !e.IsDir() && (strings.HasPrefix(name, "LICEN") || strings.HasPrefix(name, "COPYING") ||
			strings.HasPrefix(name, "NOTICE")) {
			found = append(found, filepath.Join(m.Dir, e.Name()))
		}
	}
	if err == nil && len(found) == 0 {
		err = errors.New(m.Path + " has no licence: do without it, or ask its author")
	}
	return found, err
}

// kind names a licence by the words that only it has; "" if it is none of those
// that a program may be passed on under without its own source.
func kind(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	for _, k := range []struct{ name, words string }{
		{"Apache-2.0", "Apache License Version 2.0, January 2004"},
		{"BSD-3-Clause", "Neither the name of"},
		{"BSD-2-Clause", "Redistributions in binary form must reproduce"},
		{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy"},
		{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose"},
	} {
		if strings.Contains(text, k.words) {
			return k.name
		}
	}
	return ""
}

// notices returns the text. The Go project's own terms are those of the standard
// library, which is compiled in too.
func notices(list []module) (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	list = append([]module{{Path: "Go's standard library", Dir: strings.TrimSpace(string(root))}}, list...)
	var b strings.Builder
	b.WriteString("fettle contains the following software, on the terms below.\n")
	for _, m := range list {
		files, err := licences(m)
		if err != nil {
			return "", err
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "\n%s\n%s %s: %s\n%s\n\n%s\n", strings.Repeat("=", 80), m.Path, m.Version, filepath.Base(f),
				strings.Repeat("-", 80), strings.TrimSpace(string(text)))
		}
	}
	return b.String(), nil
}
