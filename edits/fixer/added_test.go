package fixer

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestUnsafeFixOfAddedText: a tool's fix that may change behaviour is taken where it takes away only what other fixes
// have just added. What the user's text has, in whichever form, stays.
func TestUnsafeFixOfAddedText(t *testing.T) {
	const block = "if True:\n    from pathlib import Path\n"
	for _, tt := range []struct {
		name, was, now, gone string
		want                 bool
	}{
		{"an import that was added", "import os\nx: Path\n",
			"import os\nfrom pathlib import Path\nx: Path\n", "from pathlib import Path\n", true},
		{"a name that was added to an import", "from m import a\nx: Path\n",
			"from m import a, Path\nx: Path\n", ", Path", true},
		{"the user's import", "from pathlib import Path\nx: Path\n",
			"from pathlib import Path\nx: Path\ny = 1\n", "from pathlib import Path\n", false},
		{"the user's import, elsewhere", "from pathlib import Path\nimport os\nimport re\nx: Path\n",
			"import os\nimport re\nfrom pathlib import Path\nx: Path\n", "from pathlib import Path\n", false},
		{"the user's import, of another module", "from typing import Path\nimport os\nimport re\nx: Path\n",
			"import os\nimport re\nfrom pathlib import Path\nx: Path\n", "from pathlib import Path\n", false},
		{"the user's import beside an added name", "from pathlib import Pure\nx: Path\n",
			"from pathlib import Pure, Path\nx: Path\n", "from pathlib import Pure, Path\n", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			at := strings.Index(tt.now, tt.gone)
			s := text.File("/w/a.py", "python", tt.now)
			gone := text.Span{Start: at, End: at + len(tt.gone)}
			fix := &signal.ToolFix{Applicability: signal.Unsafe, Edits: []text.Edit{{Span: gone},
				{Span: text.Span{Start: len(tt.now), End: len(tt.now)}, New: block}}}
			p := Problem{Snapshot: s, Was: text.File("/w/a.py", "python", tt.was),
				Diagnostic: signal.Diagnostic{Tool: "ruff", Code: "TC003", Message: "Move it", Span: gone, Fix: fix}}
			fixes, why := proposed(Ladder{}, p, Choice{Deterministic: true}, 1)
			if got := len(fixes) == 1; got != tt.want {
				t.Errorf("%v, want %v: %v", got, tt.want, why)
			}
			if p.Was = (text.Snapshot{}); tt.want {
				if fixes, _ := proposed(Ladder{}, p, Choice{Deterministic: true}, 1); len(fixes) > 0 {
					t.Error("taken though nobody says what was added")
				}
			}
		})
	}
}

// TestDoubtAfterOtherFixes: what puts a change of imports in doubt does so too where other fixes have moved the text
// since: an import stays with the comment that explains it, unless both were only just added.
func TestDoubtAfterOtherFixes(t *testing.T) {
	const moved, sorted = "from pkg import models\nimport os\n", "import os\n\nfrom pkg import models\n"
	const now = "import sys\n# has to be first\n" + moved + "print(os, sys)\n"
	at := strings.Index(now, moved)
	fix := &signal.ToolFix{Applicability: signal.Safe, Edits: []text.Edit{
		{Span: text.Span{Start: at, End: at + len(moved)}, New: sorted}}}
	for name, c := range map[string]struct {
		was  string
		want int
	}{
		"the text of the user":         {now, 0},
		"lines above are gone":         {"import json\nimport re\n\n" + now, 0},
		"both imports were just added": {"import sys\n# has to be first\nprint(os, sys)\n", 1},
	} {
		p := Problem{Snapshot: text.File("/w/a.py", "python", now), Was: text.File("/w/a.py", "python", c.was),
			Diagnostic: signal.Diagnostic{Tool: "ruff", Code: "I001", Message: "Un-sorted", Span: fix.Edits[0].Span, Fix: fix}}
		fixes, why := proposed(Ladder{}, p, Choice{Deterministic: true}, 1)
		if len(fixes) != c.want || c.want == 0 && !strings.Contains(why.Reason, "a comment explains it") {
			t.Errorf("%s: %d fixes, %v", name, len(fixes), why)
		}
	}
}
