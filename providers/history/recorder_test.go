package history

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
)

var start = time.Date(2026, 1, 2, 10, 0, 0, 0, time.UTC)

// typist edits documents and records every change.
type typist struct {
	t    *testing.T
	r    *Recorder
	now  time.Time
	docs map[string]text.Snapshot
}

func newTypist(t *testing.T, o Options) *typist {
	return &typist{t: t, r: NewRecorder(o), now: start, docs: map[string]text.Snapshot{}}
}

func (y *typist) open(path, body string) {
	s := text.File("/root/"+path, "python", body)
	s.URI = "file:///root/" + path
	y.docs[path] = s
	y.r.Open(s)
}

// edit replaces the n-th line (from 1) by lines; none deletes it.
func (y *typist) edit(path string, line int, lines ...string) {
	s := y.docs[path]
	y.replace(path, s.FullLineSpan(line-1), strings.Join(append(lines, ""), "\n"))
}

func (y *typist) insert(path string, line int, lines ...string) {
	at := y.docs[path].LineStart(line - 1)
	y.replace(path, text.Span{Start: at, End: at}, strings.Join(append(lines, ""), "\n"))
}

func (y *typist) replace(path string, sp text.Span, body string) {
	y.t.Helper()
	y.change(path, Change{Edits: []text.Edit{{Span: sp, New: body}}})
}

func (y *typist) change(path string, c Change) {
	y.t.Helper()
	c.Old = y.docs[path]
	if c.Edits != nil {
		next, err := c.Old.Apply(c.Edits)
		if err != nil {
			y.t.Fatal(err)
		}
		c.New = next
	}
	c.Path, c.Time = path, y.now
	y.docs[path] = c.New
	y.r.Record(c)
}

func (y *typist) hunks(path string) []string {
	var out []string
	if d := y.r.docs["file:///root/"+path]; d != nil {
		for _, h := range d.hunks {
			out = append(out, fmt.Sprintf("%d-%d %q→%q", h.now.Start+1, h.now.End, strings.Join(h.old, ""), strings.Join(d.lines(h.now), "")))
		}
	}
	return out
}

func (y *typist) want(path string, want ...string) {
	y.t.Helper()
	got := y.hunks(path)
	if fmt.Sprint(got) != fmt.Sprint(want) {
		y.t.Errorf("hunks of %s:\n%s\nwant\n%s", path, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// numbered is a text of n lines.
func numbered(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "line_%d = %d\n", i, i)
	}
	return b.String()
}

func TestKeyStrokesAreOneHunk(t *testing.T) {
	y := newTypist(t, Options{})
	y.open("a.py", "x = 1\ny = 2\n")
	for i := range 40 {
		at := 6 + i
		y.now = y.now.Add(6 * time.Second)
		y.replace("a.py", text.Span{Start: at, End: at}, "z")
	}
	y.want("a.py", fmt.Sprintf("2-2 %q→%q", "y = 2\n", strings.Repeat("z", 40)+"y = 2\n"))
}

func TestUndoneTypingIsNoHunk(t *testing.T) {
	y := newTypist(t, Options{})
	y.open("a.py", numbered(3))
	y.edit("a.py", 2, "other")
	y.edit("a.py", 2, "line_2 = 2")
	y.want("a.py")
}

func TestFarChangesAreTwoHunks(t *testing.T) {
	y := newTypist(t, Options{})
	y.open("a.py", numbered(400))
	y.edit("a.py", 10, "a")
	y.now = y.now.Add(10 * time.Second)
	y.edit("a.py", 300, "b")
	y.now = y.now.Add(10 * time.Second)
	y.edit("a.py", 11, "c")
	y.want("a.py", `10-11 "line_10 = 10\nline_11 = 11\n"→"a\nc\n"`, `300-300 "line_300 = 300\n"→"b\n"`)
	// Two lines on within a minute joins, with the line between; later not.
	y.edit("a.py", 303, "d")
	y.want("a.py", `10-11 "line_10 = 10\nline_11 = 11\n"→"a\nc\n"`,
		`300-303 "line_300 = 300\nline_301 = 301\nline_302 = 302\nline_303 = 303\n"→"b\nline_301 = 301\nline_302 = 302\nd\n"`)
	y.now = y.now.Add(2 * time.Minute)
	y.edit("a.py", 13, "e")
	if n := len(y.hunks("a.py")); n != 3 {
		t.Errorf("%d hunks, want 3: %v", n, y.hunks("a.py"))
	}
}

func TestShift(t *testing.T) {
	y := newTypist(t, Options{})
	y.open("a.py", numbered(100))
	y.edit("a.py", 50, "x")
	y.insert("a.py", 10, "1", "2", "3", "4", "5")
	y.want("a.py", `10-14 ""→"1\n2\n3\n4\n5\n"`, `55-55 "line_50 = 50\n"→"x\n"`)
	y.replace("a.py", text.Span{Start: 0, End: y.docs["a.py"].LineStart(2)}, "")
	y.want("a.py", `1-0 "line_1 = 1\nline_2 = 2\n"→""`, `8-12 ""→"1\n2\n3\n4\n5\n"`, `53-53 "line_50 = 50\n"→"x\n"`)
}

func TestDeletedLineEnd(t *testing.T) {
	y := newTypist(t, Options{})
	y.open("a.py", "a\nb\nc\n")
	y.replace("a.py", text.Span{Start: 1, End: 2}, "")
	y.want("a.py", `1-1 "a\nb\n"→"ab\n"`)
	y.replace("a.py", text.Span{Start: 1, End: 1}, "\n")
	y.want("a.py")
	y.open("b.py", "")
	y.replace("b.py", text.Span{}, "new")
	y.want("b.py", `1-1 ""→"new"`)
	y.replace("b.py", text.Span{End: 3}, "")
	y.want("b.py")
}

func TestWholeTextIsDiffed(t *testing.T) {
	y := newTypist(t, Options{})
	y.open("a.py", numbered(100))
	y.change("a.py", Change{New: y.docs["a.py"].With(strings.Replace(numbered(100), "line_40 = 40\n", "x\n", 1))})
	y.want("a.py", `40-40 "line_40 = 40\n"→"x\n"`)
	// An editor that spells it as one edit over everything.
	s := y.docs["a.py"]
	y.replace("a.py", text.Span{End: s.Len()}, strings.Replace(s.Text(), "line_80 = 80\n", "", 1))
	y.want("a.py", `40-40 "line_40 = 40\n"→"x\n"`, `80-79 "line_80 = 80\n"→""`)
}

func TestBulkIsNotShown(t *testing.T) {
	y := newTypist(t, Options{})
	y.open("a.py", numbered(100))
	y.edit("a.py", 90, "mine")
	formatted := strings.ReplaceAll(y.docs["a.py"].Text(), "line_", "value_")
	y.change("a.py", Change{New: y.docs["a.py"].With("# header\n" + formatted)})
	y.want("a.py", `91-91 "line_90 = 90\n"→"mine\n"`)
	y.change("a.py", Change{New: y.docs["a.py"].With(numbered(500)), Origin: User})
	y.want("a.py")
}

func TestDeniedIsNeverRecorded(t *testing.T) {
	gate := func(path, body string) (string, bool) { return body, path != ".env" }
	y := newTypist(t, Options{Gate: gate})
	y.open(".env", "KEY=1\n")
	y.edit(".env", 1, "KEY=canary")
	if len(y.r.docs) != 0 {
		t.Fatalf("recorded: %v", y.r.docs)
	}
	y.open("config.py", "KEY=canary\n")
	y.edit("config.py", 1, "KEY=2")
	y.want("config.py", `1-1 "KEY=canary\n"→"KEY=2\n"`)
	denied := false
	y = newTypist(t, Options{Gate: func(_, body string) (string, bool) { return body, !denied }})
	y.open("a.py", numbered(3))
	y.edit("a.py", 1, "x")
	denied = true
	if shown := y.r.all(y.now); len(shown) != 0 {
		t.Errorf("a newly denied document is shown: %v", shown)
	}
	y.edit("a.py", 2, "y")
	if len(y.r.docs) != 0 {
		t.Error("a newly denied document is still recorded")
	}
}

func TestReopen(t *testing.T) {
	y := newTypist(t, Options{})
	y.open("a.py", numbered(50))
	y.edit("a.py", 20, "mine")
	y.edit("a.py", 40, "gone")
	other := "# new\n" + strings.Replace(y.docs["a.py"].Text(), "gone\n", "elsewhere\n", 1)
	y.open("a.py", other)
	y.want("a.py", `21-21 "line_20 = 20\n"→"mine\n"`)
	y.open("a.py", "nothing of it\n")
	if len(y.r.docs) != 0 {
		t.Errorf("hunks survive in a text without them: %v", y.hunks("a.py"))
	}
}

func TestCaps(t *testing.T) {
	y := newTypist(t, Options{})
	for f := range 10 {
		name := fmt.Sprintf("f%d.py", f)
		y.open(name, numbered(1000))
		for i := range 10 {
			y.now = y.now.Add(time.Second)
			y.edit(name, 1+i*50, "x")
		}
	}
	total := 0
	for _, d := range y.r.docs {
		total += len(d.hunks)
	}
	if total != limits.HistoryHunks || y.r.docs["file:///root/f0.py"] != nil || y.r.docs["file:///root/f9.py"] == nil {
		t.Errorf("%d hunks over all; the oldest must go first", total)
	}
	y.now = y.now.Add(2 * time.Hour)
	y.edit("f9.py", 1, "y")
	if n := len(y.hunks("f9.py")); n != 1 {
		t.Errorf("%d hunks after two hours", n)
	}
	y.open("big.py", strings.Repeat("x", 1<<20)+"\n"+strings.Repeat("y", 1<<20)+"\n"+numbered(30))
	y.edit("big.py", 1, "small")
	if n := len(y.hunks("big.py")); n != 0 {
		t.Errorf("old text above the cap is kept: %d hunks", n)
	}
}

// TestOldSideLeadsBack applies random edits and checks that putting the old
// lines of all hunks back gives the text of the beginning.
func TestOldSideLeadsBack(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for round := range 200 {
		y := newTypist(t, Options{})
		first := numbered(60)
		if round%3 == 0 {
			first = strings.ReplaceAll(first, "\n", "\r\n")
		}
		y.open("a.py", first)
		for range 30 {
			s := y.docs["a.py"]
			y.now = y.now.Add(time.Duration(r.IntN(90)) * time.Second)
			var edits []text.Edit
			at := 0
			for range 1 + r.IntN(3) {
				a := at + r.IntN(s.Len()-at+1)
				b := min(s.Len(), a+r.IntN(30)*r.IntN(2))
				edits = append(edits, text.Edit{Span: text.Span{Start: a, End: b}, New: []string{"", "x", "\n", "new\nline\n", "é"}[r.IntN(5)]})
				if at = b + 1; at >= s.Len() {
					break
				}
			}
			y.change("a.py", Change{Edits: edits})
			d := y.r.docs["file:///root/a.py"]
			if d == nil {
				continue
			}
			back := y.docs["a.py"]
			var undo []text.Edit
			for _, h := range d.hunks {
				undo = append(undo, text.Edit{Span: back.LinesSpan(h.now), New: strings.Join(h.old, "")})
			}
			got, err := back.Apply(undo)
			if err != nil || got.Text() != first {
				t.Fatalf("round %d: %v\n%q\nwant\n%q\nhunks %v", round, err, got.Text(), first, y.hunks("a.py"))
			}
		}
	}
}

// BenchmarkRecord records key strokes on forty lines of a file of 3000; the
// texts are made before.
func BenchmarkRecord(b *testing.B) {
	doc := text.File("/root/a.py", "python", numbered(3000))
	var changes []Change
	for i := range 400 {
		at := doc.LineStart(10 * (i % 40))
		edits := []text.Edit{{Span: text.Span{Start: at, End: at}, New: "x"}}
		next, err := doc.Apply(edits)
		must.OK(b, err)
		changes = append(changes, Change{Path: "a.py", Old: doc, New: next, Edits: edits, Time: start})
		doc = next
	}
	r := NewRecorder(Options{})
	for i := 0; b.Loop(); i++ {
		if i%len(changes) == 0 {
			r = NewRecorder(Options{})
		}
		r.Record(changes[i%len(changes)])
	}
}

func request(y *typist, path string, line int) providers.Request {
	s := y.docs[path]
	return providers.Request{Root: "/root", Snapshot: s, Target: s.LineSpan(line - 1), Now: y.now}
}

// TestForget: what was recorded of a deleted file is gone, whatever the client
// calls it.
func TestForget(t *testing.T) {
	y := newTypist(t, Options{})
	for _, s := range []text.Snapshot{{URI: "file:///root/a.py"}, {Path: "/root/a.py"}} {
		y.open("a.py", "x = 1\n")
		y.open("b.py", "x = 1\n")
		y.edit("a.py", 1, "x = 2")
		y.edit("b.py", 1, "x = 2")
		y.r.Forget(s)
		y.want("a.py")
		y.want("b.py", `1-1 "x = 1\n"→"x = 2\n"`)
		y.r.Forget(y.docs["b.py"])
	}
}
