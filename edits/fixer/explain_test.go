package fixer

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// hostile is what an author of a document, a tool or a rule could write to have
// it followed, run or hidden.
const hostile = "[%s](command:run) <img src=x> ![p](file:///etc/x)\n```\n[%[1]s](command:run)\n~~~\n\u202e[r]: command:run"

// TestExplainIsDefused plants a link, a picture, a reference and a fence in each
// field that others have a say in: outside of fences none is left, and no field
// ends the fence around the code.
func TestExplainIsDefused(t *testing.T) {
	evil := func(field string) string { return fmt.Sprintf(hostile, field) }
	e, _ := engine(t, 2)
	src := shapes + "# ``` [code](command:run)\n````\n[code](command:run)\n"
	p := problem(src)
	p.Root = "/w"
	p.Snapshot = text.File("/w/"+evil("path")+".py", "python", src)
	p.Diagnostic.Message, p.Diagnostic.Tool = evil("message"), evil("tool")
	p.Diagnostic.Fix = &signal.ToolFix{Title: evil("fix")}
	x, err := e.Explain(context.Background(), p)
	must.OK(t, err)
	x.Model, x.NoModel = evil("model"), evil("none")
	x.Messages.System, x.Messages.User, x.Context.Text = evil("system"), evil("user"), evil("context")
	x.Requirement.Docs, x.Requirement.Why = evil("docs"), evil("why")
	if len(x.Candidates.List) == 0 {
		t.Fatal("no candidates")
	}
	x.Candidates.List[0].Name = evil("candidate")
	for _, denied := range []string{"", evil("denied")} {
		x.Denied = denied
		if seen := x.Seen().String(); !strings.Contains(seen, "[message]") || strings.Contains(seen, evil("system")) {
			t.Errorf("what a fix would see:\n%s", seen)
		}
		doc := x.Markdown().String()
		for _, field := range []string{"message", "tool", "fix", "why", "docs", "path"} {
			if !strings.Contains(doc, "["+field+"]") {
				t.Errorf("%s is not shown", field)
			}
		}
		closed(t, doc)
		closed(t, x.Seen().String())
		if denied == "" && (!strings.Contains(doc, evil("system")) || !strings.Contains(doc, evil("user"))) {
			t.Error("the prompt is not shown as it would be sent")
		}
	}
}

// TestExplainShowsTheProof: the fix that needs no model is made, and is shown with
// the tools that looked at it, the text that they saw, and what they said; where
// there is none, with the reason.
func TestExplainShowsTheProof(t *testing.T) {
	e, _ := engine(t, 0)
	e.Info = saying(func(string, string) string { return "1.2.3" })
	p := problem(shapes)
	p.Diagnostic.Fix, p.Rungs = ownFix(p, "1", signal.Safe), nil
	x, err := e.Explain(t.Context(), p)
	must.OK(t, err)
	doc := x.Markdown().String()
	sum := text.File(p.Snapshot.Path, "python", fixed(shapes, "1")).Hash()
	for _, want := range []string{"Use 1: proved by " + p.Diagnostic.Tool + " 1.2.3\n", "- " + p.Diagnostic.Tool + " 1.2.3 looked at 1 file\n",
		fmt.Sprintf("SHA-256 %x\n", sum), "- problem gone: pass\n", "+        x = 1\n"} {
		if !strings.Contains(doc, want) {
			t.Errorf("without %q:\n%s", want, doc)
		}
	}
	p.Diagnostic.Fix = ownFix(p, "BAD", signal.Safe)
	if x, err = e.Explain(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if doc := x.Markdown().String(); !strings.Contains(doc, "## The fix without a model\n\nnone: ") || strings.Contains(doc, "verified") {
		t.Errorf("a fix that fixes nothing: %s", doc)
	}
}

// closed fails for what a reader could follow outside of fences, and for a fence
// that stays open.
func closed(t *testing.T, doc string) {
	t.Helper()
	fence := ""
	for line := range strings.Lines(doc) {
		mark := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		switch {
		case fence == "" && len(mark) >= 3:
			fence = mark
		case fence != "" && strings.TrimSpace(line) == fence:
			fence = ""
		case fence == "" && (strings.Contains(line, "](command:run)") || strings.Contains(line, "<img") || strings.Contains(line, "file:///") || strings.Contains(line, "\u202e") || strings.HasPrefix(line, "[r]:")):
			t.Errorf("outside of a fence: %q", line)
		}
	}
	if fence != "" {
		t.Errorf("a fence stays open:\n%s", doc)
	}
}
