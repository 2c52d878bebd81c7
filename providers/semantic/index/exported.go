package index

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// Exported returns the definitions at the top level of a text that other files can
// use, and where it starts; all of them where none is exported, or where the
// language says nothing of it.
func Exported(lang, src string, defs []Def) []Def {
	lines := strings.Split(src, "\n")
	top := slices.DeleteFunc(slices.Clone(defs), func(d Def) bool {
		return d.Container != "" || d.Kind == scan.Field || d.Kind == scan.Module || d.Start >= len(lines)
	})
	visible := visibleIn(scan.FamilyOf(lang), src)
	out := slices.DeleteFunc(slices.Clone(top), func(d Def) bool {
		return d.Name != "main" && !visible(d.Name, strings.TrimSpace(lines[d.Start]))
	})
	if len(out) == 0 {
		return top
	}
	return out
}

var (
	anyExport    = lazyre.New(`(?m)^export\b`)
	exportLists  = lazyre.New(`(?m)^export\s+(?:type\s+)?\{([^}]*)\}|^export\s+default\s+([\w$]+)|^export\s*=\s*([\w$]+)`)
	exportedName = lazyre.New(`^[\w$]+`)
)

// visibleIn returns a function that reports, by the name and the line of a definition, whether other files can use it.
func visibleIn(fam scan.Family, src string) func(name, line string) bool {
	switch fam {
	case scan.Golang:
		return func(name, _ string) bool {
			r, _ := utf8.DecodeRuneInString(name)
			return unicode.IsUpper(r)
		}
	case scan.Rust:
		return func(_, line string) bool {
			return strings.HasPrefix(line, "pub") || strings.HasPrefix(line, "macro_rules!")
		}
	case scan.Python:
		return func(name, _ string) bool { return !strings.HasPrefix(name, "_") }
	case scan.Script:
		if !anyExport.MatchString(src) {
			break
		}
		listed := map[string]bool{}
		for _, m := range exportLists.FindAllStringSubmatch(src, -1) {
			for name := range strings.SplitSeq(m[1]+","+m[2]+","+m[3], ",") {
				listed[exportedName.FindString(strings.TrimPrefix(strings.TrimSpace(name), "type "))] = true
			}
		}
		return func(name, line string) bool { return strings.HasPrefix(line, "export") || listed[name] }
	}
	return func(string, string) bool { return true }
}
