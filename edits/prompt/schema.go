package prompt

import (
	"encoding/json"
	"fmt"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/internal/limits"
)

// schema is the JSON schema of a script: flat, every field required, the subset that strict modes of backends accept.
// Servers that generate by a schema write the fields in its order: a model is to say whether there is a fix before it
// writes one.
const schema = `{"type":"object","additionalProperties":false,"properties":{` +
	`"status":{"enum":["fix","no_fix"]},"reason":{"type":"string"},` +
	`"edits":{"items":{"type":"object","additionalProperties":false,"properties":{` +
	`"op":{"enum":["replace","insert_before","insert_after","delete"]},"from":{"enum":%[1]s},"to":{"enum":%[1]s},` +
	`"lines":{"items":{"type":"string"},"maxItems":%[2]d,"type":"array"}},` +
	`"required":["op","from","to","lines"]},"maxItems":%[3]d,"type":"array"}},` +
	`"required":["status","reason","edits"]}`

// Schema returns the schema of a script for these candidates.
func Schema(c edits.Candidates) []byte {
	ids := make([]string, len(c.List))
	for i, x := range c.List {
		ids[i] = string(x.ID)
	}
	list, _ := json.Marshal(ids) // strings always encode
	return fmt.Appendf(nil, schema, list, limits.OpLines, limits.Ops)
}
