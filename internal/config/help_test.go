package config

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestNeovimHelpSettings keeps the settings in the help equal to the table.
func TestNeovimHelpSettings(t *testing.T) {
	path := "../../editors/nvim/doc/fettle.txt"
	data := must.Read(t, path)
	help := data
	const begin, end = "(generated)\n", "\n" + "====="
	before, rest, _ := strings.Cut(help, begin)
	have, after, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatal("the help has no place for the settings")
	}
	var want strings.Builder
	for _, k := range Documented() {
		value := ""
		switch v := k.Default.(type) {
		case bool, int, float64:
			value = fmt.Sprintf(", default %v", v)
		case string:
			if v != "" {
				value = fmt.Sprintf(", default %q", v)
			}
		}
		fmt.Fprintf(&want, "\n%s\n    (%s%s)\n%s\n", k.Name, k.Plane, value, wrap(k.Doc, "    ", 78))
	}
	if have == want.String() {
		return
	}
	if !*update {
		t.Fatal("the settings of the help differ from the table: run make generate")
	}
	must.OK(t, os.WriteFile(path, []byte(before+begin+want.String()+end+after), 0o600))
}

// wrap folds text into lines of at most width, each with an indentation.
func wrap(text, indent string, width int) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		if column > 0 && column+1+len(word) > width {
			b.WriteByte('\n')
			column = 0
		}
		if column == 0 {
			b.WriteString(indent)
			column = len(indent)
		} else {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}
