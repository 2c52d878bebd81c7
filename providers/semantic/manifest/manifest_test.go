package manifest

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestStarts(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		want       []Start // with the first path that is a source
		source     string
	}{
		{"package.json", `{"name": "@acme/tool", "bin": "./bin/tool.js", "main": "index.js"}`, []Start{{Program: "tool"}}, "bin/tool.js"},
		{"package.json", `{"bin": {"b": "dist/cli.js"}}`, []Start{{Program: "b"}}, "src/cli.ts"},
		{"package.json", `{"main": "dist/cjs/index.cjs"}`, []Start{{}}, "src/index.ts"},
		{"package.json", `{"main": "./lib/app"}`, []Start{{}}, "lib/app.js"},
		{"package.json", `{"bin": "../../etc/passwd"}`, nil, ""},
		{"package.json", `{"main": "/etc/passwd"}`, nil, ""},
		{"pyproject.toml", "[project.scripts]\ntool = \":main\"\n", nil, ""},
		{"package.json", `{"bin": `, nil, ""},
		{"package.json", `{"name": "x"}`, nil, ""},
		{"pyproject.toml", "[project.scripts]\ntool = \"acme.cli:App.run\"\n", []Start{{Program: "tool", Function: "run"}}, "src/acme/cli.py"},
		{"pyproject.toml", "[tool.poetry.scripts]\ntool = \"acme:main\"\nother = {reference = \"x\", type = \"file\"}\n", []Start{{Program: "tool", Function: "main"}}, "acme/__init__.py"},
		{"pyproject.toml", "[project.gui-scripts]\nwin = \"acme.win:open [gui]\"\n", []Start{{Program: "win", Function: "open"}}, "acme/win.py"},
		{"pyproject.toml", "[project", nil, ""},
		{"setup.cfg", "[metadata]\nname = x\n[options.entry_points]\nconsole_scripts =\n    # first\n    tool = acme.cli:main\n    two=acme.two:go [extra]\nother =\n    a = b:c\n",
			[]Start{{Program: "tool", Function: "main"}, {Program: "two", Function: "go"}}, "acme/cli.py"},
		{"setup.cfg", "[options.entry_points]\nconsole_scripts = tool = acme:main\n", []Start{{Program: "tool", Function: "main"}}, "acme/__init__.py"},
		{"Cargo.toml", "[[bin]]\nname = \"t\"\npath = \"./cmd/t.rs\"\n[[bin]]\nname = \"u\"\n", []Start{{Program: "t", Function: "main"}}, "cmd/t.rs"},
		{"Makefile", "all:\n", nil, ""},
	} {
		got := Starts(tt.name, tt.body)
		if tt.source != "" && (len(got) == 0 || !slices.Contains(got[0].Paths, tt.source)) {
			t.Errorf("%s %q: %+v lacks %s", tt.name, tt.body, got, tt.source)
		}
		for i := range got {
			got[i].Paths = nil
		}
		if diff := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s %q (-want +got):\n%s", tt.name, tt.body, diff)
		}
	}
}
