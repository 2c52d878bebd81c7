package verify

import (
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestKeptElsewhere: a name that another file of the project uses stays, whoever
// takes it away; one that moves, is bound again, or is nobody's may go.
func TestKeptElsewhere(t *testing.T) {
	before := "import os\nimport sys\nif sys:\n    from collections import OrderedDict\nLIMIT = 3\nclass A:\n    import re\n    x = LIMIT\ndef helper():\n    return os\n"
	for _, c := range []struct {
		old, new string
		used     string // by another file
		asked    bool   // whether anybody is asked
	}{
		{"    from collections import OrderedDict\n", "    pass\n", "OrderedDict", true},
		{"    from collections import OrderedDict\n", "    pass\n", "Other", true},
		{"    from collections import OrderedDict\n", "    from typing import OrderedDict\n", "OrderedDict", false},
		{"import os\nimport sys\n", "import sys, os\n", "os", false},
		{"LIMIT = 3\n", "limit = 3\n", "LIMIT", true},
		{"def helper():", "def assist():", "helper", true},
		{"    return os\n", "    return sys\n", "helper", false},
		{"    import re\n", "", "re", false},
		{"    x = LIMIT\n", "    x = 1\n", "A", false},
	} {
		var asked []string
		s := text.File("/p/a.py", "python", before)
		r := Run(t.Context(), Input{Before: s, After: strings.Replace(before, c.old, c.new, 1), Source: ToolSafe, Later: true,
			Target: signal.Diagnostic{Tool: "ruff", Code: "F401", Span: text.Span{Start: strings.Index(before, c.old), End: strings.Index(before, c.old) + 4}},
			Project: Known{Uses: func(names []string) (string, string) {
				asked = append(asked, names...)
				if slices.Contains(names, c.used) {
					return c.used, "b.py"
				}
				return "", ""
			}}})
		at := slices.IndexFunc(r.Results, func(g Result) bool { return g.Gate == Elsewhere })
		if at < 0 {
			t.Errorf("%q: the gate did not run: %v", c.new, r.Results)
			continue
		}
		refused := r.Results[at].State == Fail
		if want := c.asked && c.used != "Other"; refused != want || c.asked != (len(asked) > 0) {
			t.Errorf("%q -> %q: refused %v (%s), asked about %v", c.old, c.new, refused, r.Results[at].Detail, asked)
		}
		if refused && (r.Verdict != Rejected || !strings.Contains(r.Results[at].Detail, "b.py uses "+c.used)) {
			t.Errorf("%q: %v, %s", c.new, r.Verdict, r.Results[at].Detail)
		}
	}
}
