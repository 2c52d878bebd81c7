package undertest

import (
	"fmt"
	"strings"
	"testing"
)

var shop = map[string]string{
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
	"shop/base.py":         "class Base:\n    def empty(self):\n        return False\n",
	"src/tools/text.py":    "def clean(s):\n    return s\n",
	"tests/conftest.py":    "import pytest\nfrom shop import Cart\n\n\n@pytest.fixture\ndef cart():\n    c = Cart()\n    yield c\n",
	"tests/helpers.py":     "def unused():\n    pass\n",
	"pkg/tests/test_in.py": "from ..code import run\n\n\ndef test_run():\n    assert run()  # <\n",
	"pkg/code.py":          "def run():\n    return 0\n",
}

// TestFind: each test fails in the line that is marked with "# <".
func TestFind(t *testing.T) {
	for name, c := range map[string]struct{ test, want string }{
		"a call in the assertion":    {"from shop.calc import add\n\n\ndef test():\n    assert add(2, 3) == 5  # <\n", "shop/calc.py:5 add"},
		"under another name":         {"from shop.calc import add as plus\n\n\ndef test():\n    assert plus(2, 3) == 5  # <\n", "shop/calc.py:5 add"},
		"by its module":              {"from shop import calc\n\n\ndef test():\n    assert calc.add(2, 3) == 5  # <\n", "shop/calc.py:5 add"},
		"by its whole name":          {"import shop.calc\n\n\ndef test():\n    assert shop.calc.add(2, 3) == 5  # <\n", "shop/calc.py:5 add"},
		"imported in the test":       {"def test():\n    from shop.calc import add\n    assert add(2, 3) == 5  # <\n", "shop/calc.py:5 add"},
		"below a decorator":          {"from shop.calc import twice\n\n\ndef test():\n    assert twice(2) == 5  # <\n", "shop/calc.py:10 twice"},
		"through the package":        {"from shop import Cart\n\n\ndef test():\n    assert Cart().total() == 5  # <\n", "shop/cart.py:8 total"},
		"a constructor":              {"from shop import Cart\n\n\ndef test():\n    assert Cart() is None  # <\n", "shop/cart.py:5 __init__"},
		"what its value is asked":    {"from shop.cart import fresh\n\n\ndef test():\n    assert fresh().total() == 0  # <\n", "shop/cart.py:8 total"},
		"through a star":             {"import shop\n\n\ndef test():\n    assert shop.add(1, 2) == 3  # <\n", "shop/calc.py:5 add"},
		"a value that was made":      {"from shop.calc import add\n\n\ndef test():\n    total = add(1, 1)\n    assert total == 2  # <\n", "shop/calc.py:5 add"},
		"the nearest value":          {"from shop.calc import add, twice\n\n\ndef test():\n    x = twice(1)\n    x = add(1, 1)\n    assert x == 2  # <\n", "shop/calc.py:5 add"},
		"a method of an object":      {"from shop.cart import Cart\n\n\ndef test():\n    c = Cart()\n    assert c.total() == 2  # <\n", "shop/cart.py:8 total"},
		"an object of the file":      {"from shop.cart import Cart\n\nCART = Cart()\n\n\ndef test():\n    assert CART.total() == 2  # <\n", "shop/cart.py:8 total"},
		"a method of its base":       {"from shop.cart import Cart\n\n\ndef test():\n    c = Cart()\n    assert c.empty()  # <\n", "shop/base.py:2 empty"},
		"what a function gives":      {"from shop.cart import fresh\n\n\ndef test():\n    c = fresh()\n    assert c.total() == 2  # <\n", "shop/cart.py:8 total"},
		"a fixture of conftest":      {"def test(cart):\n    assert cart.total() == 2  # <\n", "shop/cart.py:8 total"},
		"a fixture of the file":      {"import pytest\nfrom shop.cart import Cart\n\n\n@pytest.fixture\ndef cart():\n    return Cart()\n\n\ndef test(cart):\n    assert cart.empty()  # <\n", "shop/base.py:2 empty"},
		"unittest":                   {"import unittest\nfrom shop.calc import add\n\n\nclass T(unittest.TestCase):\n    def test(self):\n        self.assertEqual(add(1, 2), 3)  # <\n", "shop/calc.py:5 add"},
		"what setUp has made":        {"import unittest\nfrom shop import Cart\n\n\nclass T(unittest.TestCase):\n    def setUp(self):\n        self.cart = Cart()\n\n    def test(self):\n        self.assertEqual(self.cart.total(), 3)  # <\n", "shop/cart.py:8 total"},
		"a helper of the tests":      {"from shop.calc import add\n\n\ndef check(a, b):\n    return add(a, b)\n\n\ndef test():\n    assert check(1, 2) == 3  # <\n", "shop/calc.py:5 add"},
		"what did not raise":         {"import pytest\nfrom shop.calc import add\n\n\ndef test():\n    with pytest.raises(ValueError):  # <\n        add(1, 2)\n", "shop/calc.py:5 add"},
		"what was called last":       {"from shop.calc import add, twice\n\n\ndef test(capsys):\n    add(1, 2)\n    twice(1)\n    assert capsys.readouterr().out == ''  # <\n", "shop/calc.py:10 twice"},
		"a source folder":            {"from tools.text import clean\n\n\ndef test():\n    assert clean('a ') == 'a'  # <\n", "src/tools/text.py:1 clean"},
		"over several lines":         {"from shop.calc import add\n\n\ndef test():\n    assert (  # <\n        add(2, 3)\n        == 5\n    )\n", "shop/calc.py:5 add"},
		"nothing of the project":     {"import json\n\n\ndef test():\n    assert json.loads('1') == 2  # <\n", ""},
		"a word in a string":         {"from shop.calc import add\n\n\ndef test():\n    assert 'add(' == ''  # <\n", ""},
		"a variable of another test": {"from shop.calc import add\n\n\ndef test_a():\n    x = add(1, 2)\n\n\ndef test_b(x):\n    assert x == 3  # <\n", ""},
		"only of the tests":          {"from tests.helpers import gone\n\n\ndef test():\n    assert gone()  # <\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := found(t, "tests/test_shop.py", c.test); got != c.want {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
	if got := found(t, "pkg/tests/test_in.py", shop["pkg/tests/test_in.py"]); got != "pkg/code.py:1 run" {
		t.Errorf("of a relative import found %q", got)
	}
}

func found(t *testing.T, path, test string) string {
	t.Helper()
	line := 0
	for i, l := range strings.Split(test, "\n") {
		if strings.Contains(l, "# <") {
			line = i + 1
		}
	}
	c, ok := Find(func(rel string) (string, bool) {
		if rel == path {
			return test, true
		}
		body, ok := shop[rel]
		return body, ok
	}, path, line)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s:%d %s", c.Path, c.Line, c.Name)
}

// TestCircles: a project that imports in circles ends the search.
func TestCircles(t *testing.T) {
	project := map[string]string{"a.py": "from b import *\nfrom b import x\n", "b.py": "from a import *\nfrom a import x\n", "test_a.py": "from a import x\n\n\ndef test():\n    assert x() == 1\n"}
	if c, ok := Find(func(rel string) (string, bool) { s, ok := project[rel]; return s, ok }, "test_a.py", 5); ok {
		t.Errorf("found %v", c)
	}
}
