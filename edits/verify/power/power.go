// Package power says what code can reach outside of its own objects: processes, the
// network, deletion, evaluation, native code. For languages with a grammar there is one
// data file of qualified names, from the language's own index of modules (data/*.txt, each
// with its source); of scripts and images commands.go finds the commands that they run.
package power

import (
	"embed"
	"strings"
	"sync"
)

//go:embed data/*.txt
var data embed.FS

// Standard reports whether a module belongs to a language itself.
func Standard(lang, module string) bool {
	return standard()[Data(lang)+" "+module]
}

var standard = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, lang := range []string{"python", "javascript"} {
		text, _ := data.ReadFile("data/" + lang + ".txt") // embedded: it is there
		for line := range strings.Lines(string(text)) {
			if names, ok := strings.CutPrefix(line, "standard: "); ok {
				for _, n := range strings.Fields(names) {
					out[lang+" "+n] = true
				}
			}
		}
	}
	return out
})

// entry is what one qualified name stands for.
type entry struct {
	class   string
	foreign bool // a package that a project names in its manifest
}

// table has the entries of one language by name.
type table map[string]entry

var tables = sync.OnceValue(func() map[string]table {
	out := map[string]table{}
	for _, lang := range []string{"python", "go", "javascript", "rust"} {
		text, err := data.ReadFile("data/" + lang + ".txt")
		if err != nil {
			continue // embedded: it is there
		}
		out[lang] = read(string(text))
	}
	return out
})

func read(text string) table {
	t := table{}
	for line := range strings.Lines(text) {
		class, names, ok := strings.Cut(line, ": ")
		if !ok || strings.HasPrefix(line, "#") || class == "standard" {
			continue
		}
		class, foreign := strings.CutPrefix(class, "package ")
		for _, n := range strings.Fields(names) {
			t[n] = entry{class, foreign}
		}
	}
	return t
}

// Data returns the language whose data file is about a language, "" if there is none.
func Data(lang string) string {
	switch lang {
	case "typescript", "typescriptreact", "javascript", "javascriptreact":
		return "javascript"
	case "python", "go", "rust":
		return lang
	}
	return ""
}

// Of returns what a qualified name reaches, "" if nothing: the longest part of it that the
// language's data file has decides. Foreign says that it is a package from elsewhere, which
// the project's manifest may name.
func Of(lang, name string) (class string, foreign bool) {
	t := tables()[Data(lang)]
	for part := name; part != ""; {
		if e, ok := t[part]; ok {
			return e.class, e.foreign
		}
		cut := strings.LastIndexAny(part, "./")
		if cut <= 0 {
			break
		}
		part = part[:cut]
	}
	if dot := strings.LastIndex(name, "."); dot >= 0 {
		e := t[name[dot:]]
		return e.class, e.foreign
	}
	return "", false
}
