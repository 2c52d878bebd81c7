package decode

import (
	"bytes"
	"errors"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/shape"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
)

// decoders read what the tools write when fettle runs them.
var decoders = map[string]func([]byte) ([]report.Finding, error){
	"ruff": Ruff, "bandit": Bandit, "mypy": Mypy, "pyright": Pyright, "go": GoList, "go_vet": GoVet, "staticcheck": Staticcheck,
	"golangci-lint": Golangci, "eslint": ESLint, "biome": Biome, "ty": Ty, "go_fix": GoFix, "pyrefly": Pyrefly,
	"oxlint": Oxlint, "tsc": TSC, "clippy": Rust, "pytest": JUnit,
}

// wanted is the first line of a diagnostic that is to come of an output: place,
// severity, tool and code, message.
var wanted = regexp.MustCompile(`(?m)^(\d+):\d+-\d+:\d+ \w+ \S+?/(\S*) (.+)$`)

// recorded are the outputs of a folder of the runner's own tests, each with what is
// to come of it.
func recorded(t *testing.T, pattern, output string) map[string]*txtar.Archive {
	t.Helper()
	names, err := filepath.Glob("../testdata/" + pattern)
	if err != nil || len(names) < 20 {
		t.Fatalf("%d recorded outputs, %v", len(names), err)
	}
	list := map[string]*txtar.Archive{}
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		must.OK(t, err)
		if len(part(a, output)) > 0 {
			list[strings.TrimPrefix(filepath.ToSlash(name), "../testdata/")] = a
		}
	}
	return list
}

func part(a *txtar.Archive, name string) []byte {
	for _, f := range a.Files {
		if f.Name == name {
			return bytes.ReplaceAll(f.Data, []byte("$DIR"), []byte("/project"))
		}
	}
	return nil
}

// compare holds findings against the diagnostics that are to come of them: each has
// one with its words, on its line where the tool counts lines.
func compare(t *testing.T, name string, list []report.Finding, want []byte) {
	t.Helper()
	plain := func(s string) string { return strings.Join(strings.Fields(s), "") }
	for _, m := range wanted.FindAllSubmatch(want, -1) {
		line, _ := strconv.Atoi(string(m[1]))
		moved := strings.HasPrefix(name, "pytest/") // to the code that a test is about
		found := false
		for _, f := range list {
			same := strings.HasPrefix(plain(string(m[3])), plain(f.Message)) || strings.HasPrefix(plain(f.Message), plain(string(m[3])))
			found = found || same && (moved || f.Start.Line == line || f.Start.Line <= 0 || f.Unit >= report.Offset)
		}
		if !found {
			t.Errorf("%s: nothing says %s in %d findings", name, m[0], len(list))
		}
	}
}

// TestRecorded: what comes of the tools' recorded outputs says everything that is
// known to be in them; one that is cut off in the middle is an error or says less,
// and never something else.
func TestRecorded(t *testing.T) {
	for name, a := range recorded(t, "*/*.txtar", "output") {
		read := decoders[strings.Split(name, "/")[0]]
		if read == nil {
			t.Errorf("%s: no decoder", name)
			continue
		}
		out := part(a, "output")
		list, err := read(out)
		if err != nil {
			if !strings.Contains(string(part(a, "want")), "error: ") && wanted.Match(part(a, "want")) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		compare(t, name, list, part(a, "want"))
		if less, err := read(out[:len(out)/2]); err == nil && len(less) > len(list) {
			t.Errorf("%s: half of it has %d findings, the whole %d", name, len(less), len(list))
		}
	}
}

// TestReports: a report from a file is told by its shape, and read as that.
func TestReports(t *testing.T) {
	for name, a := range recorded(t, "input/*.txtar", "report") {
		data := shape.Plain(part(a, "report"))
		format, _, _ := strings.Cut(strings.TrimPrefix(string(a.Comment), "format: "), "\n")
		if got := Detect(data); got != format {
			t.Errorf("%s: taken for %q, it is %q", name, got, format)
		}
		for _, f := range Formats() {
			if f.Name != format {
				continue
			}
			list, err := f.Read(data)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			compare(t, name, list, part(a, "want"))
		}
	}
}

// TestTSCUnseen: a report of the compiler says of which files it has no word.
func TestTSCUnseen(t *testing.T) {
	one := `{"code": 2304, "start": 4, "length": 3, "category": 1, "message": "Cannot find name 'x'."}`
	files := []byte(`{"typescript": "5.9.3", "files": [{"file": "/p/a.ts", "diagnostics": [` + one + `]},
		{"file": "/p/b.ts", "diagnostics": null}]}`)
	if unseen := TSCUnseen(files); len(unseen) != 1 || !unseen["/p/b.ts"] {
		t.Errorf("unseen: %v", unseen)
	}
	if list, err := TSC(files); err != nil || len(list) != 1 {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestNoReport: what is no output of a tool is an error that names the tool.
func TestNoReport(t *testing.T) {
	for tool, read := range decoders {
		for _, out := range []string{"{", `{"a": `, "<a", "[1"} {
			list, err := read([]byte(out))
			if len(list) > 0 {
				t.Errorf("%s: %q gives %v", tool, out, list)
			}
			if err != nil && !strings.HasPrefix(err.Error(), "output of ") {
				t.Errorf("%s: %q: %v", tool, out, err)
			}
		}
	}
	for _, f := range Formats() {
		if list, err := f.Read([]byte(`{"a": `)); len(list) > 0 || err != nil && errors.Unwrap(err) == nil {
			t.Errorf("%s: %v, %v", f.Name, list, err)
		}
	}
}
