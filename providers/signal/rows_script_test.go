package signal

import "testing"

func TestScriptRows(t *testing.T) { checkRows(t, scriptRows(), scriptWants()) }

func scriptWants() []wantRow {
	return []wantRow{
		{tool: "ts", code: "TS2304", row: "tsc/2304", window: "lines(3) +I +N", needs: "constants types lookup", rungs: "TRM"},
		{tool: "ts", code: "TS2552", row: "tsc/2552", window: "lines(3) +I +N", needs: "constants types lookup", rungs: "TRM"},
		{tool: "ts", code: "TS2503", row: "tsc/2503", window: "lines(3) +I +N", needs: "constants types lookup", rungs: "TRM"},
		{tool: "ts", code: "TS2686", row: "tsc/2686", window: "lines(3) +I +N", needs: "constants types lookup", rungs: "TRM"},
		{tool: "ts", code: "TS2322", row: "tsc/2322", window: "lines(10) +S +I +N", needs: "types related", rungs: "TM"},
		{tool: "ts", code: "TS2345", row: "tsc/2345", window: "lines(10) +S +I +N", needs: "types related", rungs: "TRM"},
		{tool: "ts", code: "TS2769", row: "tsc/2769", window: "lines(10) +S +I +N", needs: "types related", rungs: "TM"},
		{tool: "ts", code: "TS2554", row: "tsc/2554", window: "lines(10) +S +I +N", needs: "types related", rungs: "TM"},
		{tool: "ts", code: "TS2339", row: "tsc/2339", window: "lines(7) +I +N +C", needs: "types class", rungs: "TRM"},
		{tool: "ts", code: "TS2551", row: "tsc/2551", window: "lines(7) +I +N +C", needs: "types class", rungs: "TRM"},
		{tool: "ts", code: "TS7006", row: "tsc/7006", window: "stmt +S", needs: "types", rungs: "TM"},
		{tool: "ts", code: "TS7031", row: "tsc/7031", window: "stmt +S", needs: "types", rungs: "TM"},
		{tool: "ts", code: "TS7019", row: "tsc/7019", window: "stmt +S", needs: "types", rungs: "TM"},
		{tool: "ts", code: "TS6133", row: "tsc/6133", window: "stmt~1 +I", needs: "", rungs: "TM", traits: "removal"},
		{tool: "ts", code: "TS6192", row: "tsc/6192", window: "stmt~1 +I", needs: "", rungs: "TM", traits: "removal"},
		{tool: "ts", code: "TS6196", row: "tsc/6196", window: "stmt~1 +I", needs: "", rungs: "TM", traits: "removal"},
		{tool: "ts", code: "TS6198", row: "tsc/6198", window: "stmt~1 +I", needs: "", rungs: "TM", traits: "removal"},
		{tool: "ts", code: "TS2578", row: "tsc/2578", window: "stmt~1", needs: "", rungs: "R", traits: "removal"},
		{tool: "ts", code: "TS4114", row: "tsc/4114", window: "stmt", needs: "", rungs: "TM"},
		{tool: "ts", code: "TS4115", row: "tsc/4115", window: "stmt", needs: "", rungs: "TM"},
		{tool: "ts", code: "TS4116", row: "tsc/4116", window: "stmt", needs: "", rungs: "TM"},
		{tool: "ts", code: "TS18046", row: "tsc/18046", window: "lines(7) +S +I +N", needs: "types", rungs: "TRM"},
		{tool: "ts", code: "TS2571", row: "tsc/2571", window: "lines(7) +S +I +N", needs: "types", rungs: "TRM"},
		{tool: "ts", code: "TS1005", row: "tsc/*", window: "lines(7) +S +I +N", needs: "types", rungs: "TRM"},
		{tool: "eslint", code: "no-unused-vars", row: "eslint/no-unused-vars", window: "stmt~1 +I", needs: "", rungs: "TRM", traits: "removal"},
		{tool: "eslint", code: "@typescript-eslint/no-unused-vars", row: "eslint/@typescript-eslint/no-unused-vars", window: "stmt~1 +I", needs: "", rungs: "TRM", traits: "removal"},
		{tool: "eslint", code: "unused-imports/no-unused-imports", row: "eslint/unused-imports/no-unused-imports",
			window: "stmt~1 +I", needs: "", rungs: "TM", traits: "removal"},
		{tool: "eslint", code: "react-hooks/exhaustive-deps", row: "eslint/react-hooks/*", window: "function", needs: "function", rungs: "TM"},
		{tool: "eslint", code: "no-undef", row: "eslint/no-undef", window: "lines(3) +I +N", needs: "constants lookup", rungs: "RM"},
		{tool: "eslint", code: "import/order", row: "eslint/import/*", window: "imprun~1 +I", needs: "docs", rungs: "TM"},
		{tool: "eslint", code: "semi", row: "eslint/*", window: "stmt", needs: "docs", rungs: "TM"},
		{tool: "biome", code: "lint/correctness/noUnusedVariables", row: "biome/lint/correctness/noUnusedVariables",
			window: "stmt~1 +I", needs: "", rungs: "TM", traits: "removal"},
		{tool: "biome", code: "lint/correctness/noUnusedImports", row: "biome/lint/correctness/noUnusedImports",
			window: "stmt~1 +I", needs: "", rungs: "TM", traits: "removal"},
		{tool: "biome", code: "lint/correctness/useExhaustiveDependencies", row: "biome/lint/correctness/useExhaustiveDependencies", window: "function", needs: "function", rungs: "TM"},
		{tool: "biome", code: "lint/correctness/useHookAtTopLevel", row: "biome/lint/correctness/useHookAtTopLevel", window: "function", needs: "function", rungs: "TM"},
		{tool: "biome", code: "lint/style/useConst", row: "biome/*", window: "stmt", needs: "docs", rungs: "TM"},
	}
}
