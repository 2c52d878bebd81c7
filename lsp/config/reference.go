package config

import (
	"fmt"
	"strings"
)

// Reference is the table of all settings in Markdown.
func Reference() string {
	var b strings.Builder
	b.WriteString("| key | default | who may set it | what it does |\n|---|---|---|---|\n")
	for _, k := range Keys() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", strings.ReplaceAll(k.Name, "*", "NAME"), k.shown(), k.Plane, strings.ReplaceAll(k.Doc, "|", "\\|"))
	}
	return b.String()
}

// shown is a key's default, as it would be written.
func (k Key) shown() string {
	switch d := k.Default.(type) {
	case string:
		if d == "" {
			return "–"
		}
		return "`\"" + d + "\"`"
	case bool, int, float64:
		return fmt.Sprintf("`%v`", d)
	}
	return "–"
}
