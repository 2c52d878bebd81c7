package fixer

import (
	"context"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/testkit/must"
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
			must.OK(t, err)
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
