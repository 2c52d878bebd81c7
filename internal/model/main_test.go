package model

import (
	"flag"
	"os"
	"testing"
)

// TestMain runs many tests at once: they wait for servers that are played, not for
// a core.
func TestMain(m *testing.M) {
	flag.Parse()
	_ = flag.Set("test.parallel", "16")
	os.Exit(m.Run())
}
