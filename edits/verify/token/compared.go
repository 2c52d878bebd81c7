package token

// TextOfSide reports whether now compares the text of what one side of a comparison was, as
// a whole, with the other side.
func TextOfSide(was, now []Token) bool {
	for i := range was {
		if !Is(was, i, "==", "!=", "===", "!==") {
			continue
		}
		from, to := i, i
		for from > 0 && was[from-1].Line == was[i].Line && !Is(was, from-1, "return", "if", "and", "or", "&&", "||", "(", "=>", "=") {
			from--
		}
		for to < len(was)-1 && was[to+1].Line == was[i].Line && !Is(was, to+1, ";", ":", "and", "or", "&&", "||", "?", "{", ")") {
			to++
		}
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
