package app

import (
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/edits/fixer"
)

// A terminal shows that a tool looks at the fixes of a project, that a model is asked
// and how much it has to read, and never in the midst of results.
func TestMeterOfAModel(t *testing.T) {
	var out strings.Builder
	m := &Meter{w: &out, total: 2, start: time.Now(), on: true}
	m.Stage(fixer.Stage{Name: "checking", Tool: "mypy"})
	m.Note("checking 12 fixes with mypy")
	m.Stage(fixer.Stage{Name: "asking", Model: "m:1b", Reading: 1234})
	m.Clear()
	m.Stage(fixer.Stage{Name: "asking", Model: "other"})
	m.Step()
	m.Stage(fixer.Stage{Name: "asking", Model: "m\x1b:2b"})
	want := "\r\x1b[Kfettle: checking 12 fixes with mypy\r\x1b[Kfettle: asking m:1b, reading 1,200 tokens\r\x1b[K\rfettle: 1 of 2 files\r\x1b[Kfettle: asking m\\u{1b}:2b"
	if got := out.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
