package signal

import "testing"

func TestBanditRows(t *testing.T) { checkRows(t, banditRows(), banditWants()) }

func banditWants() []wantRow {
	return []wantRow{
		{tool: "bandit", code: "B101", row: "bandit/B101", window: "stmt", needs: "function", rungs: "M"},
		{tool: "bandit", code: "B102", row: "bandit/B102", window: "stmt~2 +I", needs: "function", rungs: "M"},
		{tool: "bandit", code: "B104", row: "bandit/B104", window: "stmt~1 +I", needs: "constants", rungs: "M"},
		{tool: "bandit", code: "B105", row: "bandit/B105", window: "stmt~1 +I", needs: "constants", rungs: "M", traits: "secret"},
		{tool: "bandit", code: "B106", row: "bandit/B106", window: "stmt~1 +I", needs: "constants", rungs: "M", traits: "secret"},
		{tool: "bandit", code: "B107", row: "bandit/B107", window: "stmt~1 +I", needs: "constants", rungs: "M", traits: "secret"},
		{tool: "bandit", code: "B108", row: "bandit/B108", window: "stmt~3 +I", needs: "function", rungs: "M"},
		{tool: "bandit", code: "B110", row: "bandit/B110", window: "try", needs: "", rungs: "M"},
		{tool: "bandit", code: "B112", row: "bandit/B112", window: "try", needs: "", rungs: "M"},
		{tool: "bandit", code: "B113", row: "bandit/B113", window: "stmt", needs: "", rungs: "M"},
		{tool: "bandit", code: "B201", row: "bandit/B201", window: "stmt", needs: "", rungs: "M"},
		{tool: "bandit", code: "B301", row: "bandit/B301", window: "stmt~2 +I", needs: "function", rungs: "M"},
		{tool: "bandit", code: "B302", row: "bandit/B302", window: "stmt~2 +I", needs: "function", rungs: "M"},
		{tool: "bandit", code: "B303", row: "bandit/B303", window: "stmt~2 +I", needs: "function", rungs: "M"},
		{tool: "bandit", code: "B306", row: "bandit/B306", window: "stmt~3 +I", needs: "function", rungs: "M"},
		{tool: "bandit", code: "B307", row: "bandit/B307", window: "stmt~2 +I", needs: "function", rungs: "M"},
		{tool: "bandit", code: "B310", row: "bandit/B310", window: "stmt +I", needs: "", rungs: "M"},
		{tool: "bandit", code: "B311", row: "bandit/B311", window: "stmt +I", needs: "function", rungs: "M"},
		{tool: "bandit", code: "B312", row: "bandit/B312", window: "stmt~3 +I", needs: "function", rungs: "M"},
		{tool: "bandit", code: "B314", row: "bandit/B31*", window: "stmt +I", needs: "", rungs: "M"},
		{tool: "bandit", code: "B320", row: "bandit/B320", window: "stmt +I", needs: "", rungs: "M"},
		{tool: "bandit", code: "B324", row: "bandit/B324", window: "stmt~2 +I", needs: "function", rungs: "M"},
		{tool: "bandit", code: "B404", row: "bandit/B404", window: "stmt~3 +I", needs: "function", rungs: "M"},
		{tool: "bandit", code: "B501", row: "bandit/B501", window: "stmt", needs: "", rungs: "RM"},
		{tool: "bandit", code: "B506", row: "bandit/B506", window: "stmt", needs: "", rungs: "RM"},
		{tool: "bandit", code: "B602", row: "bandit/B602", window: "stmt~3 +I", needs: "function", rungs: "M"},
		{tool: "bandit", code: "B603", row: "bandit/B603", window: "stmt~3 +I", needs: "function", rungs: "M"},
		{tool: "bandit", code: "B605", row: "bandit/B605", window: "stmt~3 +I", needs: "function", rungs: "M"},
		{tool: "bandit", code: "B607", row: "bandit/B607", window: "stmt~3 +I", needs: "function", rungs: "M"},
		{tool: "bandit", code: "B608", row: "bandit/B608", window: "function", needs: "function related schema", rungs: "M"},
		{tool: "bandit", code: "B701", row: "bandit/B701", window: "stmt", needs: "", rungs: "M"},
		{tool: "bandit", code: "B999", row: "bandit/*", window: "function +I", needs: "docs", rungs: "M"},
		{tool: "pytest", code: "", row: "pytest/*", window: "function +I", needs: "fixtures", rungs: "M"},
	}
}
