package format

import (
	"fmt"
	"io"
	"strings"
)

// github writes workflow commands, which GitHub Actions turns into annotations:
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
func github(w io.Writer, r Run) error {
	for _, f := range r.Files {
		for _, d := range f.rows() {
			at := fmt.Sprintf(",line=%d,col=%d", max(d.Line, 1), max(d.Column, 1))
			if d.unlooked {
				at = ""
			}
			if _, err := fmt.Fprintf(w, "::%s file=%s%s,title=%s::%s\n", d.level("error", "warning", "notice"),
				property(f.Path), at, property(strings.TrimSpace(d.Tool+" "+d.Code)), data(d.sentence())); err != nil {
				return err
			}
		}
	}
	if len(r.Skipped) > 0 { // one for all: of each level GitHub shows ten
		if _, err := fmt.Fprintf(w, "::notice title=fettle::%s\n", data(skippedSentence(r.Skipped))); err != nil {
			return err
		}
	}
	return nil
}

// data escapes the message of a command, and property the value of one of its
// properties, as the runner splits them:
// https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(s))
}
