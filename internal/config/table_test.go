package config

import (
	"fmt"
	"strings"
)

// readmeTable is the table of all settings in Markdown.
func readmeTable() string {
	var b strings.Builder
	b.WriteString("| key | default | who may set it | what it does |\n|---|---|---|---|\n")
	for _, k := range Documented() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.Name, k.Shown(), k.Plane, strings.ReplaceAll(k.Doc, "|", "\\|"))
	}
	return b.String()
}
