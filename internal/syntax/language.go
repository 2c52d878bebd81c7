package syntax

import (
	"path"
	"strings"
)

// Language returns the LSP language identifier of a path, by its name and
// extension; "" when it is not known.
func Language(file string) string {
	base := path.Base(strings.ReplaceAll(file, `\`, "/"))
	switch base {
	case "Dockerfile", "Containerfile":
		return "dockerfile"
	case "Makefile", "GNUmakefile", "makefile":
		return "makefile"
	case "go.mod":
		return "go.mod"
	case "go.sum":
		return "go.sum"
	case "CMakeLists.txt":
		return "cmake"
	case "SConstruct", "SConscript":
		return "python"
	case "Rakefile", "Gemfile":
		return "ruby"
	}
	ext := path.Ext(base)
	if lang, ok := extension(ext); ok {
		return lang
	}
	lang, _ := extension(strings.ToLower(ext))
	return lang
}

// Extensions returns the known extensions of files, each with its dot.
func Extensions() []string {
	var out []string
	for _, row := range extensions {
		out = append(out, strings.Fields(row.ext)...)
	}
	return out
}

func extension(ext string) (string, bool) {
	for _, row := range extensions {
		for e := range strings.FieldsSeq(row.ext) {
			if e == ext {
				return row.lang, true
			}
		}
	}
	return "", false
}

var extensions = [...]struct{ lang, ext string }{
	{"python", ".py .pyi .pyw"},
	{"go", ".go"},
	{"javascript", ".js .mjs .cjs"},
	{"javascriptreact", ".jsx"},
	{"typescript", ".ts .mts .cts"},
	{"typescriptreact", ".tsx"},
	{"rust", ".rs"},
	{"c", ".c .h"},
	{"cpp", ".cc .cpp .cxx .c++ .hh .hpp .hxx"},
	{"csharp", ".cs"},
	{"java", ".java"},
	{"kotlin", ".kt .kts"},
	{"swift", ".swift"},
	{"scala", ".scala .sc"},
	{"ruby", ".rb .rake"},
	{"php", ".php"},
	{"lua", ".lua"},
	{"perl", ".pl .pm"},
	{"shellscript", ".sh .bash .zsh"},
	{"powershell", ".ps1 .psm1"},
	{"sql", ".sql"},
	{"json", ".json"},
	{"jsonc", ".jsonc"},
	{"yaml", ".yaml .yml"},
	{"toml", ".toml"},
	{"xml", ".xml"},
	{"html", ".html .htm"},
	{"css", ".css"},
	{"scss", ".scss"},
	{"less", ".less"},
	{"vue", ".vue"},
	{"svelte", ".svelte"},
	{"markdown", ".md .markdown"},
	{"dart", ".dart"},
	{"elixir", ".ex .exs"},
	{"erlang", ".erl .hrl"},
	{"haskell", ".hs"},
	{"ocaml", ".ml .mli"},
	{"fsharp", ".fs .fsx"},
	{"clojure", ".clj .cljs .cljc"},
	{"r", ".r .R"},
	{"julia", ".jl"},
	{"zig", ".zig"},
	{"nim", ".nim"},
	{"terraform", ".tf .tfvars"},
	{"proto", ".proto"},
	{"graphql", ".graphql .gql"},
	{"cmake", ".cmake"},
	{"nix", ".nix"},
	{"bat", ".bat .cmd"},
	{"starlark", ".bzl .star"},
}
