package signal

import "testing"

func TestPyupgradeRows(t *testing.T) { checkRows(t, pyupgradeRows(), pyupgradeWants()) }

func pyupgradeWants() []wantRow {
	return []wantRow{
		{tool: "Ruff", code: "UP001", row: "ruff/UP001", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP003", row: "ruff/UP003", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP004", row: "ruff/UP004", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP005", row: "ruff/UP005", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP007", row: "ruff/UP007", window: "stmt +I", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP008", row: "ruff/UP008", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP009", row: "ruff/UP009", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP010", row: "ruff/UP010", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP011", row: "ruff/UP011", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP012", row: "ruff/UP012", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP015", row: "ruff/UP015", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP018", row: "ruff/UP018", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP021", row: "ruff/UP021", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP022", row: "ruff/UP022", window: "stmt", needs: "", rungs: "TRM"},
		{tool: "Ruff", code: "UP023", row: "ruff/UP023", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP024", row: "ruff/UP024", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP025", row: "ruff/UP025", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP026", row: "ruff/UP026", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP027", row: "ruff/UP027", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP029", row: "ruff/UP029", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP030", row: "ruff/UP030", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP031", row: "ruff/UP031", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP032", row: "ruff/UP032", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP034", row: "ruff/UP034", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP035", row: "ruff/UP035", window: "stmt", needs: "", rungs: "TRM"},
		{tool: "Ruff", code: "UP036", row: "ruff/UP036", window: "compound", needs: "", rungs: "TM", traits: "removal"},
		{tool: "Ruff", code: "UP037", row: "ruff/UP037", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP039", row: "ruff/UP039", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP043", row: "ruff/UP043", window: "stmt", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP045", row: "ruff/UP045", window: "stmt +I", needs: "", rungs: "TM"},
		{tool: "Ruff", code: "UP050", row: "ruff/UP050", window: "stmt", needs: "", rungs: "TM"},
	}
}
