package doctor

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/egress"
)

// auditShown is how many of the newest entries are printed for people.
const auditShown = 50

// Audit prints what was sent, and what was refused: oldest first, without
// any content, since none is kept.
func Audit(out io.Writer, path string, asJSON bool) error {
	if path == "" {
		return app.WithHint(errors.New("there is no folder for the audit log"), "set HOME or XDG_STATE_HOME")
	}
	list, err := egress.ReadAudit(path)
	if err != nil {
		return fmt.Errorf("read the audit log: %w", err)
	}
	if asJSON {
		if list == nil {
			list = []egress.Entry{}
		}
		return app.PrintJSON(out, map[string]any{"file": path, "entries": list})
	}
	if len(list) == 0 {
		fmt.Fprintf(out, "nothing was sent: no entry in %s\n", app.Clean(path))
		return nil
	}
	if more := len(list) - auditShown; more > 0 {
		fmt.Fprintf(out, "%d older entries are in %s\n", more, app.Clean(path))
		list = list[more:]
	}
	for _, e := range list {
		fmt.Fprintln(out, app.Clean(auditLine(e)))
	}
	return nil
}

// auditLine is one entry: when, what for, how it ended, where to, how much.
func auditLine(e egress.Entry) string {
	said := fmt.Sprintf("%s %s %s %s at %s, %d bytes", e.Time.Local().Format(time.DateTime), e.Kind, e.Outcome, e.Model,
		e.Host, e.Bytes)
	if e.Prompt+e.Completion > 0 {
		said += fmt.Sprintf(", %d+%d tokens", e.Prompt, e.Completion)
	}
	said += fmt.Sprintf(", %d redacted, %d denied, %d ms", e.Redactions, e.Denials, e.Millis)
	if e.Signal != "" {
		said += "; " + e.Signal
	}
	places := make([]string, len(e.Places))
	for i, p := range e.Places {
		places[i] = fmt.Sprintf("%s:%d-%d", p.Path, p.Start, p.End)
	}
	if len(places) > 0 {
		said += "; " + strings.Join(places, ", ")
	}
	return said
}
