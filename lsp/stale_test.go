package lsp

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestStaleProperty makes random edits while a fix is on its way: above, below,
// inside and across its window, undone ones, saves, a close and a reopen. What
// comes out is the fix on the version its edit names, or nothing, and then the
// user was told why. FETTLE_STALE_RUNS sets the runs of each editor.
func TestStaleProperty(t *testing.T) {
	runs := testkit.Runs(200)
	if testing.Short() {
		runs = 10
	}
	if v := os.Getenv("FETTLE_STALE_RUNS"); v != "" {
		runs, _ = strconv.Atoi(v)
	}
	const parts = 4
	for i, p := range testkit.ClientProfiles() {
		t.Run(p.Name, func(t *testing.T) {
			var mu sync.Mutex
			outcomes := map[string]int{}
			t.Cleanup(func() {
				t.Log(outcomes)
				if runs >= 200 && (outcomes["applied"] == 0 || outcomes["told"] == 0) { // fewer may miss one
					t.Error("one side of the property was never tested")
				}
			})
			for part := range parts {
				t.Run(strconv.Itoa(part), func(t *testing.T) {
					t.Parallel() // what editors apply unchecked is waited for
					gate := make(chan struct{})
					w := newWorld(t, worldOptions{profile: p, gate: gate, confirmIn: 300 * time.Millisecond})
					r := rand.New(rand.NewPCG(uint64(i), uint64(6+part)))
					for run := part; run < runs; run += parts {
						outcome := w.staleRun(r, run, gate)
						mu.Lock()
						outcomes[outcome]++
						mu.Unlock()
						if t.Failed() {
							t.Fatalf("run %d", run)
						}
					}
				})
			}
		})
	}
}

const broken = "    return undefined_name"

// staleText is a document with the problem, in any line ends.
func staleText(r *rand.Rand) string {
	var b strings.Builder
	for i := range 1 + r.IntN(4) {
		fmt.Fprintf(&b, "def above%d(a):\n    return 'é😀', a\n\n\n", i)
	}
	b.WriteString("def f(a):\n    b = a\n" + broken + "\n")
	for i := range r.IntN(4) {
		fmt.Fprintf(&b, "\n\ndef below%d(a):\n    return a\n", i)
	}
	s := b.String()
	switch r.IntN(4) {
	case 0:
		s = strings.ReplaceAll(s, "\n", "\r\n")
	case 1:
		s = strings.Replace(s, "\n", "\r\n", 3)
	case 2:
		s = strings.TrimSuffix(s, "\n")
	}
	return s
}

// staleRun is one fix with edits in between; it says what came of it.
func (w *world) staleRun(r *rand.Rand, run int, gate chan struct{}) string {
	t := w.t
	before := staleText(r)
	path := fmt.Sprintf("/w/run%d.py", run)
	d := w.Open(path, "python", before)
	w.Push(d, w.f821(d))
	from, edits, asked := w.Seen(), len(w.Edits()), w.count(&w.asked)
	if m := w.Execute("fettle.fix", []any{map[string]any{"uri": d.URI, "range": w.Problem(d, "undefined_name", "", "", "")["range"]}}); m.Error != nil {
		t.Errorf("command: %s", m.Raw)
		return ""
	}
	early := r.IntN(3) == 0
	if !early {
		until(t, "the model to be asked", func() bool { return w.count(&w.asked) > asked })
	}
	closed := false
	for range r.IntN(4) {
		closed = w.disturb(r, &d, path) || closed
	}
	released := make(chan struct{})
	go func() {
		select {
		case gate <- struct{}{}:
		case <-released: // cancelled before the model was asked
		}
	}()
	if r.IntN(2) == 0 {
		for range r.IntN(3) {
			closed = w.disturb(r, &d, path) || closed
		}
	}
	if w.P.Name != "minimal" {
		until(t, "the end of the job", func() bool { return len(w.Ends(from)) > 0 })
	}
	w.Flush() // some editors tell of a change only before a request
	w.settled()
	close(released)
	applied := w.Edits()[edits:]
	if len(applied) > 1 {
		t.Errorf("%d edits", len(applied))
	}
	outcome := "told"
	switch {
	case len(applied) == 1:
		outcome = "applied"
		a := applied[0]
		want := strings.Replace(a.Before, "undefined_name", "__name__", 1)
		blind := a.Named == nil || w.P.SkipVersion0 && *a.Named == 0 || closed // versions begin anew
		switch {
		case a.After == want && (!a.Beyond || w.P.Counts != ""): // a last line may be named longer than it is
		case blind && a.After == strings.Replace(before, "undefined_name", "__name__", 1): // it took what was typed inside along
		case blind:
			// The editor checks nothing, or cannot: then the user must hear of it.
			outcome = "blind"
			if len(w.ended(from)) == 0 {
				t.Errorf("no warning of an edit for %q that made %q", a.Before, a.After)
			}
		default:
			t.Errorf("version %d named %d\nbefore %q\nafter  %q\nwant   %q", a.Version, *a.Named, a.Before, a.After, want)
		}
		if a.Edits != 1 && outcome == "applied" {
			t.Errorf("%d edits for one word", a.Edits)
		}
	case closed:
		outcome = "closed"
	case len(w.ended(from)) == 0:
		t.Errorf("nothing happened and nobody was told; ends %q\nfrom %q\nto   %q", w.Ends(from), before, w.Text(d))
	}
	if told := w.ended(from); len(told) > 1 {
		t.Errorf("told %q", told)
	}
	if ends := w.Ends(from); w.P.Name != "minimal" && len(ends) != 1 {
		t.Errorf("ends: %q", ends)
	}
	w.Close(d)
	return outcome
}

// disturb makes one random edit, and reports whether the document was closed
// on the way. The fix may arrive at any moment, so every place is chosen from the
// text that is typed into.
func (w *world) disturb(r *rand.Rand, d **testkit.FakeDocument, path string) bool {
	switch k := r.IntN(12); {
	case k == 8: // inside, and undone
		w.TypeAt(*d, func(s string) (int, int, string) { i := max(0, strings.Index(s, "undefined")); return i, i, "x" })
		w.TypeAt(*d, func(s string) (int, int, string) {
			if i := strings.Index(s, "xundefined"); i >= 0 {
				return i, i + 1, ""
			}
			return 0, 0, ""
		})
	case k < 8 || k == 10:
		w.TypeAt(*d, func(s string) (int, int, string) { return disturbed(r, k, s) })
	case k == 9:
		w.Flush()
		w.Notify("textDocument/didSave", map[string]any{"textDocument": map[string]string{"uri": (*d).URI}})
	case r.IntN(3) == 0:
		w.Close(*d)
		*d = w.Open(path, "python", w.Text(*d)) // closed, it takes no edit
		return true
	}
	return false
}

// disturbed is one edit of a text.
func disturbed(r *rand.Rand, kind int, s string) (start, end int, with string) {
	window := strings.Index(s, "undefined")
	at := func(limit int) int { // a place before which no rune or line end is cut
		i := r.IntN(limit + 1)
		for i > 0 && (s[i-1] == '\r' || i < len(s) && s[i]&0xC0 == 0x80) {
			i--
		}
		return i
	}
	switch {
	case kind < 4: // a whole line at the top
		return 0, 0, []string{"# typed\n", "import os\n", "\n"}[r.IntN(3)]
	case kind == 5 && window > 0:
		i := at(window)
		return i, i, []string{"x", "# é😀\n", "\n", "y = 1\r\n", "    pass\n"}[r.IntN(5)]
	case kind == 6: // never all of it
		i, j := at(len(s)), at(len(s))
		i, j = min(i, j), min(max(i, j), min(i, j)+20)
		if j-i == len(s) {
			return i, j, "z\n"
		}
		return i, j, ""
	case kind == 7 && window > 0: // inside
		return window, window, "x"
	case kind == 10: // all of it, unchanged
		return 0, len(s), s
	}
	return len(s), len(s), "\n# typed\n"
}

// ended are the messages that end a job: not the one at its start.
func (w *world) ended(from int) []string {
	var out []string
	for _, m := range w.Shown(from) {
		if !strings.Contains(m, "started") && !strings.Contains(m, " fixed") && !strings.Contains(m, " changed, unchecked") {
			out = append(out, m)
		}
	}
	return out
}

// TestEditOfTwoPlaces: an editor tells of it in one notification with two
// changes. The text between them is nobody's typing.
func TestEditOfTwoPlaces(t *testing.T) {
	s, uri := newBenchServer(t)
	doc, _ := s.docs.Get(uri)
	end := doc.Snapshot.LineStart(5)
	after, err := doc.Snapshot.Apply([]text.Edit{{Span: text.Span{Start: 0, End: 0}, New: "x"}, {Span: text.Span{Start: end, End: end}, New: "y"}})
	must.OK(t, err)
	j := &job{uri: uri}
	s.jobs.await(j, after.Hash())
	change := `{"range":{"start":{"line":%[1]d,"character":0},"end":{"line":%[1]d,"character":0}},"text":%[2]q}`
	must.OK(t, s.didChange(fmt.Appendf(nil, `{"textDocument":{"uri":%q,"version":2},"contentChanges":[%s,%s]}`, uri,
		fmt.Sprintf(change, 5, "y"), fmt.Sprintf(change, 0, "x"))))
	if !isClosed(j.arrived) || isClosed(j.moved) {
		t.Errorf("arrived %v, taken for typing %v", isClosed(j.arrived), isClosed(j.moved))
	}
}

// TestEditAfterReopening: versions begin anew, so the editor puts an edit for the
// text before over what was typed since, and the user hears of it. Whole lines go
// over it: the text looks as if nobody had typed.
func TestEditAfterReopening(t *testing.T) {
	w := newWorld(t, worldOptions{profile: testkit.NamedProfile("characters"), confirmIn: 300 * time.Millisecond})
	d := w.openSample()
	w.Type(d, len(sample), len(sample), "y = 2\n")
	inside := strings.Index(sample, "undefined_name")
	w.BeforeEdit = func() {
		w.Close(d)
		d = w.Open("/w/a.py", "python", w.Text(d))
		w.Type(d, inside, inside, "x")
	}
	from := w.Seen()
	w.Choose(*titled(w.menuAt(d, "undefined_name", nil), "AI fix"))
	until(t, "the edit", func() bool { return len(w.Edits()) == 1 })
	w.Call("fettle/noSuchMethod", nil) // the server has read the change
	w.settled()
	if a := w.Edits()[0]; !strings.Contains(a.Before, "xundefined_name") || strings.Contains(a.After, "x42") {
		t.Fatalf("before %q, after %q: nothing that was typed is gone", a.Before, a.After)
	}
	if shown := w.ended(from); !slices.Equal(shown, []string{"fettle: an edit was applied while its fix was being cancelled; check it, or undo"}) {
		t.Errorf("messages %q", shown)
	}
}

// TestMenuOutlivesItsDocument: an entry of a menu whose document was closed, or closed
// and opened again, says so, and asks no model.
func TestMenuOutlivesItsDocument(t *testing.T) {
	for _, again := range []bool{false, true} {
		w := newWorld(t, worldOptions{profile: vscode()})
		d := w.openSample()
		w.Push(d, w.f821(d))
		entry := titled(w.menuAt(d, "undefined_name", nil), "AI fix: F821")
		w.Notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": d.URI}})
		if again {
			w.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": d.URI, "languageId": "python", "version": 1, "text": "x = 1\n"}})
		}
		from := w.Seen()
		w.Choose(*entry)
		until(t, "a message", func() bool { return len(w.Shown(from)) > 0 })
		if got := w.Shown(from); len(got) != 1 || !strings.Contains(got[0], "the document was closed") {
			t.Errorf("%q", got)
		}
		w.settled()
		if n := w.count(&w.asked); n != 0 {
			t.Errorf("again %v: the model was asked %d times", again, n)
		}
	}
}

// TestAnEditToldInTwo: Neovim tells an edit of two places in two changes, the first of
// which is not what the edit makes: nobody has typed, and there is nothing to warn of.
func TestAnEditToldInTwo(t *testing.T) {
	w := newWorld(t, worldOptions{profile: testkit.NamedProfile("neovim"), linter: true})
	source := "def f(a):\n    if a: return 1\n\ndef g(a):\n    if a: return 1\n"
	d := w.Open("/w/a.py", "python", source)
	from := w.Seen()
	w.Answer("workspace/applyEdit", func(testkit.Message) (any, *testkit.WireError) {
		for range 2 {
			at := strings.LastIndex(w.Text(d), ": return 1")
			w.Type(d, at, at+len(": return 1"), ":\n        return 1")
		}
		return map[string]bool{"applied": true}, nil
	})
	w.Execute("fettle.fixAll", []any{map[string]any{"uri": d.URI}})
	until(t, "the end", func() bool { return len(w.Ends(from)) > 0 })
	w.settled()
	if shown := w.ended(from); len(shown) > 0 {
		t.Errorf("messages %q", shown)
	}
	if got := w.Text(d); strings.Contains(got, ": return 1") {
		t.Errorf("text %q", got)
	}
}
