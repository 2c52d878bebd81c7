package app

import (
	"io"
	"os"
	"strings"
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

// Diff paints a unified diff.
func (st Style) Diff(d string) string {
	if st.Reset == "" {
		return d
	}
	var b strings.Builder
	for line := range strings.Lines(d) {
		text := strings.TrimRight(line, "\r\n")
		paint := ""
		switch {
		case strings.HasPrefix(text, "+++"), strings.HasPrefix(text, "---"):
			paint = st.Bold
		case strings.HasPrefix(text, "@@"):
			paint = st.Cyan
		case strings.HasPrefix(text, "+"):
			paint = st.Green
		case strings.HasPrefix(text, "-"):
			paint = st.Red
		}
		if paint == "" {
			b.WriteString(line)
			continue
		}
		b.WriteString(paint + text + st.Reset + line[len(text):])
	}
	return b.String()
}
