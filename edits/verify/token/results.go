package token

// ExportedResults is how many results each exported function has whose header is
// among tokens of Go.
func ExportedResults(ts []Token) map[string]int {
	out := map[string]int{}
	for i := range ts {
		if !Is(ts, i, "func") || !StartsLine(ts, i) {
			continue
		}
		at := i + 1
		if Is(ts, at, "(") { // the receiver
			at = Closing(ts, at) + 1
		}
		name := at
		if at++; Is(ts, at, "[") {
			at = Closing(ts, at) + 1
		}
		if !IsName(ts, name) || !exported(ts[name].Text) || !Is(ts, at, "(") {
			continue
		}
		if n, ok := results(ts, Closing(ts, at)+1); ok {
			out[ts[name].Text] = n
		}
	}
	return out
}

// results counts the results that are listed from token i to the body; ok is false
// where the body does not begin on the line.
func results(ts []Token, i int) (n int, ok bool) {
	if i <= 0 || i >= len(ts) {
		return 0, false
	}
	if Is(ts, i, "{") {
		return 0, true
	}
	if !Is(ts, i, "(") {
		return 1, true
	}
	n = 1
	for j := i + 1; j < Closing(ts, i) && j < len(ts); j++ {
		switch {
		case Is(ts, j, "(", "[", "{"):
			j = Closing(ts, j)
		case Is(ts, j, ","):
			n++
		}
	}
	return n, true
}

func exported(name string) bool { return name[0] >= 'A' && name[0] <= 'Z' }
