package linter

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
	"github.com/fettle-dev/fettle/providers/signal"
)

// seeds are the recorded outputs of all tools, for all decoders.
func seeds(f *testing.F) {
	f.Helper()
	names, _ := filepath.Glob("testdata/*/*.txtar")
	for _, name := range names {
		data, err := os.ReadFile(name)
		must.OK(f, err)
		for _, file := range txtar.Parse(data).Files {
			if (file.Name == "output" || file.Name == "report") && len(file.Data) < 8<<10 {
				f.Add(file.Data, "import os\r\nx = \"é😀\"\n\ttail")
			}
		}
	}
	f.Add([]byte(`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[{"ruleIndex":-1,"message":{"id":"a"},"locations":[{}]}]}]}`), "a\n")
	f.Add([]byte("a.go:1:1: x\n\tb.go:2: y\n\t\n:1:1: \n"), "")
}

// check holds for whatever a decoder was given: an error of our own kind, or
// diagnostics that lie in the text and whose fixes apply.
func check(t *testing.T, name string, read func([]byte) ([]Finding, error), data []byte, body string) {
	findings, err := read(data)
	if err != nil {
		var e *Error
		if !errors.As(err, &e) || findings != nil || strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Fatalf("%s: error %q with %d findings", name, err, len(findings))
		}
		return
	}
	s := text.File("/p/a.py", "python", body)
	for i := range findings {
		findings[i].Path = "a.py"
	}
	for _, d := range Resolve(findings, Mapping{Snapshot: s, Dir: "/p"}) {
		if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > s.Len() {
			t.Fatalf("%s: span %v of %d bytes", name, d.Span, s.Len())
		}
		if utf8.RuneCountInString(d.Message) > limits.Message || strings.ContainsAny(d.Message, "\n\r\x1b\u202e") || CleanCode(d.Code) != d.Code {
			t.Fatalf("%s: %q %q", name, d.Code, d.Message)
		}
		if d.Severity < signal.Error || d.Severity > signal.Hint {
			t.Fatalf("%s: severity %d", name, d.Severity)
		}
		if d.Fix != nil {
			if _, err := s.Apply(d.Fix.Edits); err != nil {
				t.Fatalf("%s: a fix that does not apply: %v", name, err)
			}
		}
	}
}

func FuzzDecoders(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte, body string) {
		for _, form := range decode.Formats() {
			check(t, form.Name, (&Spec{decode: form.Read}).read, data, body)
		}
		for _, s := range Specs() {
			check(t, s.Name, s.read, data, body)
		}
		_, _ = ParseInput("", data)
	})
}
