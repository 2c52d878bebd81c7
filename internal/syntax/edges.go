package syntax

import "github.com/fettle-dev/fettle/internal/text"

// atomic forbids the borders inside the lines.
func atomic(edge []bool, l text.Lines) {
	for i := l.Start + 1; i < l.End && i < len(edge); i++ {
		edge[i] = false
	}
}

// open allows the borders around and inside the lines again.
func open(edge []bool, l text.Lines) {
	for i := max(0, l.Start); i <= l.End && i < len(edge); i++ {
		edge[i] = true
	}
}
