package semantic

import (
	"slices"
	"strings"
	"testing"
)

// Where a program starts is known from the manifest of its package manager, in files
// that no name of theirs tells.
func TestManifestsNameTheStart(t *testing.T) {
	python := "from acme.tools import load\n\n\ndef usage():\n    return 1\n\n\ndef go():\n    load()\n"
	tools := "def load():\n    return {}\n"
	for _, tt := range []struct {
		name        string
		files       Memory
		first, body string
	}{
		{"pyproject.toml", Memory{"pyproject.toml": "[project.scripts]\nacme = \"acme.door:go\"\n", "acme/door.py": python, "acme/tools.py": tools, "cli.py": tools},
			"acme/door.py", "def go():"},
		{"setup.cfg, in src", Memory{"setup.cfg": "[options.entry_points]\nconsole_scripts =\n    acme = acme.door:go\n", "src/acme/door.py": python, "src/acme/tools.py": tools},
			"src/acme/door.py", "def go():"},
		{"a function from elsewhere", Memory{"pyproject.toml": "[project.scripts]\nacme = \"acme.door:other\"\n", "acme/door.py": "from acme.tools import other\n\n\ndef main():\n    other()\n"},
			"acme/door.py", "def main():"},
		{"package.json", Memory{"package.json": `{"bin": {"acme": "dist/door.js"}}`, "src/door.ts": "import { load } from './tools';\n\nload();\n", "src/tools.ts": "export function load() {}\n", "src/index.ts": "export * from './tools';\n"},
			"src/door.ts", "load();"},
		{"Cargo.toml", Memory{"Cargo.toml": "[[bin]]\nname = \"acme\"\npath = \"tools/door.rs\"\n", "tools/door.rs": "fn main() {\n    load();\n}\n", "main.py": tools},
			"tools/door.rs", "fn main()"},
		{"damaged", Memory{"package.json": `{"bin": `, "server.js": "listen();\n", "other.js": "export const a = 1;\n"}, "server.js", "listen();"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := built(t, Options{Source: tt.files})
			res, err := p.Query(t.Context(), DefaultQuery("how does the application start?"))
			if err != nil || len(res.Results) == 0 {
				t.Fatalf("%+v, %v", res, err)
			}
			if r := res.Results[0]; r.Location.FilePath != tt.first || r.Role != roleEntry || !strings.Contains(res.Context, tt.body) || strings.Contains(res.Context, "def usage") {
				t.Errorf("first %+v, want %s\n%s", r, tt.first, res.Context)
			}
		})
	}
}

// A manifest that changes counts at once.
func TestManifestsAreReadAnew(t *testing.T) {
	m := Memory{"pyproject.toml": "[project.scripts]\na = \"one:go\"\n", "one.py": "def go():\n    pass\n", "two.py": "def go():\n    pass\n"}
	p := built(t, Options{Source: m})
	if got, _ := p.entryFiles(t.Context(), 5); !slices.Equal(got, []string{"one.py"}) {
		t.Errorf("%v", got)
	}
	m["pyproject.toml"] = "[project.scripts]\na = \"two:go\"\nb = \"one:go\"\n"
	got, starts := p.entryFiles(t.Context(), 1)
	if !slices.Equal(got, []string{"two.py"}) || starts["two.py"] != "go" {
		t.Errorf("%v, %v", got, starts)
	}
}
