package journal

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func opened(t *testing.T, path string) *Journal {
	t.Helper()
	j, err := Open(path, now)
	must.OK(t, err)
	return j
}

func fill(t *testing.T, j *Journal, n int, e Entry) {
	t.Helper()
	for range n {
		must.OK(t, j.Add(e))
	}
}

// Covers R3-10.
func TestScore(t *testing.T) {
	path := Path(t.TempDir(), "/root")
	j := opened(t, path)
	terms := []string{"parse", "config", "load"}
	helped := Entry{Time: now, Kind: "fix", Edited: []string{"a.go"}, Terms: j.Terms(terms), Outcome: Accepted}
	fill(t, j, minEntries-1, helped)
	offered := helped
	offered.Outcome = Offered
	fill(t, j, minEntries, offered) // says nothing yet
	if got := j.Score(terms, now); len(got) != 0 {
		t.Errorf("few entries count: %v", got)
	}
	undone := helped
	undone.Edited, undone.Outcome = []string{"b.go"}, Undone
	fill(t, j, 1, undone)
	j = opened(t, path) // what was written is what is read
	got := j.Score(terms, now)
	if len(got) != 1 || got["a.go"] < 18.9 || got["a.go"] > 19.1 {
		t.Errorf("%v", got)
	}
	if later := j.Score(terms, now.Add(halfLife)); later["a.go"] > 9.6 || later["a.go"] < 9.4 {
		t.Errorf("after 30 days: %v", later)
	}
	if other := j.Score([]string{"parse", "x", "y"}, now); len(other) != 0 {
		t.Errorf("one shared term counts: %v", other)
	}
	if c := j.Commits(); len(c) != minEntries-1 || c[0][0] != "a.go" {
		t.Errorf("commits %v", c)
	}
}

func TestNoWordsInTheFile(t *testing.T) {
	path := Path(t.TempDir(), "/root")
	j := opened(t, path)
	fill(t, j, 1, Entry{Time: now, Terms: j.Terms([]string{"canary"}), Outcome: Accepted, Shown: []Shown{{"a.go", "definition"}}})
	raw, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(raw), "canary") || !strings.Contains(string(raw), "a.go") {
		t.Errorf("%v %s", err, raw)
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	if other := opened(t, Path(t.TempDir(), "/other")); other.Terms([]string{"canary"})[0] == j.Terms([]string{"canary"})[0] {
		t.Error("two journals share their salt")
	}
}

// Covers R3-10, R3-15.
func TestRateStatsForget(t *testing.T) {
	path := Path(t.TempDir(), "/root")
	j := opened(t, path)
	if j.Rate(Enough) == nil {
		t.Error("an empty journal was rated")
	}
	fill(t, j, 2, Entry{Time: now, Outcome: Rejected, Second: true})
	must.OK(t, j.Rate(Missing))
	if got := fmt.Sprint(opened(t, path).Stats()); got != "{2 map[rejected:2] map[missing:1] 0 2}" {
		t.Error(got)
	}
	if err := j.Forget(); err != nil || j.Stats().Entries != 0 {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Error("the file is still there")
	}
	if err := j.Forget(); err != nil {
		t.Errorf("forgetting nothing: %v", err)
	}
}

func TestBounds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j", "x.jsonl")
	j := opened(t, path)
	long := Entry{Time: now, Outcome: Accepted, Edited: []string{strings.Repeat("x", 100_000)}}
	fill(t, j, 15, long)
	if info, err := os.Stat(path); err != nil || info.Size() > limits.JournalFile {
		t.Errorf("%v %v", info, err)
	}
	old := Entry{Time: now.Add(-limits.JournalAge - time.Hour), Outcome: Accepted}
	j.entries = append([]Entry{old}, j.entries...)
	fill(t, j, 1, Entry{Time: now, Outcome: Accepted})
	if n := j.Stats().Entries; n > 11 || j.entries[0].Time.Equal(old.Time) {
		t.Errorf("%d entries", n)
	}
	must.OK(t, os.WriteFile(path, []byte("no json\n{\"t\":1}\n\x00\n"), 0o600))
	if j = opened(t, path); j.Stats().Entries != 0 {
		t.Error("garbage was read")
	}
}

// TestShared keeps what another process wrote, and forgets with it.
func TestShared(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.jsonl")
	server, _ := Open(path, now)
	must.OK(t, server.Add(Entry{Time: now, Signal: "ruff/F821", Edited: []string{"a.py"}, Outcome: Accepted}))
	other, _ := Open(path, now)
	must.OK(t, other.Rate(Missing))
	must.OK(t, server.Amend(now, "ruff/F821", func(e *Entry) { e.Edited = append(e.Edited, "b.py") }))
	if got := server.Stats(); got.Ratings[Missing] != 1 {
		t.Errorf("the rating of another process was lost: %+v", got)
	}
	if got := server.Commits(); len(got) != 1 || !slices.Equal(got[0], []string{"a.py", "b.py"}) {
		t.Errorf("commits %v", got)
	}
	must.OK(t, other.Forget())
	must.OK(t, server.Amend(now, "ruff/F821", func(e *Entry) { e.Outcome = Undone }))
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("what was forgotten came back: %v", err)
	}
}

// TestOneQuestionCounts: what was edited after a question counts more than what
// was opened, and both at once, without any fix; what was missing speaks against
// what was shown.
func TestOneQuestionCounts(t *testing.T) {
	now := time.Now()
	j, err := Open(filepath.Join(t.TempDir(), "j.jsonl"), now)
	must.OK(t, err)
	terms := []string{"session", "cookie", "sign"}
	add := func(e Entry) {
		t.Helper()
		e.Time, e.Kind, e.Outcome, e.Terms = now, "question", Asked, j.Terms(terms)
		must.OK(t, j.Add(e))
	}
	add(Entry{Shown: []Shown{{"shown.py", "direct"}}, Opened: []string{"opened.py", "both.py"}, Edited: []string{"both.py"}})
	got := j.Score(terms, now)
	if len(got) != 2 || got["both.py"] <= got["opened.py"] || got["opened.py"] <= 0 {
		t.Errorf("%v", got)
	}
	if other := j.Score([]string{"session", "other"}, now); len(other) != 0 {
		t.Errorf("one word in common: %v", other)
	}
	less := j.Score([]string{"session", "cookie", "one", "two"}, now)
	if less["both.py"] <= 0 || less["both.py"] >= got["both.py"] {
		t.Errorf("a question less alike: %v", less)
	}
	add(Entry{Shown: []Shown{{"both.py", "direct"}}, Rating: Missing})
	if after := j.Score(terms, now); after["both.py"] >= got["both.py"] {
		t.Errorf("after something was missing: %v", after)
	}
	if q := j.Questions(now.Add(-time.Minute)); len(q) != 2 || q[1].Edited[0] != "both.py" || len(j.Questions(now)) != 0 {
		t.Errorf("questions %+v", q)
	}
	if last := j.Last(1); len(last) != 1 || last[0].Rating != Missing {
		t.Errorf("last %+v", last)
	}
}

// TestQuestions: a question counts once it is rated as answered enough, for
// the files that answered it, and for no others.
func TestQuestions(t *testing.T) {
	now := time.Now()
	j, err := Open(filepath.Join(t.TempDir(), "j.jsonl"), now)
	must.OK(t, err)
	terms := []string{"session", "cookie", "sign"}
	ask := func(rating Rating, path string) {
		t.Helper()
		e := Entry{Time: now, Kind: "question", Outcome: Asked, Terms: j.Terms(terms), Shown: []Shown{{path, "direct"}, {"near.py", "callee"}}}
		must.OK(t, j.Add(e))
		if rating != "" {
			must.OK(t, j.Rate(rating))
		}
	}
	for range minEntries {
		ask("", "asked.py")
	}
	if got := j.Score(terms, now); len(got) != 0 {
		t.Errorf("questions that nobody rated: %v", got)
	}
	for range minEntries {
		ask(Enough, "good.py")
		ask(Missing, "bad.py")
	}
	got := j.Score(terms, now)
	if got["good.py"] <= 0 || len(got) != 1 {
		t.Errorf("%v", got)
	}
	if s := j.Stats(); s.Asked != 3*minEntries || s.Entries != 0 || s.Ratings[Enough] != minEntries {
		t.Errorf("%+v", s)
	}
}

// TestEnoughIsShared: a rating of an answer does not put the files that it also
// showed before the one that was edited after the same question.
func TestEnoughIsShared(t *testing.T) {
	now := time.Now()
	j, err := Open(filepath.Join(t.TempDir(), "j.jsonl"), now)
	must.OK(t, err)
	terms := []string{"session", "cookie", "sign"}
	shown := []Shown{{"a.py", "direct"}, {"b.py", "direct"}, {"c.py", "direct"}, {"d.py", "direct"}}
	edited := Entry{Time: now, Kind: "question", Outcome: Asked, Terms: j.Terms(terms), Shown: shown, Edited: []string{"c.py"}}
	rated := Entry{Time: now, Kind: "question", Outcome: Asked, Terms: j.Terms(terms), Shown: shown}
	for _, e := range []Entry{edited, rated} {
		must.OK(t, j.Add(e))
	}
	must.OK(t, j.Rate(Enough))
	got := j.Score(terms, now)
	if got["c.py"] < 3*got["a.py"] || got["a.py"] <= 0 {
		t.Errorf("%v", got)
	}
}

// TestOpenedAfterAnEditInWords: what was opened after an edit in words counts at once,
// as it does after a question; what was edited counts as after a fix.
func TestOpenedAfterAnEditInWords(t *testing.T) {
	now := time.Now().UTC()
	j, err := Open(filepath.Join(t.TempDir(), "j.jsonl"), now)
	must.OK(t, err)
	terms := []string{"round", "price"}
	for _, e := range []Entry{
		{Time: now.Add(-3 * time.Minute), Kind: "question", Outcome: Asked},
		{Time: now.Add(-2 * time.Minute), Kind: Edit, Signal: "fettle/edit", Terms: j.Terms(terms), Opened: []string{"opened.py"}, Edited: []string{"a.py"}, Outcome: Accepted},
		{Time: now.Add(-time.Minute), Kind: "fix", Outcome: Accepted},
	} {
		must.OK(t, j.Add(e))
	}
	if got := j.Score(terms, now); len(got) != 1 || got["opened.py"] <= 0 {
		t.Errorf("scores %v", got)
	}
	if e, ok := j.InWords(now.Add(-time.Hour)); !ok || e.Kind != Edit {
		t.Errorf("the newest in words is %+v", e)
	}
	if e, ok := j.InWords(now.Add(-90 * time.Second)); ok {
		t.Errorf("long ago: %+v", e)
	}
}
