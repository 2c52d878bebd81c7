package engine

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestUses: who uses a name of a file, by whatever kind of import, by a dotted
// name, or by a string.
func TestUses(t *testing.T) {
	root := t.TempDir()
	writeFiles(t, root, map[string]string{
		"pyproject.toml":       "[project]\ndependencies = [\n  \"typing-extensions>=4\",\n  'PyYAML',\n]\n",
		"pkg/__init__.py":      "from .models import Response\n",
		"pkg/compat.py":        "from collections import OrderedDict\nimport json, sys, cookielib, chardet, urlparse, quote, builtin\n",
		"pkg/models.py":        "from .compat import (\n    cookielib,  # a comment\n    json as j,\n)\nclass Response: ...\n",
		"pkg/sub/deep.py":      "from ..compat import OrderedDict as D\nfrom pkg import compat\ncompat.urlparse('x')\n",
		"tests/test_compat.py": "import mock\nmock.patch('pkg.compat.quote')\n",
		"other/compat.py":      "x = 1\n",
		"other/use.py":         "from other.compat import chardet\n",
		"star/a.py":            "from star.b import *\n",
		"star/b.py":            "import zlib, _private\n",
		"star/c.py":            "from star.d import *\n",
		"star/d.py":            "__all__ = [\n    'shown',\n]\n\nimport zlib, shown\n",
		"app/cli.py":           "from app.impl import main, setup\nfrom math import pi, tau\n",
		"setup.cfg":            "[options.entry_points]\nconsole_scripts =\n  app = app.cli:main\n",
		"logging.ini":          "[handler_h]\nclass = app.out.Handler\n",
		"app/out.py":           "from logging import Handler\nfrom tool import start, stop\n",
		"setup.py":             "setup(entry_points={'console_scripts': ['x = app.out:start']}, x={stop: out})\n",
		"app/doc.py": "from math import e, inf\n\ndef f():\n" +
			"    \"\"\"Use it.\n\n    >>> from app.doc import e\n    # from app.doc import inf\n    \"\"\"\n",
		"app/more.py":    "from importlib import reload\n",
		"app/loads.py":   "from app.more import(reload); x = 1\n",
		"app/example.py": "\"\"\"Of doc:\n\n    from app.doc import e\n\"\"\"\n# from app.doc import inf\n",
		"docs/use.rst":   "Constants\n\n>>> from app.cli import (pi)\n>>> from .cli import tau\n",
	})
	e := &Engine{}
	for _, c := range []struct{ file, name, by string }{
		{"pkg/compat.py", "cookielib", "pkg/models.py"},
		{"pkg/compat.py", "json", "pkg/models.py"},
		{"pkg/compat.py", "OrderedDict", "pkg/sub/deep.py"},
		{"pkg/compat.py", "urlparse", "pkg/sub/deep.py"},
		{"pkg/compat.py", "quote", "tests/test_compat.py"},
		{"pkg/models.py", "Response", "pkg/__init__.py"},
		{"star/b.py", "zlib", "star/a.py"},
		{"star/b.py", "_private", ""},
		{"star/d.py", "shown", "star/c.py"},
		{"star/d.py", "zlib", ""},
		{"app/cli.py", "main", "setup.cfg"},
		{"app/cli.py", "pi", "docs/use.rst"},
		{"app/out.py", "Handler", "logging.ini"},
		{"app/out.py", "start", "setup.py"},
		{"app/out.py", "stop", ""},
		{"app/cli.py", "setup", ""},
		{"app/doc.py", "e", "app/example.py"},
		{"app/doc.py", "inf", ""},
		{"app/more.py", "reload", "app/loads.py"},
		{"app/cli.py", "tau", ""},
		{"pkg/compat.py", "sys", ""},
		{"pkg/compat.py", "chardet", ""},
		{"pkg/compat.py", "builtin", ""},
	} {
		if _, by := e.Uses(t.Context(), root, filepath.Join(root, c.file), []string{c.name}); by != c.by {
			t.Errorf("%s of %s is used by %q, want %q", c.name, c.file, by, c.by)
		}
	}
	for name, want := range map[string]bool{"typing_extensions": true, "pyyaml": true, "mock": true, "json": true, "pkg.compat": true, "reqeusts": false} {
		if got := e.Module(root, filepath.Join(root, "pkg/api.py"), name); got != want {
			t.Errorf("module %s: known %v, want %v", name, got, want)
		}
	}
	// What changes is read again.
	must.OK(t, os.WriteFile(filepath.Join(root, "new.py"), []byte("from pkg.compat import builtin\n"), 0o600))
	e.usages.changed(filepath.Join(root, "new.py"))
	if _, by := e.Uses(t.Context(), root, filepath.Join(root, "pkg/compat.py"), []string{"builtin"}); by != "new.py" {
		t.Errorf("after the change: %q", by)
	}
	// All that use a name are known, each once.
	for name, want := range map[string][]string{"OrderedDict": {"pkg/sub/deep.py"},
		"urlparse": {"pkg/more.py", "pkg/sub/deep.py"}} {
		must.OK(t, os.WriteFile(filepath.Join(root, "pkg/more.py"),
			[]byte("from .compat import urlparse\nfrom pkg.compat import urlparse\n"), 0o600))
		e.usages.changed(filepath.Join(root, "pkg/more.py"))
		if got := e.Users(t.Context(), root, filepath.Join(root, "pkg/compat.py"), name); !slices.Equal(got, want) {
			t.Errorf("users of %s: %q, want %q", name, got, want)
		}
	}
}

// TestOldestIsAskedAgain: the oldest Python of a folder is read once, and anew when a
// file has changed.
func TestOldestIsAskedAgain(t *testing.T) {
	root := t.TempDir()
	put := func(version string) {
		t.Helper()
		must.Write(t, filepath.Join(root, "pyproject.toml"), "[project]\nrequires-python = \">="+version+"\"\n")
	}
	e, path := &Engine{}, filepath.Join(root, "a.py")
	put("3.8")
	first, _ := e.Oldest(root, path)
	put("3.11")
	kept, _ := e.Oldest(root, path)
	e.usages.changed(filepath.Join(root, "pyproject.toml"))
	if now, _ := e.Oldest(root, path); first != 8 || kept != 8 || now != 11 {
		t.Errorf("3.%d, then 3.%d, after the change 3.%d", first, kept, now)
	}
}
