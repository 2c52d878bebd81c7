package e2e

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

const editSource = `import os


def total(items):
    result = 0
    for item in items:
        result = result + item
        print(item)
    return result


def other():
    return os.getcwd()
`

// edit runs fettle.edit on a range of lines, from zero.
func (p *project) edit(first, last int, instruction string) testkit.Message {
	return p.Execute("fettle.edit", []any{map[string]any{
		"textDocument": map[string]any{"uri": p.doc.URI, "version": p.doc.Version()},
		"range":        map[string]any{"start": map[string]int{"line": first, "character": 0}, "end": map[string]int{"line": last, "character": 0}},
		"instruction":  instruction,
	}})
}

// ended waits for the end of the next fix and says how it ended.
func (p *project) ended(from int) string {
	return p.WaitFix(from, "end").Message
}

func TestEditOnASelection(t *testing.T) {
	p := newProject(t, editSource, answer("result = result", "        result += item", 0), "")
	from := p.Seen()
	if m := p.edit(4, 7, "use an augmented assignment"); m.Error != nil {
		t.Fatal(m.Raw)
	}
	want := strings.Replace(editSource, "result = result + item", "result += item", 1)
	until(t, "the edit", func() bool { return p.doc.Text() == want })
	if how := p.ended(from); how != "edit applied · ruff is content" {
		t.Errorf("ended: %s", how)
	}
	prompt := p.model.Requests()[0].Prompt()
	task := strings.Index(prompt, `TASK: "use an augmented assignment"`)
	if task < 0 || task < strings.LastIndex(prompt, "DATA ") || strings.Contains(prompt, "diagnostic at") || strings.Contains(prompt, "You repair") {
		t.Errorf("prompt:\n%s", prompt)
	}
	for _, line := range []string{"def total", "return result", "def other"} {
		if regexp.MustCompile(`(?m)^L\d+:[a-z2-7]{2}\| *` + line).MatchString(prompt) {
			t.Errorf("the window holds %q:\n%s", line, prompt)
		}
	}
}

// TestEditGates: what an instruction must not do, each with what the user is
// told; the text stays as it is.
func TestEditGates(t *testing.T) {
	for _, tt := range []struct {
		name, instruction, holds, with, told string
	}{
		{"undefined name", "print the item", "result = result", "        result = result + box", `"box"`},
		{"new problem", "print the item", `print\(`, `        print(item == None)`, "ruff reports something"},
		{"broken", "be shorter", "result = result", "        result = = item", "the new text does not"},
		{"only deletes", "be quicker", `print\(`, "", "only deletes"},
		{"starts a process", "log it", "result = result", "        os.system(item)", "line 7 reaches"},
		{"nothing", "tidy", "result = result", "        result = result + item", "change"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newProject(t, editSource, answer(tt.holds, tt.with, 0), "")
			from := p.Seen()
			p.edit(5, 8, tt.instruction)
			until(t, "a message", func() bool { return len(p.messages(from)) > 0 })
			if got := p.messages(from); len(got) != 1 || !strings.Contains(got[0], tt.told) || len(got[0]) > 80 {
				t.Errorf("messages: %q", got)
			}
			if p.doc.Text() != editSource {
				t.Errorf("text:\n%s", p.doc.Text())
			}
		})
	}
}

// TestEditStaysInTheSelection: an answer that names other lines is refused.
func TestEditStaysInTheSelection(t *testing.T) {
	p := newProject(t, editSource, func(testkit.ModelRequest) (testkit.Reply, bool) {
		return testkit.Reply{Text: "--- a/app.py\n+++ b/app.py\n@@ -11,2 +11,2 @@\n def other():\n-    return os.getcwd()\n+    return os.curdir\n"}, true
	}, "")
	from := p.Seen()
	p.edit(4, 7, "use curdir")
	until(t, "a message", func() bool { return len(p.messages(from)) > 0 })
	if p.doc.Text() != editSource {
		t.Errorf("text:\n%s", p.doc.Text())
	}
	for _, r := range p.model.Requests() {
		if strings.Contains(r.Prompt(), "L12:") {
			t.Errorf("the window grew:\n%s", r.Prompt())
		}
	}
}

func TestEditDeletesWhenAskedTo(t *testing.T) {
	id := regexp.MustCompile(`(?m)^(L\d+:[a-z2-7]{2})\|.*print\(`)
	p := newProject(t, editSource, func(r testkit.ModelRequest) (testkit.Reply, bool) {
		return testkit.Reply{Text: "EDIT delete " + id.FindStringSubmatch(r.Prompt())[1] + "\nEND\n"}, true
	}, "")
	want := strings.Replace(editSource, "        print(item)\n", "", 1)
	p.edit(7, 8, "remove the print")
	until(t, "the edit", func() bool { return p.doc.Text() == want })
}

func TestEditIsCancelledAndGoesStale(t *testing.T) {
	p := newProject(t, editSource, hanging, "")
	from := p.Seen()
	p.edit(4, 7, "shorter")
	until(t, "the model to be asked", func() bool { return len(p.model.Requests()) == 1 })
	p.Execute("fettle.cancel", []any{})
	until(t, "the call to be dropped", func() bool { return p.model.Gone() == 1 })
	if how := p.ended(from); how != "cancelled" || len(p.messages(from)) > 0 {
		t.Errorf("ended: %s, %q", how, p.messages(from))
	}
	m := p.Execute("fettle.edit", []any{map[string]any{"uri": p.doc.URI, "version": p.doc.Version() - 1, "instruction": "x",
		"range": map[string]any{"start": map[string]int{"line": 4}, "end": map[string]int{"line": 5}}}})
	if got := p.messages(from); m.Error != nil || len(got) != 1 || !strings.Contains(got[0], "select again") {
		t.Errorf("%q, %s", got, m.Raw)
	}
}

func TestEditNeedsAModelAndAnInstruction(t *testing.T) {
	p := newProject(t, editSource, nil, "")
	from := p.Seen()
	p.edit(4, 7, "  ")
	p.edit(4, 7, "shorter")
	until(t, "two messages", func() bool { return len(p.messages(from)) == 2 })
	got := p.messages(from)
	if !strings.Contains(got[0], "instruction") || !strings.Contains(got[1], "fettle init") {
		t.Errorf("messages: %q", got)
	}
}

// TestTodoIsOfferedOnlyWhenSwitchedOn: a comment that says what is to be done is
// an instruction, if the user wants that.
func TestTodoIsOfferedOnlyWhenSwitchedOn(t *testing.T) {
	text := strings.Replace(editSource, "    result = 0\n", "    # TODO(me): use sum\n    result = 0\n", 1)
	invoked := map[string]any{"triggerKind": 1}
	todo := titled(`^AI: do this: use sum$`)
	off := newProject(t, text, answer("result = result", "        result += item", 0), "")
	if items := off.Menu(off.doc, 4, invoked); slices.ContainsFunc(items, todo) {
		t.Errorf("menu: %q", testkit.Titles(items))
	}
	p := newProject(t, text, answer("result = result", "        result += item", 0), "[actions]\ntodo = true\n")
	_, it := p.WaitMenu(p.doc, 4, invoked, todo)
	if it.Kind != "refactor.rewrite.fettle" || it.Command == nil || it.Edit != nil || it.Preferred {
		t.Errorf("entry: %+v", it)
	}
	if items := p.Menu(p.doc, 4, map[string]any{"triggerKind": 2}); slices.ContainsFunc(items, todo) {
		t.Errorf("automatic menu: %q", testkit.Titles(items))
	}
	p.Choose(it)
	until(t, "the edit", func() bool { return strings.Contains(p.doc.Text(), "result += item") })
	if !strings.Contains(p.model.Requests()[0].Prompt(), `TASK: "use sum"`) {
		t.Errorf("prompt:\n%s", p.model.Requests()[0].Prompt())
	}
}

// TestEditAddsItsImport: the place of imports belongs to the window, and nothing
// but imports may change there.
func TestEditAddsItsImport(t *testing.T) {
	id := regexp.MustCompile(`(?m)^(L\d+:[a-z2-7]{2})\| *result = result`)
	p := newProject(t, editSource, func(r testkit.ModelRequest) (testkit.Reply, bool) {
		line := id.FindStringSubmatch(r.Prompt())[1]
		return testkit.Reply{Text: fmt.Sprintf("EDIT insert_after EOW:IMPORTS\n~~~\nimport math\n~~~\nEND\nEDIT replace %s\n~~~\n        result = math.fsum([result, item])\n~~~\nEND\n", line)}, true
	}, "")
	p.edit(6, 7, "use fsum")
	until(t, "the edit", func() bool {
		return strings.Contains(p.doc.Text(), "import math\n") && strings.Contains(p.doc.Text(), "math.fsum([result, item])\n")
	})
}
