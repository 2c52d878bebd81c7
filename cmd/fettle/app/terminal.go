package app

import (
	"encoding/json"
	"io"
	"os"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// Style is the set of terminal colours, empty where there are none.
type Style struct{ Bold, Dim, Red, Green, Cyan, Reset string }

// StyleOf returns colours for terminals, unless NO_COLOR is set.
func StyleOf(w io.Writer) Style {
	if !isTerminal(w) || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return Style{}
	}
	return Style{"\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[36m", "\x1b[0m"}
}

func isTerminal(w io.Writer) bool {
	if o, is := w.(interface{ Unwrap() io.Writer }); is {
		w = o.Unwrap()
	}
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// PrintJSON prints a value as indented JSON, safe for a terminal.
func PrintJSON(w io.Writer, v any) error { return printJSON(w, v, "  ") }

// PrintLine prints a value as a line of JSON, safe for a terminal.
func PrintLine(w io.Writer, v any) error { return printJSON(w, v, "") }

func printJSON(w io.Writer, v any, indent string) error {
	e := json.NewEncoder(text.Escaped(w))
	e.SetIndent("", indent)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// Diff paints a unified diff.
func (st Style) Diff(d string) string {
	if st.Reset == "" {
		return d
	}
	var b strings.Builder
	for line := range strings.Lines(d) {
		bare := strings.TrimRight(line, "\r\n")
		paint := ""
		switch {
		case strings.HasPrefix(bare, "+++"), strings.HasPrefix(bare, "---"):
			paint = st.Bold
		case strings.HasPrefix(bare, "@@"):
			paint = st.Cyan
		case strings.HasPrefix(bare, "+"):
			paint = st.Green
		case strings.HasPrefix(bare, "-"):
			paint = st.Red
		}
		if paint == "" {
			b.WriteString(line)
			continue
		}
		b.WriteString(paint + bare + st.Reset + line[len(bare):])
	}
	return b.String()
}
