package token

// TextOfSide reports whether now compares the text of what one side of a comparison was, as
// a whole, with the other side.
func TextOfSide(was, now []Token) bool {
	for i := range was {
		if !Is(was, i, "==", "!=", "===", "!==") {
			continue
		}
		from, to := sidesOf(was, i, i)
		left, right := Joined(was[from:i]), Joined(was[i+1:to+1])
		for _, side := range []string{left, right} {
			for _, form := range []string{"String ( " + side + " )", "str ( " + side + " )", side + " . toString ( )", "( " + side + " ) . toString ( )"} {
				for j := range now {
					if Is(now, j, "==", "!=", "===", "!==") && (endsWith(now[:j], form) && side == left || beginsWith(now[j+1:], form) && side == right) {
						return true
					}
				}
			}
		}
	}
	return false
}

// sidesOf are the first token of what stands before an operator, and the last one of what
// stands behind another.
func sidesOf(ts []Token, left, right int) (from, to int) {
	from, to = left, right
	for from > 0 && ts[from-1].Line == ts[left].Line && !Is(ts, from-1, "return", "if", "and", "or", "&&", "||", "(", "=>", "=", ":=") {
		from--
	}
	for to < len(ts)-1 && ts[to+1].Line == ts[right].Line && !Is(ts, to+1, ";", ":", "and", "or", "&&", "||", "?", "{", ")") {
		to++
	}
	return from, to
}

func beginsWith(ts []Token, form string) bool {
	for n := range ts {
		if Joined(ts[:n+1]) == form {
			return true
		}
	}
	return false
}

func endsWith(ts []Token, form string) bool {
	for n := range ts {
		if Joined(ts[n:]) == form {
			return true
		}
	}
	return false
}
