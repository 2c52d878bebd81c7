package semantic

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/semantic/assemble"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// every asks for each function of each file and reports the share that shows
// its definition line.
func every(t *testing.T, p *Provider, was Memory) float64 {
	t.Helper()
	shown, all := 0, 0
	for path, body := range was {
		for _, d := range index.Extract(languageOf(path), body).Defs {
			if d.Kind != scan.Function {
				continue
			}
			all++
			e := assemble.Entity{Name: d.Name, Type: string(d.Kind), QualifiedName: qualified(path, d.Container, d.Name), Path: path,
				StartLine: d.Start + 1, EndLine: d.End, Score: 1}
			o := assemble.Defaults()
			c, _ := assemble.Assemble(t.Context(), []assemble.Entity{e}, p.parts(), o)
			if len(c.Blocks) == 1 && strings.Contains(c.Blocks[0].Code, "def "+d.Name+"(") {
				shown++
			}
		}
	}
	if all < 100 {
		t.Fatalf("only %d entities", all)
	}
	return float64(shown) / float64(all)
}

// TestRetrievalSuccess finds the definition line of entities whose files were
// left alone, edited above, moved and deleted.
//
// Covers R2-12.
func TestRetrievalSuccess(t *testing.T) {
	was := Memory{}
	for i := range 40 {
		var b strings.Builder
		for k := range 8 {
			fmt.Fprintf(&b, "def task_%d_%d(value):\n    total = value + %d\n    return total\n\n\n", i, k, k)
		}
		was[fmt.Sprintf("pkg/m%d.py", i)] = b.String()
	}
	now, k := Memory{}, keep{}
	for path, body := range was {
		now[path] = body
		k[sha256.Sum256([]byte(body))] = body
	}
	p := built(t, Options{Source: now, Store: opened(k)})
	if got := every(t, p, was); got != 1 {
		t.Errorf("undisturbed: %.3f", got)
	}
	for i := range 40 {
		path := fmt.Sprintf("pkg/m%d.py", i)
		switch i % 5 {
		case 0:
			now[path] = "# new\nimport os\n\n\n" + now[path]
		case 1:
			now["moved/"+path] = now[path]
			delete(now, path)
		case 2:
			delete(now, path) // 20 % of the files
		case 3:
			now[path] = strings.Replace(now[path], "    total = value", "    # why\n    total = value", 3)
		}
	}
	if got := every(t, p, was); got < 0.95 {
		t.Errorf("disturbed: %.3f", got)
	}
}

// TestTextsAreBounded keeps the texts read last, and open documents.
//
// Covers R2-08.
func TestTextsAreBounded(t *testing.T) {
	reads := map[string]int{}
	c := newTexts(counting{Memory{}, reads})
	for i := range limits.TextCacheFiles + 10 {
		c.source.(counting).Memory[fmt.Sprintf("f%d.py", i)] = "x = 1\n"
	}
	read := func(i int) {
		if _, err := c.read(t.Context(), fmt.Sprintf("f%d.py", i)); err != nil {
			t.Fatal(err)
		}
	}
	c.setOpen("open.py", text.New("y = 2\n"))
	for i := range limits.TextCacheFiles {
		read(i)
	}
	read(0) // used last but one …
	for i := range 10 {
		read(limits.TextCacheFiles + i)
	}
	read(0) // … and so still there
	read(5) // this one had to go
	if reads["f0.py"] != 1 || reads["f5.py"] != 2 || c.order.Len() != limits.TextCacheFiles {
		t.Errorf("read %d and %d times, %d kept", reads["f0.py"], reads["f5.py"], c.order.Len())
	}
	if s, err := c.read(t.Context(), "open.py"); err != nil || s.Text() != "y = 2\n" {
		t.Errorf("open document: %q %v", s.Text(), err)
	}
	big := strings.Repeat("#", limits.TextCache/2)
	for i := range 3 {
		c.put(fmt.Sprintf("big%d.py", i), text.New(big))
	}
	if c.bytes > limits.TextCache {
		t.Errorf("%d bytes kept", c.bytes)
	}
}

// TestQueryDefaults are those that are documented.
//
// Covers R2-05.
func TestQueryDefaults(t *testing.T) {
	q := DefaultQuery("x")
	if q.MaxTokens != 4000 || !q.IncludeImports || q.ContextLines != 3 || q.Format != assemble.Markdown || q.Limit != 10 || q.MinScore != 0.3 {
		t.Errorf("%+v", q)
	}
	if o := assemble.Defaults(); o.MaxTokens != 4000 || !o.IncludeImports || o.ContextLines != 3 || o.Format != assemble.Markdown {
		t.Errorf("%+v", o)
	}
}

// TestTests shows tests always, never, or as the task asks.
func TestTests(t *testing.T) {
	m := Memory{"cart.py": "def cart_total(items):\n    return sum(items)\n", "test_cart.py": "from cart import cart_total\n\n\ndef test_cart_total():\n    assert cart_total([]) == 0\n"}
	for tests, want := range map[Tests]bool{TestsAlways: true, TestsNever: false} {
		p := built(t, Options{Source: m, Tuning: Tuning{Tests: tests}})
		sec := provide(t, p, fix(m, "cart.py", 1))
		got := false
		for _, sn := range sec.Snippets {
			got = got || sn.Place.Path == "test_cart.py"
		}
		if got != want {
			t.Errorf("%v: tests shown %v", tests, got)
		}
	}
}

// counting counts the reads of a source.
type counting struct {
	Memory
	reads map[string]int
}

func (c counting) Read(ctx context.Context, path string) (string, error) {
	c.reads[path]++
	return c.Memory.Read(ctx, path)
}
