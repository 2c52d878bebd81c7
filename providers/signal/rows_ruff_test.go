package signal

import "testing"

func TestRuffRows(t *testing.T) { checkRows(t, ruffRows(), ruffWants()) }

func ruffWants() []wantRow {
	return []wantRow{
		{tool: "Ruff", code: "F401", row: "ruff/F401", window: "stmt~2 +N", needs: "sideeffects", rungs: "TR", traits: "removal"},
		{tool: "Ruff", code: "F541", row: "ruff/F541", window: "stmt", needs: "", rungs: "TR"},
		{tool: "Ruff", code: "F601", row: "ruff/F601", window: "compound", needs: "dict", rungs: "M"},
		{tool: "Ruff", code: "F811", row: "ruff/F811", window: "compound~1 +N", needs: "previous", rungs: "TRM", traits: "removal"},
		{tool: "Ruff", code: "F821", row: "ruff/F821", window: "lines(3) +I +N", needs: "constants types lookup", rungs: "RM"},
		{tool: "Ruff", code: "F823", row: "ruff/F823", window: "function", needs: "", rungs: "RM"},
		{tool: "Ruff", code: "F841", row: "ruff/F841", window: "compound", needs: "function", rungs: "TR", traits: "removal"},
		{tool: "Ruff", code: "F901", row: "ruff/F901", window: "stmt +I", needs: "", rungs: "TR"},
		{tool: "Ruff", code: "E402", row: "ruff/E402", window: "stmt~1 +I", needs: "", rungs: "RM"},
		{tool: "Ruff", code: "E701", row: "ruff/E701", window: "compound~1", needs: "", rungs: "R"},
		{tool: "Ruff", code: "E702", row: "ruff/E702", window: "stmt", needs: "", rungs: "R"},
		{tool: "Ruff", code: "E703", row: "ruff/E703", window: "stmt", needs: "", rungs: "TR"},
		{tool: "Ruff", code: "E704", row: "ruff/E704", window: "compound~1", needs: "", rungs: "R"},
		{tool: "Ruff", code: "E711", row: "ruff/E711", window: "stmt", needs: "", rungs: "TR"},
		{tool: "Ruff", code: "E712", row: "ruff/E712", window: "stmt", needs: "", rungs: "TR"},
		{tool: "Ruff", code: "E721", row: "ruff/E721", window: "stmt", needs: "", rungs: "M"},
		{tool: "Ruff", code: "E722", row: "ruff/E722", window: "try +I", needs: "", rungs: "RM"},
		{tool: "Ruff", code: "E731", row: "ruff/E731", window: "stmt", needs: "", rungs: "TR"},
		{tool: "Ruff", code: "I001", row: "ruff/I001", window: "imprun~1", needs: "", rungs: "T"},
		{tool: "Ruff", code: "UP006", row: "ruff/UP*", window: "compound +I", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "B002", row: "ruff/B002", window: "stmt", needs: "", rungs: "R"},
		{tool: "Ruff", code: "B006", row: "ruff/B006", window: "function", needs: "", rungs: "TR"},
		{tool: "Ruff", code: "B007", row: "ruff/B007", window: "stmt", needs: "", rungs: "TR"},
		{tool: "Ruff", code: "B011", row: "ruff/B011", window: "stmt", needs: "", rungs: "TR"},
		{tool: "Ruff", code: "B015", row: "ruff/B015", window: "stmt~3", needs: "", rungs: "M"},
		{tool: "Ruff", code: "B016", row: "ruff/B016", window: "stmt", needs: "", rungs: "R"},
		{tool: "Ruff", code: "B904", row: "ruff/B904", window: "try", needs: "", rungs: "RM"},
		{tool: "Ruff", code: "C901", row: "ruff/C901", window: "function", needs: "constants", rungs: "M"},
		{tool: "Ruff", code: "W291", row: "ruff/W*", window: "stmt~1", needs: "", rungs: "TM", traits: "characters"},
		{tool: "Ruff", code: "T100", row: "ruff/T100", window: "stmt", needs: "", rungs: "RM", traits: "removal"},
		{tool: "Ruff", code: "T201", row: "ruff/T201", window: "compound~2 +I +N", needs: "", rungs: "TM", traits: "removal"},
		{tool: "Ruff", code: "T203", row: "ruff/T203", window: "compound~2 +I +N", needs: "", rungs: "TM", traits: "removal"},
		{tool: "Ruff", code: "PYI010", row: "ruff/PYI010", window: "compound~2 +I +N", needs: "", rungs: "TM", traits: "removal"},
		{tool: "Ruff", code: "RUF052", row: "ruff/RUF052", window: "function", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "PYI025", row: "ruff/PYI025", window: "function +I", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "PT027", row: "ruff/PT027", window: "function +I", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "PERF401", row: "ruff/PERF4*", window: "lines(8) +N", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "S105", row: "ruff/S105", window: "stmt~1 +I", needs: "constants", rungs: "M", traits: "secret"},
		{tool: "Ruff", code: "S106", row: "ruff/S106", window: "stmt~1 +I", needs: "constants", rungs: "M", traits: "secret"},
		{tool: "Ruff", code: "S107", row: "ruff/S107", window: "stmt~1 +I", needs: "constants", rungs: "M", traits: "secret"},
		{tool: "Ruff", code: "S501", row: "ruff/S501", window: "stmt", needs: "", rungs: "RM"},
		{tool: "Ruff", code: "RUF065", row: "ruff/RUF065", window: "stmt", needs: "", rungs: "RM"},
		{tool: "Ruff", code: "S506", row: "ruff/S506", window: "stmt", needs: "", rungs: "RM"},
		{tool: "Ruff", code: "RUF005", row: "ruff/*", window: "compound~2 +I +N", needs: "docs", rungs: "TM"},
	}
}
