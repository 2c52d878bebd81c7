package semantic

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/store"
)

// tight makes every workspace of more than a few files a large one.
func tight(p *Provider) *Provider {
	p.bounds = bounds{files: 50, heap: 256 << 20, near: 400 << 10}
	return p
}

// village is a workspace of n modules, each with its own function, which the
// next one uses.
func village(n int) Memory {
	m := Memory{}
	for i := range n {
		m[fmt.Sprintf("pkg%d/mod_%d.py", i%10, i)] = fmt.Sprintf("from pkg%d.mod_%d import fetch_page_%d\n\n\ndef fetch_page_%d(source):\n    \"\"\"Fetch the page of house %d from its archive.\"\"\"\n    return fetch_page_%d(source) + %d\n",
			(i+1)%10, (i+1)%n, (i+1)%n, i, i, (i+1)%n, i)
	}
	return m
}

func openStore(t *testing.T, path string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// A large workspace answers like a small one: the postings in the store find
// the files, the usual ranking orders them. The next session starts from what
// is stored, and reads only what has changed.
func TestLargeWorkspace(t *testing.T) {
	m := village(300)
	small := built(t, Options{Source: m})
	path := store.Path(t.TempDir(), "/root")
	var reads atomic.Int32
	p := tight(New(Options{Source: stamped{m, &reads}, Store: opened(openStore(t, path))}))
	if err := p.Build(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if n, _ := p.Coverage(); p.distant() == nil || n != len(m) || p.index.Len() != 0 {
		t.Fatalf("%d of %d files, %d indexed", n, len(m), p.index.Len())
	}
	ask := func(p *Provider, i int) []string {
		t.Helper()
		res, err := p.Query(t.Context(), DefaultQuery(fmt.Sprintf("where is fetch_page_%d called", i)))
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, r := range res.Results {
			out = append(out, r.Location.FilePath)
		}
		return out
	}
	for _, i := range []int{0, 17, 123, 299} {
		want := ask(small, i)
		if got := ask(p, i); len(want) == 0 || len(got) == 0 || got[0] != want[0] {
			t.Errorf("house %d: %v, a small workspace gives %v", i, got, want)
		}
	}
	if p.index.Size() > 2*p.bounds.near || p.index.Len() == len(m) {
		t.Errorf("%d files are indexed, %d bytes", p.index.Len(), p.index.Size())
	}
	// A place: what it calls is found.
	doc := "pkg7/mod_17.py"
	s := text.File("/root/"+doc, "python", m[doc])
	sec, err := p.Provide(t.Context(), providers.Request{Kind: providers.Fix, Root: "/root", Snapshot: s, Target: s.LineSpan(5), Bytes: 4000})
	if err != nil || len(sec.Snippets) == 0 || sec.Snippets[0].Place.Path != "pkg8/mod_18.py" {
		t.Errorf("%+v %v", sec.Snippets, err)
	}
	// Changes while it runs.
	m["pkg1/mod_1.py"], m["pkg1/new.py"] = "def gone_away():\n    pass\n", "def zebra_crossing():\n    pass\n"
	delete(m, "pkg2/mod_2.py")
	p.Changed(t.Context(), "pkg1/mod_1.py", "pkg1/new.py", "pkg2/mod_2.py")
	if p.definers("zebra_crossing") != 1 || p.definers("fetch_page_1") != 0 || p.definers("fetch_page_2") != 0 || p.has("pkg2/mod_2.py") {
		t.Error("changed files are not known")
	}
	res, err := p.Query(t.Context(), DefaultQuery("the zebra crossing"))
	if err != nil || len(res.Results) == 0 || res.Results[0].Location.FilePath != "pkg1/new.py" {
		t.Errorf("%+v %v", res.Results, err)
	}
	p.Persist(t.Context())

	// The next session.
	delete(m, "pkg3/mod_3.py")
	m["pkg4/mod_4.py"] = "def painted_anew():\n    pass\n"
	reads.Store(0)
	q := tight(New(Options{Source: stamped{m, &reads}, Store: opened(openStore(t, path))}))
	q.restore(t.Context())
	if got := ask(q, 123); len(got) == 0 { // before anything is listed
		t.Error("what is stored does not answer")
	}
	reads.Store(0)
	if err := q.Build(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	// What changed while the first session ran has no stamp.
	if n := reads.Load(); n != 3 || q.definers("painted_anew") != 1 || q.has("pkg3/mod_3.py") || q.definers("fetch_page_3") != 0 {
		t.Errorf("%d files were read", n)
	}
}

// What a question does not want is dropped when too much is at hand.
func TestLargeWorkspaceForgets(t *testing.T) {
	m := village(300)
	p := tight(New(Options{Source: m, Store: opened(openStore(t, store.Path(t.TempDir(), "/root")))}))
	p.bounds.near = 1
	if err := p.Build(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{17, 123} {
		res, err := p.Query(t.Context(), DefaultQuery(fmt.Sprintf("where is fetch_page_%d", i)))
		want := fmt.Sprintf("pkg%d/mod_%d.py", i%10, i)
		if err != nil || len(res.Results) == 0 || res.Results[0].Location.FilePath != want {
			t.Errorf("house %d: %+v %v", i, res.Results, err)
		}
	}
	p.approach(t.Context(), index.Query{Names: map[string]int{"fetch_page_5": 1}})
	if got := p.index.Paths(); !slices.Equal(got, []string{"pkg5/mod_5.py"}) {
		t.Errorf("at hand: %v", got)
	}
}

// A build that is ended early goes on from there, and answers meanwhile.
func TestLargeWorkspaceGoesOn(t *testing.T) {
	m := village(6 * 4 * batchFiles)
	path := store.Path(t.TempDir(), "/root")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var reads atomic.Int32
	p := tight(New(Options{Source: stamped{m, &reads}, Store: opened(openStore(t, path))}))
	answered := 0
	err := p.Index(ctx, func(done, total int) {
		res, err := p.Query(t.Context(), DefaultQuery("the page of a house"))
		if err != nil || len(res.Results) == 0 {
			t.Errorf("after %d of %d files: %v %v", done, total, res.Hint, err)
		}
		if answered++; answered == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || p.Ready() {
		t.Fatalf("%v", err)
	}
	p.Persist(t.Context())
	before := int(reads.Load())
	q := tight(New(Options{Source: stamped{m, &reads}, Store: opened(openStore(t, path))}))
	if err := q.Index(t.Context(), nil); err != nil || !q.Ready() {
		t.Fatal(err)
	}
	if n, _ := q.Coverage(); n != len(m) || int(reads.Load())-before >= len(m) {
		t.Errorf("%d files known, %d read", n, int(reads.Load())-before)
	}
}

// faulty is a store whose postings fail from some call on.
type faulty struct {
	*store.Store
	left *atomic.Int32
}

func (f faulty) Holding(ctx context.Context, key string, most int) ([]string, int, error) {
	if f.left.Add(-1) < 0 {
		return nil, 0, errors.New("disk failed")
	}
	return f.Store.Holding(ctx, key, most)
}

func (f faulty) AddFiles(ctx context.Context, files []index.KeyedFile) error {
	if f.left.Add(-1) < 0 {
		return errors.New("disk full")
	}
	return f.Store.AddFiles(ctx, files)
}

// A store that fails is never in the way: with one warning, memory serves alone,
// up to its bound.
func TestLargeWorkspaceStoreFails(t *testing.T) {
	m := village(300)
	for _, fails := range []int32{0, 3} {
		var log strings.Builder
		var left atomic.Int32
		left.Store(fails)
		s := faulty{openStore(t, store.Path(t.TempDir(), "/root")), &left}
		p := tight(New(Options{Source: m, Store: opened(s), Log: slog.New(slog.NewTextHandler(&log, nil))}))
		if err := p.Index(t.Context(), nil); err != nil || !p.Ready() {
			t.Fatalf("%v", err)
		}
		left.Store(0)
		for range 3 {
			if _, err := p.Query(t.Context(), DefaultQuery("the page of a house")); err != nil {
				t.Error(err)
			}
		}
		if err := p.Build(t.Context(), nil); err != nil {
			t.Error(err)
		}
		res, err := p.Query(t.Context(), DefaultQuery("the page of a house"))
		if err != nil || len(res.Results) == 0 || strings.Count(log.String(), "memory only") != 1 {
			t.Errorf("%d results, %v\n%s", len(res.Results), err, log.String())
		}
	}
	p := New(Options{Source: m}) // and without a store
	p.bounds = bounds{files: 50, heap: 40 << 10}
	if err := p.Build(t.Context(), nil); err != nil || p.index.Len() == 0 || p.index.Len() == len(m) {
		t.Errorf("%d files in a bounded index: %v", p.index.Len(), err)
	}
}

// What reads ahead ends with a build that stops early; else the bubble complains.
func TestBoundedBuildEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := village(400)
		p := New(Options{Source: m})
		p.bounds = bounds{files: 50, heap: 40 << 10}
		if err := p.Build(context.Background(), nil); err != nil || p.index.Len() == len(m) {
			t.Errorf("%d files: %v", p.index.Len(), err)
		}
	})
}

// Two servers on one large workspace share its store.
func TestLargeWorkspaceTwoServers(t *testing.T) {
	m := village(300)
	path := store.Path(t.TempDir(), "/root")
	a := tight(New(Options{Source: m, Store: opened(openStore(t, path))}))
	b := tight(New(Options{Source: m, Store: opened(openStore(t, path))}))
	for _, p := range []*Provider{a, b} {
		if err := p.Build(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range []*Provider{a, b, a} {
		res, err := p.Query(t.Context(), DefaultQuery("where is fetch_page_123"))
		if err != nil || len(res.Results) == 0 || !slices.ContainsFunc(res.Results, func(r Result) bool { return r.Location.FilePath == "pkg3/mod_123.py" }) {
			t.Errorf("%+v %v", res.Results, err)
		}
	}
}

// TestLargeWorkspaceOfAnotherVersion: what another version took from the files
// is taken anew, also where no file has changed, and only then.
func TestLargeWorkspaceOfAnotherVersion(t *testing.T) {
	m := village(100)
	path := store.Path(t.TempDir(), "/root")
	var reads atomic.Int32
	session := func() int32 {
		t.Helper()
		s, err := store.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		reads.Store(0)
		p := tight(New(Options{Source: stamped{m, &reads}, Store: opened(s)}))
		if err := p.Build(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if n, _ := p.Coverage(); p.distant() == nil || n != len(m) || p.definers("fetch_page_7") != 1 {
			t.Errorf("%d of %d files, %d definitions", n, len(m), p.definers("fetch_page_7"))
		}
		p.Persist(t.Context())
		return reads.Load()
	}
	if n := session(); n != 100 {
		t.Fatalf("%d files read at first", n)
	}
	if n := session(); n != 0 {
		t.Errorf("%d files read again", n)
	}
	for _, older := range []string{"UPDATE form SET form = 'fettle-index-6'", "DELETE FROM form"} {
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(older); err != nil {
			t.Fatal(err)
		}
		db.Close()
		if n := session(); n != 100 {
			t.Errorf("%s: %d files read again", older, n)
		}
		if n := session(); n != 0 {
			t.Errorf("%s: %d files read once more", older, n)
		}
	}
}
