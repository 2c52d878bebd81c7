package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// busyFiles is how many files the index is built of meanwhile.
const busyFiles = 4000

// menuPause lies between two menus, as nobody asks without one: a server that
// was left alone for a moment has to get hold of a processor again.
const menuPause = 5 * time.Millisecond

// TestMenuWhileBusy asks for menus while a model call runs and the index of a
// large workspace is built. Each must be answered before the model is, whatever
// the machine; how long that took is printed.
func TestMenuWhileBusy(t *testing.T) {
	during, after := menusWhileBusy(t, "")
	t.Logf("menus while a model call runs and %d files are indexed: %s; when they are: %s", busyFiles, spread(during), spread(after))
}

// menusWhileBusy gives how long the menus took while a model call ran and the index
// was built, and while only the call ran. The workspace is made in a folder, ""
// for one of its own.
func menusWhileBusy(t *testing.T, workspace string) (during, after []time.Duration) {
	t.Helper()
	m, config, g := serveHeld(t, scripted(0))
	s := newSession(t, config)
	if workspace != "" {
		s.workspace = workspace
	}
	for i := range busyFiles {
		if _, err := os.Stat(s.file(fmt.Sprintf("package%d/module%d.py", i%40, i))); err == nil {
			continue
		}
		var b strings.Builder
		for j := range 20 {
			fmt.Fprintf(&b, "def work_%d_%d(value, other):\n    \"\"\"Adds what %d needs.\"\"\"\n    return helper_%d(value) + other * %d\n\n\n", i, j, j, (i+j)%busyFiles, j)
		}
		write(t, s.file(fmt.Sprintf("package%d/module%d.py", i%40, i)), b.String())
	}
	cmd := exec.Command(fettle(t), "serve", "--client-config=user")
	cmd.Env, cmd.Dir = s.env, s.workspace
	server := testkit.StartChild(t, cmd)
	p := testkit.NamedProfile("vscode")
	p.Capabilities = strings.Replace(p.Capabilities, "{", `{"experimental":{"fettleStatus":true},`, 1)
	f := testkit.NewFake(t, server.Wire, p, s.workspace, nil)
	d := f.Open(s.file("app.py"), "python", app)
	problem := f.Problem(d, "undefined", "Ruff", "F821", "Undefined name `undefined`")
	f.Push(d, problem)
	at := strings.Index(app, "undefined")
	menu := func() []testkit.MenuItem {
		return f.Menu(d, at, at, map[string]any{"diagnostics": []any{problem}, "triggerKind": 1})
	}
	i := slices.IndexFunc(menu(), func(it testkit.MenuItem) bool { return strings.HasPrefix(it.Title, "AI fix: F821") })
	if i < 0 {
		t.Fatal("no AI fix in the menu")
	}
	f.Choose(menu()[i])
	eventually(t, "the model is asked", server.Stderr, func() bool { return len(m.Requests()) > 0 })

	for len(after) < 300 {
		building := indexed(f) < 100
		time.Sleep(menuPause)
		start := time.Now()
		items := menu()
		took := time.Since(start)
		if len(items) == 0 || !strings.HasPrefix(items[0].Title, "AI fix: cancel") {
			t.Fatalf("the model call is over: %q", testkit.Titles(items))
		}
		if building {
			during = append(during, took)
		} else {
			after = append(after, took)
		}
	}
	g.open(t)
	eventually(t, "the fix", func() string { return f.Text(d) }, func() bool { return f.Text(d) == fixedApp })
	return during, after
}

// indexed is the percentage that the server told last.
func indexed(f *testkit.Fake) int {
	percent := 0
	for _, m := range f.Messages() {
		var p struct{ Indexed int }
		if m.Method == "fettle/status" && json.Unmarshal(m.Params, &p) == nil {
			percent = p.Indexed
		}
	}
	return percent
}

func spread(d []time.Duration) string {
	if len(d) == 0 {
		return "none"
	}
	slices.Sort(d)
	return fmt.Sprintf("%d, p50 %v, p95 %v, at most %v", len(d), d[len(d)/2].Round(10*time.Microsecond),
		d[len(d)*95/100].Round(10*time.Microsecond), d[len(d)-1].Round(10*time.Microsecond))
}
