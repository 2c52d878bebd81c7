package fixer

import (
	"errors"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestRefuted: a tool's own fix that is known to be wrong is not made, with whatever flag, nor is it said that a flag
// would make it.
func TestRefuted(t *testing.T) {
	const react, other = "import React from 'react';\nexport const a = <b />;\n", "import Other from 'react';\nexport const a = 1;\n"
	for _, tt := range []struct {
		name, src    string
		unsafe, want bool
	}{
		{"refuted", react, true, false},
		{"refuted, without the flag", react, false, false},
		{"not refuted", other, true, true},
		{"not refuted, without the flag", other, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			line := strings.Index(tt.src, "\n") + 1
			at := len("import ")
			d := signal.Diagnostic{Tool: "biome", Code: "lint/correctness/noUnusedImports", Message: "This import is unused.", Span: text.Span{Start: at, End: at + 5},
				Fix: &signal.ToolFix{Applicability: signal.Unsafe, Edits: []text.Edit{{Span: text.Span{End: line}}}}}
			p := Problem{Snapshot: text.File("/w/a.jsx", "javascriptreact", tt.src), Diagnostic: d, Unsafe: tt.unsafe}
			c := Choice{Worst: evidence.Checked, Deterministic: true, Unsafe: tt.unsafe}
			fixes, why := proposed(Ladder{}, p, c, 3)
			if (len(fixes) > 0) != tt.want {
				t.Errorf("%d fixes, %v", len(fixes), why)
			}
			if tt.src == react && (why == nil || why.Withheld || why.Step == StepAllowUnsafe) {
				t.Errorf("a flag is said to help: %+v", why)
			}
		})
	}
}

// TestSuggestions: what a tool suggests is offered to a person who chooses it for one finding, and made by no flag.
func TestSuggestions(t *testing.T) {
	const src = "console.log(1);\nf();\n"
	d := signal.Diagnostic{Tool: "eslint", Code: "no-console", Message: "Unexpected console statement.", Span: text.Span{End: 11},
		Fix: &signal.ToolFix{Title: "Remove it", Applicability: signal.Unsafe, Suggestion: true, Edits: []text.Edit{{Span: text.Span{End: 16}}}}}
	for _, chooses := range []bool{true, false} {
		p := Problem{Snapshot: text.File("/w/a.js", "javascript", src), Diagnostic: d, Unsafe: true, Suggestions: chooses}
		fixes, why := proposed(Ladder{}, p, Choice{Deterministic: true, Unsafe: true}, 3)
		// One that a person chose still needs the tools' word, which nobody gives here.
		if withheld := why != nil && strings.Contains(why.Reason, "for a person to choose"); withheld == chooses || !chooses && len(fixes) > 0 {
			t.Errorf("chosen by a person %v: %d fixes, %v", chooses, len(fixes), why)
		}
	}
}

// TestSuggestedImport: that an unused import goes is what the finding asks for, and a flag allows what the tool
// suggests; a variable may have been meant to be used.
func TestSuggestedImport(t *testing.T) {
	const src = "import { x, a } from './m';\nconst y = a;\n"
	for removed, want := range map[string]bool{"x, ": true, "const y = a;\n": false} {
		at := strings.Index(src, removed)
		d := signal.Diagnostic{Tool: "eslint", Code: "no-unused-vars", Message: "'x' is defined but never used.",
			Span: text.Span{Start: at, End: at + 1}, Fix: &signal.ToolFix{Applicability: signal.Unsafe, Suggestion: true,
				Edits: []text.Edit{{Span: text.Span{Start: at, End: at + len(removed)}}}}}
		p := Problem{Snapshot: text.File("/w/a.js", "javascript", src), Diagnostic: d, Unsafe: true}
		choice := Choice{Worst: evidence.Checked, Deterministic: true, Unsafe: true}
		fixes, why := proposed(Ladder{}, p, choice, 3)
		if (len(fixes) > 0) != want {
			t.Errorf("without %q: %d fixes, %v", removed, len(fixes), why)
		}
	}
}

// TestBrokenElsewhere: a tool's fix that other lines of the file are known to break is not made, however much is
// allowed; the same fix of a file without such lines is.
func TestBrokenElsewhere(t *testing.T) {
	if syntax.Parse("javascript", "f();\n").Engine != syntax.TreeSitter {
		t.Skip("built without grammars: both are refused")
	}
	const src = "const P = function () { this.a = 1; };\n"
	for more, broken := range map[string]bool{"new P();\n": true, "P();\n": false} {
		d := signal.Diagnostic{Tool: "eslint", Code: "prefer-arrow-callback", Message: "Unexpected function expression.",
			Span: text.Span{Start: 10, End: 18},
			Fix: &signal.ToolFix{Title: "Use an arrow function", Applicability: signal.Unsafe,
				Edits: []text.Edit{{Span: text.Span{Start: 10, End: 21}, New: "() =>"}}}}
		p := Problem{Snapshot: text.File("/w/a.js", "javascript", src+more), Diagnostic: d, Unsafe: true, Suggestions: true}
		_, why := proposed(Ladder{}, p, Choice{Deterministic: true, Unsafe: true}, 3)
		if said := why != nil && strings.Contains(why.Reason, "line 2 makes objects with P"); said != broken {
			t.Errorf("%q: %v", more, why)
		}
	}
}

// TestWithheld: a fix of the tool that may change behaviour is what there is to allow, also where no model is set.
func TestWithheld(t *testing.T) {
	d := signal.Diagnostic{Tool: "ruff", Code: "SIM118", Message: "Use `key in dict` instead of `key in dict.keys()`",
		Span: text.Span{Start: 6, End: 14}, Origin: signal.FromLinter,
		Fix: &signal.ToolFix{Applicability: signal.Unsafe, Edits: []text.Edit{{Span: text.Span{Start: 7, End: 14}}}}}
	e := Ladder{Model: Model{Why: "no model is set"}}
	_, err := e.Fix(t.Context(), Problem{Snapshot: text.File("/w/a.py", "python", "a in  d.keys()\n"), Diagnostic: d}, nil)
	var why *Decline
	if !errors.As(err, &why) || why.Code == DeclineNoModel || !why.Withheld || why.Next != "" ||
		why.Reason != "ruff's own fix may change behaviour" {
		t.Errorf("%+v", why)
	}
}
