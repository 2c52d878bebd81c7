package main

import (
	"io"
	"os"
	"strings"
)

// style is the set of terminal colours, empty where there are none.
type style struct{ bold, dim, red, green, cyan, reset string }

// styleOf gives colours to terminals, unless NO_COLOR is set.
func styleOf(w io.Writer) style {
	if !isTerminal(w) || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return style{}
	}
	return style{"\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[36m", "\x1b[0m"}
}

func isTerminal(w io.Writer) bool {
	if o, is := w.(*output); is {
		w = o.Writer
	}
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// colour paints a unified diff.
func (st style) diff(d string) string {
	if st.reset == "" {
		return d
	}
	var b strings.Builder
	for line := range strings.Lines(d) {
		text := strings.TrimRight(line, "\r\n")
		paint := ""
		switch {
		case strings.HasPrefix(text, "+++"), strings.HasPrefix(text, "---"):
			paint = st.bold
		case strings.HasPrefix(text, "@@"):
			paint = st.cyan
		case strings.HasPrefix(text, "+"):
			paint = st.green
		case strings.HasPrefix(text, "-"):
			paint = st.red
		}
		if paint == "" {
			b.WriteString(line)
			continue
		}
		b.WriteString(paint + text + st.reset + line[len(text):])
	}
	return b.String()
}
