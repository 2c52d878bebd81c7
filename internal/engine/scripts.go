package engine

import (
	"iter"
	slashpath "path"
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// isScript reports whether a file is JavaScript or TypeScript.
func isScript(path string) bool {
	return slices.Contains([]string{".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte"},
		slashpath.Ext(path))
}

var (
	// An import or export from a place, with what is imported: three forms.
	scriptFrom    = lazyre.New(`\b(?:import|export)\s+(?:type\s+)?([^;'"()=]*?)\s*\bfrom\s*["']([^"'\n]+)["']`)
	scriptBare    = lazyre.New(`\bimport\s*["']([^"'\n]+)["']`)
	scriptRequire = lazyre.New(`(?:\b(?:const|let|var)\s+(\{[^}]*\}` +
		`|[\w$]+)\s*(?::[^=\n]+)?=\s*(?:await\s+)?)?\b(?:require` +
		`|import)\s*\(\s*["'\x60]([^"'\x60\n]+)["'\x60]\s*\)(?:\.([\w$]+))?`)
)

// addScript notes what a JavaScript or TypeScript file imports of others, or what a
// tsconfig says; false: it is neither.
func (k *usage) addScript(path, body string) bool {
	switch base := slashpath.Base(path); {
	case isAliases(base):
		k.addConfig(path, body)
		return true
	case base == "package.json":
		k.addPackage(path, body)
		return true
	case !isScript(path):
		return false
	}
	k.export(path, body)
	k.addMaking(path, body)
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

// take notes what a file imports of the place that it names: "a, { b as c }", "* as
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
			member := regexp.MustCompile(`(?:^|[^\w$.])` + regexp.QuoteMeta(words[2]) + `\s*(?:\?\.|\.)\s*([\w$]+)`)
			for _, m := range member.FindAllStringSubmatch(body, -1) {
				note(m[1])
			}
			unpacked := regexp.MustCompile(`\{([^{}]*)\}\s*=\s*` + regexp.QuoteMeta(words[2]) + `\b`)
			for _, m := range unpacked.FindAllStringSubmatch(body, -1) {
				k.take(path, "", place, "{"+m[1]+"}")
			}
		case len(words) == 1 && words[0] == "*":
			note("*")
		case len(words) > 0:
			note("default")
		}
	}
}

// resolve returns the file of the root that a JavaScript import means, "" if there is
// none; local says that it must lie in the project.
func (k *usage) resolve(from, place string) (to string, local bool) {
	place, _, _ = strings.Cut(place, "?") // bundlers' words for how it is read
	if strings.HasPrefix(place, ".") {
		return k.scriptAt(slashpath.Join(slashpath.Dir(from), place)), true
	}
	if strings.HasPrefix(place, "#") {
		return k.inner(from, place), true
	}
	if to := k.packaged(place); to != "" {
		return to, true
	}
	for _, a := range k.aliases() {
		if a.dir != "." && !strings.HasPrefix(from, a.dir+"/") {
			continue
		}
		for _, pattern := range a.patterns() {
			rest, ok := starred(pattern, place)
			if !ok {
				continue
			}
			for _, target := range a.paths[pattern] {
				if to := k.scriptAt(slashpath.Join(a.base, strings.Replace(target, "*", rest, 1))); to != "" {
					return to, true
				}
			}
			return "", !strings.HasPrefix(pattern, "*") // "*" is for whatever is not found elsewhere, too
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

// scriptAt returns the file of the root that a path means.
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

// scriptUser returns a file that imports a name of a JavaScript or TypeScript file, "" if
// none is known to.
func (k *usage) scriptUser(path, name string) string {
	return first(k.scriptUsers(path, name))
}

// scriptUsers returns all that do.
func (k *usage) scriptUsers(path, name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, t := range k.scripts[path] {
			if (t.module == name || t.module == "*" && name != "default") && !yield(t.file) {
				return
			}
		}
	}
}

// first returns the first of some names, "" where there is none.
func first(list iter.Seq[string]) string {
	for s := range list {
		return s
	}
	return ""
}
