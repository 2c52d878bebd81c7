package warm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestMain makes the test binary a child that stays.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "stay" {
		stay()
		return
	}
	os.Exit(m.Run())
}

// stay answers with its process and the question, or does as the question says.
func stay() {
	for n := 0; ; n++ {
		var q string
		if _, err := fmt.Scanf("%q\n", &q); err != nil {
			return
		}
		switch {
		case q == "hang", q == "slow":
			if time.Sleep(300 * time.Millisecond); q == "hang" {
				time.Sleep(time.Hour)
			}
		case q == "die":
			os.Exit(1)
		case q == "nonsense":
			fmt.Println("hello")
			continue
		case q == "error":
			fmt.Println(`{"error": "no"}`)
			continue
		case q == "stale" && n > 0:
			fmt.Println(`{"stale": true}`)
			continue
		}
		rss := 1
		if q == "big" {
			rss = limits.WarmMemory + 1
		}
		fmt.Printf("{\"output\": \"%d %s\", \"rss\": %d, \"others\": %t}\n", os.Getpid(), q, rss, q == "others")
	}
}

func command(t *testing.T, dir string) child.Command {
	t.Helper()
	self, err := os.Executable()
	must.OK(t, err)
	return child.Command{Argv: []string{self, "stay"}, Dir: dir, Trusted: true}
}

// TestPool: questions go to one child, until one of the reasons to end it.
func TestPool(t *testing.T) {
	testkit.OtherProcesses(t)
	dir := t.TempDir()
	c := command(t, dir)
	ask := func(t *testing.T, p *Pool, q string) (pid string, err error) {
		t.Helper()
		out, err := p.Ask(t.Context(), dir, c, q, 20*time.Second)
		pid, rest, _ := strings.Cut(string(out.Output), " ")
		if err == nil && rest != q {
			t.Errorf("%q was answered %q", q, out.Output)
		}
		return pid, err
	}
	for _, tt := range []struct {
		name, asked string
		then        func(*Pool)
		cold, same  bool // the answer, and whether the child is there for the next one
		rests       bool // or nobody is, for a while
	}{
		{"an answer", "a", nil, false, true, false},
		{"what is out of date", "stale", nil, false, false, false},
		{"too large", "big", nil, false, false, false},
		{"an error", "error", nil, true, false, true},
		{"nonsense", "nonsense", nil, true, false, true},
		{"its end", "die", nil, true, false, true},
		{"a change of a file", "a", func(p *Pool) { p.Changed(dir+"/a.js", false) }, false, true, false},
		{"a change that matters", "others", func(p *Pool) { p.Changed(dir+"/a.js", false) }, false, false, false},
		{"a change elsewhere", "others", func(p *Pool) { p.Changed("/elsewhere/a.js", false) }, false, true, false},
		{"a change of configuration", "a", func(p *Pool) { p.Changed("/elsewhere/package.json", true) }, false, false, false},
		{"other settings", "a", (*Pool).Forget, false, false, false},
		{"other settings after a fault", "die", (*Pool).Forget, true, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := New()
			t.Cleanup(p.Close)
			first, err := ask(t, p, "first")
			must.OK(t, err)
			if _, err := ask(t, p, tt.asked); errors.Is(err, ErrCold) != tt.cold {
				t.Errorf("the answer: %v", err)
			}
			if tt.then != nil {
				tt.then(p)
			}
			next, err := ask(t, p, "next")
			if errors.Is(err, ErrCold) != tt.rests || !tt.rests && (next == first) != tt.same {
				t.Errorf("the next: %v, from %s after %s", err, next, first)
			}
		})
	}
}

// TestPoolHangs: a child that does not answer is ended at its time, and who no
// longer waits does not end one that does.
func TestPoolHangs(t *testing.T) {
	testkit.OtherProcesses(t)
	dir := t.TempDir()
	c := command(t, dir)
	p := New()
	t.Cleanup(p.Close)
	pid, err := p.Ask(t.Context(), dir, c, "first", 20*time.Second)
	must.OK(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := p.Ask(ctx, dir, c, "slow", 20*time.Second); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("who does not wait: %v", err)
	}
	again, err := p.Ask(t.Context(), dir, c, "first", 20*time.Second)
	if err != nil || string(again.Output) != string(pid.Output) {
		t.Errorf("%q after %q: %v", again.Output, pid.Output, err)
	}
	if _, err := p.Ask(t.Context(), dir, c, "hang", 500*time.Millisecond); !errors.Is(err, child.ErrTimeout) {
		t.Errorf("a child that hangs: %v", err)
	}
	if _, err := p.Ask(t.Context(), dir, c, "first", 20*time.Second); !errors.Is(err, ErrCold) {
		t.Errorf("after that: %v", err)
	}
}

// TestPoolIsBounded: beyond so many children the one that was asked longest ago
// ends; a closed pool and none at all start nothing.
func TestPoolIsBounded(t *testing.T) {
	testkit.OtherProcesses(t)
	p := New()
	first := ""
	for i := range limits.WarmChildren + 1 {
		dir := t.TempDir()
		if _, err := p.Ask(t.Context(), dir, command(t, dir), "a", 20*time.Second); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = dir
		}
	}
	p.mu.Lock()
	n := len(p.children)
	for key := range p.children {
		if strings.HasPrefix(key, first+"\x00") {
			t.Error("the oldest is still there")
		}
	}
	p.mu.Unlock()
	if n != limits.WarmChildren {
		t.Errorf("%d children", n)
	}
	p.Close()
	for name, p := range map[string]*Pool{"closed": p, "none": nil} {
		if _, err := p.Ask(t.Context(), first, command(t, first), "a", time.Second); !errors.Is(err, ErrCold) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
