package app

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// TestShelf: an entry is found as it was kept, those of former runs do not pile up, and what is
// too large or too old is none.
func TestShelf(t *testing.T) {
	s := &shelf{dir: t.TempDir(), most: 3, age: time.Hour, bytes: 100}
	for i, age := range []time.Duration{2 * time.Hour, 50 * time.Minute, 40 * time.Minute, 30 * time.Minute} {
		s.write(fmt.Sprint("old", i), "x")
		if at := time.Now().Add(-age); os.Chtimes(s.file(fmt.Sprint("old", i)), at, at) != nil {
			t.Fatal("the time of an entry cannot be set")
		}
	}
	var got string
	if s.read("old0", &got) || !s.read("old1", &got) || got != "x" {
		t.Errorf("read: %q", got)
	}
	if err := os.WriteFile(s.file("broken"), []byte(`"x"`), 0o600); err != nil || s.read("broken", &got) {
		t.Errorf("an entry that is not packed is read: %v", err)
	}
	_ = os.Remove(s.file("broken"))
	s.used("old1")
	s.swept = false
	s.write("new", "y")
	for key, want := range map[string]bool{"new": true, "old0": false, "old1": true, "old2": false, "old3": true} {
		if _, err := os.Stat(s.file(key)); (err == nil) != want {
			t.Errorf("%s: there: %v", key, err == nil)
		}
	}
	if s.write("alike", strings.Repeat("z", 1000)); !s.read("alike", &got) || len(got) != 1000 {
		t.Error("an entry is not packed")
	}
	large := ""
	for i := range 100 {
		large += string(rune('A' + i*i*7%4000))
	}
	if s.write("large", large); s.read("large", &got) {
		t.Error("an entry may be of any size")
	}
	if none := (&shelf{}); none.read("new", &got) {
		t.Error("where nothing is kept something is found")
	}
}
