package decode

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

type listedPackage struct {
	ImportPath string
	Error      *listedError
	DepsErrors []*listedError
}

type listedError struct {
	Pos string
	Err string
}

// GoList reads the errors of go list -e -json: compiler output in Err,
// or one error with its position.
func GoList(output []byte) ([]report.Finding, error) {
	var list []report.Finding
	seen := map[string]bool{}
	dec := json.NewDecoder(bytes.NewReader(output))
	for {
		var p listedPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, malformed("go", err)
		}
		if p.ImportPath == "" {
			return nil, malformed("go", errors.New("a package without import path"))
		}
		for _, e := range append([]*listedError{p.Error}, p.DepsErrors...) {
			if e == nil {
				continue
			}
			found := report.GoText("go", e.Err)
			if len(found) == 0 && e.Pos != "" {
				found = report.GoText("go", e.Pos+": "+strings.TrimSpace(e.Err))
			}
			if len(found) == 0 {
				found = goStopped("go", e.Err)
			}
			for _, f := range found {
				// Packages and their test variants say the same.
				if key := fmt.Sprint(f.Path, f.Start, f.Message); !seen[key] {
					seen[key] = true
					list = append(list, f)
				}
			}
		}
	}
}

// goStopped returns the finding, in no file, of a compiler that ended without a word on the
// code: what it writes, behind the name of the package, is about itself (a full disk,
// no memory). Of that package nothing is known.
func goStopped(tool, output string) []report.Finding {
	if _, said, ok := strings.Cut(output, "\n"); ok && strings.HasPrefix(output, "# ") &&
		len(report.GoText("go", output)) == 0 {
		return []report.Finding{{Tool: tool, Code: Stopped, Message: strings.TrimSpace(said), Severity: signal.Error}}
	}
	return nil
}

// Stopped is the code of a finding in no file: the compiler of Go has ended before it
// could judge a package.
const Stopped = "stopped"

// splitJSON separates objects that begin a line with "{" and end one with "}",
// or stand on one line, from the text round them.
func splitJSON(output []byte) (text string, objects [][]byte, err error) {
	var b, object strings.Builder
	for line := range strings.SplitSeq(string(output), "\n") {
		switch {
		case object.Len() == 0 && strings.HasPrefix(line, "{"):
			object.WriteString(line + "\n")
		case object.Len() > 0:
			object.WriteString(line + "\n")
		default:
			b.WriteString(line + "\n")
		}
		if object.Len() > 0 && strings.HasPrefix(line, "}") || strings.HasPrefix(line, "{") && json.Valid([]byte(line)) {
			objects = append(objects, []byte(object.String()))
			object.Reset()
		}
	}
	if object.Len() > 0 {
		return "", nil, io.ErrUnexpectedEOF
	}
	return b.String(), objects, nil
}

func withoutComments(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(line, "#") {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// goAny reads go list -e -json, go build -json and the compiler's text.
func goAny(data []byte) ([]report.Finding, error) {
	if !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return report.GoText("go", string(data)), nil
	}
	if !bytes.Contains(data, []byte(`"Action"`)) {
		return GoList(data)
	}
	var b strings.Builder
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		var event struct{ Action, Output string }
		if err := json.Unmarshal(line, &event); err != nil {
			return nil, malformed("go", err)
		}
		if event.Action == "build-output" {
			b.WriteString(event.Output)
		}
	}
	return report.GoText("go", b.String()), nil
}
