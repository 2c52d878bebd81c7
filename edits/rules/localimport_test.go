package rules

import "testing"

func TestLocalImport(t *testing.T) {
	const msg = "Local variable `sys` referenced before assignment"
	runCases(t, "python", []ruleCase{
		{name: "in a handler", signal: "ruff/F823", message: msg, in: "import sys\n\n\ndef f():\n    print(«sys».argv)\n    try:\n        g()\n    except E:\n        import sys  # here\n\n        sys.exit(1)\n", want: "import sys\n\n\ndef f():\n    print(sys.argv)\n    try:\n        g()\n    except E:\n\n        sys.exit(1)\n"},
		{name: "one of two names, twice", signal: "pylint/E0601", message: "Using variable 'sys' before assignment", in: "import os, sys\nasync def f():\n\tif «sys».a: import sys\n\twith g():\n\t\timport re, sys; sys.b(sys=1)\n", want: "import os, sys\nasync def f():\n\tif sys.a: pass\n\twith g():\n\t\timport re; sys.b(sys=1)\n"},
		{name: "from", signal: "pyright/reportUnboundVariable", message: `"sys" is unbound`, in: "from a import b as sys\nclass A:\n    def f(self):\n        «sys»(1)\n        from a import b as sys\n", want: "from a import b as sys\nclass A:\n    def f(self):\n        sys(1)\n"},
		{name: "another function imports it too", signal: "ruff/F823", message: msg, in: "import sys\ndef f():\n    «sys».a\n    import sys\ndef g():\n    import sys\n", want: "import sys\ndef f():\n    sys.a\ndef g():\n    import sys\n"},
		{name: "another module", signal: "ruff/F823", message: msg, in: "import sys\ndef f():\n    «sys».a\n    from b import sys\n", why: "something else"},
		{name: "the submodule", signal: "ruff/F823", message: "Local variable `os` referenced before assignment", in: "import os\ndef f():\n    «os».a\n    import os.path\n", why: "something else"},
		{name: "loop variable", signal: "ruff/F823", message: msg, in: "import sys\ndef f():\n    «sys».a\n    import sys\n    for sys in b:\n        pass\n", why: "another meaning"},
		{name: "assigned", signal: "ruff/F823", message: msg, in: "import sys\ndef f():\n    «sys».a\n    import sys\n    sys = 1\n", why: "another meaning"},
		{name: "unpacked into", signal: "ruff/F823", message: msg, in: "import sys\ndef f():\n    «sys».a\n    import sys\n    a, sys = 1, 2\n", why: "another meaning"},
		{name: "parameter of a lambda", signal: "ruff/F823", message: msg, in: "import sys\ndef f():\n    «sys».a\n    import sys\n    return lambda sys=1: 2\n", why: "another meaning"},
		{name: "no import above", signal: "ruff/F823", message: msg, in: "def f():\n    «sys».a\n    import sys\n", why: "does not import"},
		{name: "import below", signal: "ruff/F823", message: msg, in: "def f():\n    «sys».a\n    import sys\nimport sys\n", why: "more than one way"},
		{name: "under a condition", signal: "ruff/F823", message: msg, in: "if a:\n    import sys\ndef f():\n    «sys».a\n    import sys\n", why: "more than one way"},
		{name: "star", signal: "ruff/F823", message: msg, in: "import sys\nfrom a import *\ndef f():\n    «sys».a\n    import sys\n", why: "star import"},
		{name: "by spelling", signal: "ruff/F823", message: msg, in: "import sys\ndef f():\n    «sys».a\n    import sys\n    return locals()\n", why: "spelling"},
		{name: "no import at all", signal: "ruff/F823", message: msg, in: "import sys\ndef f():\n    «sys».a\n", why: "does not import sys"},
		{name: "outside", signal: "ruff/F823", message: msg, in: "import sys\nclass A:\n    «sys».a\n    import sys\n", why: "outside of a function"},
	})
}
