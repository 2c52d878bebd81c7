package prompt

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Schema returns the JSON schema of a script for these candidates: flat, every field
// required, the subset that strict modes of backends accept.
func Schema(c edits.Candidates) []byte {
	ids := make([]string, len(c.List))
	for i, x := range c.List {
		ids[i] = string(x.ID)
	}
	op := object{
		{"op", map[string]any{"enum": []string{"replace", "insert_before", "insert_after", "delete"}}},
		{"from", map[string]any{"enum": ids}},
		{"to", map[string]any{"enum": ids}},
		{"lines", map[string]any{"type": "array", "maxItems": limits.OpLines, "items": map[string]any{"type": "string"}}},
	}
	out, err := json.Marshal(object{
		{"status", map[string]any{"enum": []string{"fix", "no_fix"}}},
		{"reason", map[string]any{"type": "string"}},
		{"edits", map[string]any{"type": "array", "maxItems": limits.Ops, "items": op}},
	})
	if err != nil {
		return nil // strings always marshal
	}
	return out
}

// object is the schema of an object. Its fields keep their order: servers that
// generate by a schema write them in it, and a model is to say whether there is
// a fix before it writes one.
type object []field

type field struct {
	name   string
	schema any
}

// MarshalJSON writes the fields in their order, all of them required.
func (o object) MarshalJSON() ([]byte, error) {
	var names []string
	var b bytes.Buffer
	b.WriteString(`{"type":"object","additionalProperties":false,"properties":{`)
	for i, f := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		names = append(names, f.name)
		schema, err := json.Marshal(f.schema)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%q:%s", f.name, schema)
	}
	required, err := json.Marshal(names)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&b, `},"required":%s}`, required)
	return b.Bytes(), nil
}
