package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// scratch holds what is built for all tests of this package.
var scratch string

// built builds the binary once.
var built = sync.OnceValues(func() (string, error) {
	return testkit.Build(scratch, "github.com/fettle-dev/fettle/cmd/fettle")
})

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "fettle-test-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	scratch = dir
	testkit.Alone()
	_ = os.Setenv("OLLAMA_HOST", "127.0.0.1:1") // a test that wants a planner says where; nobody is there
	shareGoCache()
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// shareGoCache lets the go command of every home keep what it compiles in the
// place that it has for this test: else each home compiles the standard library.
func shareGoCache() {
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		if out, err := exec.Command("go", "env", name).Output(); err == nil {
			_ = os.Setenv(name, strings.TrimSpace(string(out)))
		}
	}
}
