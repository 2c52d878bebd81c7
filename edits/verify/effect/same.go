package effect

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/verify/complaint"
	"github.com/fettle-dev/fettle/edits/verify/evasion"
	"github.com/fettle-dev/fettle/edits/verify/paths"
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// otherCondition finds a statement that runs, or a value that is given, under another
// condition than before.
func otherCondition(c evasion.Change) string {
	// In Rust the value of a block is what it ends in, and patterns decide.
	if c.Family == power.Plain || c.Family == power.Rust || c.Compiles || c.Fails || complaint.MaybeNothing(c.Message) || otherFlow.MatchString(c.Message) {
		return ""
	}
	if s := paths.Moved(c.Family, c.Lang, c.Before, c.After, !keepsAll(c)); s != "" {
		return "under another condition than before it comes to " + clip(s)
	}
	return ""
}

// otherFlow are complaints that are about when something runs.
var otherFlow = lazyre.New(`(?i)too (?:complex|many)|\bguard|always|never (?:true|false)|default case|error return value|unchecked|not checked|condition|unreachable|endless|infinite`)

// keepsAll reports whether the complaint is about form alone: the same is to be done.
func keepsAll(c evasion.Change) bool {
	return keepsMeaning.MatchString(c.Code) || !c.Removal && c.Unused == "" && complaint.Reshapes(c.Code, c.Message)
}

// lostStatement finds a call gone that was there for what it does, where the same was to
// be done by other means.
func lostStatement(c evasion.Change) string {
	if c.Family == power.Plain || c.Compiles || c.Fails || c.Removal && !keepsMeaning.MatchString(c.Code) {
		return ""
	}
	callee := paths.Gone(c.Family, c.Lang, c.Before, c.After)
	if callee == "" || strings.Contains(c.Message, callee) || strings.Contains(c.Target, callee) || slices.Contains(made, callee) {
		return ""
	}
	return "it no longer calls " + callee
}

// made are calls that fill what can be made at once, or close what closes itself.
var made = strings.Fields("append add extend insert update push set setdefault close Close write WriteString unlock Unlock forEach Ok Some Err")

// otherCall finds a call that comes in where the complaint says which one should.
func otherCall(c evasion.Change) string {
	m := statedCall.FindStringSubmatch(c.Message)
	if m == nil {
		return ""
	}
	want := m[1][strings.LastIndexAny(m[1], ".:")+1:]
	for i, t := range c.Now {
		if token.IsName(c.Now, i) && token.Is(c.Now, i+1, "(") && t.Text != want && !token.WholeWord(c.Before, t.Text) && !strings.Contains(c.Message, t.Text) {
			return "it calls " + t.Text + ", where " + want + " is asked for"
		}
	}
	return ""
}

// statedCall are complaints that name the call to put in place of what is there.
var statedCall = lazyre.New("(?i)\\(rewrite (?:using|as an?) `([\\w.]+)(?:\\(\\))?`|^use `([\\w.]+)\\(\\)` instead")

// otherResult finds another name given back, where the old one still was to be had.
func otherResult(c evasion.Change) string {
	if c.Types || c.Fails {
		return ""
	}
	given := func(ts []token.Token, not []token.Token) (out []string) {
		for i := range ts {
			if token.Is(ts, i, "return") && token.IsName(ts, i+1) && ends(ts, i+2) && !has(not, ts[i+1].Text) {
				out = append(out, ts[i+1].Text)
			}
		}
		return out
	}
	gone, come := given(c.Was, c.Now), given(c.Now, nil)
	if len(gone) == 1 && len(come) == 1 && gone[0] != come[0] && token.WholeWord(c.Before, come[0]) && !token.WholeWord(c.Message, come[0]) && !strings.Contains(c.Target, gone[0]) && !strings.Contains(c.Message, gone[0]) && !token.Is(c.Now, 0, "class") {
		return "it gives " + come[0] + " in place of " + gone[0]
	}
	return ""
}

func has(ts []token.Token, text string) bool {
	return slices.ContainsFunc(ts, func(t token.Token) bool { return t.Text == text })
}

// cannotCome finds an error caught alone that nothing in the text raises.
func cannotCome(c evasion.Change) string {
	if c.Family != power.Python {
		return ""
	}
	body := texts.ReplaceAllString(c.Body, "")
	for i, t := range c.Now {
		signs := raisedBy[t.Text]
		if signs == nil || !token.Is(c.Now, i-1, "except") || !token.Is(c.Now, i+1, ":", "as") || has(c.Was, t.Text) || strings.Contains(c.Message, t.Text) {
			continue
		}
		if !slices.ContainsFunc(signs, func(s string) bool { return strings.Contains(body, s) }) {
			return "it catches " + t.Text + ", which nothing there raises"
		}
	}
	return ""
}

// texts are strings of one line, and comments.
var texts = lazyre.New(`"[^"\n]*"|'[^'\n]*'|#[^\n]*`)

// raisedBy are the errors that only some signs or calls raise.
var raisedBy = map[string][]string{
	"ZeroDivisionError": {"/", "%", "divmod", "mean"}, "ImportError": {"import"}, "ModuleNotFoundError": {"import"}, "AssertionError": {"assert"},
	"StopIteration": {"next("}, "RecursionError": {"json", "parse", "deepcopy", "eval"}, "SyntaxError": {"compile", "eval", "exec", "parse", "import"},
	"IndentationError": {"compile", "parse"}, "GeneratorExit": {"yield"}, "FloatingPointError": {"numpy", "np."}, "MemoryError": {"*"},
}

// aside finds a line that changes though neither the complaint nor what changes where
// it is made has to do with what differs there.
func aside(c evasion.Change) string {
	if len(c.Line) == 0 || c.Family == power.Plain || c.Compiles || c.Fails || otherFlow.MatchString(c.Message) || aboutTexts.MatchString(c.Message) {
		return ""
	}
	first, last := c.Line[0].Line, c.Line[len(c.Line)-1].Line
	before, after := text.New(c.Before), text.New(c.After)
	known := map[string]bool{}
	for _, w := range token.Words(c.Message + " " + c.Target) {
		known[w] = true
	}
	type pair struct{ was, now string }
	var others []pair
	target, bindings := "", map[string]bool{}
	for _, h := range diff.Lines(before, after) {
		was, now := before.Slice(before.LinesSpan(h.Old)), after.Slice(after.LinesSpan(h.New))
		if h.Old.Start <= last && first < h.Old.End || h.Old.Start == h.Old.End && h.Old.Start >= first && h.Old.Start <= last+1 {
			if h.Old.Len() != h.New.Len() || h.Old.Len() < 2 {
				add(known, was, now)
				target += now
				continue
			}
		}
		if h.Old.Len() != h.New.Len() {
			add(known, was, now)
			continue
		}
		for k := range h.Old.Len() {
			x, y := before.Line(h.Old.Start+k), after.Line(h.New.Start+k)
			if l := h.Old.Start + k; l >= first && l <= last {
				add(known, x, y)
				target += y + "\n"
			} else {
				others = append(others, pair{x, y})
			}
		}
	}
	for _, m := range bound.FindAllStringSubmatch(target, -1) {
		bindings[m[1]+m[2]+m[3]] = true
	}
	for _, p := range others {
		if m := defines.FindStringSubmatch(p.was); imports.MatchString(p.was+p.now) || m != nil && known[m[1]] {
			add(known, p.was, p.now)
		}
	}
	for _, p := range others {
		gone, come := differing(token.Words(p.was), token.Words(p.now))
		if len(gone) == 0 || len(come) == 0 || imports.MatchString(p.was+p.now) || slices.ContainsFunc(slices.Concat(gone, come), func(w string) bool { return known[w] }) || slices.ContainsFunc(token.Words(p.now), func(w string) bool { return bindings[w] }) {
			continue
		}
		return "it changes what nobody complained about: " + clip(strings.TrimSpace(p.now))
	}
	return ""
}

var imports = lazyre.New(`(?m)^\s*(?:import|from|use|export|package)\b|\brequire\(|^\s*"[\w./-]+"\s*$|^\s*(?:#|//|/\*)`)

// aboutTexts are complaints about how texts are written, which may go over many lines.
var aboutTexts = lazyre.New(`(?i)escape|string literal|triple|quot|docstring|line too long`)

// bound are the names that a line gives a value.
var bound = lazyre.New(`\bas (\w+)|\b(\w+)\s*(?::=|=[^=>])|\bfor (?:const |let |var )?(\w+)`)

// defines is a line that begins a function or a type.
var defines = lazyre.New(`^\s*(?:export\s+|pub\s+|async\s+|default\s+|declare\s+)*(?:def|fn|func|function|class|struct|interface|type|enum|const|let|var)\s+(?:\([^)]*\)\s*)?(\w+)`)

func add(known map[string]bool, texts ...string) {
	for _, s := range texts {
		for _, w := range token.Words(s) {
			known[w] = true
		}
	}
}

// differing are the words that only one of two lists has, or has more often.
func differing(was, now []string) (gone, come []string) {
	n := map[string]int{}
	for _, w := range was {
		n[w]++
	}
	for _, w := range now {
		if n[w]--; n[w] < 0 {
			come = append(come, w)
		}
	}
	for w, k := range n {
		if k > 0 {
			gone = append(gone, w)
		}
	}
	return gone, come
}

// statedSign are complaints that name the sign that is there and the one that should be.
var statedSign = []*lazyre.Regexp{
	lazyre.New(`(?i)expected '(?P<new>[=!<>?&|]+)' and instead saw '(?P<old>[=!<>?&|]+)'`),
	lazyre.New("(?i)\\(`(?P<new>[=!<>?&|]+)`\\) instead of .*\\(`(?P<old>[=!<>?&|]+)`\\)"),
	lazyre.New("(?i)^use `(?P<new>[=!<>?&|]+)` .*"),
}

// otherSign finds an answer without the sign that the complaint asks for, or with what
// stands around it in another order.
func otherSign(c evasion.Change) string {
	for _, r := range statedSign {
		m := r.FindStringSubmatch(c.Message)
		if m == nil {
			continue
		}
		sign := func(ts []token.Token, i int) bool { return token.Is(ts, i, m[1]) }
		if len(m) > 2 && token.Times(c.Now, sign) <= token.Times(c.Was, sign) && token.Times(c.Was, func(ts []token.Token, i int) bool { return token.Is(ts, i, m[2]) }) > 0 {
			return "it does not write " + m[1]
		}
		gone, come := differing(names(c.Was), names(c.Now))
		if len(gone) == 0 && len(come) == 0 && !slices.Equal(names(c.Was), names(c.Now)) {
			return "it swaps what it compares or chooses from"
		}
	}
	return ""
}

func names(ts []token.Token) (out []string) {
	for _, t := range ts {
		if t.Kind != token.Op {
			out = append(out, t.Text)
		}
	}
	return out
}

// otherAmount finds a number that the function did not know, where the same was to be
// done by other means.
func otherAmount(c evasion.Change) string {
	if !keepsMeaning.MatchString(c.Code) || strings.Contains(c.Message, "literal") {
		return ""
	}
	for i, t := range c.Now {
		if t.Kind == token.Number && (t.Text != "0" && t.Text != "1" || token.Is(c.Now, i-1, ":") && token.Is(c.Now, i+1, "]")) && !strings.Contains(c.Before, t.Text) && !strings.Contains(c.Message, t.Text) {
			return "it brings the number " + t.Text
		}
	}
	return ""
}

// keepsMeaning are rules about form alone.
var keepsMeaning = lazyre.New(`^(?:SIM|RET|C4|UP|PERF|FURB|PIE|RSE|FLY|ISC|COM|E7)\d+|^(?:S1|ST1|QF1)\d{3}$|^(?:no-else-return|no-lonely-if|no-case-declarations|prefer-|curly|no-var|object-shorthand)`)

// moreThanName finds an undefined name in the place of which stands something worked out.
func moreThanName(c evasion.Change) string {
	if c.Missing == "" {
		return ""
	}
	for i, t := range c.Now {
		if t.Kind == token.Number && token.Is(c.Now, i-1, "+", "-", "*", "/", "%") && token.IsName(c.Now, i-2) && !strings.Contains(token.Joined(c.Was), token.Joined(c.Now[i-1:i+1])) {
			old := slices.Clone(c.Now[:i-1])
			old = append(old, c.Now[i+1:]...)
			if len(old) == len(c.Was) {
				return "it puts something worked out in place of " + c.Missing
			}
		}
	}
	return ""
}

// askedOfAll finds a member of a type that may no longer be left out.
func askedOfAll(c evasion.Change) string {
	if c.Family != power.Script || !c.Types {
		return ""
	}
	for i, t := range c.Was {
		if token.IsName(c.Was, i) && token.Is(c.Was, i+1, "?") && token.Is(c.Was, i+2, ":") && !has(c.Now, "=") && c.Grew(func(ts []token.Token, j int) bool { return token.Is(ts, j, t.Text) && token.Is(ts, j+1, ":") }) {
			return "it asks for " + t.Text + " wherever such a value is made"
		}
	}
	return ""
}

// panicsNow finds a program that ends where its function can give an error.
func panicsNow(c evasion.Change) string {
	if c.Family != power.Golang || !givesError.MatchString(c.Body) {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "panic") && token.Is(ts, i+1, "(") || token.Is(ts, i, "Fatal", "Fatalf", "Exit") && token.Is(ts, i-1, ".")
	}) {
		return "it ends the program, where its function can give the error"
	}
	return ""
}

var givesError = lazyre.New(`^func[^{]*\berror\)? \{`)

// otherFormat finds a value that is written in another way than the old format did.
func otherFormat(c evasion.Change) string {
	if c.Family != power.Python {
		return ""
	}
	was, now := formatted(c.Was), formatted(c.Now)
	if len(was) == 0 || len(c.Now) == 0 || c.Removal || slices.Equal(was, now) || !strings.Contains(strings.ToLower(c.Message), "format") {
		return ""
	}
	return "it writes a value in another form"
}

// formatted are the widths and digits of the formats among tokens, sorted.
func formatted(ts []token.Token) []string {
	var out []string
	for _, m := range widths.FindAllStringSubmatch(strings.ReplaceAll(token.Joined(ts), " ", ""), -1) {
		out = append(out, m[1]+m[2])
	}
	slices.Sort(out)
	return out
}

var widths = lazyre.New(`%[-+# ]?(0?\d*\.\d+|0?\d+)[a-zA-Z]|:[<>^+,]?(0?\d*\.\d+|0?\d+)[a-zA-Z]?\}`)

func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return s
}
