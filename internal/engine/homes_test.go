package engine

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/edits/rules/rule"
)

// TestHomes: where a file can import a name from, as the files around it show.
func TestHomes(t *testing.T) {
	root := t.TempDir()
	writeFiles(t, root, map[string]string{
		"app/__init__.py":      "",
		"app/shapes.py":        "class Shape: ...\n\n\ndef area(s): ...\n\n\nLIMIT = 3\nlower = 1\n\nclass Twice: ...\n",
		"app/again.py":         "from app.shapes import Shape\nfrom .shapes import Shape as S\nclass Twice: ...\n",
		"app/numbers.py":       "import numpy as np\nfrom scipy.stats import norm\n",
		"app/more.py":          "import numpy as np\nimport cupy as np\nfrom time import sleep\n",
		"app/late.py":          "def plot():\n    import plotly as px\n    import json as js\n    return px, js\n",
		"app/user.py":          "from app.here import helper\ndef back(): ...\n",
		"app/here.py":          "def helper(): ...\n\n\ndef f():\n    return back()\n",
		"tests/test_x.py":      "def only_here(): ...\n",
		"lib/src/p/one.py":     "def one(): ...\n",
		"ring/__init__.py":     "from .run import run\nfrom .tools import hammer, nail as pin\ndef own(): ...\n",
		"ring/types.py":        "class Kind: ...\n",
		"ring/kinds.py":        "from .types import Kind\n",
		"ring/more.py":         "from . import kinds\n",
		"ring/run.py":          "def run():\n    return hammer(pin, own)\n",
		"ring/tools.py":        "def hammer(): ...\ndef nail(): ...\n",
		"ring/near.py":         "import os\nfrom .tools import nail\n",
		"ring/both.py":         "from .tools import nail\nfrom ring.types import Kind as K\n",
		"ring/in/__init__.py":  "from ..tools import nail\n",
		"docs.py":              "from ring import hammer, pin, own, tools\n",
		"src/pack/__init__.py": "",
		"src/pack/deep.py":     "def deep(): ...\n",
		"src/pack/use.py":      "from .deep import deep\n",
		"src/pack/other.py":    "",
	})
	e := &Engine{}
	for _, c := range []struct {
		file, name string
		want       []rule.Home
	}{
		{"app/new.py", "Shape", []rule.Home{{Module: "app.shapes", Name: "Shape", Files: 1}}},
		{"app/new.py", "S", []rule.Home{{Module: "app.shapes", Name: "Shape", Files: 1}}},
		{"app/new.py", "area", []rule.Home{{Module: "app.shapes", Name: "area"}}},
		{"tests/test_x.py", "area", []rule.Home{{Module: "app.shapes", Name: "area"}}},
		{"app/new.py", "LIMIT", []rule.Home{{Module: "app.shapes", Name: "LIMIT"}}},
		{"app/new.py", "lower", nil},
		{"app/new.py", "only_here", nil},
		{"app/new.py", "np", []rule.Home{{Module: "numpy", Files: 2}, {Module: "cupy", Files: 1}}},
		{"app/new.py", "norm", []rule.Home{{Module: "scipy.stats", Name: "norm", Files: 1}}},
		{"app/new.py", "px", nil}, // it is not here, and nobody loads it at once
		{"app/new.py", "js", []rule.Home{{Module: "json", Files: 1}}},
		{"app/new.py", "sleep", []rule.Home{{Module: "time", Name: "sleep", Files: 1}}},
		{"app/here.py", "back", nil}, // its module imports this one
		{"app/new.py", "back", []rule.Home{{Module: "app.user", Name: "back"}}},
		{"src/pack/other.py", "deep", []rule.Home{{Module: "pack.deep", Name: "deep", Files: 1}}},
		{"app/shapes.py", "Shape", nil},                                                       // its own
		{"ring/near.py", "hammer", []rule.Home{{Module: ".tools", Name: "hammer", Files: 1}}}, // as it imports others
		{"ring/in/__init__.py", "hammer", []rule.Home{{Module: "..tools", Name: "hammer", Files: 1}}},
		{"ring/near.py", "tools", []rule.Home{{Module: ".", Name: "tools", Files: 1}}},
		{"ring/both.py", "hammer", []rule.Home{{Module: "ring.tools", Name: "hammer", Files: 1}}},
		{"ring/run.py", "hammer", []rule.Home{{Module: "ring.tools", Name: "hammer", Files: 1}}}, // ring has none yet
		{"ring/run.py", "pin", []rule.Home{{Module: "ring.tools", Name: "nail", Files: 1}}},
		{"ring/run.py", "own", nil},
		{"ring/run.py", "tools", []rule.Home{{Module: "ring", Name: "tools", Files: 1}}},
		{"app/new.py", "pin", []rule.Home{{Module: "ring", Name: "pin", Files: 1}}},
	} {
		got := e.Homes(root, filepath.Join(root, filepath.FromSlash(c.file)), c.name)
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s in %s: %s", c.name, c.file, d)
		}
	}
	inner := filepath.Join(root, "ring") // a package as the root, as where settings lie in it
	for name, want := range map[string]rule.Home{
		"Kind":  {Module: "ring.types", Name: "Kind", Files: 1}, // types is of the standard library, too
		"kinds": {Module: "ring", Name: "kinds", Files: 1},
	} {
		if d := cmp.Diff([]rule.Home{want}, e.Homes(inner, filepath.Join(inner, "run.py"), name)); d != "" {
			t.Errorf("%s in a package as the root: %s", name, d)
		}
	}
	if got := e.Homes(root, filepath.Join(root, "app", "new.py"), "Twice"); len(got) != 2 {
		t.Errorf("two definitions: %v", got)
	}
}
