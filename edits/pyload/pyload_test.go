package pyload

import (
	"slices"
	"strings"
	"testing"
)

// files is a project of modules by their paths; those below site are installed.
func files(list map[string]string) Finder {
	return func(module string) (File, bool) {
		base := strings.ReplaceAll(module, ".", "/")
		for _, dir := range []string{"", "site/"} {
			for _, end := range []string{"/__init__.py", ".py"} {
				if src, ok := list[dir+base+end]; ok {
					return File{Path: dir + base + end, Text: src, Package: end != ".py", Own: dir == ""}, true
				}
			}
		}
		return File{}, false
	}
}

func TestEffect(t *testing.T) {
	others := map[string]string{
		"plain.py":    "class A:\n    pass\n\nclass B(A, Exception):\n    x = 1\n\ndef f(x):\n    return len(x)\n\ndef keep(fn):\n    fn.marked = True\n    return fn\n",
		"reg.py":      "ALL = {}\n\ndef register(name):\n    def add(c):\n        ALL[name] = c\n        return c\n    return add\n\ndef mark(fn):\n    ALL[fn.__name__] = fn\n    return fn\n",
		"wrap.py":     "import functools\n\ndef logged(fn):\n    @functools.wraps(fn)\n    def inner(*args):\n        print(args)\n        return fn(*args)\n    return inner\n",
		"hooks.py":    "class Base:\n    found = []\n\n    def __init_subclass__(cls):\n        Base.found.append(cls)\n\nclass Between(Base):\n    pass\n",
		"meta.py":     "class Meta(type):\n    all = []\n    def __new__(mcs, *a):\n        c = super().__new__(mcs, *a)\n        mcs.all.append(c)\n        return c\n\nclass Model(metaclass=Meta):\n    pass\n",
		"told.py":     "import logging\nlog = logging.getLogger('told')\n",
		"obj.py":      "class Hub:\n    def connect(self, f):\n        pass\nhub = Hub()\n",
		"again.py":    "from plain import A, f\nfrom reg import register\n",
		"abstract.py": "import abc\n\nclass Shape(abc.ABC):\n    @abc.abstractmethod\n    def area(self): ...\n",
	}
	for _, c := range []struct{ name, src, want string }{
		{"nothing", "", ""},
		{"definitions", "\"\"\"Doc.\"\"\"\nimport os\nX = 1\nY: int = 2\nT = (1, [2])\n\ndef f(a=X):\n    print(a)\n\nclass C:\n    y = 2\n    def g(self):\n        print(self)\n", ""},
		{"values of the library", "import re, logging, os.path\nfrom pathlib import Path\nfrom typing import TypeVar\nR = re.compile('x')\nT = TypeVar('T')\nlogger = logging.getLogger(__name__)\nHERE = Path(__file__).resolve().parent\nP = os.path.join('a', 'b').strip()\n", ""},
		{"its own logger", "import logging\nlogging.getLogger(__name__).addHandler(logging.NullHandler())\nlog = logging.getLogger(__name__)\nlog.addHandler(logging.NullHandler())\n", ""},
		{"another logger", "import logging\nlogging.getLogger('x').setLevel(1)\n", "it calls logging.getLogger('x').setLevel"},
		{"a handler that says nothing", "import logging\nlogging.getLogger('x').addHandler(logging.NullHandler())\n", ""},
		{"another handler", "import logging\nlogging.getLogger('x').addHandler(logging.StreamHandler())\n", "addHandler"},
		{"what a logger says", "import logging\nlogging.getLogger('x').debug('loaded')\nlog = logging.getLogger('y')\nlog.warning('old')\n", ""},
		{"what another module's logger says", "from told import log\nlog.info('loaded')\n", ""},
		{"another module's logger, set", "from told import log\nlog.setLevel(1)\n", "it calls log.setLevel"},
		{"what another object says", "from obj import hub\nhub.info('loaded')\n", "it calls hub.info"},
		{"what sets up the root logger", "import logging\nlogging.info('loaded')\n", "it calls logging.info"},
		{"a warning", "import warnings\nfrom warnings import warn\nwarnings.warn('old', DeprecationWarning)\nwarn('old')\n", ""},
		{"a filter of warnings", "import warnings\nwarnings.simplefilter('ignore')\n", "it calls warnings.simplefilter"},
		{"a shim", "import sys\nfrom plain import A\ntry:\n    import simplejson as json\nexcept ImportError:\n    json = None\nif sys.version_info < (3, 8):\n    raise RuntimeError('too old')\nassert A\n__all__ = ['A']\n__all__ += ['json']\n", ""},
		{"a namespace", "__path__ = __import__('pkgutil').extend_path(__path__, __name__)\n", ""},
		{"types and programs", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    go()\nif __name__ == '__main__':\n    go()\n", ""},
		{"a call", "print('loaded')\n", "it calls print"},
		{"a call of the library", "import sys\nsys.path.insert(0, 'x')\n", "it calls sys.path.insert"},
		{"a documented act", "import subprocess\nV = subprocess.check_output(['x'])\n", "it calls subprocess.check_output"},
		{"a patch", "import socket\nsocket.socket = None\n", "it changes socket.socket"},
		{"an environment", "import os\nos.environ['X'] = '1'\n", "it changes os.environ"},
		{"an alias of it", "import os\nenv = os.environ\nenv['X'] = '1'\n", "it changes env"},
		{"its own table", "T = {}\nT['a'] = 1\nT.update(b=2)\nfor k in 'abc':\n    T[k] = k.upper()\ndef f(): pass\nf.x = 1\n", ""},
		{"a plain base", "from plain import B\nclass C(B):\n    pass\n", ""},
		{"a base of the library", "import enum, typing\nclass C(enum.Enum):\n    A = 1\nclass P(typing.Protocol[int]): ...\nclass N(typing.NamedTuple):\n    a: int\n", ""},
		{"an abstract base", "from abstract import Shape\nclass Square(Shape):\n    def area(self): return 1\n", ""},
		{"a base with a hook", "from hooks import Between\nclass C(Between):\n    pass\n", "class C derives from Between"},
		{"a base with a metaclass", "from meta import Model\nclass C(Model):\n    pass\n", "class C derives from Model"},
		{"a base that a call makes", "from orm import declarative_base\nBase = declarative_base()\nclass U(Base):\n    pass\n", "it calls declarative_base"},
		{"an unknown base", "from orm import Base\nclass U(Base):\n    pass\n", "class U derives from Base, which cannot be found"},
		{"a library's decorator", "import functools, dataclasses\nfrom contextlib import contextmanager\n@functools.lru_cache(maxsize=1)\ndef f(): pass\n@dataclasses.dataclass\nclass A:\n    x: int = dataclasses.field(default=1)\n    @property\n    def y(self): return 1\n    @y.setter\n    def y(self, v): pass\n@contextmanager\ndef g():\n    yield\n", ""},
		{"a late call", "import atexit\n@atexit.register\ndef bye(): pass\n", "@atexit.register"},
		{"a decorator that registers", "from reg import mark\n@mark\ndef f(): pass\n", "@mark is not known to be pure"},
		{"one that a call makes", "from reg import register\n@register('a')\nclass A: pass\n", "@register('a') is not known to be pure"},
		{"one that wraps", "from wrap import logged\n@logged\ndef f(): pass\n", ""},
		{"one that marks", "from plain import keep\n@keep\ndef f(): pass\n", ""},
		{"one of an object", "from obj import hub\n@hub.connect\ndef f(): pass\n", "@hub.connect is not known to be pure"},
		{"a call of a pure function", "from plain import f\nN = f('abc')\n", ""},
		{"a function by another way", "from again import f, register\nN = f('abc')\nC = register('x')\n", ""},
		{"an unknown function", "from nowhere import f\nN = f()\n", "it calls f, which cannot be found here"},
		{"a lambda", "K = lambda x: print(x)\nL = sorted([2], key=lambda v: print(v))\n", ""},
		{"a comprehension", "W = [w.strip() for w in 'a b'.split()]\n", ""},
		{"a file that is read", "V = open('x').read()\n", ""},
		{"a file that is written", "F = open('x', 'w')\n", "it writes a file"},
		{"an operator that acts", "from dag import a, b\na >> b\n", "it runs a >> b"},
	} {
		others["subject.py"] = c.src
		got, _ := New(files(others)).Effect("subject")
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestClosure: what loading some modules does that loading others does not.
func TestClosure(t *testing.T) {
	p := New(files(map[string]string{
		"app/__init__.py": "", "app/loud.py": "print('x')\n", "app/quiet.py": "X = 1\n", "app/through.py": "from app import loud\n",
		"app/maybe.py": "try:\n    import ujson\nexcept ImportError:\n    ujson = None\n", "app/lazy.py": "def f():\n    import app.loud\n",
		"broken.py": "def (\n",
	}))
	for _, c := range []struct {
		name       string
		gone, kept []string
		want       string
	}{
		{"nothing", []string{"app.quiet"}, nil, ""},
		{"an effect", []string{"app.loud"}, nil, "loading app.loud has an effect: it calls print (loud.py:1)"},
		{"one behind it", []string{"app.through"}, nil, "app.loud"},
		{"one that another import has", []string{"app.through"}, []string{"app.loud"}, ""},
		{"the library", []string{"os.path", "json"}, nil, ""},
		{"the library's own effects", []string{"readline"}, nil, "input() uses it"},
		{"what cannot be found", []string{"numpy"}, nil, "numpy cannot be found here"},
		{"what may be missing", []string{"app.maybe"}, nil, ""},
		{"what a function imports", []string{"app.lazy"}, nil, ""},
		{"what cannot be read", []string{"broken"}, nil, "cannot be read"},
	} {
		got, kept := "", p.Closure(c.kept...)
		for _, m := range p.Closure(c.gone...) {
			if why, _ := p.Effect(m); got == "" && !slices.Contains(kept, m) {
				got = why
			}
		}
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestOrder(t *testing.T) {
	p := New(files(map[string]string{
		"app/__init__.py": "", "app/a.py": "X = 1\n", "app/b.py": "Y = 1\n", "app/loud.py": "print('x')\n",
		"app/back.py": "from app.main import Z\n", "app/main.py": "",
		"app/one.py": "from app import two\n", "app/two.py": "from app import one\n", "app/x.py": "import app.one\n", "app/y.py": "import app.two\n",
		"app/later.py":    "def f():\n    from app.main import Z\n",
		"net/__init__.py": "from net import a\nfrom net import b\n", "net/a.py": "import net as n\n", "net/b.py": "", "net/c.py": "from . import b\n",
		"app/reg.py": "ALL = []\ndef mark(f):\n    ALL.append(f)\n", "app/deco.py": "from app.reg import mark\n@mark\ndef f(): pass\n",
		"site/requests.py": "print('x')\n", "site/numpy.py": "",
	}))
	for _, c := range []struct{ name, current, a, b, want string }{
		{"plain modules", "app.main", "app.a", "app.b", ""},
		{"the library", "app.main", "os", "sys", ""},
		{"the library beside an effect", "app.main", "os", "app.loud", ""},
		{"an effect", "app.main", "app.a", "app.loud", "loading app.loud has an effect"},
		{"an effect before what is installed", "app.main", "app.loud", "numpy", "loading app.loud has an effect"},
		{"installed", "app.main", "requests", "numpy", ""},
		{"not found", "app.main", "lxml", "pandas", ""},
		{"what imports the importing module", "app.main", "app.a", "app.back", "app.back imports app.main"},
		{"in a function", "app.main", "app.a", "app.later", ""},
		{"a circle", "app.main", "app.x", "app.y", "import each other"},
		{"a package's own file", "net", "net.a", "net.b", "net.a imports net"},
		{"a sibling of a package's file", "net", "net.c", "net.b", ""},
		{"what registers itself beside what is installed", "app.main", "app.deco", "numpy", ""},
		{"seen from outside", "tests.test_net", "net.a", "net.b", ""},
	} {
		if got := p.Order(c.current, c.a, c.b); (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	if got := p.Early("app.main", "app.back"); !strings.Contains(got, "imports app.main") {
		t.Errorf("an import that is moved up: %q", got)
	}
}

// TestBroken: a name of a module that cannot be read is found nowhere.
func TestBroken(t *testing.T) {
	p := New(files(map[string]string{"broken.py": "def (\n", "a.py": "from broken import *\n"}))
	for _, m := range []string{"broken", "a"} {
		if _, _, found := p.Resolve(m, "x"); found {
			t.Errorf("%s has x", m)
		}
	}
}
