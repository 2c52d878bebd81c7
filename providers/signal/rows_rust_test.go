package signal

import (
	"slices"
	"testing"
)

func TestRustRows(t *testing.T) { checkRows(t, slices.Concat(rustRows(), genericRows()), rustWants()) }

func rustWants() []wantRow {
	return []wantRow{
		{tool: "rustc", code: "E0308", row: "rustc/E0*", window: "function +S +I +N +R", needs: "types related", rungs: "TM"},
		{tool: "rustc", code: "unused_imports", row: "rustc/unused_imports", window: "stmt~1 +I", needs: "", rungs: "TM", traits: "removal"},
		{tool: "rustc", code: "unused_variables", row: "rustc/unused_variables", window: "stmt~1 +I", needs: "", rungs: "TM", traits: "removal"},
		{tool: "rustc", code: "unused_mut", row: "rustc/unused_mut", window: "stmt~1 +I", needs: "", rungs: "TM", traits: "removal"},
		{tool: "rustc", code: "dead_code", row: "rustc/dead_code", window: "stmt~1 +I", needs: "", rungs: "TM", traits: "removal"},
		{tool: "rustc", code: "private_interfaces", row: "rustc/*", window: "function +S +I +N +R", needs: "types", rungs: "TM"},
		{tool: "clippy", code: "clippy::derivable_impls", row: "clippy/derivable_impls", window: "compound~1 +N +R", needs: "docs", rungs: "TM", traits: "removal"},
		{tool: "clippy", code: "clippy::new_without_default", row: "clippy/new_without_default", window: "class~2 +R", needs: "docs", rungs: "TM"},
		{tool: "clippy", code: "clippy::needless_return", row: "clippy/*", window: "compound~5 +R", needs: "docs", rungs: "TM"},
		{tool: "sometool", code: "X1", row: "*/error", window: "function +I +R", needs: "types related", rungs: "TM"},
		{tool: "sometool", code: "X1", row: "*/warning", window: "lines(5)", needs: "", rungs: "TM", severity: Warning},
	}
}
