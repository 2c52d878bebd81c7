package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// TestHelixRandom makes twenty fixes, each with random typing while the model
// is asked, at random times. Helix' own log then shows what was applied to what.
func TestHelixRandom(t *testing.T) {
	scenario(t, "helix", "random typing: 20 fixes, no stale edit", func(t *testing.T) {
		h, _ := withHelix(t, "", randomDelays())
		r := rand.New(rand.NewPCG(7, 8))
		bursts := []string{
			"ggO# typed" + escape,         // a line at the top
			"geo# é😀" + escape,            // one at the end
			":goto 5\rAx" + escape,        // perhaps in the problem's line
			":goto 5\rA#y" + escape + "u", // and undone
			":goto 4\ro    # typed" + escape,
			":w!\r",
		}
		for run := range 20 {
			h.reset(app + fmt.Sprintf("# %d\n", run)) // another text: a fix that was refused is kept for its own
			h.goTo(5, 19)
			h.pick("AI fix: F821")
			for range r.IntN(5) {
				time.Sleep(time.Duration(r.IntN(250)) * time.Millisecond) // the moment is random, too
				h.text(bursts[r.IntN(len(bursts))])
			}
			h.reported(`^end: `, run+1)
		}
		var tale tale
		eventually(t, "the file holds what the log tells", h.screen, func() bool {
			text := h.saved("app.py") // the last keys may still be on their way
			tale = h.replay()
			return text == tale.text
		})
		if tale.problem != "" {
			t.Fatal(tale.problem)
		}
		t.Logf("20 fixes: %d edits applied to their text, %d refused by Helix, 0 stale", tale.applied, tale.refused)
		if tale.applied == 0 {
			t.Error("no fix was applied at all")
		}
	})
}

// reset gives app.py a text, on disk and in the editor.
func (h *helix) reset(text string) {
	h.t.Helper()
	eventually(h.t, "the text is back", h.screen, func() bool {
		// Again: a save of before may still be under way.
		write(h.t, h.s.file("app.py"), text)
		h.run("reload")
		return h.replay().text == text
	})
}

// tale is what Helix' log tells of a document and its edits.
type tale struct {
	text             string
	applied, refused int
	problem          string
}

// replay follows the document through the log, and looks at each edit of the
// server: what Helix says it applied must be the fix on the very version that
// the edit names.
func (h *helix) replay() tale {
	h.t.Helper()
	var out tale
	versions := map[int]string{}
	named := map[string]int{} // by the edit's id
	for _, m := range h.messages() {
		switch {
		case m.Sent && m.Method == "textDocument/didOpen":
			var p struct{ TextDocument struct{ Text string } }
			h.decode(m.Params, &p)
			out.text = p.TextDocument.Text
			versions[0] = out.text
		case m.Sent && m.Method == "textDocument/didChange":
			var p struct {
				TextDocument   struct{ Version int }
				ContentChanges []contentChange
			}
			h.decode(m.Params, &p)
			for _, c := range p.ContentChanges {
				out.text = c.apply(out.text)
			}
			versions[p.TextDocument.Version] = out.text
		case !m.Sent && m.Method == "workspace/applyEdit":
			var p struct {
				Edit struct {
					DocumentChanges []struct{ TextDocument struct{ Version int } }
				}
			}
			h.decode(m.Params, &p)
			named[string(m.ID)] = p.Edit.DocumentChanges[0].TextDocument.Version
		case m.Sent && m.Method == "" && len(m.Result) > 0:
			on, ok := named[string(m.ID)]
			var answer struct{ Applied bool }
			if !ok || json.Unmarshal(m.Result, &answer) != nil {
				continue
			}
			if !answer.Applied {
				out.refused++
				continue
			}
			out.applied++
			was, is := versions[on], versions[on+1]
			if strings.Count(was, "undefined\n") != 1 || is != strings.Replace(was, "undefined\n", "cond\n", 1) {
				out.problem = "a stale edit was applied to\n" + was + "\nand made\n" + is
			}
		}
	}
	return out
}

func (h *helix) decode(raw json.RawMessage, into any) {
	h.t.Helper()
	if err := json.Unmarshal(raw, into); err != nil {
		h.t.Fatalf("%v: %s", err, raw)
	}
}

// contentChange is a change as Helix tells it: in UTF-8, as it asks for.
type contentChange struct {
	Range *struct {
		Start, End struct{ Line, Character int }
	}
	Text string
}

func (c contentChange) apply(text string) string {
	if c.Range == nil {
		return c.Text
	}
	at := func(line, character int) int {
		offset := 0
		for range line {
			i := strings.IndexByte(text[offset:], '\n')
			if i < 0 {
				return len(text)
			}
			offset += i + 1
		}
		offset = min(offset+character, len(text))
		for offset > 0 && offset < len(text) && !utf8.RuneStart(text[offset]) {
			offset--
		}
		return offset
	}
	return text[:at(c.Range.Start.Line, c.Range.Start.Character)] + c.Text + text[at(c.Range.End.Line, c.Range.End.Character):]
}
