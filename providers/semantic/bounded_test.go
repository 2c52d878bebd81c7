package semantic

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
)

// TestBoundedBuildEnds: of a workspace that is too large for memory a part is indexed, and
// answers say so. What reads ahead ends with a build that stops early; else the bubble
// complains.
func TestBoundedBuildEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := Memory{}
		for i := range 400 {
			m[fmt.Sprintf("pkg%d/mod_%d.py", i%10, i)] = fmt.Sprintf("def fetch_page_%d(source):\n    return source\n", i)
		}
		p := New(Options{Source: m})
		p.heap = 40 << 10
		if err := p.Build(context.Background(), nil); err != nil || p.index.Len() == 0 || p.index.Len() == len(m) {
			t.Errorf("%d files: %v", p.index.Len(), err)
		}
		res, err := p.Query(t.Context(), DefaultQuery("fetch a page"))
		if err != nil || len(res.Results) == 0 || !strings.Contains(res.Partial, "of 400 files are indexed, more") {
			t.Errorf("%d results, partial %q, %v", len(res.Results), res.Partial, err)
		}
		p.heap = usualHeap()
		if err := p.Build(context.Background(), nil); err != nil || p.partial() != "" {
			t.Errorf("partial %q, %v", p.partial(), err)
		}
	})
}
