// Package shape finds out what format a report of a tool has, and says what one of
// no known format looks like.
package shape

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
)

// escapes are what terminals are sent between the letters: colours and links.
var escapes = lazyre.New("\x1b(\\[[0-9;:?]*[ -/]*[@-~]|\\][^\x07\x1b]*(\x07|\x1b\\\\))")

// Plain returns a report as UTF-8, without a byte order mark and without what
// only a terminal reads. Some shells write UTF-16 when they redirect. Bytes in
// another encoding become replacement characters.
func Plain(data []byte) []byte {
	if order := utf16Order(data); order != nil {
		units := make([]uint16, len(data)/2)
		for i := range units {
			units[i] = order.Uint16(data[2*i:])
		}
		data = []byte(string(utf16.Decode(units)))
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if bytes.IndexByte(data, 0x1b) >= 0 {
		data = escapes.ReplaceAll(data, nil)
	}
	if !utf8.Valid(data) {
		data = bytes.ToValidUTF8(data, []byte("\ufffd"))
	}
	return data
}

// utf16Order returns the byte order of UTF-16, nil for other encodings. Without a
// byte order mark the first character decides, which is ASCII in every format.
func utf16Order(data []byte) binary.ByteOrder {
	if len(data) < 2 || len(data)%2 != 0 {
		return nil
	}
	switch a, b := data[0], data[1]; {
	case a == 0xff && b == 0xfe, a != 0 && a < utf8.RuneSelf && b == 0:
		return binary.LittleEndian
	case a == 0xfe && b == 0xff, a == 0 && b != 0 && b < utf8.RuneSelf:
		return binary.BigEndian
	}
	return nil
}

// Looks says what a report of no known format looks like.
func Looks(data []byte) string {
	data = bytes.TrimSpace(data)
	switch {
	case len(data) == 0:
		return "it is empty"
	case data[0] == '<':
		return "XML, but neither JUnit nor checkstyle"
	case bytes.IndexByte(data, 0) >= 0:
		return "no text"
	case data[0] == '[' || data[0] == '{':
		return unknownJSON(data)
	}
	return "text, in which no line is a finding of a tool that is known"
}

// unknownJSON says what JSON looks like.
func unknownJSON(data []byte) string {
	var v any
	if err := json.NewDecoder(bytes.NewReader(data)).Decode(&v); err != nil {
		return "broken JSON, " + JSONError(err).Error()
	}
	kind := "a JSON object"
	if list, ok := v.([]any); ok && len(list) > 0 {
		kind, v = "a JSON array of objects", list[0]
	}
	o, ok := v.(map[string]any)
	switch {
	case !ok:
		return "a JSON array of something else than objects"
	case len(o) == 0:
		return kind + " with no keys"
	}
	keys := slices.Sorted(maps.Keys(o))
	for i, k := range keys {
		keys[i] = report.CleanMessage(k)
	}
	if len(keys) > 5 {
		keys = append(keys[:5], "…")
	}
	return kind + " with the keys " + strings.Join(keys, ", ")
}

// JSONError says an error of JSON in words of JSON.
func JSONError(err error) error {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &kind):
		names := map[string]string{"int": "a whole number", "string": "a string", "bool": "true or false"}
		want := names[kind.Type.Kind().String()]
		switch kind.Type.Kind().String() {
		case "struct", "map":
			want = "an object"
		case "slice":
			want = "an array"
		}
		return fmt.Errorf("%s is %s, want %s", cmp.Or(kind.Field, "the whole"), kind.Value, cmp.Or(want, kind.Type.String()))
	case errors.As(err, &syntax) && strings.Contains(err.Error(), "unexpected end"), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it ends in the middle")
	case errors.As(err, &syntax):
		return fmt.Errorf("%w at byte %d", err, syntax.Offset)
	}
	return err
}

// Of returns the format of a report by its shape, "" if it is none that is known or has
// no sign of it. typescript reports whether a line is a diagnostic of the
// TypeScript compiler.
func Of(data []byte, typescript func(line string) bool) string {
	data = bytes.TrimSpace(data)
	switch {
	case len(data) == 0:
		return ""
	case data[0] == '<':
		head := data[:min(len(data), 4096)]
		switch {
		case bytes.Contains(head, []byte("<testsuite")):
			return "junit"
		case bytes.Contains(head, []byte("<checkstyle")):
			return "checkstyle"
		}
		return ""
	case data[0] == '[':
		return detectArray(data)
	case data[0] == '{':
		return detectObject(data)
	}
	return detectText(string(data[:min(len(data), 64<<10)]), typescript)
}

func detectArray(data []byte) string {
	var items []map[string]json.RawMessage
	dec := json.NewDecoder(bytes.NewReader(data))
	if dec.Decode(&items) != nil {
		return ""
	}
	if len(items) == 0 {
		return "ruff" // nothing was found, whoever looked
	}
	switch {
	case has(items[0], "filePath", "messages"):
		return "eslint"
	case has(items[0], "filename", "location", "message"):
		return "ruff"
	case has(items[0], "filepath", "violations"):
		return "sqlfluff"
	case has(items[0], "symbol", "message", "path"):
		return "pylint"
	case has(items[0], "description", "fingerprint", "location"):
		return "gitlab"
	}
	return ""
}

func detectObject(data []byte) string {
	var o map[string]json.RawMessage
	if json.NewDecoder(bytes.NewReader(data)).Decode(&o) != nil {
		return ""
	}
	for _, c := range [...]struct {
		name string
		keys []string
	}{
		{"sarif", []string{"runs", "version"}},
		{"bandit", []string{"results", "metrics"}},
		{"semgrep", []string{"results", "paths"}},
		{"pyright", []string{"generalDiagnostics"}},
		{"golangci-lint", []string{"Issues"}},
		{"report-log", []string{"$report_type"}},
		{"clippy", []string{"reason"}},
		{"rustc", []string{"$message_type", "spans"}},
		{"mypy", []string{"file", "line", "message", "severity"}},
		{"tsc", []string{"typescript", "diagnostics"}},
		{"go", []string{"ImportPath"}},
		{"oxlint", []string{"diagnostics", "number_of_files"}},
		{"rdjson", []string{"diagnostics"}},
		{"pylint", []string{"messages", "statistics"}},
		{"pyrefly", []string{"errors"}},
		{"shellcheck", []string{"comments"}},
		{"rubocop", []string{"files", "summary"}},
	} {
		if has(o, c.keys...) {
			return c.name
		}
	}
	if has(o, "message", "location") {
		return detectLocated(o)
	}
	if isGoVet(o) {
		return "go vet"
	}
	return ""
}

// detectLocated finds out whose lines have a message and a location: what
// reviewdog reads has a path in it, what staticcheck prints a file.
func detectLocated(o map[string]json.RawMessage) string {
	var location map[string]json.RawMessage
	switch {
	case has(o, "filename", "code"):
		return "ruff" // --output-format json-lines
	case json.Unmarshal(o["location"], &location) == nil && has(location, "path"):
		return "rdjsonl"
	case has(o, "code"):
		return "staticcheck"
	}
	return ""
}

// isGoVet reports whether an object is package → analyzer → diagnostics or an
// error, with at least one of them: an empty one may be anybody's.
func isGoVet(o map[string]json.RawMessage) bool {
	any := false
	for _, v := range o {
		var analyzers map[string]json.RawMessage
		if json.Unmarshal(v, &analyzers) != nil || analyzers == nil {
			return false
		}
		for _, raw := range analyzers {
			var list []struct{ Posn, End, Message string }
			var failure struct{ Error *string }
			if json.Unmarshal(raw, &list) != nil && (json.Unmarshal(raw, &failure) != nil || failure.Error == nil) {
				return false
			}
			any = true
		}
	}
	return any
}

func has(o map[string]json.RawMessage, keys ...string) bool {
	for _, k := range keys {
		if _, ok := o[k]; !ok {
			return false
		}
	}
	return true
}

// mypyClean begins the one line that mypy prints where it finds nothing.
const mypyClean = "Success: no issues found"

// detectText looks at the first line that has the shape of some tool's.
func detectText(s string, typescript func(line string) bool) string {
	if ruffSum.MatchString(s) && !strings.Contains(s, "error: ") {
		return "ruff"
	}
	before := ""
	for line := range strings.SplitSeq(s, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if strings.HasPrefix(before, "# ") && strings.HasPrefix(line, "{") {
			return "go vet" // with the headings of both streams in one
		}
		before = line
		if typescript(line) {
			return "tsc"
		}
		if strings.HasPrefix(line, mypyClean) {
			return "mypy"
		}
		if strings.HasPrefix(line, "# [") || strings.HasPrefix(line, "vet: ") {
			return "go vet"
		}
		if name := detectLine(line); name != "" {
			return name
		}
		if name := detectPlaced(line); name != "" {
			return name
		}
	}
	if _, err := report.GCC([]byte(s)); err == nil {
		return "gcc"
	}
	return ""
}

// The lines of tools that are recognized by their codes.
var (
	pylintLine = lazyre.New(`^[^:\s][^:]*:\d+(?::\d+: [CRWEFI]\d{4}: .+ \([a-z0-9-]+\)|: ` +
		`\[(?:[CRWEFI]\d{4}\([a-z0-9-]+\), ?[^\]]*|[A-Z]+\d+|invalid-syntax)\] .+)$`)
	ruffLine = lazyre.New(`^(?:[^:\s][^:]*\.(?:pyi?|ipynb):\d+:\d+: )?[A-Z]+\d+ \[\*\] |^All checks passed!$| ` +
		`\(previously `)
	flake8Line = lazyre.New(`^[^:\s][^:]*:\d+:\d+: [A-Z]{1,3}\d{1,4} .+`)
	ruffSum    = lazyre.New(`(?m)^Found \d+ errors?\.?(?: \(\d+ fixed.*)?\s*$|^\[\*\] \d+ fixable with|^\s*--> ` +
		`.+\.pyi?:\d+:\d+$`)
)

// detectPlaced returns the tool that a line with a place in a file is of, "" if no such
// is known.
func detectPlaced(line string) string {
	path, _, message, ok := report.CutPosition(line)
	switch {
	case !ok:
	case flake8Line.MatchString(line):
		return "flake8"
	case strings.HasSuffix(path, ".go"):
		return "go"
	case strings.Contains(path, ".py") && (strings.HasPrefix(message, "error: ") || strings.HasPrefix(message, "note: ")):
		return "mypy"
	}
	return ""
}

// detectLine returns the tool that alone writes such a line, "" if there is none.
func detectLine(line string) string {
	switch {
	case pylintLine.MatchString(line):
		return "pylint"
	case ruffLine.MatchString(line):
		return "ruff"
	}
	return ""
}
