package verify

import (
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// dropsError finds an error of Go's that the new text takes and does nothing with: the
// branch for it leaves without it, or no name is given to it. The compiler is
// content with both.
func (c *check) dropsError(was, now []tok) string {
	if c.family() != golang || c.in.Requirement.Removal || c.in.Instructed {
		return ""
	}
	if more(was, now, unnamedResult) {
		return "it gives no name to a result, which may be an error"
	}
	if more(was, now, func(ts []tok, i int) bool {
		return unusedError(ts, i) && !token.Repeats(c.change(was, now).Body, ts[i:min(len(ts), token.Closing(ts, i+2)+1)])
	}) {
		return "it goes on without a word where there is an error"
	}
	return ""
}

// unnamedResult reports whether the last of several results of a call goes
// unnamed there: n, _ := f().
func unnamedResult(ts []tok, i int) bool {
	if !is(ts, i, "_") || !is(ts, i-1, ",") || !is(ts, i+1, ":=", "=") || is(ts, i+2, "range") {
		return false
	}
	for j := i + 2; j < len(ts) && !startsLine(ts, j); j++ {
		if is(ts, j, "(") {
			return true // neither v, _ := m[k] nor v, _ := <-c
		}
	}
	return false
}

// unusedError reports whether a branch for an error begins there, ends its block,
// and neither names the error nor says anything: if err != nil { return "" }.
func unusedError(ts []tok, i int) bool {
	if !is(ts, i, "!=") || !is(ts, i+1, "nil") || !is(ts, i+2, "{") || !is(ts, i-1, "err", "e") {
		return false
	}
	name, depth, leaves := ts[i-1].Text, 0, false
	for j := i + 2; j < len(ts); j++ {
		switch {
		case is(ts, j, "{"):
			depth++
		case is(ts, j, "}"):
			if depth--; depth == 0 {
				return leaves
			}
		case is(ts, j, "return", "continue", "break"):
			leaves = true
		case is(ts, j, name, "(", "false"), isName(ts, j) && errorName.MatchString(ts[j].Text):
			return false // it is used, told to somebody, or another one comes in its place
		}
	}
	return false
}

// errorName are the names that Go's programs give to errors.
var errorName = lazyre.New(`^(c?err|Err)|Err$|^EOF$`)
