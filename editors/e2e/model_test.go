package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// answer is what a scripted model says to a request.
type answer func(testkit.ModelRequest) (testkit.Reply, bool)

// scripted answers every request with the fix of the undefined name in app.
func scripted(delay time.Duration) answer {
	return replaces("undefined", `    défini = "😀", cond`, delay)
}

// replaces answers every request with a line for the one that holds a word.
func replaces(word, line string, delay time.Duration) answer {
	holds := regexp.MustCompile(`(?m)^(L\d+:[a-z2-7]{2})\|.*` + regexp.QuoteMeta(word))
	return func(r testkit.ModelRequest) (testkit.Reply, bool) {
		id := holds.FindStringSubmatch(r.Prompt())
		if id == nil {
			return testkit.Reply{Text: "NO_FIX the line is not shown"}, true
		}
		return testkit.Reply{Delay: delay, Text: fmt.Sprintf("EDIT replace %s\n~~~\n%s\n~~~\nEND\n", id[1], line)}, true
	}
}

// edited answers an instruction for line 6 of app.
func edited() answer { return replaces("print(", `    print(défini, "edited")`, 0) }

// randomDelays is scripted after waits that differ from call to call.
func randomDelays() answer {
	var mu sync.Mutex
	r := rand.New(rand.NewPCG(7, 7))
	return func(q testkit.ModelRequest) (testkit.Reply, bool) {
		mu.Lock()
		delay := time.Duration(r.IntN(500)) * time.Millisecond
		mu.Unlock()
		return scripted(delay)(q)
	}
}

// serve starts a model endpoint and gives the settings that name it.
func serve(t *testing.T, next answer) (*testkit.Model, string) {
	t.Helper()
	m := testkit.ServeModel(next)
	t.Cleanup(m.Close)
	return m, fmt.Sprintf("[model]\nbackend = 'openai'\nurl = %q\nname = 'scripted'\nprofile = 'strong'\n", m.URL+"/v1")
}

// gate holds a model's answers back until a file is there, which an editor's
// script can write, too.
type gate struct{ path string }

// serveHeld is serve for a model that answers only when the gate is open.
func serveHeld(t *testing.T, next answer) (*testkit.Model, string, gate) {
	t.Helper()
	dir, err := os.MkdirTemp("", "gate")
	must.OK(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	g := gate{filepath.Join(dir, "open")}
	m, config := serve(t, func(r testkit.ModelRequest) (testkit.Reply, bool) {
		for deadline := time.Now().Add(2 * patience); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
			if _, err := os.Stat(g.path); err == nil {
				break
			}
		}
		return next(r)
	})
	t.Cleanup(func() { g.open(t) }) // before the endpoint waits for its requests
	return m, config, g
}

func (g gate) open(t *testing.T) { write(t, g.path, "") }
