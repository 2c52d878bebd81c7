package shape

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf16"
)

func TestOf(t *testing.T) {
	typescript := func(line string) bool { return strings.Contains(line, "error TS") }
	for _, c := range []struct{ name, report, want string }{
		{"nothing", " \n", ""},
		{"JUnit", `<?xml version="1.0"?><testsuites><testsuite/></testsuites>`, "junit"},
		{"checkstyle", `<checkstyle version="4.3"></checkstyle>`, "checkstyle"},
		{"other XML", "<html></html>", ""},
		{"a list without findings", "[]", "ruff"},
		{"ESLint", `[{"filePath":"a.js","messages":[]}]`, "eslint"},
		{"ruff", `[{"filename":"a.py","location":{},"message":"m"}]`, "ruff"},
		{"pylint, the old form", `[{"symbol":"s","message":"m","path":"a.py"}]`, "pylint"},
		{"GitLab", `[{"description":"d","fingerprint":"f","location":{}}]`, "gitlab"},
		{"a list of something else", `[{"x":1}]`, ""},
		{"a list of numbers", `[1]`, ""},
		{"SARIF", `{"version":"2.1.0","runs":[]}`, "sarif"},
		{"bandit", `{"results":[],"metrics":{}}`, "bandit"},
		{"mypy", `{"file":"a.py","line":1,"message":"m","severity":"error"}`, "mypy"},
		{"oxlint", `{"diagnostics":[],"number_of_files":1}`, "oxlint"},
		{"pyrefly", `{"errors":[]}`, "pyrefly"},
		{"staticcheck", `{"code":"S1","message":"m","location":{"file":"a.go"}}`, "staticcheck"},
		{"a located message without a code", `{"message":"m","location":{"file":"a.go"}}`, ""},
		{"rdjsonl", `{"message":"m","location":{"path":"a.go"}}`, "rdjsonl"},
		{"go vet", `{"m/p":{"printf":[{"posn":"a.go:1:1","message":"m"}]}}`, "go vet"},
		{"go vet, an error", `{"m/p":{"printf":{"error":"e"}}}`, "go vet"},
		{"not go vet", `{"m/p":{"printf":3}}`, ""},
		{"not go vet either", `{"m/p":1}`, ""},
		{"broken JSON", `{"a":`, ""},
		{"ruff's text", "Found 3 errors.\n", "ruff"},
		{"tsc", "a.ts(1,2): error TS2304: m\n", "tsc"},
		{"mypy's success", "Success: no issues found in 1 source file\n", "mypy"},
		{"mypy's text", "a.py:1: error: m  [code]\n", "mypy"},
		{"go vet's headings", "# m/p\n{}\n", "go vet"},
		{"go vet's text", "vet: a.go:1:1: m\n", "go vet"},
		{"Go's compiler", "./a.go:1:2: undefined: x\n", "go"},
		{"flake8", "a.py:1:1: E501 line too long\n", "flake8"},
		{"pylint's text", "a.py:1:0: C0114: Missing module docstring (missing-module-docstring)\n", "pylint"},
		{"ruff's concise text", "a.py:1:8: F401 [*] `os` imported but unused\n", "ruff"},
		{"pylint's parseable text", "************* Module a\na.py:1: [C0114(missing-module-docstring), ] Missing module docstring\n", "pylint"},
		{"ruff's pylint", "a.py:1: [F401] `os` imported but unused\n", "pylint"},
		{"yamllint's parsable text", "a.yaml:1:2: [warning] too long (line-length)\n", "gcc"},
		{"gcc", "a.c:1:2: warning: unused variable\n", "gcc"},
		{"prose", "nothing to see here\n", ""},
	} {
		if got := Of([]byte(c.report), typescript); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestPlain(t *testing.T) {
	wide := func(s string, low int) []byte {
		var out []byte
		for _, u := range utf16.Encode([]rune(s)) {
			pair := [2]byte{byte(u >> 8), byte(u)}
			out = append(out, pair[low], pair[1-low])
		}
		return out
	}
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"as it is":                {[]byte("é"), "é"},
		"a byte order mark":       {[]byte("\ufeffx"), "x"},
		"UTF-16, little":          {wide("\ufeffaé", 1), "aé"},
		"UTF-16, big":             {wide("\ufeffaé", 0), "aé"},
		"UTF-16 without a mark":   {wide("[]", 1), "[]"},
		"UTF-16 big without one":  {wide("[]", 0), "[]"},
		"colours and links":       {[]byte("\x1b[31;1mred\x1b[0m \x1b]8;;http://x\x07link\x1b]8;;\x1b\\"), "red link"},
		"bytes that are no UTF-8": {[]byte("a\xffb"), "a\ufffdb"},
	} {
		if got := string(Plain(c.data)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestLooks(t *testing.T) {
	for report, want := range map[string]string{
		"":              "it is empty",
		"<x/>":          "XML, but neither JUnit nor checkstyle",
		"a\x00b":        "no text",
		"hello":         "text, in which no line is a finding",
		`{"a":1,"b":2}`: "a JSON object with the keys a, b",
		`[{"a":1}]`:     "a JSON array of objects with the keys a",
		`[1]`:           "a JSON array of something else than objects",
		`{}`:            "a JSON object with no keys",
		`{"a":`:         "broken JSON, it ends in the middle",
		`{"a":1,}`:      "at byte",
		`{"a1":1,"a2":1,"a3":1,"a4":1,"a5":1,"a6":1}`: "a5, …",
	} {
		if looks := Looks([]byte(report)); !strings.Contains(looks, want) {
			t.Errorf("%q looks like %q", report, looks)
		}
	}
}

func TestJSONError(t *testing.T) {
	var v struct {
		N    int
		S    string
		B    bool
		L    []int
		O    struct{ X int }
		Any  map[string]int
		Deep struct{ F float64 }
	}
	for data, want := range map[string]string{
		`{"N":"x"}`: "N is string, want a whole number", `{"S":1}`: "S is number, want a string", `{"B":1}`: "B is number, want true or false",
		`{"L":1}`: "L is number, want an array", `{"O":1}`: "O is number, want an object", `{"Any":1}`: "want an object",
		`{"Deep":{"F":"x"}}`: "Deep.F is string, want float64", `3`: "the whole is number, want an object", `{"N":`: "it ends in the middle", `{x}`: "at byte",
	} {
		err := json.Unmarshal([]byte(data), &v)
		if err == nil {
			t.Fatalf("%s is read", data)
		}
		if got := JSONError(err).Error(); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", data, got, want)
		}
	}
}
