package app

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestVendored: code that a tool has copied into the project is left alone and
// said so, once for each folder; what is only called so, or is named, is not.
func TestVendored(t *testing.T) {
	top := t.TempDir()
	var all []string
	for _, name := range []string{"a.go", "vendor/modules.txt", "vendor/x/b.go", "vendor/x/y/c.go", "shop/vendor/d.go", "pip/_vendor/vendor.txt", "pip/_vendor/e.py"} {
		path := filepath.Join(top, filepath.FromSlash(name))
		must.Write(t, path, "")
		if filepath.Ext(name) != ".txt" {
			all = append(all, path)
		}
	}
	own, out := vendored(top, all)
	var said []string
	for _, s := range out {
		said = append(said, s.Error())
	}
	const why = ": it holds vendored code; name it to have it fixed"
	if want := []string{filepath.Join(top, "a.go"), filepath.Join(top, "shop", "vendor", "d.go")}; !slices.Equal(own, want) {
		t.Errorf("own %q, want %q", own, want)
	}
	if want := []string{filepath.Join(top, "vendor") + why, filepath.Join(top, "pip", "_vendor") + why}; !slices.Equal(said, want) {
		t.Errorf("said %q, want %q", said, want)
	}
	inside := []string{filepath.Join(top, "vendor", "x", "b.go")}
	if own, out := vendored(filepath.Join(top, "vendor"), inside); !slices.Equal(own, inside) || len(out) != 0 {
		t.Errorf("named: %q, %v", own, out)
	}
}
