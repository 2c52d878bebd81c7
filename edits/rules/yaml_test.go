package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestSafeLoad(t *testing.T) {
	table.Run(t, "python", []ruletest.Case{
		{Name: "bandit", Signal: "bandit/B506", In: "import yaml\nx = «yaml.load(f)»\n",
			Want: "import yaml\nx = yaml.safe_load(f)\n"},
		{Name: "loader keyword", Signal: "ruff/S506",
			In:   "import os, yaml\nx = yaml.load(f.read(), «Loader=yaml.Loader»)  # yaml.load\n",
			Want: "import os, yaml\nx = yaml.safe_load(f.read())  # yaml.load\n"},
		{Name: "loader positional", Signal: "ruff/S506", In: "import yaml\nx = yaml.load(\n    f,\n    «Loader»,\n)\n",
			Want: "import yaml\nx = yaml.safe_load(\n    f,\n)\n"},
		{Name: "comment", Signal: "ruff/S506", In: "import yaml\nx = yaml.load(f,  # here\n    «Loader»)\n",
			Why: "a comment"},
		{Name: "named stream", Signal: "bandit/B506",
			In:   "import yaml\nx = «yaml.load(stream=f, Loader=yaml.UnsafeLoader)»\n",
			Want: "import yaml\nx = yaml.safe_load(stream=f)\n"},
		{Name: "loader of one's own", Signal: "bandit/B506", In: "import yaml\nx = «yaml.load(f, Loader=MyLoader)»\n",
			Why: "more than plain values"},
		{Name: "loader of another module", Signal: "bandit/B506", In: "import yaml\nx = «yaml.load(f, other.Loader)»\n",
			Why: "more than plain values"},
		{Name: "loader alone", Signal: "bandit/B506", In: "import yaml\nx = «yaml.load(Loader=yaml.Loader)»\n",
			Why: "does not take"},
		{Name: "stars", Signal: "bandit/B506", In: "import yaml\nx = «yaml.load(f, **k)»\n", Why: "does not take"},
		{Name: "another yaml", Signal: "bandit/B506", In: "import ruamel as yaml\nx = «yaml.load(f)»\n", Why: "not imported"},
		{Name: "imported name", Signal: "bandit/B506", In: "from yaml import load\nx = «load(f)»\n",
			Why: "no call of yaml.load"},
	})
}
