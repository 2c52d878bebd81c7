package engine

import (
	"cmp"
	"encoding/json"
	slashpath "path"
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// isScript reports whether a file is JavaScript or TypeScript.
func isScript(path string) bool {
	return slices.Contains([]string{".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte"}, slashpath.Ext(path))
}

// isAliases reports whether a file may say where imported paths lead.
func isAliases(base string) bool {
	return strings.HasSuffix(base, ".json") && (strings.HasPrefix(base, "tsconfig") || base == "jsconfig.json")
}

// aliases are what a tsconfig says of paths, seen from the root.
// See https://www.typescriptlang.org/tsconfig/#paths and #baseUrl.
type aliases struct {
	dir   string // whose files it is about
	base  string // "" unless told
	based bool
	paths map[string][]string
}

var (
	jsonNote  = lazyre.New(`(?m)("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*(?s:.*?)\*/`)
	lastComma = lazyre.New(`,(\s*[}\]])`)

	// An import or export from a place, with what is taken: three forms.
	scriptFrom    = lazyre.New(`\b(?:import|export)\s+(?:type\s+)?([^;'"()=]*?)\s*\bfrom\s*["']([^"'\n]+)["']`)
	scriptBare    = lazyre.New(`\bimport\s*["']([^"'\n]+)["']`)
	scriptRequire = lazyre.New(`(?:\b(?:const|let|var)\s+(\{[^}]*\}|[\w$]+)\s*(?::[^=\n]+)?=\s*(?:await\s+)?)?\b(?:require|import)\s*\(\s*["'\x60]([^"'\x60\n]+)["'\x60]\s*\)(?:\.([\w$]+))?`)
)

// addScript notes what a JavaScript or TypeScript file takes of others, or what a
// tsconfig says; false: it is neither.
func (k *usage) addScript(path, body string) bool {
	switch {
	case isAliases(slashpath.Base(path)):
		k.addAliases(path, body)
		return true
	case !isScript(path):
		return false
	}
	for _, m := range scriptFrom.FindAllStringSubmatch(body, -1) {
		k.take(path, body, m[2], m[1])
	}
	for _, m := range scriptBare.FindAllStringSubmatch(body, -1) {
		k.take(path, body, m[1], "")
	}
	for _, m := range scriptRequire.FindAllStringSubmatch(body, -1) {
		what := m[1]
		switch {
		case m[3] != "":
			what = "{" + m[3] + "}"
		case what != "" && !strings.HasPrefix(what, "{"):
			what = "* as " + what
		case what == "":
			what = "*" // handed on, or looked into later
		}
		k.take(path, body, m[2], what)
	}
	return true
}

// take notes what a file takes of the place that it names: "a, { b as c }", "* as
// n", "{ d }", "*".
func (k *usage) take(path, body, place, what string) {
	to, _ := k.resolve(path, place)
	if to == "" || to == path {
		return
	}
	note := func(name string) { k.scripts[to] = append(k.scripts[to], taker{name, path}) }
	head, list, braces := strings.Cut(what, "{")
	if braces {
		list, _, _ = strings.Cut(list, "}")
		for item := range strings.SplitSeq(list, ",") {
			words := strings.FieldsFunc(item, func(r rune) bool { return strings.ContainsRune(" \t\r\n:=", r) })
			if len(words) > 1 && words[0] == "type" {
				words = words[1:]
			}
			if len(words) > 0 {
				note(strings.TrimPrefix(words[0], "..."))
			}
		}
	}
	for item := range strings.SplitSeq(head, ",") {
		switch words := strings.Fields(item); {
		case len(words) == 3 && words[0] == "*":
			for _, m := range regexp.MustCompile(`(?:^|[^\w$.])`+regexp.QuoteMeta(words[2])+`\s*(?:\?\.|\.)\s*([\w$]+)`).FindAllStringSubmatch(body, -1) {
				note(m[1])
			}
			for _, m := range regexp.MustCompile(`\{([^{}]*)\}\s*=\s*`+regexp.QuoteMeta(words[2])+`\b`).FindAllStringSubmatch(body, -1) {
				k.take(path, "", place, "{"+m[1]+"}")
			}
		case len(words) == 1 && words[0] == "*":
			note("*")
		case len(words) > 0:
			note("default")
		}
	}
}

// resolve is the file of the root that a JavaScript import means, "" if there is
// none; local says that it must lie in the project.
func (k *usage) resolve(from, place string) (to string, local bool) {
	place, _, _ = strings.Cut(place, "?") // bundlers' words for how it is read
	if strings.HasPrefix(place, ".") {
		return k.scriptAt(slashpath.Join(slashpath.Dir(from), place)), true
	}
	for _, a := range k.aliases {
		if a.dir != "." && !strings.HasPrefix(from, a.dir+"/") {
			continue
		}
		for _, pattern := range a.patterns() {
			before, after, star := strings.Cut(pattern, "*")
			rest, ok := strings.CutPrefix(place, before)
			if ok && star {
				rest, ok = strings.CutSuffix(rest, after)
			}
			if !ok || !star && rest != "" {
				continue
			}
			for _, target := range a.paths[pattern] {
				if to := k.scriptAt(slashpath.Join(a.base, strings.Replace(target, "*", rest, 1))); to != "" {
					return to, true
				}
			}
			return "", before != "" // "*" is for whatever is not found elsewhere, too
		}
		if a.based {
			if to := k.scriptAt(slashpath.Join(a.base, place)); to != "" {
				return to, true
			}
		}
		return "", false
	}
	return "", false
}

// scriptAt is the file of the root that a path means.
func (k *usage) scriptAt(path string) string {
	for _, p := range scan.ScriptFiles(path) {
		if p != "." && k.paths[p] && (p != path || isFile(p)) {
			return p
		}
	}
	if k.paths[path] && k.paths[path+"/package.json"] {
		return path // which names the file
	}
	return ""
}

// isFile reports whether a path looks like one: folders seldom have a dot inside.
func isFile(path string) bool { return slashpath.Ext(path) != "" }

// patterns are those of the paths, the longest prefix first, as the compiler
// prefers them.
func (a aliases) patterns() []string {
	var out []string
	for p := range a.paths {
		out = append(out, p)
	}
	slices.SortFunc(out, func(x, y string) int {
		x, _, _ = strings.Cut(x, "*")
		y, _, _ = strings.Cut(y, "*")
		return cmp.Or(len(y)-len(x), strings.Compare(x, y))
	})
	return out
}

// addAliases notes a tsconfig, which may hold comments and commas at ends.
func (k *usage) addAliases(path, body string) {
	plain := jsonNote.ReplaceAllString(strings.TrimPrefix(body, "\ufeff"), "$1")
	var said struct {
		CompilerOptions struct {
			BaseURL *string             `json:"baseUrl"`
			Paths   map[string][]string `json:"paths"`
		} `json:"compilerOptions"`
	}
	if json.Unmarshal([]byte(lastComma.ReplaceAllString(plain, "$1")), &said) != nil {
		return
	}
	o := said.CompilerOptions
	if o.BaseURL == nil && len(o.Paths) == 0 {
		return
	}
	a := aliases{dir: slashpath.Dir(path), base: slashpath.Dir(path), based: o.BaseURL != nil, paths: o.Paths}
	if o.BaseURL != nil {
		a.base = slashpath.Join(a.dir, *o.BaseURL)
	}
	k.aliases = append(k.aliases, a)
	slices.SortStableFunc(k.aliases, func(x, y aliases) int { return len(y.dir) - len(x.dir) })
}

// scriptUser is a file that takes a name of a JavaScript or TypeScript file, "" if
// none is known to.
func (k *usage) scriptUser(path, name string) string {
	for _, t := range k.scripts[path] {
		if t.module == name || t.module == "*" && name != "default" {
			return t.file
		}
	}
	return ""
}
