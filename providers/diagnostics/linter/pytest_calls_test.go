package linter

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
)

func shop() map[string]string {
	return map[string]string{
		"pyproject.toml":   "[tool.pytest.ini_options]\npythonpath = ['.', 'src']\n",
		"shop/__init__.py": "from .cart import Cart\nfrom .calc import *\n",
		"shop/calc.py": `"""Sums."""
import functools


def add(a, b):
    return a - b


@functools.cache
def twice(x):
    return 2 * x


def make():
    return Cart()
`,
		"shop/cart.py": `from shop.base import Base


class Cart(Base):
    def __init__(self):
        self.items = []

    def total(self):
        return sum(self.items)


def fresh():
    cart = Cart()
    return cart
`,
		"shop/base.py":      "class Base:\n    def empty(self):\n        return False\n",
		"src/tools/text.py": "def clean(s):\n    return s\n",
		"tests/conftest.py": "import pytest\nfrom shop import Cart\n\n\n" +
			"@pytest.fixture\ndef cart():\n    c = Cart()\n    yield c\n",
	}
}

// TestPytestNamesTheCode: of a test that fails by itself pytest's run says what it has called.
func TestPytestNamesTheCode(t *testing.T) {
	testkit.OtherProcesses(t)
	dir, project := t.TempDir(), shop()
	want := map[string]string{}
	for name, c := range map[string]struct{ test, want string }{
		"a call in the assertion": {
			"from shop.calc import add\n\n\n" +
				"def test():\n    assert add(2, 3) == 5  # <\n",
			"shop/calc.py:5",
		},
		"under another name": {
			"from shop.calc import add as plus\n\n\n" +
				"def test():\n    assert plus(2, 3) == 5  # <\n",
			"shop/calc.py:5",
		},
		"by its module": {
			"from shop import calc\n\n\n" +
				"def test():\n    assert calc.add(2, 3) == 5  # <\n",
			"shop/calc.py:5",
		},
		"by its whole name": {
			"import shop.calc\n\n\n" +
				"def test():\n    assert shop.calc.add(2, 3) == 5  # <\n",
			"shop/calc.py:5",
		},
		"imported in the test": {
			"def test():\n    from shop.calc import add\n    assert add(2, 3) == 5  # <\n",
			"shop/calc.py:5",
		},
		"below a decorator": {
			"from shop.calc import twice\n\n\n" +
				"def test():\n    assert twice(2) == 5  # <\n",
			"shop/calc.py:10",
		},
		"through the package": {
			"from shop import Cart\n\n\n" +
				"def test():\n    assert Cart().total() == 5  # <\n",
			"shop/cart.py:8",
		},
		"a constructor": {
			"from shop import Cart\n\n\n" +
				"def test():\n    assert Cart() is None  # <\n",
			"shop/cart.py:5",
		},
		"what its value is asked": {
			"from shop.cart import fresh\n\n\n" +
				"def test():\n    assert fresh().total() == 1  # <\n",
			"shop/cart.py:8",
		},
		"through a star": {
			"import shop\n\n\n" +
				"def test():\n    assert shop.add(1, 2) == 3  # <\n",
			"shop/calc.py:5",
		},
		"a value that was made": {
			"from shop.calc import add\n\n\n" +
				"def test():\n    total = add(1, 1)\n    assert total == 2  # <\n",
			"shop/calc.py:5",
		},
		"the nearest value": {
			"from shop.calc import add, twice\n\n\n" +
				"def test():\n    x = twice(1)\n    x = add(1, 1)\n    assert x == 2  # <\n",
			"shop/calc.py:5",
		},
		"a method of an object": {
			"from shop.cart import Cart\n\n\n" +
				"def test():\n    c = Cart()\n    assert c.total() == 2  # <\n",
			"shop/cart.py:8",
		},
		"an object of the file": {
			"from shop.cart import Cart\n\nCART = Cart()\n\n\n" +
				"def test():\n    assert CART.total() == 2  # <\n",
			"shop/cart.py:8",
		},
		"a method of its base": {
			"from shop.cart import Cart\n\n\n" +
				"def test():\n    c = Cart()\n    assert c.empty()  # <\n",
			"shop/base.py:2",
		},
		"what a function returns": {
			"from shop.cart import fresh\n\n\n" +
				"def test():\n    c = fresh()\n    assert c.total() == 2  # <\n",
			"shop/cart.py:8",
		},
		"a fixture of conftest": {"def test(cart):\n    assert cart.total() == 2  # <\n", "shop/cart.py:8"},
		"a fixture of the file": {
			"import pytest\nfrom shop.cart import Cart\n\n\n" +
				"@pytest.fixture\ndef cart():\n    return Cart()\n\n\n" +
				"def test(cart):\n    assert cart.empty()  # <\n",
			"shop/base.py:2",
		},
		"unittest": {
			"import unittest\nfrom shop.calc import add\n\n\n" +
				"class T(unittest.TestCase):\n    def test(self):\n        self.assertEqual(add(1, 2), 3)  # <\n",
			"shop/calc.py:5",
		},
		"what setUp has made": {
			"import unittest\nfrom shop import Cart\n\n\n" +
				"class T(unittest.TestCase):\n    def setUp(self):\n        self.cart = Cart()\n\n" +
				"    def test(self):\n        self.assertEqual(self.cart.total(), 3)  # <\n",
			"shop/cart.py:8",
		},
		"a helper of the tests": {
			"from shop.calc import add\n\n\n" +
				"def check(a, b):\n    return add(a, b)\n\n\n" +
				"def test():\n    assert check(1, 2) == 3  # <\n",
			"shop/calc.py:5",
		},
		"what did not raise": {
			"import pytest\nfrom shop.calc import add\n\n\n" +
				"def test():\n    with pytest.raises(ValueError):  # <\n        add(1, 2)\n",
			"shop/calc.py:5",
		},
		"not what was called last": {"from shop.calc import add, twice\n\n\n" +
			"def test():\n    total = add(100, 1)\n    twice(3)\n    assert total == 2  # <\n", "shop/calc.py:5"},
		"what was called last": {
			"from shop.calc import add, twice\n\n\n" +
				"def test(capsys):\n    add(1, 2)\n    twice(7)\n    assert capsys.readouterr().out == 'x'  # <\n",
			"shop/calc.py:10",
		},
		"a source folder": {
			"from tools.text import clean\n\n\n" +
				"def test():\n    assert clean('a ') == 'a'  # <\n",
			"src/tools/text.py:1",
		},
		"over several lines": {
			"from shop.calc import add\n\n\n" +
				"def test():\n    assert (  # <\n        add(2, 3)\n        == 5\n    )\n",
			"shop/calc.py:5",
		},
		"nothing of the project": {"import json\n\n\ndef test():\n    assert json.loads('1') == 2  # <\n", ""},
		"a word in a string": {
			"from shop.calc import add\n\n\n" +
				"def test():\n    assert 'add(' == ''  # <\n",
			"",
		},
	} {
		file := fmt.Sprintf("tests/test_%s.py", strings.ReplaceAll(name, " ", "_"))
		project[file], want[file] = c.test, c.want
	}
	must.WriteAll(t, dir, project)
	spec, _ := Find("pytest")
	tl, err := newTool(spec, Options{Argv: []string{testkit.Tool(t, "pytest")}, Root: dir, Trust: Trusted,
		CacheDir: t.TempDir(), Timeout: patient})
	must.OK(t, err)
	var found []Finding
	tl.tap = func(j *job, out []byte) {
		if found, err = decode.JUnit(out); err != nil {
			t.Error(err)
		}
		m := j.mapping
		m.Dir = j.dir
		for i := range found {
			found[i].Path = m.Real(found[i].Path)
			for k := range found[i].Related {
				found[i].Related[k].Path = m.Real(found[i].Related[k].Path)
			}
		}
	}
	path := filepath.Join(dir, "shop", "calc.py")
	if _, err := tl.Lint(t.Context(), text.File(path, "python", project["shop/calc.py"])); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, f := range found {
		rel, _ := filepath.Rel(dir, f.Path)
		got[filepath.ToSlash(rel)] = ""
		for _, r := range f.Related {
			if at, _ := filepath.Rel(dir, r.Path); r.Message == report.UnderTest {
				got[filepath.ToSlash(rel)] = fmt.Sprintf("%s:%d", filepath.ToSlash(at), r.Line)
			}
		}
	}
	for file, want := range want {
		if said, failed := got[file]; !failed || said != want {
			t.Errorf("%s: %q (failed: %t), want %q", file, said, failed, want)
		}
	}
}
