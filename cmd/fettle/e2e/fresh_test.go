package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestQuestionsSeeTheDisk: a file that is made, changed, moved, deleted or
// brought back behind the editor's back is right in the next answer a second
// later, whether or not the editor tells of it.
func TestQuestionsSeeTheDisk(t *testing.T) {
	for _, profile := range []string{"vscode", "neovim", "helix"} {
		t.Run(profile, func(t *testing.T) {
			dir, home := shop(t), t.TempDir()
			server := testkit.StartChild(t, inProject(t, dir, home, "serve"))
			e := testkit.NewFake(t, server.Wire, testkit.NamedProfile(profile), dir, nil)
			files := func() []string {
				m := e.Call("workspace/executeCommand", map[string]any{"command": "fettle.contextQuery", "arguments": []any{map[string]any{"query": "where is refund_voucher"}}})
				var got struct {
					Results []struct {
						Location    struct{ FilePath string }
						CodePreview string
					}
				}
				if m.Error != nil || json.Unmarshal(m.Result, &got) != nil {
					t.Fatalf("%v %s", m.Error, m.Result)
				}
				var out []string
				for _, r := range got.Results {
					out = append(out, r.Location.FilePath)
				}
				return out
			}
			in := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
			expect := func(what string, want ...string) {
				t.Helper()
				var got []string
				for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
					if got = files(); slices.Equal(got, want) {
						return
					}
				}
				t.Errorf("%s: %v, want %v", what, got, want)
			}
			do := func(err error) {
				t.Helper()
				must.OK(t, err)
			}
			expect("nothing yet")
			writeAll(t, dir, map[string]string{"shop/new/deep/refund.py": "def refund_voucher(customer):\n    return customer\n"})
			expect("made", "shop/new/deep/refund.py")
			do(os.Rename(in("shop/new"), in("shop/late")))
			expect("its folder is moved", "shop/late/deep/refund.py")
			body, err := os.ReadFile(in("shop/late/deep/refund.py"))
			do(err)
			writeAll(t, dir, map[string]string{"shop/late/deep/refund.py": "def other(customer):\n    return customer\n"})
			expect("changed")
			do(os.WriteFile(in("shop/late/deep/refund.py"), body, 0o600))
			expect("changed back", "shop/late/deep/refund.py")
			do(os.RemoveAll(in("shop/late")))
			expect("deleted")
			writeAll(t, dir, map[string]string{"shop/late/deep/refund.py": string(body)})
			expect("returned", "shop/late/deep/refund.py")
		})
	}
}
