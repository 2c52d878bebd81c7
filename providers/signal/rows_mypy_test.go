package signal

import "testing"

func TestMypyRows(t *testing.T) { checkRows(t, mypyRows(), mypyWants()) }

func mypyWants() []wantRow {
	return []wantRow{
		{tool: "mypy", code: "var-annotated", row: "mypy/var-annotated", window: "lines(7) +I", needs: "", rungs: "RM"},
		{tool: "mypy", code: "arg-type", row: "mypy/arg-type", window: "lines(10) +S +I +N", needs: "types related", rungs: "RM"},
		{tool: "mypy", code: "return-value", row: "mypy/return-value", window: "function +S +I +N", needs: "types flow", rungs: "RM"},
		{tool: "mypy", code: "assignment", row: "mypy/assignment", window: "lines(7) +S +I +N +C(self)", needs: "class types", rungs: "RM"},
		{tool: "mypy", code: "attr-defined", row: "mypy/attr-defined", window: "lines(7) +I +N +C(self)", needs: "class related", rungs: "RM"},
		{tool: "mypy", code: "union-attr", row: "mypy/union-attr", window: "function +I", needs: "types", rungs: "RM"},
		{tool: "mypy", code: "call-arg", row: "mypy/call-arg", window: "lines(7) +S +I +N", needs: "related flow", rungs: "RM"},
		{tool: "mypy", code: "index", row: "mypy/index", window: "lines(5) +S +N", needs: "types", rungs: "RM"},
		{tool: "mypy", code: "operator", row: "mypy/operator", window: "lines(10) +S +I +N +C(self)", needs: "types related", rungs: "RM"},
		{tool: "mypy", code: "name-defined", row: "mypy/name-defined", window: "lines(3) +I +N", needs: "constants types lookup", rungs: "RM"},
		{tool: "pyright", code: "reportPossiblyUnbound", row: "mypy/possibly-undefined", window: "function", needs: "flow", rungs: "M"},
		{tool: "mypy", code: "no-redef", row: "mypy/no-redef", window: "compound~1 +N", needs: "previous", rungs: "M", traits: "removal"},
		{tool: "mypy", code: "annotation-unchecked", row: "mypy/annotation-unchecked", window: "lines(7) +S", needs: "", rungs: "M", traits: "on-request"},
		{tool: "mypy", code: "override", row: "mypy/override", window: "function +I +N +C", needs: "parent", rungs: "M"},
		{tool: "mypy", code: "valid-type", row: "mypy/valid-type", window: "lines(7) +I +N", needs: "types", rungs: "RM"},
		{tool: "mypy", code: "no-untyped-def", row: "mypy/no-untyped-def", window: "function +I +N", needs: "types flow", rungs: "RM"},
		{tool: "mypy", code: "unused-ignore", row: "mypy/unused-ignore", window: "stmt", needs: "", rungs: "RM", traits: "removal"},
		{tool: "Pylance", code: "reportUnnecessaryTypeIgnoreComment", row: "pyright/reportUnnecessaryTypeIgnoreComment", window: "stmt", needs: "", rungs: "RM", traits: "removal"},
		{tool: "Pylance", code: "reportUnusedImport", row: "pyright/reportUnusedImport", window: "stmt~2 +N", needs: "sideeffects", rungs: "RM", traits: "removal"},
		{tool: "pyright", code: "reportUnusedVariable", row: "pyright/reportUnusedVariable", window: "compound", needs: "function", rungs: "RM", traits: "removal"},
		{tool: "mypy", code: "misc", row: "mypy/*", window: "lines(7) +S +I +N", needs: "types", rungs: "RM"},
	}
}
