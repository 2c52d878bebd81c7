//go:build linux || darwin

package files

import (
	"bytes"
	"crypto/sha256"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// writesForever is the path that a copy of this program writes in place, two
// texts in turn, until it is killed.
const writesForever = "FETTLE_TEST_WRITES"

// text of one letter, large enough to be caught half written.
func letters(c byte) []byte { return bytes.Repeat([]byte{c}, 3<<20) }

// TestWritesForever is the process that TestKilledInPlace kills.
func TestWritesForever(t *testing.T) {
	path := os.Getenv(writesForever)
	if path == "" {
		t.Skip("a part of TestKilledInPlace")
	}
	texts := [2][]byte{letters('a'), letters('b')}
	for i := 0; ; i++ {
		must.OK(t, writeAtomic(path, texts[(i+1)%2], writeOptions{ExpectHash: sha256.Sum256(texts[i%2])}))
	}
}

// TestKilledInPlace: a process that ends at any moment while it writes over a
// file leaves one of the two texts whole, in the file or beside it.
func TestKilledInPlace(t *testing.T) {
	caught := 0
	for n := range 12 {
		dir := t.TempDir()
		path := filepath.Join(dir, "a.txt")
		must.OK(t, os.WriteFile(path, letters('a'), 0o600))
		must.OK(t, os.Link(path, filepath.Join(dir, "b.txt")))
		child := exec.Command(os.Args[0], "-test.run=^TestWritesForever$")
		child.Env = append(os.Environ(), writesForever+"="+path, "XDG_CACHE_HOME="+t.TempDir(), "HOME="+t.TempDir())
		must.OK(t, child.Start())
		seen := false // the copy: the file is about to be written over
		for end := time.Now().Add(20 * time.Second); !seen && time.Now().Before(end); time.Sleep(100 * time.Microsecond) {
			copied, err := os.Stat(path + ".before-fettle")
			seen = err == nil && copied.Size() == 3<<20
		}
		if !seen {
			t.Error("no copy stood beside the file")
		}
		time.Sleep(time.Duration(rand.IntN(12_000)) * time.Microsecond)
		_ = child.Process.Kill()
		_ = child.Wait()
		now, err := os.ReadFile(path)
		must.OK(t, err)
		kept, _ := os.ReadFile(path + ".before-fettle")
		if !wholeText(now) && !wholeText(kept) {
			t.Fatalf("kill %d: the file has %d bytes, the copy %d, and neither is whole", n, len(now), len(kept))
		}
		if !wholeText(now) {
			caught++
		}
	}
	t.Logf("%d of 12 were caught half written", caught)
}

func wholeText(s []byte) bool { return bytes.Equal(s, letters('a')) || bytes.Equal(s, letters('b')) }
