package edits

// Repair is a slip of the model that was repaired, counted in logs and reports.
type Repair string

// The repairs a decoder makes.
const (
	RepairBOM        Repair = "bom"
	RepairThink      Repair = "think"
	RepairProse      Repair = "prose"
	RepairBacktick   Repair = "backtick_fence"
	RepairOpName     Repair = "op_name"
	RepairMissingEnd Repair = "missing_end"
	RepairBareID     Repair = "bare_id"
	RepairTextAnchor Repair = "text_anchor"
	RepairEmptyOp    Repair = "empty_replace"
	RepairEchoedID   Repair = "echoed_id"
	RepairDress      Repair = "dressed_code"
	RepairIndented   Repair = "indented_answer"
	RepairTokens     Repair = "special_tokens"
	RepairWideQuote  Repair = "quoted_beyond"
	RepairJSON       Repair = "json_syntax"
	RepairJSONStatus Repair = "json_status"
	RepairSplitLines Repair = "split_lines"
	RepairTwice      Repair = "sent_twice"
	RepairTrailing   Repair = "trailing_blanks"
	RepairOffset     Repair = "indent_offset"
	RepairNoMarker   Repair = "context_marker"
	RepairOtherFile  Repair = "other_file"
	RepairLineHint   Repair = "line_hint"
)

// The repairs that applying a script can make.
const (
	RepairDuplicate     Repair = "duplicate_edit"
	RepairShebang       Repair = "below_shebang" // an insertion was moved below the first lines
	RepairEcho          Repair = "echoed_context"
	RepairEdgeBlank     Repair = "edge_blank"
	RepairEdgeLine      Repair = "edge_line"
	RepairHoist         Repair = "hoisted_import"
	RepairKnownImport   Repair = "known_import"
	RepairTabs          Repair = "tabs"
	RepairFirstLine     Repair = "first_line_indent"
	RepairAddedTrailing Repair = "added_trailing_blanks"
	RepairLookalike     Repair = "lookalike"
)
