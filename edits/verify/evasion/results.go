package evasion

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// aboutResults are complaints about a result that nobody takes.
var aboutResults = lazyre.New("(?i)(?:error|result|return)\\b.*\\b(?:not checked|unchecked|ignored|unused|must be used)|\\bunchecked error|\\bunused `?(?:Result|Option|std)|\\bmust be used\\b|must_use|\\bpromises? must be\\b|\\bnever awaited\\b|\\bnot awaited\\b")

// ignoredResult finds the result still thrown away, by a form that the tool takes
// for a use, or the call gone that gave it.
func ignoredResult(c Change) string {
	if !aboutResults.MatchString(c.Message) {
		return ""
	}
	if _, last := c.called(); last != "" && has(c.Was, last) && !strings.Contains(c.After, last) {
		return "it no longer calls " + last
	}
	switch c.Family {
	case power.Rust:
		if c.Grew(rustDiscard) {
			return "it still throws the result away"
		}
	case power.Golang:
		return ignoredInGo(c)
	case power.Script:
		if c.Grew(func(ts []token.Token, i int) bool {
			return token.Is(ts, i, "[") && token.StartsLine(ts, i) && token.Is(ts, token.Closing(ts, i)+1, ";")
		}) {
			return "it puts the result into a list that nobody holds"
		}
	case power.Python, power.Plain:
	}
	return ""
}

// rustDiscard reports whether a result is asked for something at token i, and the
// answer goes nowhere.
func rustDiscard(ts []token.Token, i int) bool {
	switch {
	case token.Is(ts, i, "ok", "err", "is_ok", "is_err", "unwrap_or_default", "unwrap_or", "unwrap_or_else", "map_err", "iter", "into_iter", "count", "as_ref") && token.Is(ts, i-1, ".") && token.Is(ts, i+1, "("):
		return token.Is(ts, token.Closing(ts, i+1)+1, ";") && statement(ts, i)
	case token.Is(ts, i, "drop", "forget") && token.Is(ts, i+1, "("):
		return statement(ts, i)
	case token.Is(ts, i, "_") && token.Is(ts, i+1, "=>") && token.Is(ts, i+2, "{", "("):
		return token.Is(ts, i+3, "}", ")") && token.Is(ts, i-1, "{")
	case token.Is(ts, i, "let") && token.Is(ts, i-1, "if"):
		for j := i; j < len(ts) && j < i+40; j++ {
			if token.Is(ts, j, "{") && token.Is(ts, j-1, ")", "?") {
				return token.Is(ts, j+1, "}")
			}
		}
	}
	return false
}

// statement reports whether the line of token i neither binds nor hands on what
// stands there.
func statement(ts []token.Token, i int) bool {
	for j := i; j >= 0 && ts[j].Line == ts[i].Line; j-- {
		if token.Is(ts, j, "=", "return", "=>", "if", "while", "match", "assert", "&&", "||") {
			return false
		}
	}
	return true
}

// ignoredInGo finds errors that are asked for and dropped.
func ignoredInGo(c Change) string {
	named := strings.Contains(c.Before, "err error)") || strings.Contains(c.After, "err error)")
	if c.Grew(func(ts []token.Token, i int) bool {
		switch {
		case token.Is(ts, i, "err") && token.Is(ts, i+1, "=") && token.Is(ts, i+2, "nil"):
			return true
		case token.Is(ts, i, "go") && token.Is(ts, i+1, "func"):
			return true
		case token.Is(ts, i, "defer") && token.Is(ts, i+1, "func") && !named:
			end := token.Closing(ts, indexFrom(ts, i, "{"))
			for j := i; j < end; j++ {
				if token.Is(ts, j, "=") && token.Is(ts, j-1, "err") {
					return true
				}
			}
		case token.Is(ts, i, "!=") && token.Is(ts, i+1, "nil") && token.Is(ts, i+2, "{"):
			return token.Is(ts, i-1, ")") && quietBlock(ts, i+2)
		}
		return false
	}) {
		return "it takes the error and drops it"
	}
	return ""
}

func indexFrom(ts []token.Token, i int, sign string) int {
	for i < len(ts) && !token.Is(ts, i, sign) {
		i++
	}
	return i
}

// quietBlock reports whether the block at token i calls nothing and names no error.
func quietBlock(ts []token.Token, i int) bool {
	for j := i + 1; j < token.Closing(ts, i); j++ {
		if token.Is(ts, j, "(") || token.IsName(ts, j) && errorName.MatchString(ts[j].Text) || token.Is(ts, j, "false", "true") {
			return false
		}
	}
	return true
}

var errorName = lazyre.New(`^(c?err|Err)|Err$|^EOF$|failed|[Ff]ailure`)

// idleHandler finds a promise's handler that does nothing, whatever it is given.
func idleHandler(c Change) string {
	if c.Family != power.Script {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		if !token.Is(ts, i, "catch", "then") || !token.Is(ts, i-1, ".") || !token.Is(ts, i+1, "(") {
			return false
		}
		last := token.Closing(ts, i+1)
		for j := i + 2; j < last; j++ {
			if token.Is(ts, j, "=>") && token.IdleBody(ts, j+1, last) {
				return true
			}
			if token.Is(ts, j, "noop", "Boolean", "Function") && token.Is(ts, j+1, ")", ",") {
				return true
			}
		}
		return false
	}) {
		return "its handler drops every error"
	}
	return ""
}
