package semantic

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/signal"
)

// What language servers know stands in front of what the index finds.
//
// Covers R3-12.
func TestLookupsComeFirst(t *testing.T) {
	m := Memory{
		"app.py":         "def charge(order: Order):\n    total = order\n    return total\n",
		"a.py":           "from app import charge\n\n\ndef first():\n    charge(1)\n",
		"z.py":           "import app as shop\n\n\ndef hidden():\n    getattr(shop, 'cha' + 'rge')(1)\n",
		"types/other.py": "class Order:\n    pass\n", "types/right.py": "class RealOrder:\n    pass\n",
		"base.py": "class Shape:\n    pass\n", "circle.py": "from base import Shape\n\n\nclass Circle(Shape):\n    pass\n",
	}
	known := map[LookupKind]providers.Place{References: {Path: "z.py", First: 5, Last: 5}, TypeDefinitions: {Path: "types/right.py", First: 1, Last: 1},
		Implementations: {Path: "circle.py", First: 4, Last: 4}}
	var asked []LookupKind
	p := built(t, Options{Source: m, Tuning: Tuning{Lookup: func(ctx context.Context, l Lookup) []providers.Place {
		if _, ok := ctx.Deadline(); !ok {
			t.Error("no deadline")
		}
		asked = append(asked, l.Kind)
		return []providers.Place{known[l.Kind], {Path: "gone.py", First: 900, Last: 900}}
	}}})
	for name, c := range map[string]struct {
		need        signal.Need
		line        int
		message     string
		first, then string
	}{
		"references":      {signal.NeedFlow, 2, "wrong", "z.py", "a.py"},
		"types":           {signal.NeedTypes, 1, "`Order` has no total", "types/right.py", ""},
		"implementations": {signal.NeedRelated, 1, "`Shape` is abstract", "base.py", "circle.py"},
	} {
		t.Run(name, func(t *testing.T) {
			req := fix(m, "app.py", c.line)
			req.Needs, req.Diagnostics = []signal.Need{c.need}, []signal.Diagnostic{{Message: c.message}}
			got := shown(provide(t, p, req))
			i, j := strings.Index(got, c.first), strings.Index(got, c.then)
			if i < 0 || c.then != "" && j < i || c.then == "" && strings.Contains(got, "other.py") {
				t.Errorf("%s is not in front of %s:\n%s", c.first, c.then, got)
			}
		})
	}
	if len(asked) < 2 {
		t.Errorf("asked %v", asked)
	}
	// Whoever does not answer costs a moment, and nothing else.
	p.Tune(Tuning{Lookup: func(ctx context.Context, _ Lookup) []providers.Place { <-ctx.Done(); return nil }})
	req := fix(m, "app.py", 2)
	req.Needs = []signal.Need{signal.NeedFlow}
	start := time.Now()
	if got := shown(provide(t, p, req)); !strings.Contains(got, "a.py") {
		t.Errorf("after %v:\n%s", time.Since(start), got)
	}
}

// TestLookupsOfFilesThatAreNotOpen: a question in words is about files that nobody has
// open; a language server is asked about them, too, by the path of the file.
func TestLookupsOfFilesThatAreNotOpen(t *testing.T) {
	m := Memory{
		"shop/app.py": "def charge(order):\n    return order\n",
		"z.py":        "import shop.app as shop\n\n\ndef hidden():\n    getattr(shop, 'cha' + 'rge')(1)\n",
	}
	root := t.TempDir()
	p := built(t, Options{Source: m, Root: root, Tuning: Tuning{Lookup: func(_ context.Context, l Lookup) []providers.Place {
		if l.Snapshot.Path != filepath.Join(root, "shop", "app.py") || !strings.HasPrefix(l.Snapshot.Text()[l.Offset:], "charge(") {
			return nil // as the servers' side does with what is no file
		}
		return []providers.Place{{Path: "z.py", First: 5, Last: 5}}
	}}})
	res, err := p.Query(t.Context(), DefaultQuery("who calls `charge`"))
	if err != nil || len(res.Results) == 0 || res.Results[0].Entity.Name != "hidden" || res.Results[0].Source != byServer {
		t.Errorf("%+v %v", res.Results, err)
	}
}

// TestLookupOfWhatImportsDoNotShow: where a language server says that a name is defined counts
// as an import does, and only for that name.
//
// Covers R3-12.
func TestLookupOfWhatImportsDoNotShow(t *testing.T) {
	m := Memory{
		"app.py":   "def run():\n    return settle(\n        close(1), 2)\n",
		"plug.py":  "def settle(a, b):\n    return a\n",
		"other.py": "def settle(x):\n    return x\n\n\ndef close(x):\n    return x\n",
	}
	p := built(t, Options{Source: m, Tuning: Tuning{Lookup: func(_ context.Context, l Lookup) []providers.Place {
		if l.Kind == Definitions && strings.HasPrefix(l.Snapshot.Text()[l.Offset:], "settle(") {
			return []providers.Place{{Path: "plug.py", First: 1, Last: 1}}
		}
		return nil
	}}})
	req := fix(m, "app.py", 2)
	req.Diagnostics = []signal.Diagnostic{{Message: "wrong"}}
	if got := shown(provide(t, p, req)); !strings.Contains(got, "plug.py") || strings.Contains(got, "other.py") {
		t.Errorf("the definition that the server names is not the one shown:\n%s", got)
	}
}
