package prompt

import (
	"encoding/json"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Schema is the JSON schema of a script for these candidates: flat, every field
// required, the subset that strict modes of backends accept.
func Schema(c edits.Candidates) []byte {
	ids := make([]string, len(c.List))
	for i, x := range c.List {
		ids[i] = string(x.ID)
	}
	object := func(properties map[string]any, required ...string) map[string]any {
		return map[string]any{"type": "object", "additionalProperties": false, "required": required, "properties": properties}
	}
	list := func(most int, items any) map[string]any {
		return map[string]any{"type": "array", "maxItems": most, "items": items}
	}
	op := object(map[string]any{
		"op":    map[string]any{"enum": []string{"replace", "insert_before", "insert_after", "delete"}},
		"from":  map[string]any{"enum": ids},
		"to":    map[string]any{"enum": ids},
		"lines": list(limits.OpLines, map[string]any{"type": "string"}),
	}, "op", "from", "to", "lines")
	schema := object(map[string]any{
		"status": map[string]any{"enum": []string{"fix", "no_fix"}},
		"reason": map[string]any{"type": "string", "maxLength": 200},
		"edits":  list(limits.Ops, op),
	}, "status", "edits", "reason")
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	out, err := json.Marshal(schema)
	if err != nil {
		return nil // maps of strings always marshal
	}
	return out
}
