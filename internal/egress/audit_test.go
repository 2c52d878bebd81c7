package egress

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func TestAuditWritesAndReads(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "audit.jsonl")
	a, err := OpenAudit(path)
	must.OK(t, err)
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			if err := a.Add(Entry{Kind: "fix", Host: "h", Bytes: i, Outcome: "ok", Places: []Place{{"a.py", 1, 2}}}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	must.OK(t, a.Close())
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	must.OK(t, err)
	fmt.Fprint(f, `{"kind":"cut`)
	f.Close()
	list, err := ReadAudit(path)
	if err != nil || len(list) != 50 || list[0].Places[0].Path != "a.py" {
		t.Errorf("%d entries, %v", len(list), err)
	}
	for p, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		info, err := os.Stat(p)
		must.OK(t, err)
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %o, want %o", p, info.Mode().Perm(), want)
		}
	}
}

func TestAuditRotates(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	a, err := OpenAudit(path)
	must.OK(t, err)
	defer a.Close()
	a.max = 4 << 10
	for i := range 200 {
		must.OK(t, a.Add(Entry{Kind: "fix", Signal: strings.Repeat("s", 100), Bytes: i}))
	}
	list, err := ReadAudit(path)
	if err != nil || len(list) == 0 || len(list) >= 200 || list[len(list)-1].Bytes != 199 {
		t.Errorf("%d entries, %v", len(list), err)
	}
	for i := 1; i < len(list); i++ {
		if list[i].Bytes != list[i-1].Bytes+1 {
			t.Fatalf("gap between %d and %d", list[i-1].Bytes, list[i].Bytes)
		}
	}
	for _, p := range []string{path, path + ".1", path + ".2"} {
		if info, err := os.Stat(p); err != nil || info.Size() > a.max {
			t.Errorf("%s: %v", p, err)
		}
	}
}

func TestAuditFallsBackToMemory(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "target")
	must.Write(t, target, "")
	link := filepath.Join(dir, "audit.jsonl")
	if err := os.Symlink(target, link); err != nil {
		t.Skip("no links here:", err)
	}
	for _, path := range []string{link, filepath.Join(target, "below-a-file"), dir, ""} {
		a, err := OpenAudit(path)
		if err == nil || a.Writable() == nil {
			t.Errorf("%q was opened", path)
		}
		for i := range limits.AuditRing + 5 {
			if a.Add(Entry{Bytes: i}) == nil {
				t.Fatalf("%q: no error from Add", path)
			}
		}
		if r := a.Recent(); len(r) != limits.AuditRing || r[len(r)-1].Bytes != limits.AuditRing+4 {
			t.Errorf("%q: %d entries in memory", path, len(r))
		}
	}
	if data, _ := os.ReadFile(target); len(data) != 0 {
		t.Errorf("written through the link: %q", data)
	}
	var none *Audit
	if none.Add(Entry{}) != nil {
		t.Error("no log is not an error")
	}
}
