package engine

import (
	"cmp"
	"encoding/json"
	"maps"
	slashpath "path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// isAliases reports whether a file may say where imported paths lead.
func isAliases(base string) bool {
	return strings.HasSuffix(base, ".json") && (strings.HasPrefix(base, "tsconfig") || base == "jsconfig.json")
}

// aliases are what a tsconfig says of paths, seen from the root.
// See https://www.typescriptlang.org/tsconfig/#paths and #baseUrl.
type aliases struct {
	dir   string // whose files it is about
	base  string // "" unless set
	based bool
	paths map[string][]string
}

// scriptConfig is a tsconfig as it is written.
type scriptConfig struct {
	CompilerOptions struct {
		BaseURL *string             `json:"baseUrl"`
		Paths   map[string][]string `json:"paths"`
		// https://www.typescriptlang.org/tsconfig/#verbatimModuleSyntax
		Verbatim bool `json:"verbatimModuleSyntax"`
	} `json:"compilerOptions"`
}

// scriptPackage is what a package.json says of places.
// See https://nodejs.org/api/packages.html#subpath-exports and #subpath-imports.
type scriptPackage struct {
	dir     string
	Name    string         `json:"name"`
	Main    string         `json:"main"`
	Exports any            `json:"exports"`
	Imports map[string]any `json:"imports"`
}

var (
	jsonNote  = lazyre.New(`(?m)("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*(?s:.*?)\*/`)
	lastComma = lazyre.New(`,(\s*[}\]])`)
)

// addConfig notes a tsconfig, which may hold comments and commas at ends.
func (k *usage) addConfig(path, body string) {
	plain := jsonNote.ReplaceAllString(strings.TrimPrefix(body, "\ufeff"), "$1")
	var c scriptConfig
	if json.Unmarshal([]byte(lastComma.ReplaceAllString(plain, "$1")), &c) == nil {
		k.configs[path], k.paved = c, nil
		if c.CompilerOptions.Verbatim {
			k.note("verbatimModuleSyntax", path)
		}
	}
}

// addPackage notes a package.json.
func (k *usage) addPackage(path, body string) {
	p := scriptPackage{dir: slashpath.Dir(path)}
	if json.Unmarshal([]byte(body), &p) == nil {
		k.packages = append(k.packages, p)
		slices.SortStableFunc(k.packages, func(x, y scriptPackage) int { return len(y.dir) - len(x.dir) })
	}
}

// aliases returns what the tsconfigs say of paths, deepest first. What one extends is mostly a file of that kind itself
// (tsconfig.base.json), whose paths hold for all below its folder; one of another name is not looked for.
func (k *usage) aliases() []aliases {
	if k.paved == nil {
		k.paved = []aliases{}
		for _, path := range slices.Sorted(maps.Keys(k.configs)) {
			o := k.configs[path].CompilerOptions
			a := aliases{dir: slashpath.Dir(path), base: slashpath.Dir(path), paths: o.Paths}
			if o.BaseURL != nil {
				a.base, a.based = slashpath.Join(a.dir, *o.BaseURL), true
			}
			if a.based || len(a.paths) > 0 {
				k.paved = append(k.paved, a)
			}
		}
		slices.SortStableFunc(k.paved, func(x, y aliases) int { return len(y.dir) - len(x.dir) })
	}
	return k.paved
}

// patterns returns the patterns of the paths, the longest prefix first, as the compiler
// prefers them.
func (a aliases) patterns() []string { return longest(a.paths) }

func longest[T any](patterns map[string]T) []string {
	return slices.SortedFunc(maps.Keys(patterns), func(x, y string) int {
		x, _, _ = strings.Cut(x, "*")
		y, _, _ = strings.Cut(y, "*")
		return cmp.Or(len(y)-len(x), strings.Compare(x, y))
	})
}

// inner returns the file that a package means by one of its own names ("#config").
func (k *usage) inner(from, place string) string {
	for _, p := range k.packages {
		if p.holds(from) {
			return k.target(p, p.Imports, place)
		}
	}
	return ""
}

// packaged returns the file that a package of the root exports to those who import it by
// name.
func (k *usage) packaged(place string) string {
	for _, p := range k.packages {
		rest, ok := strings.CutPrefix(place, p.Name)
		if p.Name == "" || !ok || rest != "" && rest[0] != '/' {
			continue
		}
		given, mapped := p.Exports.(map[string]any)
		if to := k.target(p, given, "."+rest); mapped && to != "" {
			return to
		}
		if rest != "" {
			return k.scriptAt(slashpath.Join(p.dir, rest))
		}
		for _, main := range append(places(p.Exports), p.Main, "index.js", "src/index.js") {
			if to := k.built(p, main); main != "" && to != "" {
				return to
			}
		}
	}
	return ""
}

func (p scriptPackage) holds(path string) bool {
	return p.dir == "." || strings.HasPrefix(path, p.dir+"/")
}

// target returns the file that a package's table of names leads to.
func (k *usage) target(p scriptPackage, table map[string]any, place string) string {
	for _, pattern := range longest(table) {
		rest, ok := starred(pattern, place)
		if !ok {
			continue
		}
		for _, to := range places(table[pattern]) {
			if file := k.built(p, strings.Replace(to, "*", rest, 1)); file != "" {
				return file
			}
		}
	}
	return ""
}

// starred returns what stands for the star of a pattern in a place; false where that is
// none of its places.
func starred(pattern, place string) (rest string, ok bool) {
	before, after, star := strings.Cut(pattern, "*")
	rest, ok = strings.CutPrefix(place, before)
	if !star {
		return "", ok && rest == ""
	}
	if !ok {
		return "", false
	}
	return strings.CutSuffix(rest, after)
}

// built returns the file of a place in a package, or the source that it is built from.
func (k *usage) built(p scriptPackage, place string) string {
	if to := k.scriptAt(slashpath.Join(p.dir, place)); to != "" {
		return to
	}
	if _, rest, ok := strings.Cut(strings.TrimPrefix(place, "./"), "/"); ok {
		return k.scriptAt(slashpath.Join(p.dir, "src", rest))
	}
	return ""
}

// places returns all that a name of a table may lead to, under whatever condition.
func places(said any) []string {
	switch to := said.(type) {
	case string:
		return []string{to}
	case []any:
		var out []string
		for _, v := range to {
			out = append(out, places(v)...)
		}
		return out
	case map[string]any:
		var out []string
		for _, name := range slices.Sorted(maps.Keys(to)) {
			if !strings.HasPrefix(name, "./") { // a condition, or the package itself
				out = append(out, places(to[name])...)
			}
		}
		return out
	}
	return nil
}
