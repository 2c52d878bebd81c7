package aggregator

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/providers"
)

// random makes a section of any shape and remembers every legal line.
func random(r *rand.Rand, p providers.Priority, legal map[string]bool) providers.Section {
	sec := providers.Section{Priority: p, Title: []string{"", "Diagnostics", "Recent Changes", "Relevant Code from Workspace"}[r.IntN(4)]}
	body := func() string {
		var b strings.Builder
		for range r.IntN(30) {
			line := fmt.Sprintf("%s line %d %s", strings.Repeat("`", r.IntN(5)), r.IntN(1000), strings.Repeat("😀", r.IntN(30)))
			legal[line] = true
			b.WriteString(line + "\n")
		}
		return b.String()
	}
	for range r.IntN(30) {
		sn := providers.Snippet{Role: providers.RoleChunk, Lang: []string{"go", "", "diff"}[r.IntN(3)], Score: r.Float64(), Body: body()}
		first := 1 + r.IntN(300)
		sn.Place = providers.Place{Path: []string{"", "a.go", "dir/b`.go", "c\n.go"}[r.IntN(4)], First: first, Last: first + max(0, strings.Count(sn.Body, "\n")-1)}
		if r.IntN(2) == 0 {
			sn.Head = fmt.Sprintf("**head** %d", r.IntN(1000))
		}
		for range r.IntN(3) {
			sn.Cuts = append(sn.Cuts, providers.Cut{Head: sn.Head, Note: "cut", Body: body()})
		}
		slices.SortFunc(sn.Cuts, func(a, b providers.Cut) int { return len(b.Body) - len(a.Body) })
		sec.Snippets = append(sec.Snippets, sn)
	}
	return sec
}

// TestNeverOverBudget holds for every input: the text has at most the bytes of
// the budget, its bodies hold only whole lines of the sections, what is more
// important comes first and is not dropped for what is less, and the report
// adds up.
//
// Covers R4-03, R4-05.
func TestNeverOverBudget(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for i := range 600 {
		legal := map[string]bool{"---": true, "": true, "... (truncated)": true}
		budget := r.IntN(20_000)
		if i%10 == 0 {
			budget = r.IntN(100_001)
		}
		var ps []providers.Provider
		var secs []providers.Section
		for p := range 1 + r.IntN(4) {
			secs = append(secs, random(r, providers.Priority(1+p%3), legal))
			ps = append(ps, fixed(fmt.Sprint(p), secs[p]))
		}
		c, rep := New(Options{Providers: ps}).Gather(context.Background(), providers.Request{}, Budget{Bytes: budget})
		if len(c.Text) > budget {
			t.Fatalf("case %d: %d bytes in a budget of %d: %+v", i, len(c.Text), budget, rep.Providers)
		}
		if !utf8.ValidString(c.Text) {
			t.Fatalf("case %d: invalid UTF-8", i)
		}
		for line := range strings.Lines(c.Text) {
			line = strings.TrimRight(line, "\n")
			if legal[line] || strings.HasPrefix(line, "## ") || strings.HasPrefix(line, "**") || strings.HasPrefix(line, "(lines ") || strings.HasPrefix(line, "```") {
				continue
			}
			t.Fatalf("case %d: cut line %q", i, line)
		}
		inOrder(t, i, budget, secs, c, rep)
		sum := 0
		for _, p := range rep.Providers {
			sum += p.Bytes
			if p.Tokens != (p.Bytes+2)/3 {
				t.Fatalf("case %d: %d bytes are %d tokens", i, p.Bytes, p.Tokens)
			}
			if p.In > p.Kept+p.Cut+p.Dropped {
				t.Fatalf("case %d: %+v does not add up", i, p)
			}
		}
		if n := len(c.Sections); n > 0 {
			sum += (n - 1) * len(separator)
		}
		if sum != len(c.Text) {
			t.Fatalf("case %d: the report counts %d bytes, the text has %d", i, sum, len(c.Text))
		}
	}
}

// inOrder checks that sections stand by priority, and that a section that had
// to drop a snippet has left no more to those behind it than their floors and
// what was too little for that snippet.
func inOrder(t *testing.T, n, budget int, secs []providers.Section, c Context, rep Report) {
	t.Helper()
	for i := 1; i < len(c.Sections); i++ {
		if c.Sections[i].Priority > c.Sections[i-1].Priority {
			t.Fatalf("case %d: priority %d behind %d", n, c.Sections[i].Priority, c.Sections[i-1].Priority)
		}
	}
	for i, sec := range secs {
		if budget < minBytes {
			continue
		}
		least := map[providers.Place]int{} // the bytes of a snippet's shortest form, at most
		for _, sn := range sec.Snippets {
			size := len(sn.Body)
			for _, cut := range sn.Cuts {
				size = min(size, len(cut.Body))
			}
			least[sn.Place] = max(least[sn.Place], size+len(sn.Head)+len(sn.Place.Path)+120)
		}
		dropped := -1
		for _, row := range rep.Snippets {
			if size, ok := least[row.Place]; ok && row.Provider == fmt.Sprint(i) && row.Fate == Dropped && row.Reason == "budget" && (dropped < 0 || size < dropped) {
				dropped = size
			}
		}
		behind, floors := 0, 0
		for k, lower := range secs {
			if lower.Priority < sec.Priority || lower.Priority == sec.Priority && k > i {
				behind += rep.Providers[k].Bytes
				floors += int(floor(lower.Priority) * float64(budget))
			}
		}
		if dropped >= 0 && behind > floors+dropped+200 {
			t.Fatalf("case %d: section %d dropped a snippet of %d bytes, those behind it have %d, their floors are %d of %d", n, i, dropped, behind, floors, budget)
		}
	}
}

// allocated is how many bytes a call allocates.
func allocated(f func()) int {
	var before, after runtime.MemStats
	f()
	runtime.ReadMemStats(&before)
	for range 10 {
		f()
	}
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc-before.TotalAlloc) / 10
}

// TestFittingIsLinear: estimating, truncating and combining handle each byte a
// few times only; the benchmarks say how long that takes.
//
// Covers R4-09.
func TestFittingIsLinear(t *testing.T) {
	f := func(n int) {
		var ps []providers.Provider
		for i, name := range []string{"d", "h", "c"} {
			ps = append(ps, fixed(name, providers.Section{Title: name, Priority: providers.Priority(3 - i),
				Snippets: snippets(n, 1000, name)}))
		}
		New(Options{Providers: ps}).Gather(t.Context(), providers.Request{}, Budget{Bytes: 1000 * n})
	}
	one, two := allocated(func() { f(100) }), allocated(func() { f(200) })
	if one > 30*100*1000 || two > 5*one/2 {
		t.Errorf("%d bytes are allocated for 100 kB, %d for 200 kB", one, two)
	}
}

// snippets makes n snippets of about size bytes.
func snippets(n, size int, name string) []providers.Snippet {
	var out []providers.Snippet
	for i := range n {
		out = append(out, providers.Snippet{Role: providers.RoleChunk, Lang: "go", Score: 1 - float64(i)/1000,
			Place: providers.Place{Path: fmt.Sprintf("%s%d.go", name, i), First: 1, Last: 1}, Body: strings.Repeat("x", size) + "\n"})
	}
	return out
}

func gather(t *testing.T, bytes int, secs ...providers.Section) (Context, Report) {
	t.Helper()
	var ps []providers.Provider
	for i, s := range secs {
		ps = append(ps, fixed(fmt.Sprint(i), s))
	}
	return New(Options{Providers: ps}).Gather(t.Context(), providers.Request{}, Budget{Bytes: bytes})
}

// Covers R4-03.
func TestFloors(t *testing.T) {
	diag := providers.Section{Title: "D", Priority: providers.Diagnostics, Snippets: snippets(100, 100, "d")}
	hist := providers.Section{Title: "H", Priority: providers.History, Snippets: snippets(100, 100, "h")}
	code := providers.Section{Title: "C", Priority: providers.Semantic, Snippets: snippets(100, 100, "c")}
	_, r := gather(t, 10_000, diag, hist, code)
	for i, want := range []int{3500, 1500, 5000} {
		if got := r.Providers[i].Bytes; got < want-200 || got > want+200 {
			t.Errorf("section %d has %d bytes, want about %d", i, got, want)
		}
	}
	// A small section leaves its floor to the others.
	code.Snippets = snippets(1, 100, "c")
	if _, r = gather(t, 10_000, diag, hist, code); r.Providers[0].Bytes < 8000 {
		t.Errorf("diagnostics have %d bytes, though code needs little", r.Providers[0].Bytes)
	}
}

func TestSkipsAndGoesOn(t *testing.T) {
	sec := providers.Section{Title: "C", Priority: providers.Semantic, Snippets: append(snippets(1, 5000, "big"), snippets(2, 100, "small")...)}
	c, r := gather(t, 1000, sec)
	if strings.Contains(c.Text, "big0") || !strings.Contains(c.Text, "small1") || r.Providers[0].Dropped != 1 || r.Snippets[0].Reason != "budget" {
		t.Errorf("%+v\n%s", r.Providers, c.Text)
	}
}

func TestCuts(t *testing.T) {
	sn := snippets(1, 2000, "f")[0]
	sn.Cuts = []providers.Cut{{Note: "long", Body: strings.Repeat("y", 1500) + "\n"}, {Note: "signature", Body: "func f()\n"}}
	c, r := gather(t, 1000, providers.Section{Title: "C", Priority: providers.Semantic, Snippets: []providers.Snippet{sn}})
	if !strings.Contains(c.Text, "(lines 1-1, signature)") || !strings.Contains(c.Text, "func f()") || r.Providers[0].Cut != 1 {
		t.Errorf("%+v\n%s", r.Providers, c.Text)
	}
	// What is left over in the end makes a cut snippet longer again: history is
	// cut first because code keeps its floor, which it then cannot use.
	hist := sn
	hist.Role = providers.RoleChange
	big := snippets(1, 9000, "c")
	c, _ = gather(t, 2300, providers.Section{Title: "H", Priority: providers.History, Snippets: []providers.Snippet{hist}},
		providers.Section{Title: "C", Priority: providers.Semantic, Snippets: big})
	if !strings.Contains(c.Text, "xxxx") {
		t.Errorf("the second pass did not restore the snippet:\n%.200s", c.Text)
	}
}

func TestCovered(t *testing.T) {
	body := func(a, b int) string {
		var s strings.Builder
		for i := a; i <= b; i++ {
			fmt.Fprintf(&s, "line %d\n", i)
		}
		return s.String()
	}
	snip := func(a, b int) providers.Snippet {
		return providers.Snippet{Role: providers.RoleChunk, Lang: "go", Place: providers.Place{Path: "a.go", First: a, Last: b}, Body: body(a, b)}
	}
	for _, c := range []struct {
		name    string
		covered []providers.Place
		sn      providers.Snippet
		want    []string
	}{
		{"apart", []providers.Place{{Path: "a.go", First: 1, Last: 9}}, snip(10, 12), []string{"10-12"}},
		{"other file", []providers.Place{{Path: "b.go", First: 1, Last: 99}}, snip(10, 12), []string{"10-12"}},
		{"whole", []providers.Place{{Path: "a.go", First: 1, Last: 99}}, snip(10, 12), nil},
		{"head", []providers.Place{{Path: "a.go", First: 8, Last: 11}}, snip(10, 20), []string{"12-20"}},
		{"middle", []providers.Place{{Path: "a.go", First: 14, Last: 15}}, snip(10, 20), []string{"10-13", "16-20"}},
		{"rest of one line", []providers.Place{{Path: "a.go", First: 10, Last: 19}}, snip(10, 20), nil},
		{"two", []providers.Place{{Path: "a.go", First: 1, Last: 14}, {Path: "a.go", First: 15, Last: 30}}, snip(10, 20), nil},
	} {
		ps := []providers.Provider{fixed("p", providers.Section{Priority: providers.Semantic, Snippets: []providers.Snippet{c.sn}})}
		got, _ := New(Options{Providers: ps}).Gather(t.Context(), providers.Request{Covered: c.covered}, Budget{Bytes: 1000})
		if n := strings.Count(got.Text, "(lines "); n != len(c.want) {
			t.Errorf("%s: %d pieces\n%s", c.name, n, got.Text)
		}
		for _, w := range c.want {
			if !strings.Contains(got.Text, "(lines "+w+")") {
				t.Errorf("%s: no piece %s\n%s", c.name, w, got.Text)
			}
		}
	}
	// What a higher section shows is not shown again; a cut form stays.
	cut := snip(1, 30)
	cut.Note, cut.Body = "signature", "func f()\n"
	got, r := gather(t, 2000, providers.Section{Priority: providers.History, Snippets: []providers.Snippet{snip(1, 10)}},
		providers.Section{Priority: providers.Semantic, Snippets: []providers.Snippet{snip(2, 9), cut}})
	if strings.Count(got.Text, "line 5\n") != 1 || !strings.Contains(got.Text, "func f()") || r.Snippets[1].Reason != "covered" {
		t.Errorf("%+v\n%s", r.Snippets, got.Text)
	}
}

// Covers R4-04, R3-16.
func TestSize(t *testing.T) {
	for _, c := range []struct {
		name string
		s    Sizing
		want int
	}{
		{"default", Sizing{MaxContextTokens: 2000}, 8000},
		{"3.4 reported", Sizing{MaxContextTokens: 2000, Ratio: 3.4, Reported: true}, 8000},
		{"2.0 reported", Sizing{MaxContextTokens: 2000, Ratio: 2, Reported: true}, 4000},
		{"4.4 reported", Sizing{MaxContextTokens: 1000, Ratio: 4.4, Reported: true}, 4400},
		{"no tokens", Sizing{MaxContextTokens: 0}, 0},
		{"off", Sizing{MaxContextTokens: 2000, Off: true}, 0},
		{"small window", Sizing{MaxContextTokens: 2000, Window: 4096}, 3670},
		{"full window", Sizing{MaxContextTokens: 2000, Window: 4096, Selection: 4000}, 0},
		{"half the window", Sizing{MaxContextTokens: 100_000, Window: 32_000, Ratio: 3, Reported: true}, 48_000},
		{"little time", Sizing{MaxContextTokens: 2000, Readable: 500, Ratio: 3}, 1500},
		{"much time", Sizing{MaxContextTokens: 2000, Readable: 50_000}, 8000},
		{"no time", Sizing{MaxContextTokens: 2000, Readable: 1, Ratio: 3}, 3},
		{"auto small", Sizing{Auto: true, Window: 4000}, 3449},
		{"auto default window", Sizing{Auto: true}, 8192},
		{"auto large", Sizing{Auto: true, Window: 200_000}, 32_000},
	} {
		if got := Size(c.s).Bytes; got != c.want {
			t.Errorf("%s: %d bytes, want %d", c.name, got, c.want)
		}
	}
	// The reserves, each on its own, and what takes their place.
	if got := Size(Sizing{MaxContextTokens: 2000}).Terms; got.MaxContextTokens != 2000 || got.Instruction != 500 || got.Selection != 1000 ||
		got.Completion != 1000 || got.Window != 8192 || got.SoftBytes != 8000 {
		t.Errorf("by default: %+v", got)
	}
	if got := Size(Sizing{ReserveInstruction: 1, ReserveSelection: 2, ReserveCompletion: 3, Instruction: 10, Selection: 1, Completion: 20}).Terms; got.Instruction != 10 ||
		got.Selection != 2 || got.Completion != 20 {
		t.Errorf("the larger of reserve and need counts: %+v", got)
	}
	r := rand.New(rand.NewPCG(3, 3))
	for range 5000 {
		s := Sizing{MaxContextTokens: r.IntN(50_000), Window: 1 + r.IntN(100_000), System: r.IntN(2000), Instruction: r.IntN(3000),
			Selection: r.IntN(9000), Completion: r.IntN(9000), Ratio: 1 + 3.5*r.Float64(), Reported: true}
		b := Size(s)
		if used := float64(b.Bytes) / s.Ratio; used > float64(s.Window)/2+1 {
			t.Fatalf("%+v: %v tokens of context", s, used)
		}
	}
}

func BenchmarkFit(b *testing.B) {
	sec := providers.Section{Title: "C", Priority: providers.Semantic, Snippets: snippets(100, 1000, "c")}
	a := New(Options{Providers: []providers.Provider{fixed("p", sec)}})
	for b.Loop() {
		a.Gather(b.Context(), providers.Request{}, Budget{Bytes: 8000})
	}
}
