package pytree

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkParse reads 10 000 lines.
func BenchmarkParse(b *testing.B) {
	var w strings.Builder
	for i := range 2500 {
		fmt.Fprintf(&w, "def f%d(a, b=[1, 2]):\n    if a == %d: x = '%d'\n    x, y = y, {'k': a[1:2]}\n"+
			"    return f'{x}'  # c\n", i, i, i)
	}
	src := w.String()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for range b.N {
		if _, err := Parse(src); err != nil {
			b.Fatal(err)
		}
	}
}
