package engine

import (
	"context"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

type nobody struct{}

func (nobody) Complete(context.Context, model.Prompt) (model.Reply, error) {
	return model.Reply{}, context.Canceled
}

// TestSecretsOfParts: a line that is shown without the function that it stands in
// keeps the secret that only the whole document tells.
func TestSecretsOfParts(t *testing.T) {
	value := "q7Rk2" + "mVx9" + "LpTz4"
	src := "def db_password():\n    return \"" + value + "\"\n\n\ndef f():\n    return undefined_name + db_password()\n"
	e := fixer.Ladder{Gate: gateway{egress.New(egress.Options{})}, Model: fixer.Model{Completer: nobody{}, Name: "m", Host: "h"}}
	at := strings.Index(src, "undefined_name")
	x, err := e.Explain(t.Context(), fixer.Problem{Root: "/w", Snapshot: text.File("/w/a.py", "python", src),
		Diagnostic: signal.Diagnostic{Tool: "ruff", Code: "F821", Message: "Undefined name", Span: text.Span{Start: at, End: at + 14}}})
	must.OK(t, err)
	doc := x.Markdown().String()
	if strings.Contains(doc, value) || !strings.Contains(doc, "return \"REDACTED_") {
		t.Errorf("shown:\n%s", doc)
	}
}
