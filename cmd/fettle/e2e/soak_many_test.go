package e2e

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// workplace is a workspace that several servers work in, at once or one after the
// other, with one home and so with one saved index.
type workplace struct {
	suite
	root, home string
}

const workplaceFiles = 150

func newWorkplace(t *testing.T) workplace {
	t.Helper()
	s := workplace{suite: suite{bin: binary(t)}, root: t.TempDir(), home: t.TempDir()}
	for i := range workplaceFiles {
		s.write(t, i, 0)
	}
	return s
}

func (s workplace) file(i int) string {
	return filepath.Join(s.root, fmt.Sprintf("pkg%d", i%5), fmt.Sprintf("goods_%d.py", i))
}

// write gives a file its text, or another one.
func (s workplace) write(t *testing.T, i, edition int) {
	t.Helper()
	var b strings.Builder
	for j := range 20 {
		fmt.Fprintf(&b, "def price_of_article_%d_%d(basket):\n    total = %d\n    for item in basket:\n        total += item\n    return total\n\n\n", i, j, edition)
	}
	must.Write(t, s.file(i), b.String())
}

// hash is that of all paths and texts of the workspace.
func (s workplace) hash(t *testing.T) [32]byte {
	t.Helper()
	h := sha256.New()
	err := filepath.WalkDir(s.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := os.ReadFile(path)
		fmt.Fprintf(h, "%s\x00%s\x00", path, body)
		return err
	})
	must.OK(t, err)
	return [32]byte(h.Sum(nil))
}

// begin starts a server in the workspace and has it open a document.
func (s workplace) begin(t *testing.T, i int) *server {
	t.Helper()
	srv := s.startWith(t, options{home: s.home}, "--trusted")
	uri := testkit.FileURI(s.root)
	m := srv.Call("initialize", map[string]any{"processId": nil, "rootUri": uri, "workspaceFolders": []any{map[string]string{"uri": uri, "name": "w"}}, "capabilities": json.RawMessage(`{}`)})
	if m.Error != nil {
		t.Fatalf("initialize: %s", m.Raw)
	}
	srv.Notify("initialized", map[string]any{})
	body := must.Read(t, s.file(i%workplaceFiles))
	srv.open(testkit.FileURI(s.file(i%workplaceFiles)), 1, body)
	return srv
}

// question asks for code in another file than the open one.
func (s workplace) question(i int) (params any, want string) {
	j := (i + 7) % workplaceFiles
	return map[string]any{"command": "fettle.contextQuery", "arguments": []any{map[string]any{
		"uri": testkit.FileURI(s.file(i % workplaceFiles)), "query": fmt.Sprintf("price_of_article_%d_3", j)}}}, filepath.Base(s.file(j))
}

// answers fails the test unless the server's index knows the workspace.
func (s workplace) answers(srv *server, i int) {
	srv.t.Helper()
	params, want := s.question(i)
	m := srv.Call("workspace/executeCommand", params)
	for end := time.Now().Add(time.Minute); strings.Contains(string(m.Result), `"partial":`) && time.Now().Before(end); {
		time.Sleep(100 * time.Millisecond) // so many servers that index at once take longer than a question waits; the answer says so
		m = srv.Call("workspace/executeCommand", params)
	}
	if m.Error != nil || !strings.Contains(string(m.Result), want) {
		srv.t.Errorf("no %s in the answer: %s", want, clip(m.Raw))
	}
}

func (s *server) leaves() {
	s.t.Helper()
	s.Call("shutdown", nil)
	s.Notify("exit", nil)
	s.exits(0, 1)
}

// sound fails the test when the log tells of what must not happen.
func (s *server) sound() {
	s.t.Helper()
	for line := range strings.Lines(s.Stderr()) {
		for _, bad := range []string{"msg=panic", "DATA RACE", "malformed"} {
			if strings.Contains(line, bad) {
				s.t.Errorf("in the log: %s", line)
			}
		}
	}
}

// soakScale is small in a usual run, large in a soak.
func soakScale(usual, soak int) int {
	if os.Getenv("FETTLE_SOAK") != "" {
		return soak
	}
	return usual
}

// TestSoakManyServers has servers work in one workspace at once: they share the
// saved index, and none may fail or spoil it for the others.
func TestSoakManyServers(t *testing.T) {
	s := newWorkplace(t)
	before := s.hash(t)
	n := soakScale(6, 50)
	all := make([]*server, n)
	for i := range all {
		all[i] = s.begin(t, i)
	}
	var wg sync.WaitGroup
	for i, srv := range all {
		wg.Go(func() {
			for k := range 3 {
				s.answers(srv, i)
				uri := testkit.FileURI(s.file(i))
				srv.change(uri, k+2, replace(0, 0, 0, 0, fmt.Sprintf("# %d\n", k)))
				srv.Notify("fettle/diagnostics", map[string]any{"uri": uri, "diagnostics": []any{problem(2, 4, 2, 9, "F841", fmt.Sprintf("Local variable, look %d", k))}})
				if m := srv.command("fettle.explain", map[string]any{"uri": uri, "lines": []int{3, 3}}); m.Error != nil {
					t.Errorf("server %d: %s", i, clip(m.Raw))
				}
			}
		})
	}
	wg.Wait()
	for _, srv := range all {
		srv.leaves()
		srv.sound()
	}
	again := s.begin(t, 1)
	s.answers(again, 1)
	again.leaves()
	if s.hash(t) != before {
		t.Error("the workspace has changed")
	}
	t.Logf("%d servers in one workspace", n)
}

// TestSoakKilled kills servers at random points of their lives. The next one
// works as if nothing had happened, and the workspace is what it was.
func TestSoakKilled(t *testing.T) {
	s := newWorkplace(t)
	r := rand.New(rand.NewPCG(5, 5))
	start := time.Now()
	first := s.begin(t, 0)
	s.answers(first, 0)
	life := time.Since(start)
	first.leaves()
	n := soakScale(12, 200)
	var took []time.Duration
	for i := range n {
		for range 10 {
			s.write(t, r.IntN(workplaceFiles), i+1) // something to write into the index
		}
		before := s.hash(t)
		victim := s.startWith(t, options{home: s.home}, "--trusted")
		timer := time.AfterFunc(time.Duration(r.Int64N(int64(life)*3/2)), func() { _ = victim.Cmd.Process.Kill() })
		s.busy(victim, i)
		victim.Exit()
		timer.Stop()

		start := time.Now()
		next := s.begin(t, i)
		s.answers(next, i)
		took = append(took, time.Since(start))
		next.leaves()
		next.sound()
		if s.hash(t) != before {
			t.Fatalf("kill %d: the workspace has changed", i)
		}
	}
	t.Logf("%d kills within %v of life; the next server has answered after %v, at most %v", n, life*3/2, percentile(took, 50), percentile(took, 100))
	if most := percentile(took, 100); most > 20*time.Second {
		t.Errorf("an answer took %v, should take 2 s", most)
	}
	s.tidy(t)
}

// busy gives a server work without waiting for any of it.
func (s workplace) busy(srv *server, i int) {
	uri := testkit.FileURI(s.root)
	send := func(format string, args ...any) { _ = srv.Bytes(testkit.Frame(fmt.Sprintf(format, args...))) }
	send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"rootUri":%q,"capabilities":{}}}`, uri)
	send(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
	send(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"languageId":"python","version":1,"text":"import os\n"}}}`, testkit.FileURI(s.file(i%workplaceFiles)))
	params, _ := s.question(i)
	raw, _ := json.Marshal(params)
	send(`{"jsonrpc":"2.0","id":2,"method":"workspace/executeCommand","params":%s}`, raw)
}

// tidy fails the test when dead servers have left more than the index, and the
// folders of links that stand for those of PATH, which the next server uses.
func (s workplace) tidy(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(s.home, ".cache"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && filepath.Base(filepath.Dir(path)) == "path" && !strings.HasPrefix(d.Name(), "new-") {
			return filepath.SkipDir
		}
		if err == nil && !d.IsDir() && !strings.Contains(d.Name(), ".sqlite") {
			t.Errorf("left behind: %s", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestSoakIdle leaves a server alone but for a little work now and then, as an
// editor does that stays open over night: nothing may grow. FETTLE_IDLE says for
// how long; without it there is nothing to be seen, and the test is skipped.
func TestSoakIdle(t *testing.T) {
	if os.Getenv("FETTLE_IDLE") == "" {
		t.Skip("SKIPPED: FETTLE_IDLE says how long a server is left alone; make soak-idle")
	}
	length, err := time.ParseDuration(os.Getenv("FETTLE_IDLE"))
	must.OK(t, err)
	s := newWorkplace(t)
	srv := s.begin(t, 0)
	k := &soak{t: t, srv: srv}
	const pause = 10 * time.Second
	var resident, files []int
	end := time.Now().Add(length)
	for edition := 1; time.Now().Before(end); edition++ {
		uri := testkit.FileURI(s.file(0))
		srv.change(uri, edition+1, replace(1, 4, 1, 4+min(edition-1, 1), fmt.Sprint(edition%10)))
		s.write(t, 1+edition%(workplaceFiles-1), edition)
		srv.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": testkit.FileURI(s.file(1 + edition%(workplaceFiles-1))), "type": 2}}})
		s.answers(srv, 0)
		srv.actions(uri, span(1, 0, 1, 4), map[string]any{"diagnostics": []any{problem(1, 4, 1, 9, "F841", "Local variable `total` is assigned to but never used")}})
		time.Sleep(pause)
		resident, files = append(resident, srv.resident()), append(files, k.descriptors())
	}
	half := len(resident) / 2
	before, after := slices.Max(resident[:half+1]), slices.Max(resident[half:])
	t.Logf("resident MiB: at most %d in the first half, %d in the second; %d descriptors, then %d", before, after, files[half], files[len(files)-1])
	if after > before+5 || files[len(files)-1] > files[half]+2 {
		t.Errorf("the server has grown: %v MiB, descriptors %v", resident, files)
	}
	srv.leaves()
	srv.sound()
}
