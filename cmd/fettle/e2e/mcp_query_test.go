package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMCPSeesTheDisk answers with what was written, changed and deleted between
// two questions.
func TestMCPSeesTheDisk(t *testing.T) {
	dir := shop(t)
	s, ctx := mcpIn(t, dir, "", nil)
	ask := func(query string) string {
		var got struct{ Context string }
		if e := callTool(ctx, t, s, "context_query", map[string]any{"query": query}, &got); e != "" {
			t.Fatal(e)
		}
		return got.Context
	}
	if got := ask("refund_voucher"); strings.Contains(got, "voucher") {
		t.Fatalf("found before it is there:\n%s", got)
	}
	writeAll(t, dir, map[string]string{"shop/refund.py": "def refund_voucher(customer):\n    return customer\n"})
	if got := ask("refund_voucher"); !strings.Contains(got, "shop/refund.py:1-2") {
		t.Errorf("not found once it is there:\n%s", got)
	}
	if err := os.Remove(filepath.Join(dir, "shop/refund.py")); err != nil {
		t.Fatal(err)
	}
	if got := ask("refund_voucher"); strings.Contains(got, "voucher") {
		t.Errorf("found though it is gone:\n%s", got)
	}
}
