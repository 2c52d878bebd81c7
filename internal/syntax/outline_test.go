package syntax

import (
	"fmt"
	"strings"
)

// outline prints the facts one per line, indented by depth, then the borders
// that cut something. Lines are 1-based and inclusive.
func outline(f *File) string {
	var b strings.Builder
	depth := map[int]int{-1: -1}
	for i, n := range f.Nodes {
		depth[i] = depth[n.Parent] + 1
		kind := [...]string{"?", "function", "class", "import", "decorator", "block", "clause", "statement"}[n.Kind]
		b.WriteString(strings.Repeat("  ", depth[i]) + kind)
		for _, s := range []string{n.Keyword, n.Name} {
			if s != "" {
				b.WriteString(" " + s)
			}
		}
		fmt.Fprintf(&b, " %d-%d", n.Lines.Start+1, n.Lines.End)
		if n.Header != n.Lines {
			fmt.Fprintf(&b, " header %d-%d", n.Header.Start+1, n.Header.End)
		}
		if n.Kind != Statement && n.Kind != Import && n.Kind != Decorator && n.Body.Len() > 0 {
			fmt.Fprintf(&b, " body %d-%d", n.Body.Start+1, n.Body.End)
		}
		if n.Names != nil {
			fmt.Fprintf(&b, " %v", n.Names)
		}
		b.WriteByte('\n')
	}
	var cuts []string
	for i := range f.edge {
		if !f.edge[i] {
			cuts = append(cuts, fmt.Sprint(i+1))
		}
	}
	fmt.Fprintf(&b, "no border before: %s\n", strings.Join(cuts, " "))
	return b.String()
}
