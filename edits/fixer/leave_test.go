package fixer

import (
	"context"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// telling is a gate that knows what a function returns only where it sees the
// function's name.
type telling struct{}

func (telling) Denied(string) string { return "" }

func (telling) Secrets(_, s string) []text.Span {
	const head = "def db_password():\n    return \""
	at := strings.Index(s, head)
	if at < 0 {
		return nil
	}
	at += len(head)
	return []text.Span{{Start: at, End: at + strings.IndexByte(s[at:], '"')}}
}

func (g telling) Redact(path, s string) (string, []string) {
	spans := g.Secrets(path, s)
	if len(spans) == 0 {
		return s, nil
	}
	return s[:spans[0].Start] + "HIDDEN_1" + s[spans[0].End:], []string{"HIDDEN_1"}
}

type silent struct{}

func (silent) Complete(context.Context, model.Prompt) (model.Reply, error) {
	return model.Reply{}, context.Canceled
}

// TestSecretsOfPartsAlone: a secret that only the whole document tells is taken out
// of parts and of what the tool says; a word that is also a name stays a name.
func TestSecretsOfPartsAlone(t *testing.T) {
	for _, tt := range []struct {
		name, value, message string
		gone, kept           []string
	}{
		{"a key", "q7Rk2mVx9", `"q7Rk2mVx9" is not an int`, []string{"q7Rk2mVx9"}, []string{"HIDDEN_1"}},
		{"a word", "hunter", "Undefined name", []string{`"hunter"`}, []string{"def hunter", "undefined_name + hunter()"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := "def db_password():\n    return \"" + tt.value + "\"\n\n\ndef hunter():\n    return undefined_name + hunter()\n"
			at := strings.Index(src, "undefined_name")
			e := Ladder{Gate: telling{}, Model: Model{Completer: silent{}, Name: "m", Host: "h"}}
			x, err := e.Explain(t.Context(), Problem{Root: "/w", Snapshot: text.File("/w/a.py", "python", src),
				Diagnostic: signal.Diagnostic{Tool: "ruff", Code: "F821", Message: tt.message, Span: text.Span{Start: at, End: at + 14}}})
			if err != nil {
				t.Fatal(err)
			}
			doc := x.Markdown().String()
			_, sent, _ := strings.Cut(doc, "### user")
			for _, w := range tt.gone {
				if strings.Contains(sent, w) {
					t.Errorf("%s is sent:\n%s", w, sent)
				}
			}
			for _, w := range tt.kept {
				if !strings.Contains(sent, w) {
					t.Errorf("%s is not sent:\n%s", w, sent)
				}
			}
		})
	}
}

// An f-string that names what its function is given, and nothing else reads, has lost its
// braces: it is not made a plain text.
func TestLostBraces(t *testing.T) {
	const said = "f-string without any placeholders"
	for name, c := range map[string]struct {
		doc  string
		kept bool
	}{
		"a parameter":          {"def report(name: str, votes: int) -> str:\n    \"\"\"Like votes.\"\"\"\n    return f\"name: votes votes\"\n", true},
		"one that is read":     {"def report(name: str) -> str:\n    print(name)\n    return f\"name: none\"\n", false},
		"told in remarks":      {"def report(name: str) -> str:\n    '''Like name.'''\n    return f\"name: none\"  # no name\n", true},
		"read behind a mark":   {"def report(name: str) -> str:\n    return f\"name: none\" + \"#\" + name\n", false},
		"an escaped quote":     {"def report(name: str) -> str:\n    return f\"\\\"a\\\" name\"\n", true},
		"one that is misspelt": {"def label(item):\n    return f\"item \" + itme\n", false},
		"another word":         {"def report(name: str) -> str:\n    return f\"names\"\n", false},
		"outside of functions": {"name = f\"name\"\n", false},
	} {
		s := text.File("/w/m.py", "python", c.doc)
		at := strings.Index(c.doc, "f\"")
		d := signal.Diagnostic{Tool: "ruff", Code: "F541", Message: said, Span: text.Span{Start: at, End: at + 2}}
		if got := lostBraces(s, syntax.Parse("python", c.doc), d); (got != "") != c.kept {
			t.Errorf("%s: %q", name, got)
		}
	}
}
