package scan

import (
	"fmt"
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// The fallback of internal/syntax finds definitions, too, for other readers. Where
// both look, at functions with a body and at types outside of functions and groups,
// they must agree.
func TestAgreesWithFallback(t *testing.T) {
	for lang, src := range map[string]string{
		"python": `import os

@cache
def top(a, b="def no(): pass"):
    """
    def neither(): pass
    """
    return a

class Shape(Base):
    def area(self) -> int:
        return 1

    async def later(self):
        pass
`,
		"go": "package p\n\nfunc top(a string) {\n\tprintln(`\nfunc no() {}\n`)\n}\n\ntype shape struct {\n\tside int\n}\n\n// area is.\nfunc (s *shape) area() int { return s.side }\n\nfunc generic[T any](v T) T { return v }\n",
		"typescript": `import { x } from "./x";

export function top(a: string): string {
  return ` + "`function no() { ${a} }`" + `;
}

export class Shape extends Base {
  // method() {}
  area(): number {
    return 1;
  }
}

export const arrow = (a: number) => {
  return a;
};
`,
		"rust": `use std::fmt;

pub fn top(a: &str) -> String {
    r#"fn no() {}"#.to_string()
}

struct Shape { side: u32 }

impl fmt::Display for Shape {
    fn area(&self) -> u32 { self.side }
}

pub trait Sized2 {
    fn size(&self) -> u32;
}
`,
	} {
		index := New(src, lang)
		index.Define()
		var mine, other []string
		for _, d := range index.Defs {
			switch d.Kind {
			case Function, Method, Class, Struct, Interface, Trait, Enum, Type:
				mine = append(mine, fmt.Sprint(d.Name, " in line ", d.Start+1))
			}
		}
		doc := text.New(src)
		for _, n := range syntax.Scanned(lang, src).Nodes {
			impl := n.Keyword == "impl" // names the type again, which is no definition
			if (n.Kind == syntax.Function || n.Kind == syntax.Class) && n.Name != "" && !impl {
				other = append(other, fmt.Sprint(n.Name, " in line ", doc.LineAt(n.Span.Start)+1))
			}
		}
		slices.Sort(mine)
		slices.Sort(other)
		if len(mine) == 0 || !slices.Equal(mine, other) {
			t.Errorf("%s:\nthe index    %q\nthe fallback %q", lang, mine, other)
		}
	}
}
