package scan

import "strings"

// ScriptFiles returns the files that an import of a path may mean in JavaScript and
// TypeScript, likeliest first: the path itself, with an extension, what a compiled
// name is made of, the index of a folder.
// See https://www.typescriptlang.org/docs/handbook/modules/reference.html#file-extension-substitution.
func ScriptFiles(path string) []string {
	out := []string{path}
	for _, ext := range [...][]string{{".js", ".ts", ".tsx"}, {".mjs", ".mts"}, {".cjs", ".cts"}, {".jsx", ".tsx"}} {
		if base, ok := strings.CutSuffix(path, ext[0]); ok {
			for _, e := range ext[1:] {
				out = append(out, base+e)
			}
		}
	}
	for _, e := range scriptEndings {
		out = append(out, path+e)
	}
	for _, e := range scriptEndings {
		out = append(out, strings.TrimPrefix(path+"/index"+e, "/"))
	}
	return out
}

// scriptEndings are tried in this order.
var scriptEndings = []string{".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mts", ".mjs", ".cts", ".cjs", ".vue", ".svelte",
	".json"}
