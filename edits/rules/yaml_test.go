package rules

import "testing"

func TestSafeLoad(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "bandit", signal: "bandit/B506", in: "import yaml\nx = «yaml.load(f)»\n", want: "import yaml\nx = yaml.safe_load(f)\n"},
		{name: "loader keyword", signal: "ruff/S506", in: "import os, yaml\nx = yaml.load(f.read(), «Loader=yaml.Loader»)  # yaml.load\n", want: "import os, yaml\nx = yaml.safe_load(f.read())  # yaml.load\n"},
		{name: "loader positional", signal: "ruff/S506", in: "import yaml\nx = yaml.load(\n    f,\n    «Loader»,\n)\n", want: "import yaml\nx = yaml.safe_load(\n    f,\n)\n"},
		{name: "comment", signal: "ruff/S506", in: "import yaml\nx = yaml.load(f,  # here\n    «Loader»)\n", why: "a comment"},
		{name: "named stream", signal: "bandit/B506", in: "import yaml\nx = «yaml.load(stream=f, Loader=yaml.UnsafeLoader)»\n", want: "import yaml\nx = yaml.safe_load(stream=f)\n"},
		{name: "loader of one's own", signal: "bandit/B506", in: "import yaml\nx = «yaml.load(f, Loader=MyLoader)»\n", why: "more than plain values"},
		{name: "loader of another module", signal: "bandit/B506", in: "import yaml\nx = «yaml.load(f, other.Loader)»\n", why: "more than plain values"},
		{name: "loader alone", signal: "bandit/B506", in: "import yaml\nx = «yaml.load(Loader=yaml.Loader)»\n", why: "does not take"},
		{name: "stars", signal: "bandit/B506", in: "import yaml\nx = «yaml.load(f, **k)»\n", why: "does not take"},
		{name: "another yaml", signal: "bandit/B506", in: "import ruamel as yaml\nx = «yaml.load(f)»\n", why: "not imported"},
		{name: "imported name", signal: "bandit/B506", in: "from yaml import load\nx = «load(f)»\n", why: "no call of yaml.load"},
	})
}
