package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
)

// bigPython is a Python file of about the given number of lines.
func bigPython(lines int) string {
	var b strings.Builder
	b.WriteString("\"\"\"A module.\"\"\"\nfrom __future__ import annotations\nimport os\nfrom typing import Dict, List\n\nLIMIT = 10\n\n")
	for i := 0; strings.Count(b.String(), "\n") < lines; i++ {
		// Twenty classes at a time keep the counting above cheap.
		for j := range 20 {
			fmt.Fprintf(&b, `
class Shape%[1]d(Base):
    """A shape."""

    kind: str = "shape"

    def __init__(self, name: str, sides: List[int], *, scale: float = 1.0) -> None:
        self.name = name
        self.sides = sides
        self.cache: Dict[str, float] = {}

    @property
    def area(self) -> float:
        if self.name in self.cache:
            return self.cache[self.name]
        total = 0.0
        for i, side in enumerate(self.sides):
            try:
                total += compute(
                    side,
                    scale=self.scale,  # a comment
                    label=f"{self.name}-{i}",
                )
            except ValueError as error:
                log.warning("no area: %%s", error)
            else:
                total *= 2
        self.cache[self.name] = total
        return total
`, i*20+j)
		}
	}
	return b.String()
}

func BenchmarkParse(b *testing.B) {
	src := bigPython(10_000)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Parse("python", src)
	}
}

func BenchmarkScan(b *testing.B) {
	src := bigPython(10_000)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		f := newFile("python", src)
		f.scan()
	}
}

func BenchmarkReparse(b *testing.B) {
	src := bigPython(10_000)
	f := Parse("python", src)
	f = f.Reparse(nil, src)
	at := strings.Index(src, "total = 0.0")
	for i := 0; b.Loop(); i++ {
		with := fmt.Sprintf("total = %d.0", i%10)
		doc := f.Doc().Text()
		next := doc[:at] + with + doc[at+len(with):]
		f = f.Reparse([]text.Edit{{Span: text.Span{Start: at, End: at + len(with)}, New: with}}, next)
	}
}

func BenchmarkIdentifiers(b *testing.B) {
	f := Parse("python", bigPython(10_000))
	sp := f.Doc().LinesSpan(text.Lines{Start: 5000, End: 5040})
	f.Identifiers(sp)
	for b.Loop() {
		f.Identifiers(sp)
	}
}
