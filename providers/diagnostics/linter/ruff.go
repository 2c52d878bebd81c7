package linter

import (
	"encoding/json"
	"errors"
	"os"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/providers/signal"
)

// ruff reads the text from standard input under the document's name, so that
// it finds the project's configuration and per-file settings. A project may
// switch fixing on in its configuration; then ruff would write the fixed text
// instead of its findings. It runs in the root, as over many files: without a
// configuration its settings come from the folder it runs in, and its messages
// name files from there.
func (j *job) ruff() (child.Command, error) {
	dir := j.root
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		dir = j.folder()
	}
	return child.Command{
		Argv:  j.args(append(ruffArgs(), "--stdin-filename", j.snapshot.Path, "-")...),
		Dir:   dir,
		Stdin: []byte(j.snapshot.Text()),
	}, nil
}

func ruffArgs() []string {
	return []string{"check", "--output-format", "json", "--no-fix", "--no-cache", "--force-exclude"}
}

type ruffPoint struct {
	Row    int `json:"row"`
	Column int `json:"column"` // characters
}

type ruffItem struct {
	Code     *string    `json:"code"`
	Message  *string    `json:"message"`
	Filename *string    `json:"filename"`
	Location *ruffPoint `json:"location"`
	End      *ruffPoint `json:"end_location"`
	URL      *string    `json:"url"`
	Cell     *int       `json:"cell"`
	Fix      *struct {
		Applicability string  `json:"applicability"`
		Message       *string `json:"message"`
		Edits         []struct {
			Content  string    `json:"content"`
			Location ruffPoint `json:"location"`
			End      ruffPoint `json:"end_location"`
		} `json:"edits"`
	} `json:"fix"`
}

// decodeRuff reads ruff check --output-format json.
func decodeRuff(output []byte) ([]Finding, error) {
	var items []ruffItem
	if err := json.Unmarshal(output, &items); err != nil {
		return nil, malformed("ruff", err)
	}
	if items == nil {
		return nil, malformed("ruff", errors.New("null"))
	}
	list := make([]Finding, 0, len(items))
	for _, it := range items {
		if it.Message == nil || it.Filename == nil || it.Location == nil {
			return nil, malformed("ruff", errors.New("an item without message, file name or location"))
		}
		if it.Cell != nil {
			continue // positions inside a notebook's cell
		}
		f := Finding{
			Tool: "ruff", Path: *it.Filename, Message: *it.Message, Unit: Runes, NoMark: true,
			Start: Point{Line: it.Location.Row, Column: it.Location.Column}, Doc: deref(it.URL), Code: deref(it.Code),
		}
		if it.End != nil {
			f.End = Point{Line: it.End.Row, Column: it.End.Column}
		}
		if f.Code == "" || f.Code == "E999" {
			f.Code = "invalid-syntax"
		}
		f.Severity, f.Tags = ruffSeverity(f.Code)
		if it.Fix != nil {
			fix := &Fix{Title: deref(it.Fix.Message), Applicability: signal.DisplayOnly, Unit: Runes}
			switch it.Fix.Applicability {
			case "safe", "always", "automatic":
				fix.Applicability = signal.Safe
			case "unsafe", "sometimes", "suggested":
				fix.Applicability = signal.Unsafe
			}
			for _, e := range it.Fix.Edits {
				fix.Edits = append(fix.Edits, FixEdit{
					Start: Point{Line: e.Location.Row, Column: e.Location.Column}, End: Point{Line: e.End.Row, Column: e.End.Column}, New: e.Content,
				})
			}
			f.Fix = fix
		}
		list = append(list, f)
	}
	return list, nil
}

// ruffSeverity is what ruff's own language server makes of a rule; in its
// reports everything is an error.
func ruffSeverity(code string) (signal.Severity, []signal.Tag) {
	switch code {
	case "invalid-syntax", "E902", "F821", "F822", "F823":
		return signal.Error, nil
	case "F401", "F841":
		return signal.Warning, []signal.Tag{signal.Unnecessary}
	}
	return signal.Warning, nil
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
