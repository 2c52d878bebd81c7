package model

import (
	"flag"
	"os"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestMain runs many tests at once: they wait for servers that are played, not for
// a core.
func TestMain(m *testing.M) {
	flag.Parse()
	testkit.Alone()
	_ = flag.Set("test.parallel", "16")
	os.Exit(m.Run())
}
