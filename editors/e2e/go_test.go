package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

const goApp = `package main

func main() {
	println("é😀", undefinedName)
}

const amount = 42
`

// goLine is the scripted model's fix of goApp.
const goLine = "\tprintln(\"é😀\", amount)"

// goModule adds a Go module to the session, whose go tool has its usual caches
// and whose gopls is the provisioned one.
func goModule(t *testing.T, s *session) {
	t.Helper()
	write(t, s.file("go.mod"), "module example.com/app\n\ngo 1.24\n")
	write(t, s.file("main.go"), goApp)
	gopls := filepath.Dir(testkit.Tool(t, "gopls"))
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} {
		out, err := exec.Command("go", "env", name).Output()
		must.OK(t, err)
		s.env = append(s.env, name+"="+strings.TrimSpace(string(out)))
	}
	s.env = append(s.env, "PATH="+filepath.Dir(fettle(t))+":"+gopls+":"+os.Getenv("PATH"))
}

func goFixed(t *testing.T, s session, _ *testkit.Model) {
	t.Helper()
	if got, want := read(t, s.file("main.go")), strings.Replace(goApp, "undefinedName", "amount", 1); got != want {
		t.Errorf("text:\n%s", got)
	}
}

func TestHelixGo(t *testing.T) {
	scenario(t, "helix", "gopls: its diagnostic is fixed, beside an emoji", func(t *testing.T) {
		_, config := serve(t, replaces("undefinedName", goLine, 0))
		s := newSession(t, config)
		goModule(t, &s)
		helixFiles(t, s)
		h := openHelix(t, s, "main.go")
		h.goTo(4, 18)
		h.pick("AI fix: UndeclaredName")
		h.untilSaved("main.go", strings.Replace(goApp, "undefinedName", "amount", 1))
	})
}
