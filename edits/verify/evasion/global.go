package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What reaches further than the place complained about, and what is only said in other
// words there.

// forItsEffect finds an import that nothing uses: what it does when it is loaded is all
// that it is there for.
func forItsEffect(c Change) string {
	if c.Family != power.Python || c.Removal {
		return ""
	}
	for i := range c.Now {
		if !token.Is(c.Now, i, "import") || !token.StartsLine(c.Now, i) && !token.Is(c.Now, i-1, ";") || !token.IsName(c.Now, i+1) {
			continue
		}
		name := c.Now[i+1].Text
		if !token.WholeWord(c.Before, name) && !c.said(name) && strings.Count(c.After, name) == 1 && !token.Is(c.Now, i+2, ".", "as") {
			return "it imports " + name + ", which nothing uses"
		}
	}
	return ""
}

// forEverybody finds a member of a language's own objects set, and a builder's back
// door.
func forEverybody(c Change) string {
	if c.Family != power.Script {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "prototype") && token.Is(ts, i-1, ".") && token.Is(ts, i+3, "=") && !token.WholeWord(c.Before, "prototype") && slices.Contains(harmless["javascript"], ts[max(i-2, 0)].Text)
	}) {
		return "it changes what all objects have"
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "meta") && token.Is(ts, i-2, "import") && !token.Is(ts, i+2, "url", "env", "dirname", "filename") && !token.WholeWord(c.Before, "meta")
	}) {
		return "it reaches what only the builder knows"
	}
	return ""
}

// stillCopied finds the call that has no use made in another form.
func stillCopied(c Change) string {
	if c.Family != power.Rust || !aboutCopies.MatchString(c.Message) {
		return ""
	}
	copies := func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "clone", "to_owned", "cloned", "clone_from")
	}
	if token.Times(c.Was, copies) > 0 && token.Times(c.Now, copies) >= token.Times(c.Was, copies) {
		return "it still makes a copy"
	}
	return ""
}

var aboutCopies = lazyre.New("using `clone` on|redundant clone")

// deprecatedToo finds a function that is called deprecated itself: what it uses is not
// complained about then.
func deprecatedToo(c Change) string {
	if strings.Contains(c.Message, "deprecat") && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "Deprecated", "deprecated") && token.Is(ts, i-1, "@", "[")
	}) {
		return "it calls its user deprecated as well"
	}
	return ""
}

// heldFromSight finds what nobody uses told to be used where nobody looks, and a
// command of the shell that does nothing.
func heldFromSight(c Change) string {
	if c.Unused != "" && c.Family == power.Plain && c.Grew(named("volatile")) {
		return "it only seems to use " + c.Unused
	}
	if c.Shell && !strings.Contains(c.Message, "redirection") && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, ":") && (token.StartsLine(ts, i) || token.Is(ts, i-1, ";", "&&", "then"))
	}) {
		return "it adds a statement that does nothing"
	}
	return ""
}

// cutShort finds a line that was too long and has lost some of its words.
func cutShort(c Change) string {
	if c.Family != power.Plain || !strings.Contains(c.Message, "too long") {
		return ""
	}
	for _, t := range c.Was {
		if t.Kind != token.Op && len(t.Text) > 1 && !strings.Contains(c.After, strings.Trim(t.Text, `"'`)) && !strings.Contains(strings.TrimSpace(t.Text), " ") {
			return "it no longer has " + clip(t.Text)
		}
	}
	return ""
}
