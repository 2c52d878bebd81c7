package aggregator

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/providers"
)

// stub is a provider made of a function.
type stub struct {
	name string
	f    func(context.Context, providers.Request) (providers.Section, error)
}

func (s stub) Name() string { return s.name }
func (s stub) Provide(ctx context.Context, r providers.Request) (providers.Section, error) {
	return s.f(ctx, r)
}

type resolving struct {
	stub
	last func(providers.Request) providers.Section
}

func (r resolving) Resolve(q providers.Request) providers.Section { return r.last(q) }

func fixed(name string, sec providers.Section) stub {
	return stub{name, func(context.Context, providers.Request) (providers.Section, error) { return sec, nil }}
}

func after(d time.Duration, name string, sec providers.Section) stub {
	return stub{name, func(context.Context, providers.Request) (providers.Section, error) {
		time.Sleep(d)
		return sec, nil
	}}
}

var (
	diagnostics = providers.Section{Title: "Diagnostics", Priority: providers.Diagnostics, Snippets: []providers.Snippet{
		{Role: providers.RoleDiagnostic, Head: "**ERROR** [typescript] (line 1): Missing return type annotation."}}}
	history = providers.Section{Title: "Recent Changes", Priority: providers.History, Snippets: []providers.Snippet{
		{Role: providers.RoleChange, Lang: "diff", Head: "**File**: `src/auth/login.ts` (2 minutes ago)\n**Change**: Added try/catch in login",
			Body: "-old\n+new\n"}}}
	semantic = providers.Section{Title: "Relevant Code from Workspace", Priority: providers.Semantic, Snippets: []providers.Snippet{
		{Role: providers.RoleDefinition, Lang: "typescript", Label: "function: `apiRequest`", Score: 1,
			Place: providers.Place{Path: "src/api/client.ts", First: 42, Last: 43}, Body: "async function apiRequest() {\n}\n"}}}
)

const combined = "## Diagnostics\n\n**ERROR** [typescript] (line 1): Missing return type annotation.\n" +
	"\n---\n\n" +
	"## Recent Changes\n\n**File**: `src/auth/login.ts` (2 minutes ago)\n**Change**: Added try/catch in login\n```diff\n-old\n+new\n```\n" +
	"\n---\n\n" +
	"## Relevant Code from Workspace\n\n**File**: `src/api/client.ts` (lines 42-43) - function: `apiRequest`\n```typescript\nasync function apiRequest() {\n}\n```\n"

// three are providers in an order that is not the order of the output.
func three() []providers.Provider {
	return []providers.Provider{fixed("history", history), fixed("semantic", semantic), fixed("diagnostics", diagnostics)}
}

func states(r Report) map[string]State {
	m := map[string]State{}
	for _, p := range r.Providers {
		m[p.Name] = p.State
	}
	return m
}

// Covers R4-01, R4-03, R4-11.
func TestCombines(t *testing.T) {
	c, r := New(Options{Providers: three()}).Gather(t.Context(), providers.Request{}, Budget{Bytes: 8000})
	if c.Text != combined {
		t.Errorf("got\n%s\nwant\n%s", c.Text, combined)
	}
	if c.Bytes != len(combined) || c.Tokens != (len(combined)+2)/3 {
		t.Errorf("%d bytes, %d tokens", c.Bytes, c.Tokens)
	}
	for name, s := range states(r) {
		if s != Kept {
			t.Errorf("%s is %s", name, s)
		}
	}
	if len(c.Sections) != 3 || c.Sections[0].Name != "diagnostics" {
		t.Errorf("sections %v", c.Sections)
	}
}

// Covers R4-06.
func TestEmptySectionIsLeftOut(t *testing.T) {
	a := New(Options{Providers: []providers.Provider{fixed("diagnostics", diagnostics), fixed("history", providers.Section{Title: "Recent Changes", Priority: providers.History}), fixed("semantic", semantic)}})
	c, r := a.Gather(t.Context(), providers.Request{}, Budget{Bytes: 8000})
	if strings.Contains(c.Text, "Recent") || strings.Count(c.Text, separator) != 1 {
		t.Errorf("got\n%s", c.Text)
	}
	if s := states(r)["history"]; s != Empty {
		t.Errorf("history is %s", s)
	}
}

func TestNoBudget(t *testing.T) {
	called := false
	p := stub{"p", func(context.Context, providers.Request) (providers.Section, error) {
		called = true
		return diagnostics, nil
	}}
	for _, n := range []int{0, -1, 299} {
		c, r := New(Options{Providers: []providers.Provider{p}}).Gather(t.Context(), providers.Request{}, Budget{Bytes: n})
		if c.Text != "" || called || states(r)["p"] != Disabled {
			t.Errorf("%d bytes: %q, called %v, %v", n, c.Text, called, r.Providers)
		}
	}
}

// Covers R4-02.
func TestSwitchesAndCaps(t *testing.T) {
	var seen providers.Request
	p := stub{"p", func(_ context.Context, r providers.Request) (providers.Section, error) { seen = r; return history, nil }}
	a := New(Options{Providers: []providers.Provider{p, fixed("semantic", semantic)}})
	limits := map[string]Limit{"p": {Max: 3}, "semantic": {Off: true}}
	c, r := a.Gather(t.Context(), providers.Request{}, Budget{Bytes: 900, Providers: limits})
	if seen.Max != 3 || seen.Bytes != 900 {
		t.Errorf("provider was asked for %d items, %d bytes", seen.Max, seen.Bytes)
	}
	if strings.Contains(c.Text, "Relevant") || states(r)["semantic"] != Disabled {
		t.Errorf("switched off, but: %v\n%s", states(r), c.Text)
	}
	// Another setting holds from the next call on.
	c, _ = a.Gather(t.Context(), providers.Request{}, Budget{Bytes: 900})
	if !strings.Contains(c.Text, "Relevant") {
		t.Errorf("switched on again, but:\n%s", c.Text)
	}
}

// Covers R4-01, R4-09.
func TestParallel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ps []providers.Provider
		for _, n := range []string{"a", "b", "c"} {
			ps = append(ps, after(200*time.Millisecond, n, diagnostics))
		}
		start := time.Now()
		_, r := New(Options{Providers: ps}).Gather(t.Context(), providers.Request{}, Budget{Bytes: 8000})
		if d := time.Since(start); d != 200*time.Millisecond {
			t.Errorf("three providers of 200 ms took %v", d)
		}
		for _, p := range r.Providers {
			if p.State != Kept || p.Elapsed != 200*time.Millisecond {
				t.Errorf("%+v", p)
			}
		}
	})
}

// Covers R4-07, R4-08.
func TestLateProviderCostsItsOwnSection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := New(Options{Providers: []providers.Provider{fixed("diagnostics", diagnostics), after(10*time.Second, "slow", semantic)}})
		start := time.Now()
		c, r := a.Gather(t.Context(), providers.Request{}, Budget{Bytes: 8000})
		if d := time.Since(start); d != 500*time.Millisecond {
			t.Errorf("returned after %v", d)
		}
		if !strings.HasPrefix(c.Text, "## Diagnostics") || strings.Contains(c.Text, "Relevant") || states(r)["slow"] != Late {
			t.Errorf("%v\n%s", states(r), c.Text)
		}
		// While it still runs it is not asked again.
		if _, r = a.Gather(t.Context(), providers.Request{}, Budget{Bytes: 8000}); states(r)["slow"] != Busy {
			t.Errorf("second call: %v", states(r))
		}
		time.Sleep(11 * time.Second)
		if c, _ = a.Gather(t.Context(), providers.Request{}, Budget{Bytes: 8000, Timeout: 20 * time.Second}); !strings.Contains(c.Text, "Relevant") {
			t.Error("the provider did not recover")
		}
	})
}

// Covers R4-07, R4-11.
func TestAllLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, r := New(Options{Providers: []providers.Provider{after(time.Second, "a", diagnostics), after(time.Second, "b", history)}}).
			Gather(t.Context(), providers.Request{}, Budget{Bytes: 8000})
		if c.Text != "" || states(r)["a"] != Late || states(r)["b"] != Late {
			t.Errorf("%q %v", c.Text, states(r))
		}
		time.Sleep(time.Second)
	})
}

func TestProviderIsToldToEndEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := stub{"p", func(ctx context.Context, _ providers.Request) (providers.Section, error) {
			<-ctx.Done()
			s := semantic
			s.Partial = true
			return s, nil
		}}
		c, r := New(Options{Providers: []providers.Provider{p}}).Gather(t.Context(), providers.Request{}, Budget{Bytes: 8000})
		if !strings.Contains(c.Text, "apiRequest") || !r.Providers[0].Partial || r.Providers[0].Elapsed != 475*time.Millisecond {
			t.Errorf("%+v\n%s", r.Providers[0], c.Text)
		}
	})
}

// Covers R4-07.
func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(50*time.Millisecond, cancel)
		start := time.Now()
		c, r := New(Options{Providers: []providers.Provider{fixed("a", diagnostics), after(400*time.Millisecond, "b", history)}}).
			Gather(ctx, providers.Request{}, Budget{Bytes: 8000})
		if d := time.Since(start); d > 60*time.Millisecond {
			t.Errorf("returned %v after the start", d)
		}
		if c.Text != "" || states(r)["b"] != Cancelled {
			t.Errorf("%q %v", c.Text, states(r))
		}
		time.Sleep(time.Second) // synctest fails if a goroutine is left
	})
}

// Covers R4-08.
func TestBadProviders(t *testing.T) {
	testkit.Panics(t)
	huge := providers.Section{Title: "Huge", Priority: providers.Semantic, Snippets: []providers.Snippet{
		{Lang: "go", Place: providers.Place{Path: "x.go", First: 1, Last: 2}, Body: strings.Repeat("x", 10<<20)}}}
	ps := []providers.Provider{
		stub{"panics", func(context.Context, providers.Request) (providers.Section, error) { panic("boom") }},
		stub{"fails", func(context.Context, providers.Request) (providers.Section, error) {
			return providers.Section{}, errors.New("no disk")
		}},
		fixed("huge", huge),
		fixed("bytes", providers.Section{Title: "Bytes", Priority: providers.History, Snippets: []providers.Snippet{{Head: "a\xffb\x00c"}}}),
		fixed("diagnostics", diagnostics),
	}
	c, r := New(Options{Providers: ps}).Gather(t.Context(), providers.Request{}, Budget{Bytes: 8000})
	s := states(r)
	if s["panics"] != Failed || s["fails"] != Failed || s["huge"] != Dropped || s["bytes"] != Kept || s["diagnostics"] != Kept {
		t.Errorf("%v", s)
	}
	if !strings.Contains(c.Text, "a\uFFFDb\uFFFDc") {
		t.Errorf("got\n%q", c.Text)
	}
	if r.Providers[0].Error != "panic: boom" || r.Providers[1].Error != "no disk" {
		t.Errorf("%+v", r.Providers[:2])
	}
}

func TestResolveHasTheLastWord(t *testing.T) {
	testkit.Panics(t)
	synctest.Test(t, func(t *testing.T) {
		newer := providers.Section{Title: "Diagnostics", Priority: providers.Diagnostics, Snippets: []providers.Snippet{{Head: "newer"}}}
		var mu sync.Mutex
		found := false
		p := resolving{
			stub: after(480*time.Millisecond, "diagnostics", diagnostics),
			last: func(providers.Request) providers.Section {
				mu.Lock()
				defer mu.Unlock()
				if found {
					return newer
				}
				return diagnostics
			},
		}
		time.AfterFunc(490*time.Millisecond, func() { mu.Lock(); found = true; mu.Unlock() })
		c, _ := New(Options{Providers: []providers.Provider{p, after(495*time.Millisecond, "x", history)}}).Gather(t.Context(), providers.Request{}, Budget{Bytes: 8000})
		if !strings.Contains(c.Text, "newer") || strings.Contains(c.Text, "Missing") {
			t.Errorf("got\n%s", c.Text)
		}
		// A last word that blocks or panics is not waited for.
		p.last = func(providers.Request) providers.Section { time.Sleep(time.Hour); return newer }
		q := resolving{stub: fixed("q", history), last: func(providers.Request) providers.Section { panic("no") }}
		start := time.Now()
		c, r := New(Options{Providers: []providers.Provider{p, q}}).Gather(t.Context(), providers.Request{}, Budget{Bytes: 8000})
		if d := time.Since(start); d > 520*time.Millisecond {
			t.Errorf("waited %v", d)
		}
		if !strings.Contains(c.Text, "Missing") || !strings.Contains(c.Text, "Recent") || r.Providers[1].Error == "" {
			t.Errorf("%+v\n%s", r.Providers, c.Text)
		}
		time.Sleep(time.Hour)
	})
}

func TestGate(t *testing.T) {
	gate := func(path, text string) (string, bool) {
		return strings.ReplaceAll(text, "apiRequest", "«hidden»"), path != ".env"
	}
	secret := providers.Section{Title: "Recent Changes", Priority: providers.History, Snippets: []providers.Snippet{
		{Role: providers.RoleChange, Place: providers.Place{Path: ".env", First: 1, Last: 1}, Head: "KEY=canary"}}}
	a := New(Options{Gate: gate, Providers: []providers.Provider{fixed("semantic", semantic), fixed("history", secret)}})
	c, r := a.Gather(t.Context(), providers.Request{}, Budget{Bytes: 8000})
	if strings.Contains(c.Text, "apiRequest") || strings.Contains(c.Text, "canary") ||
		strings.Count(c.Text, "«hidden»") != 2 {
		t.Errorf("got\n%s", c.Text)
	}
	if states(r)["history"] != Dropped || r.Snippets[0].Reason != "denied" {
		t.Errorf("%+v", r)
	}
}

// TestGateOfTheRoot: two roots may hold files of the same path, and the rules of
// one say nothing about the other's.
func TestGateOfTheRoot(t *testing.T) {
	var asked []string
	gate := func(path, text string) (string, bool) {
		asked = append(asked, path)
		return text, path != filepath.FromSlash("/w/inner/src/secret.py")
	}
	found := providers.Section{Title: "Code", Priority: providers.Semantic, Snippets: []providers.Snippet{
		{Role: providers.RoleChunk, Lang: "python", Place: providers.Place{Path: "src/secret.py", First: 1, Last: 3}, Body: "a = 1\nb = 2\nc = 3\n"}}}
	a := New(Options{Gate: gate, Providers: []providers.Provider{fixed("semantic", found)}})
	for root, shown := range map[string]bool{"/w": true, "/w/inner": false} {
		c, _ := a.Gather(t.Context(), providers.Request{Root: filepath.FromSlash(root)}, Budget{Bytes: 8000})
		if strings.Contains(c.Text, "b = 2") != shown {
			t.Errorf("in %s: asked about %q, shown\n%s", root, asked, c.Text)
		}
	}
}

func TestDeterministic(t *testing.T) {
	var first string
	for i := range 100 {
		c, _ := New(Options{Providers: three()}).Gather(t.Context(), providers.Request{}, Budget{Bytes: 500})
		if i == 0 {
			first = c.Text
		}
		if c.Text != first {
			t.Fatalf("run %d gave\n%s\nthe first gave\n%s", i, c.Text, first)
		}
	}
}
