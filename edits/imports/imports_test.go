package imports

import (
	"path"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/pyload"
	"github.com/fettle-dev/fettle/internal/text"
)

// project is the modules of a test, by their paths.
var project = map[string]string{
	"app/__init__.py": "",
	"app/base.py":     "from orm import DeclarativeBase\n\nclass Base(DeclarativeBase):\n    pass\n",
	"app/user.py":     "from app.base import Base\n\nclass User(Base):\n    name = 'user'\n",
	"app/money.py":    "from decimal import Decimal\n\ndef euro(x):\n    return Decimal(x)\n",
	"app/names.py":    "A = 1\n",
	"app/listed.py":   "from app.names import *\n__all__ = [\n    'B',  # and no other\n]\nB = 2\nopen = 3\n",
	"app/again.py":    "from app.names import *\nC = 3\n",
	"app/made.py":     "for n in 'xyz':\n    globals()[n] = 1\n",
	"app/more.py":     "from app.names import *\n__all__ = ['B']\n__all__ += ['C']\nB = C = open = 1\n",
	"app/signals.py":  "from app.hub import receiver\n\n@receiver('saved')\ndef saved(): ...\n",
	"app/hub.py":      "FOUND = []\n\ndef receiver(name):\n    def add(f):\n        FOUND.append(f)\n        return f\n    return add\n",
	"app/log.py":      "import logging\nlogging.setLoggerClass(logging.Logger)\n",
	"app/one.py":      "from app import two\n",
	"app/two.py":      "from app import one\n",
	"orm.py":          "class Meta(type):\n    all = []\n    def __init__(cls, *a):\n        Meta.all.append(cls)\n\nclass DeclarativeBase(metaclass=Meta):\n    pass\n",
	"helpers.py":      "import pytest\n\n@pytest.fixture\ndef store():\n    return {}\n\n@pytest.fixture(autouse=True)\ndef quiet():\n    pass\n\nclass TestShared:\n    pass\n\ndef plain():\n    pass\n",
	"pytest.py":       "def fixture(f=None, **kw):\n    return f\n",
}

func program() *pyload.Program {
	return pyload.New(func(module string) (pyload.File, bool) {
		base := strings.ReplaceAll(module, ".", "/")
		for _, end := range []string{"/__init__.py", ".py"} {
			if src, ok := project[base+end]; ok {
				return pyload.File{Path: base + end, Text: src, Package: end != ".py", Own: true}, true
			}
		}
		return pyload.File{}, false
	})
}

func doubt(file, before, after string) string {
	module := strings.TrimSuffix(strings.ReplaceAll(strings.TrimSuffix(file, ".py"), "/", "."), ".__init__")
	return Change{Before: text.File("/w/"+file, "python", before), Edits: diff.Minimal(before, after), Program: program(), Module: module,
		Looked: func(name string) string {
			if name == "handler" {
				return "app/loader.py"
			}
			return ""
		}}.Doubt()
}

// A line that begins with a minus is removed.
func TestRemoved(t *testing.T) {
	for _, c := range []struct{ name, file, src, want string }{
		{"the library", "a.py", "-import os\nx = 1\n", ""},
		{"a name of several", "a.py", "-from os import (path, sep)\n+from os import (sep)\nprint(sep)\n", ""},
		{"a module without effect", "a.py", "-from app import names\nx = 1\n", ""},
		{"a function of one", "a.py", "-from app.money import euro\nx = 1\n", ""},
		{"models", "migrations/env.py", "-from app.user import User\nfrom app.base import Base\n\nprint(Base)\n", "loading app.user has an effect: class User derives from Base"},
		{"a module of models", "init_db.py", "-from app import user\nfrom app.base import Base\n\nprint(Base)\n", "loading app.user has an effect"},
		{"handlers in a function", "app/apps.py", "def ready():\n-    from . import signals\n+    pass\n", "loading app.signals has an effect: the decorator @receiver('saved') is not known to be pure"},
		{"what another import loads", "a.py", "-from app.user import User\nimport app.user\n\nprint(app.user)\n", ""},
		{"what is loaded under a condition only", "a.py", "-from app.user import User\nif x:\n    import app.user\nprint(x)\n", "loading app.user"},
		{"for types only", "a.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n-    from app.user import User\n+    pass\n", ""},
		{"not found", "a.py", "-import numpy\nx = 1\n", "numpy cannot be found here"},
		{"a class of what is not found, and loaded still", "a.py", "-from flask import Flask, Response\n+from flask import Flask\nprint(Flask)\n", ""},
		{"repeated", "a.py", "import numpy\n-import numpy\nprint(numpy)\n", ""},
		{"replaced", "a.py", "-from mock import patch\n+from unittest.mock import patch\nprint(patch)\n", ""},
		{"one of two of a name", "a.py", "-from app import signals as s\nfrom app import names as s\nprint(s)\n", "loading app.signals"},

		{"an attribute of its package", "a.py", "import xml\n-import xml.dom.minidom as dom\nprint(xml.dom.minidom.parse)\n",
			"uses xml.dom.minidom"},
		{"an attribute of its package, loaded still", "a.py",
			"import xml.dom.minidom\n-import xml.dom.minidom as dom\nprint(xml.dom.minidom.parse)\n", ""},
		{"a name that reads alike", "a.py", "-import xml.dom.minidom as dom\nprint(self.xml.dom)\n", ""},

		{"a directive", "a.py", "-import os  # pylint: disable=unused-import\nx = 1\n", "speaks to a tool: # pylint"},
		{"a directive of one word", "a.py", "-import os  # NOSEC\nx = 1\n", "speaks to a tool"},
		{"an explanation", "a.py", "-import os  # registers the tables\nx = 1\n", "a comment explains it: # registers"},
		{"an explanation above", "a.py", "import sys\n# has to be first\n-import os\nprint(sys)\n", "explains it: # has to be first"},
		{"a comment on another name", "a.py", "-from os import (\n-    sep,\n-    path,  # wanted\n-)\n+from os import (\n+    path,  # wanted\n+)\nprint(path)\n", ""},
		{"a comment on the name", "a.py", "-from os import (\n-    sep,\n-    path,  # wanted\n-)\n+from os import (\n+    sep,\n+)\nprint(sep)\n", "explains it: # wanted"},
		{"a licence", "a.py", "# Copyright by nobody\n-import os\nx = 1\n", ""},
		{"an encoding", "a.py", "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n-import os\nx = 1\n", ""},
		{"a heading", "a.py", "\n# Standard library imports.\n-import os\nimport sys\nprint(sys)\n", ""},
		{"a heading of a project", "a.py", "\n# Django imports\n-import os\nimport sys\nprint(sys)\n", ""},
		{"code that is commented out", "a.py", "\n# from x import y\n-import os\nimport sys\nprint(sys)\n", ""},

		{"a package's file", "app/__init__.py", "-from app.money import euro\nx = 1\n", "re-export"},
		{"in a try", "a.py", "try:\n-    import json\n+    pass\nexcept ImportError:\n    pass\n", "try statement"},
		{"a file of chosen imports", "compat.py", "import sys\nif sys.version_info > (3, 8):\n-    from typing import Final\n    from typing import Literal\nelse:\n    Final = None\n", "does nothing but choose imports"},
		{"exported", "a.py", "-from os import sep\n__all__ = ['sep']\n", "a string of the file is sep"},
		{"looked up elsewhere", "a.py", "-from app.names import A as handler\nx = 1\n", "app/loader.py looks handler up"},

		{"a type comment", "a.py", "-from typing import Set\nx = set()  # type: Set[str]\n", "type comment"},
		{"no type comment", "a.py", "-from typing import Set\nx = set()  # type: ignore[Set]\n", ""},
		{"a part of a type comment", "a.py", "-from typing import Set\nx = set()  # type: MutableSet[str]\n", ""},
		{"a doctest", "a.py", "-import math\ndef f(x):\n    \"\"\"Double.\n\n    >>> f(math.pi)\n    6.28\n    \"\"\"\n    return x\n", "an example in a docstring uses math"},
		{"prose beside a doctest", "a.py", "-import math\ndef f(x):\n    \"\"\"Like math.\n\n    >>> f(1)\n    2\n    \"\"\"\n    return x\n", ""},
		{"a name in a text", "a.py", "-from os import sep\nregister('sep')\n", "a string of the file is sep"},
		{"a name among others in a text", "a.py", "-import os\nx = 'os.path'\n", ""},
		{"a type in a text", "a.py", "-from decimal import Decimal\nmodel(field='List[Decimal]')\n", "may be a type"},
		{"a template", "a.py", "-import os\nT = 'here: ${os}'\n", "has a place for os"},
		{"another template", "a.py", "-import os\nT = '{{ os.sep }}'\n", "has a place for os"},
		{"text that is run", "a.py", "-import math\nx = eval('math.pi')\n", "runs text (eval)"},
		{"text from elsewhere", "a.py", "-import math\nexec(input())\n", "runs text (exec)"},
		{"text that is timed", "a.py", "-import math\nimport timeit\nprint(timeit.timeit('f(math.pi)', globals={}))\n", "runs text (timeit)"},
		{"a pattern", "a.py", "-import math\nimport re\nP = re.compile('math')\nQ = re.compile('the math')\n", "is math"},
		{"all names", "a.py", "-import math\nprint(globals())\n", "by their spelling (globals)"},
		{"names of an object", "a.py", "-import math\nprint(vars(x))\n", ""},

		{"a fixture", "test_a.py", "-from helpers import store\n\ndef test_empty(store):\n    assert not store\n", "takes store as a parameter"},
		{"a parameter of another function", "test_a.py", "-from helpers import plain\n\ndef helper(plain):\n    assert not plain\n", ""},
		{"a fixture that is used by itself", "test_a.py", "-from helpers import quiet\n\ndef test_empty():\n    pass\n", "quiet is a fixture"},
		{"what a conftest provides", "conftest.py", "-from helpers import store\nx = 1\n", "store is a fixture"},
		{"no fixture in a conftest", "conftest.py", "-from helpers import plain\nfrom helpers import x\n", ""},
		{"tests from elsewhere", "test_a.py", "-from helpers import TestShared\nx = 1\n", "pytest collects"},
		{"a hook", "conftest.py", "-from helpers import pytest_configure\nx = 1\n", "by its name"},
	} {
		var before, after strings.Builder
		for line := range strings.Lines(c.src) {
			switch {
			case strings.HasPrefix(line, "-"):
				before.WriteString(line[1:])
			case strings.HasPrefix(line, "+"):
				after.WriteString(line[1:])
			default:
				before.WriteString(line)
				after.WriteString(line)
			}
		}
		got := doubt(c.file, before.String(), after.String())
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) || got != "" && !strings.HasPrefix(got, "removing the import may change behaviour: ") {
			t.Errorf("%s (%s): got %q, want %q", c.name, path.Base(c.file), got, c.want)
		}
	}
}

func TestMoved(t *testing.T) {
	for _, c := range []struct{ name, file, before, after, want string }{
		{"the library", "a.py", "import sys\nimport os\n", "import os\nimport sys\n", ""},
		{"split", "a.py", "import sys, os\n", "import os\nimport sys\n", ""},
		{"merged", "a.py", "from os import sep\nimport sys\nfrom os import path\n", "from os import path, sep\nimport sys\n", ""},
		{"installed", "a.py", "import numpy\nimport lxml\nimport os\n", "import os\n\nimport lxml\nimport numpy\n", ""},
		{"own without effects", "a.py", "from app import names\nfrom app import money\n", "from app import money, names\n", ""},
		{"an own effect", "a.py", "from app import names\nfrom app import log\n", "from app import log, names\n", "loading app.log has an effect: it calls logging.setLoggerClass"},
		{"modules that register", "a.py", "from app import user\nfrom app import signals\n", "from app import signals\nfrom app import user\n", "loading app.user has an effect"},
		{"a circle", "a.py", "from app import two, one\n", "from app import one, two\n", "import each other"},
		{"a star", "a.py", "from os import *\nfrom io import open\n", "from io import open\nfrom os import *\n", "a star import"},
		{"a star of other names", "a.py", "from app.listed import *\nfrom io import open\n", "from io import open\nfrom app.listed import *\n", ""},
		{"two stars", "a.py", "from app.names import *\nfrom app.listed import *\n", "from app.listed import *\nfrom app.names import *\n", ""},
		{"two stars of one name", "a.py", "from app.names import *\nfrom app.again import *\n", "from app.again import *\nfrom app.names import *\n", "a star import"},
		{"a star of made names", "a.py", "from app.made import *\nfrom io import open\n", "from io import open\nfrom app.made import *\n", "a star import"},
		{"a star of a list that grows", "a.py", "from app.more import *\nfrom io import open\n", "from io import open\nfrom app.more import *\n", "a star import"},
		{"one name twice", "a.py", "from posixpath import join\nfrom ntpath import join\n", "from ntpath import join\nfrom posixpath import join\n", "join is imported twice"},
		{"a comment", "a.py", "import sys  # has to be first\nimport os\n", "import os\nimport sys  # has to be first\n", "a comment explains it"},
		{"a comment that stays", "a.py", "import abc  # has to be first\nimport sys\nimport os\n", "import abc  # has to be first\nimport os\nimport sys\n", ""},
		{"up over code", "a.py", "X = 1\nfrom app import names\n", "from app import names\nX = 1\n", ""},
		{"up over what it needs", "app/two.py", "X = 1\nfrom app import one\n", "from app import one\nX = 1\n", "app.one imports app.two"},
		{"up with an effect", "a.py", "X = 1\nfrom app import log\n", "from app import log\nX = 1\n", "loading app.log has an effect"},
	} {
		got := doubt(c.file, c.before, c.after)
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) || got != "" && !strings.HasPrefix(got, "moving imports may change behaviour: ") {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// What nobody has told of can still be judged by the document alone.
func TestAlone(t *testing.T) {
	src := "import json\nimport os\n"
	c := Change{Before: text.File("a.py", "python", src), Edits: diff.Minimal(src, "import json\n")}
	if got := c.Doubt(); got != "" {
		t.Errorf("a module of the library: %q", got)
	}
	c.Edits = diff.Minimal(src, "import (\n")
	if got := c.Doubt(); got != "" {
		t.Errorf("a text that does not parse: %q", got)
	}
}

// TestChained: a part of a package stays loaded where another file uses it without an import of its own.
func TestChained(t *testing.T) {
	for _, c := range []struct{ gone, rest, by, want string }{
		{"import app.names\n", "x = 1\n", "b.py", "b.py uses app.names and does not import it"},
		{"import app.names\n", "x = 1\n", "", ""},
		{"import app.names\n", "from app.names import A\nprint(A)\n", "b.py", ""},
		{"import helpers\n", "x = 1\n", "b.py", ""},
		{"import app.two\n", "x = 1\n", "b.py", "b.py uses app.two"},
		{"import xml.dom.minidom\n", "x = 1\n", "b.py", "b.py uses xml.dom.minidom"},
		{"import os.path\n", "x = 1\n", "b.py", ""},
	} {
		ch := Change{Before: text.File("/w/a.py", "python", c.gone+c.rest), Edits: diff.Minimal(c.gone+c.rest, c.rest),
			Program: program(), Module: "a", Chained: func(string) string { return c.by }}
		if got := ch.Doubt(); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%q, with %q behind it: %q", c.gone, c.rest, got)
		}
	}
}

// TestPassedOn: a file of imports alone is there for those who import it.
func TestPassedOn(t *testing.T) {
	for _, c := range []struct{ rest, by, want string }{
		{"from os import sep\n", "main.py", "main.py may use the name from here"},
		{"from os import sep\n", "", ""},
		{"from os import sep\nprint(sep)\n", "main.py", ""},
	} {
		const gone = "from json import loads\n"
		ch := Change{Before: text.File("/w/compat.py", "python", gone+c.rest), Edits: diff.Minimal(gone+c.rest, c.rest),
			Program: program(), Module: "compat", Imported: func() string { return c.by }}
		if got := ch.Doubt(); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%q, imported by %q: %q", c.rest, c.by, got)
		}
	}
}
