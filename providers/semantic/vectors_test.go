package semantic

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/providers/semantic/store"
)

// concepts is an embedder to whom words of one meaning are one.
type concepts struct {
	mu    sync.Mutex
	seen  []string
	calls int
	fail  int // calls from this one on fail; 0: none
}

var meanings = [][]string{{"car", "vehicle", "automobile"}, {"paint", "colour", "brush"}, {"token", "secret"}}

func (c *concepts) Embed(_ context.Context, texts []string) ([][]float32, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.calls++; c.fail > 0 && c.calls >= c.fail {
		return nil, errors.New("down")
	}
	c.seen = append(c.seen, texts...)
	out := make([][]float32, len(texts))
	for i, s := range texts {
		v := []float32{0.1, 0, 0, 0}
		for m, words := range meanings {
			for _, w := range words {
				v[m+1] += float32(strings.Count(strings.ToLower(s), w))
			}
		}
		out[i] = v
	}
	return out, nil
}

func garage() Memory {
	return Memory{
		"a.py": "def start_vehicle(it):\n    return it.vehicle\n", "b.py": "def mix_colour(it):\n    return it.colour\n",
		".env": "TOKEN=1\n", "secret.py": "CANARY = 'hunter2'\n",
	}
}

func embedding(p *Provider, c *concepts) {
	p.Tune(Tuning{Embedding: &Embedding{Embed: c.Embed, Model: "concepts"}})
}

// A question in other words than the code's is answered by vectors, and by
// nothing once they are switched off.
//
// Covers R3-11.
func TestEmbeddingsFindOtherWords(t *testing.T) {
	var c concepts
	p := built(t, Options{Source: garage()})
	find := func() string {
		q := DefaultQuery("return of an automobile")
		q.MinScore = 0
		res, err := p.Query(t.Context(), q)
		must.OK(t, err)
		if len(res.Results) == 0 {
			return ""
		}
		return res.Results[0].Location.FilePath
	}
	embedding(p, &c)
	must.OK(t, p.Embed(t.Context()))
	if got := find(); got != "a.py" {
		t.Errorf("found %q", got)
	}
	if got := p.vectors.Near("a.py", p.vectors.Of("a.py")...); got.Files["a.py"] != 0 {
		t.Errorf("a file is related to itself: %v", got)
	}
	calls := c.calls
	p.Tune(Tuning{})
	find()
	if c.calls != calls {
		t.Error("the model was asked though embeddings are off")
	}
	req := fix(garage(), "b.py", 1)
	embedding(p, &c)
	provide(t, p, req)
	if last := c.seen[len(c.seen)-1]; !strings.Contains(last, "mix_colour") {
		t.Errorf("at a place its window is embedded, not %q", last)
	}
}

// Among the places that the words lead to, in one file as well, those come first that
// are near by their vectors.
func TestEmbeddingsOrderPlaces(t *testing.T) {
	var c concepts
	p := built(t, Options{Source: Memory{"a.py": "def return_one(it):\n    return it.brush\n\n\ndef return_two(it):\n    return it.vehicle\n"}})
	first := func() string {
		res, err := p.Query(t.Context(), DefaultQuery("return of an automobile"))
		if err != nil || len(res.Results) == 0 {
			t.Fatalf("%+v, %v", res, err)
		}
		return res.Results[0].Entity.Name
	}
	if got := first(); got != "return_one" {
		t.Errorf("without vectors %s is first", got)
	}
	embedding(p, &c)
	must.OK(t, p.Embed(t.Context()))
	if got := first(); got != "return_two" {
		t.Errorf("with vectors %s is first", got)
	}
}

// A place that no word leads to is found by its vector, and says so.
func TestEmbeddingsFindPlaces(t *testing.T) {
	var c concepts
	p := built(t, Options{Source: Memory{
		"a.py": "def start(it):\n    return it.brush\n\n\ndef go(it):\n    it.vehicle()\n",
		"b.py": "def return_it(it):\n    return it\n"}})
	embedding(p, &c)
	must.OK(t, p.Embed(t.Context()))
	res, err := p.Query(t.Context(), DefaultQuery("return of an automobile"))
	must.OK(t, err)
	at := slices.IndexFunc(res.Results, func(r Result) bool { return r.Entity.Name == "go" })
	if at < 0 || res.Results[at].Source != bySemantic || !strings.Contains(strings.Join(res.Results[at].Why, " "), "embedding model") {
		t.Errorf("%+v", res.Results)
	}
	if slices.ContainsFunc(res.Results, func(r Result) bool { return r.Entity.Name == "start" && r.Role == roleDirect }) {
		t.Errorf("what is not like it is shown: %+v", res.Results)
	}
}

// What a model wants in front of texts and of questions is sent there, and what is
// stored is known again by it.
func TestEmbeddingPrefixes(t *testing.T) {
	var c concepts
	st, err := store.Open(t.Context(), store.Path(t.TempDir(), "/root"))
	must.OK(t, err)
	t.Cleanup(func() { st.Close() })
	p := built(t, Options{Source: Memory{"a.py": "def go(it):\n    return it.vehicle\n"}, Store: opened(st)})
	use := func(p *Provider, prefix string) {
		p.Tune(Tuning{Embedding: &Embedding{Embed: c.Embed, Model: "concepts", QueryPrefix: "ask: ", TextPrefix: prefix}})
	}
	use(p, "text: ")
	must.OK(t, p.Embed(t.Context()))
	if _, err := p.Query(t.Context(), DefaultQuery("return of a vehicle")); err != nil {
		t.Fatal(err)
	}
	if len(c.seen) != 2 || !strings.HasPrefix(c.seen[0], "text: a.py: go\n") || c.seen[1] != "ask: return of a vehicle" {
		t.Errorf("sent: %q", c.seen)
	}
	for prefix, known := range map[string]bool{"text: ": true, "other: ": false} {
		again := built(t, Options{Source: Memory{"a.py": "def go(it):\n    return it.vehicle\n"}, Store: opened(st)})
		use(again, prefix)
		again.RecallVectors(t.Context())
		if (again.vectors.Of("a.py") != nil) != known {
			t.Errorf("with the prefix %q the stored vectors are known: %v", prefix, !known)
		}
	}
}

// Only new contents are sent; what is denied or secret never is.
func TestEmbedSendsOnce(t *testing.T) {
	var c concepts
	path := store.Path(t.TempDir(), "/root")
	m := garage()
	session := func() *Provider {
		s, err := store.Open(t.Context(), path)
		must.OK(t, err)
		t.Cleanup(func() { s.Close() })
		p := built(t, Options{Source: m, Store: opened(s), Gate: func(path, s string) (string, bool) {
			return strings.ReplaceAll(s, "hunter2", "***"), path != ".env"
		}})
		embedding(p, &c)
		must.OK(t, p.Embed(t.Context()))
		return p
	}
	session()
	sent := strings.Join(c.seen, "\n")
	if len(c.seen) != 3 || strings.Contains(sent, "hunter2") || strings.Contains(sent, "TOKEN") || !strings.Contains(sent, "CANARY = '***'") {
		t.Errorf("sent:\n%s", sent)
	}
	p := session()
	if len(c.seen) != 3 {
		t.Errorf("sent again: %q", c.seen[3:])
	}
	m["b.py"] = strings.Replace(m["b.py"], "mix", "stir", 1)
	m["copy.py"] = m["a.py"]
	p.Changed(t.Context(), "b.py", "copy.py")
	if err := p.Embed(t.Context()); err != nil || len(c.seen) != 5 {
		t.Errorf("after a change %v were sent, %v", c.seen[3:], err)
	}
	delete(m, "copy.py")
	p.Changed(t.Context(), "copy.py")
	if err := p.Embed(t.Context()); err != nil || p.vectors.Of("copy.py") != nil {
		t.Error("vectors of a deleted file stay")
	}
	// Another session reads what is stored, and asks nobody.
	c.calls = 0
	again := built(t, Options{Source: m, Store: p.opts.Store})
	embedding(again, &c)
	again.RecallVectors(t.Context())
	if c.calls != 0 || again.vectors.Of("a.py") == nil {
		t.Errorf("%d calls", c.calls)
	}
}

// A run that was cut short goes on where it ended.
func TestEmbedResumes(t *testing.T) {
	m := Memory{}
	for i := range 3 * limits.EmbedBatch {
		m[fmt.Sprintf("f%03d.py", i)] = fmt.Sprintf("def vehicle_%d():\n    pass\n", i)
	}
	s, err := store.Open(t.Context(), store.Path(t.TempDir(), "/root"))
	must.OK(t, err)
	defer s.Close()
	p := built(t, Options{Source: m, Store: opened(s)})
	c := &concepts{fail: 2}
	embedding(p, c)
	if err := p.Embed(t.Context()); err == nil || len(c.seen) != limits.EmbedBatch {
		t.Fatalf("%v after %d texts", err, len(c.seen))
	}
	c.fail = 0
	if err := p.Embed(t.Context()); err != nil || len(c.seen) != len(m) {
		t.Errorf("%v after %d texts", err, len(c.seen))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	again := built(t, Options{Source: Memory{"new.py": "def brush():\n    pass\n"}})
	embedding(again, c)
	if err := again.Embed(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run ends with %v", err)
	}
	if slices.ContainsFunc(c.seen, func(s string) bool { return strings.Contains(s, "brush") }) {
		t.Error("a cancelled run sends")
	}
}

// An embedder that answers nonsense or late costs its own signal only.
func TestEmbedderThatFails(t *testing.T) {
	for name, embed := range map[string]func(context.Context, []string) ([][]float32, error){
		"none": func(context.Context, []string) ([][]float32, error) { return nil, nil },
		"late": func(ctx context.Context, _ []string) ([][]float32, error) { <-ctx.Done(); return nil, ctx.Err() },
		"zero": func(_ context.Context, texts []string) ([][]float32, error) {
			return make([][]float32, len(texts)), nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := built(t, Options{Source: garage()})
			want := p.FilesFor("mix the colour")
			var c concepts
			embedding(p, &c)
			must.OK(t, p.Embed(t.Context()))
			p.Tune(Tuning{Embedding: &Embedding{Embed: embed, Model: "concepts"}})
			res, err := p.Query(t.Context(), DefaultQuery("mix the colour"))
			if err != nil || len(res.Results) == 0 || len(want) == 0 || want[0] != "b.py" {
				t.Errorf("%v, %v: %+v", want, err, res.Results)
			}
		})
	}
}
