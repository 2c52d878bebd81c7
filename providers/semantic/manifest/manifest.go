// Package manifest finds where the programs of a project start, by what is written for its package manager:
// package.json, pyproject.toml, setup.cfg, Cargo.toml.
package manifest

import (
	"bufio"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Start is where a program starts.
type Start struct {
	Program  string   // what it is called; "" for what a package exports
	Paths    []string // of the file, the likeliest first: it is the first that exists
	Function string   // that is called; "" where the file itself runs
}

// Names are the files that [Starts] reads, at the root of a project.
var Names = []string{"package.json", "pyproject.toml", "setup.cfg", "Cargo.toml"}

// Starts reads a manifest, by its name. One that is damaged says nothing.
func Starts(name, body string) []Start {
	var out []Start
	switch name {
	case "package.json":
		out = npm(body)
	case "pyproject.toml":
		out = pyproject(body)
	case "setup.cfg":
		out = setupCfg(body)
	case "Cargo.toml":
		out = cargo(body)
	}
	return slices.DeleteFunc(out, func(s Start) bool { return len(s.Paths) == 0 })
}

// npm reads bin, and main of what has no program.
// https://docs.npmjs.com/cli/v11/configuring-npm/package-json
func npm(body string) []Start {
	var m struct {
		Name, Main, Module, Source string
		Bin                        json.RawMessage
	}
	if json.Unmarshal([]byte(body), &m) != nil {
		return nil
	}
	programs, one := map[string]string{}, ""
	if json.Unmarshal(m.Bin, &one) == nil {
		programs[path.Base(m.Name)] = one
	} else {
		_ = json.Unmarshal(m.Bin, &programs)
	}
	var out []Start
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		out = append(out, Start{Program: name, Paths: sources(programs[name])})
	}
	for _, file := range []string{m.Source, m.Main, m.Module} {
		if file != "" && len(out) == 0 {
			out = append(out, Start{Paths: sources(file)})
		}
	}
	return out
}

// built are folders of what is made from sources.
var built = []string{"dist/", "lib/", "build/", "out/", "cjs/", "esm/"}

// sources returns the files that a published one may be made from, itself first.
func sources(file string) []string {
	file = strings.TrimPrefix(path.Clean(file), "./")
	if path.IsAbs(file) || file == ".." || strings.HasPrefix(file, "../") {
		return nil
	}
	ext := path.Ext(file)
	out := []string{file}
	if ext == "" {
		out = []string{file + ".js", file + ".ts", file + "/index.js", file + "/index.ts"}
	}
	stem := strings.TrimSuffix(file, ext)
	for _, folder := range built {
		rest, ok := strings.CutPrefix(stem, folder)
		if !ok {
			continue
		}
		rest = strings.TrimPrefix(strings.TrimPrefix(rest, "cjs/"), "esm/")
		for _, to := range []string{".ts", ".tsx", ".mts", ".cts", ".js", ".mjs"} {
			out = append(out, "src/"+rest+to)
		}
	}
	if ext == ".js" || ext == ".mjs" || ext == ".cjs" {
		out = append(out, stem+".ts")
	}
	return out
}

// pyproject reads the scripts of a project.
// https://packaging.python.org/en/latest/specifications/pyproject-toml/#entry-points
func pyproject(body string) []Start {
	type scripts struct {
		Scripts map[string]any
		GUI     map[string]any `toml:"gui-scripts"`
	}
	var m struct {
		Project scripts
		Tool    struct{ Poetry scripts }
	}
	if toml.Unmarshal([]byte(body), &m) != nil {
		return nil
	}
	var out []Start
	for _, list := range []map[string]any{m.Project.Scripts, m.Project.GUI, m.Tool.Poetry.Scripts} {
		for _, name := range slices.Sorted(maps.Keys(list)) {
			if object, ok := list[name].(string); ok {
				out = append(out, python(name, object))
			}
		}
	}
	return out
}

// setupCfg reads the scripts of setuptools' own file.
// https://setuptools.pypa.io/en/latest/userguide/declarative_config.html
func setupCfg(body string) []Start {
	var out []Start
	section, key := "", ""
	for s := bufio.NewScanner(strings.NewReader(body)); s.Scan(); {
		line := s.Text()
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "", trimmed[0] == '#', trimmed[0] == ';':
			continue
		case trimmed[0] == '[':
			section, key = strings.Trim(trimmed, "[] "), ""
			continue
		case line[0] != ' ' && line[0] != '\t':
			name, rest, _ := strings.Cut(trimmed, "=")
			key, trimmed = strings.TrimSpace(name), strings.TrimSpace(rest)
		}
		name, object, ok := strings.Cut(trimmed, "=")
		if ok && section == "options.entry_points" && (key == "console_scripts" || key == "gui_scripts") {
			out = append(out, python(strings.TrimSpace(name), strings.TrimSpace(object)))
		}
	}
	return out
}

// python returns an object reference: package.module:function, with extras behind.
func python(program, object string) Start {
	object, _, _ = strings.Cut(object, "[")
	module, attribute, _ := strings.Cut(strings.TrimSpace(object), ":")
	at := strings.ReplaceAll(strings.TrimSpace(module), ".", "/")
	if at == "" {
		return Start{}
	}
	return Start{Program: program, Paths: []string{at + ".py", at + "/__init__.py", "src/" + at + ".py",
		"src/" + at + "/__init__.py"},
		Function: attribute[strings.LastIndexByte(attribute, '.')+1:]}
}

// cargo reads the programs of a crate that have a path of their own: the others are
// found by where they stand. https://doc.rust-lang.org/cargo/reference/cargo-targets.html
func cargo(body string) []Start {
	var m struct {
		Bin []struct{ Name, Path string }
	}
	if toml.Unmarshal([]byte(body), &m) != nil {
		return nil
	}
	var out []Start
	for _, b := range m.Bin {
		if b.Path != "" && !path.IsAbs(b.Path) {
			out = append(out, Start{Program: b.Name, Paths: []string{path.Clean(b.Path)}, Function: "main"})
		}
	}
	return out
}
