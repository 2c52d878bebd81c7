package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

var update = flag.Bool("update", false, "rewrite what was recorded of the editors")

// tapServer puts a script before fettle that copies what the editor sends.
func (s *session) tapServer(t *testing.T) (initialize func() map[string]any) {
	t.Helper()
	copied := filepath.Join(s.dir, "sent")
	shim := filepath.Join(s.dir, "shim", "fettle")
	write(t, shim, "#!/bin/sh\ntee '"+copied+"' | { '"+fettle(t)+"' \"$@\"; kill $$; }\n")
	must.OK(t, os.Chmod(shim, 0o700))
	s.env = append(s.env, "PATH="+filepath.Dir(shim)+":"+filepath.Dir(testkit.Tool(t, "ruff"))+":"+os.Getenv("PATH"))
	header := regexp.MustCompile(`Content-Length: (\d+)[^\n]*\r\n(?:[^\r\n]+\r\n)*\r\n`)
	return func() map[string]any {
		data := read(t, copied)
		at := header.FindStringSubmatchIndex(data)
		if at == nil {
			t.Fatalf("no frame in %q", data[:min(len(data), 200)])
		}
		n, _ := strconv.Atoi(data[at[2]:at[3]])
		var m struct {
			Method string
			Params map[string]any
		}
		if err := json.Unmarshal([]byte(data[at[1]:at[1]+n]), &m); err != nil || m.Method != "initialize" {
			t.Fatalf("first message: %s, %v", m.Method, err)
		}
		for _, local := range []string{"processId", "rootPath", "rootUri", "workspaceFolders", "workDoneToken", "initializationOptions", "trace"} {
			delete(m.Params, local)
		}
		delete(m.Params["clientInfo"].(map[string]any), "version")
		return m.Params
	}
}

// recorded compares an editor's initialize with the one on record, or writes
// it, and holds the fake editor of that name against it.
func recorded(t *testing.T, name string, got map[string]any) {
	t.Helper()
	path := filepath.Join("..", "..", "internal", "testkit", "clients", name+".json")
	if *update {
		text, err := json.MarshalIndent(got, "", "  ")
		must.OK(t, err)
		write(t, path, string(text)+"\n")
	}
	var want map[string]any
	must.OK(t, json.Unmarshal([]byte(read(t, path)), &want))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s has changed (-recorded +now); see what that means for the server, then run with -update:\n%s", name, diff)
	}
	var fake any
	must.OK(t, json.Unmarshal([]byte(testkit.NamedProfile(name).Capabilities), &fake))
	for _, problem := range differ("capabilities", fake, want["capabilities"]) {
		t.Errorf("the fake %s: %s", name, problem)
	}
}

// differ lists where a fake's capabilities say what the real ones do not.
func differ(at string, fake, real any) []string {
	f, ok := fake.(map[string]any)
	if !ok {
		if !cmp.Equal(fake, real) && fmt.Sprint(fake) != "map[]" {
			return []string{fmt.Sprintf("%s: %v, the editor sends %v", at, fake, real)}
		}
		return nil
	}
	r, ok := real.(map[string]any)
	if !ok {
		return []string{fmt.Sprintf("%s: there, the editor sends %v", at, real)}
	}
	var out []string
	for k, v := range f {
		if k == "positionEncodings" || strings.HasSuffix(at, "codeActionKind") {
			continue // the fake's are of its encoding, and shorter
		}
		out = append(out, differ(at+"."+k, v, r[k])...)
	}
	return out
}

func TestRecordedClients(t *testing.T) {
	scenario(t, "neovim", "initialize: what it says of itself is what is on record", func(t *testing.T) {
		s := newSession(t, "")
		initialize := s.tapServer(t)
		s.neovim(t, filepath.Join("nvim", "fix.lua"), "rule fix: one undo")
		recorded(t, "neovim", initialize())
	})
	scenario(t, "helix", "initialize: what it says of itself is what is on record", func(t *testing.T) {
		s := newSession(t, "")
		initialize := s.tapServer(t)
		helixFiles(t, s)
		h := openHelix(t, s, "app.py")
		h.goTo(1, 0)
		h.menu("Ruff")
		recorded(t, "helix", initialize())
	})
}
