package engine

import (
	"os"
	"path/filepath"
	"testing"
)

// TestUsesBeyondThePart: what another package of the repository imports is in use; a
// module of the same name that the other one has itself is not meant.
func TestUsesBeyondThePart(t *testing.T) {
	top := t.TempDir()
	writeFiles(t, top, map[string]string{
		"a/pyproject.toml":            "[project]\nname = \"pkg-a\"\n",
		"a/src/pkg_a/helpers.py":      "from collections import OrderedDict\nimport json, os, re, sys, io\n",
		"a/src/pkg_a/utils.py":        "import json, os, sys\n",
		"a/src/pkg_a/single.py":       "import json\n",
		"b/pyproject.toml":            "[project]\nname = \"pkg-b\"\n",
		"b/src/pkg_b/takes.py":        "from pkg_a.helpers import OrderedDict\n",
		"b/src/pkg_b/says.py":         "from pkg_a import helpers\nhelpers.os.getcwd()\n",
		"b/src/pkg_b/utils.py":        "import sys, json\n",
		"b/src/pkg_b/own.py":          "from utils import json\nfrom . import utils\nutils.sys\n",
		"b/src/pkg_b/bare.py":         "from single import json\n",
		"b/src/pkg_b/unrelated.py":    "# helpers.re is not what it was\n",
		"web/packages/x/package.json": "{\"name\": \"@w/x\", \"main\": \"index.js\"}",
		"web/packages/x/index.js":     "exports.one = 1\nexports.two = 2\n",
		"web/packages/y/package.json": "{\"name\": \"@w/y\"}",
		"web/packages/y/main.js":      "const { one } = require('@w/x')\n",
	})
	rows := []struct{ root, file, name, by string }{
		{"a", "a/src/pkg_a/helpers.py", "OrderedDict", "b/src/pkg_b/takes.py"},
		{"a", "a/src/pkg_a/helpers.py", "os", "b/src/pkg_b/says.py"},
		{"a", "a/src/pkg_a/helpers.py", "re", ""},
		{"a", "a/src/pkg_a/helpers.py", "io", ""},
		{"a", "a/src/pkg_a/utils.py", "json", ""},
		{"a", "a/src/pkg_a/utils.py", "sys", ""},
		{"a", "a/src/pkg_a/single.py", "json", "b/src/pkg_b/bare.py"},
		{"web/packages/x", "web/packages/x/index.js", "one", "web/packages/y/main.js"},
		{"web/packages/x", "web/packages/x/index.js", "two", ""},
	}
	check := func(repository bool, searched int) {
		t.Helper()
		e := &Engine{}
		e.usages.reported, e.usages.searched = true, map[string]int{top: searched}
		for _, c := range rows {
			want := c.by
			if !repository {
				want = ""
			}
			if _, by := e.Uses(t.Context(), filepath.Join(top, c.root), filepath.Join(top, filepath.FromSlash(c.file)), []string{c.name}); by != want {
				t.Errorf("repository %v: %s of %s is used by %q, want %q", repository, c.name, c.file, by, want)
			}
		}
	}
	check(false, 0)
	if err := os.Mkdir(filepath.Join(top, ".hg"), 0o700); err != nil {
		t.Fatal(err)
	}
	check(true, 0)
	check(true, searches)
	// A home folder under version control is none that projects of it are parts of.
	t.Setenv("HOME", top)
	t.Setenv("USERPROFILE", top)
	check(false, 0)
}
