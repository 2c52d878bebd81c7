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

// scriptPart is what a component of Vue or Svelte has between its markup.
var scriptPart = lazyre.New(`(?s)<script[^>]*>(.*?)</script>`)

// addScript notes what a JavaScript or TypeScript file imports of others.
func (k *usage) addScript(path, body string) {
	s := scanned(path, body)
	if ext := slashpath.Ext(path); ext == ".vue" || ext == ".svelte" {
		code := ""
		for _, m := range scriptPart.FindAllStringSubmatch(body, -1) {
			code += m[1] + "\n"
		}
		s = scanned("a.ts", code)
	}
	k.addMaking(path, body)
	for _, im := range s.Imports {
		to, _ := k.resolve(path, im.Spec)
		if to == "" || to == path {
			continue
		}
		for i, name := range im.Names {
			if name == "*" && im.As[i] != "" {
				k.takeMembers(to, path, body, im.As[i])
			} else {
				k.take(imported{module: to, name: name, file: path})
			}
		}
	}
}

// takeMembers notes what a file uses of another one that it imports as a whole, under a name.
func (k *usage) takeMembers(to, path, body, as string) {
	as = regexp.QuoteMeta(as)
	member := regexp.MustCompile(`(?:^|[^\w$.])` + as + `\s*(?:\?\.|\.)\s*([\w$]+)|\{([^{}]*)\}\s*=\s*` + as + `\b`)
	for _, m := range member.FindAllStringSubmatch(body, -1) {
		for item := range strings.SplitSeq(m[1]+","+m[2], ",") {
			name, _, _ := strings.Cut(item, ":")
			if name = strings.TrimPrefix(strings.TrimSpace(name), "..."); name != "" {
				k.take(imported{module: to, name: name, file: path})
			}
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

// first returns the first of some names, "" where there is none.
func first(list iter.Seq[string]) string {
	for s := range list {
		return s
	}
	return ""
}
