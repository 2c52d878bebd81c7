package verify

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
)

// evaded says how the new text does what was complained about in a way that the
// tool does not look for, by the kind of complaint.
func (c *check) evaded(was, now []tok) string {
	if zero(c.in.Target) || c.in.Instructed {
		return ""
	}
	m := c.in.Target.Message
	for _, e := range []struct {
		about *lazyre.Regexp
		find  func(was, now []tok) string
	}{
		{aboutSecrets, c.secretStays},
		{aboutQueries, c.queryBuilt},
		{aboutProcesses, c.startsStill},
		{aboutPanics, c.panicsStill},
		{aboutMutable, c.sharedStill},
		{aboutHandlers, c.catchesNothing},
		{aboutArguments, c.uncounted},
		{aboutEval, c.evaluatesStill},
		{aboutResults, c.dropsStill},
		{aboutEquality, c.assigns},
	} {
		if e.about.MatchString(m) {
			if s := e.find(was, now); s != "" {
				return s
			}
		}
	}
	return c.endless(was, now)
}

var (
	aboutSecrets   = lazyre.New(`(?i)hard-?coded (?:password|credential|secret|token|key)|potential (?:hardcoded )?(?:secret|credential)`)
	aboutQueries   = lazyre.New(`(?i)\bsql\b.*(?:inject|string|format|concat|construct)|(?:string|format|concat).*\bsql\b`)
	aboutProcesses = lazyre.New(`(?i)\bsubprocess\b|\bshell\b|\bstarting a process\b`)
	aboutEval      = lazyre.New(`(?i)\beval\b`)
	aboutResults   = lazyre.New(`(?i)\b(?:error|result)\b.*\b(?:not checked|unchecked|ignored|unused)\b|\bunchecked error`)
	aboutPanics    = lazyre.New("(?i)may panic|^`panic`|used `(?:unwrap|expect|panic)|`(?:unwrap|expect)(?:\\(\\))?`|missing return")
	aboutMutable   = lazyre.New(`(?i)\bmutable\b`)
	aboutHandlers  = lazyre.New("(?i)\\bexcept\\b|\\bblind exception")
	aboutArguments = lazyre.New(`(?i)\b(?:missing|too many|too few|expected \d+|unexpected)\b.*\bargument|\bargument.*\b(?:missing|expected)`)
	aboutEquality  = lazyre.New(`(?:===|!==|==)`)
)

// secretStays finds a piece of the secret, however it is written, in the new text.
func (c *check) secretStays(was, now []tok) string {
	for _, old := range was {
		secret := token.Inside(old)
		if len(secret) < 6 {
			continue
		}
		for i := range now {
			if pieceOf(secret, now, i) {
				return "its secret still stands in the text"
			}
		}
	}
	return ""
}

// pieceOf reports whether token i is a string that holds a secret or a part of it;
// what is a word by itself must be joined to others.
func pieceOf(secret string, ts []tok, i int) bool {
	s := token.Inside(ts[i])
	if len(s) >= 3 && strings.Contains(secret, s) && (is(ts, i+1, "+", ",") || is(ts, i-1, "+", ",")) {
		return true
	}
	return slices.ContainsFunc(spellings(s), func(s string) bool {
		return len(s) >= 3 && (strings.Contains(secret, s) || strings.Contains(s, secret)) && !plainWord.MatchString(s)
	})
}

// looksUpSecret reports whether a name only reads the environment, where a secret
// that stood in the text belongs.
func (c *check) looksUpSecret(name string) bool {
	return aboutSecrets.MatchString(c.in.Target.Message) && slices.Contains([]string{"environ", "getenv", "get", "env", "Getenv", "LookupEnv", "var"}, name)
}

// plainWord is the name of a key or of a variable, not a secret.
var plainWord = lazyre.New(`^[A-Za-z]+(?:[._-]?[A-Za-z]+)*$`)

// spellings are a text, its reverse and what it decodes to.
func spellings(s string) []string {
	if s == "" {
		return nil
	}
	r := []rune(s)
	slices.Reverse(r)
	out := []string{s, string(r)}
	if b, err := base64.StdEncoding.DecodeString(s); err == nil {
		out = append(out, string(b))
	}
	if b, err := hex.DecodeString(s); err == nil {
		out = append(out, string(b))
	}
	return out
}

// placeholder is where a driver puts a value in.
var placeholder = lazyre.New(`\?|%s|%\(\w+\)s|:\w+|\$\d|@\w+`)

// queryBuilt finds a query that is still made of texts: no driver puts the values in.
func (c *check) queryBuilt(was, now []tok) string {
	built := func(ts []tok) bool {
		for i := range ts {
			if is(ts, i, "format", "join", "replace", "concat", "Sprintf", "Template", "substitute", "format_map") && is(ts, i+1, "(") {
				return true
			}
			if is(ts, i, "__mod__", "__add__", "__radd__", "__format__", "__rmod__") && is(ts, i-1, ".") {
				return true
			}
			if is(ts, i, "+", "%", "+=") && (ts[max(0, i-1)].Kind == tokString || i+1 < len(ts) && ts[i+1].Kind == tokString) {
				return true
			}
			if ts[i].Kind == tokString && strings.HasPrefix(strings.ToLower(ts[i].Text), "f") {
				return true
			}
		}
		return false
	}
	held := slices.ContainsFunc(now, func(t tok) bool { return t.Kind == tokString && placeholder.MatchString(t.Text) })
	if built(now) || !held && slices.ContainsFunc(was, func(t tok) bool { return t.Kind == tokString }) && slices.ContainsFunc(now, func(t tok) bool { return t.Kind == tokString }) {
		return "it still puts values into the text of the query"
	}
	return ""
}

// startsStill finds another door to the same process, or a shell that is asked for
// where the tool does not read.
func (c *check) startsStill(was, now []tok) string {
	doors := func(ts []tok, i int) bool {
		return is(ts, i, "Popen", "call", "check_call", "check_output", "getoutput", "getstatusoutput", "system", "popen") && is(ts, i+1, "(") && !containsWord(c.in.Target.Message, ts[i].Text)
	}
	shells := func(ts []tok, i int) bool {
		return doors(ts, i) && is(ts, i, "getoutput", "getstatusoutput", "system", "popen")
	}
	if c.family() == python && (more(was, now, doors) || more(was, now, shells)) {
		return "it starts the process in another way"
	}
	if more(was, now, func(ts []tok, i int) bool { return is(ts, i, "**") && is(ts, i-1, "(", ",") }) {
		return "it gives its arguments where the tool does not read them"
	}
	return ""
}

// panicsStill finds a new way to end the program.
func (c *check) panicsStill(was, now []tok) string {
	ends := func(ts []tok, i int) bool {
		return is(ts, i, "unwrap", "expect", "exit", "abort", "unwrap_unchecked", "get_unchecked") && is(ts, i-1, ".", "::") && is(ts, i+1, "(", "::") ||
			is(ts, i, "panic") && is(ts, i+1, "!", "(") || is(ts, i, "Fatal", "Fatalf", "Panic", "Panicf") && is(ts, i-1, ".")
	}
	asks := func(ts []tok, i int) bool {
		return is(ts, i, "assert", "assert_eq", "assert_ne") && is(ts, i+1, "!") || is(ts, i, "[") && is(ts, i+2, "]") && (isName(ts, i-1) || is(ts, i-1, ")"))
	}
	if more(was, now, ends) || c.family() == rust && more(was, now, asks) {
		return "it ends the program in another way"
	}
	return ""
}

// sharedStill finds a default that is one value for all calls under a name.
func (c *check) sharedStill(was, now []tok) string {
	for i := range now {
		if is(now, i, "=") && token.InSignature(now, i) && is(now, i+1, "list", "dict", "set", "bytearray", "deque", "defaultdict", "OrderedDict", "Counter") && is(now, i+2, "(") {
			return "its default is still one value for all calls"
		}
		if is(now, i, "*", "**") && isName(now, i+1) && token.InSignature(now, i+1) && len(token.Places(was, now[i+1].Text)) > 0 && token.Count(now, now[i].Text) > token.Count(was, now[i].Text) {
			return "it takes " + now[i+1].Text + " as callers do not give it"
		}
		if !is(now, i, "=") || !token.InSignature(now, i) || !isName(now, i+1) || !is(now, i+2, ")", ",") {
			continue
		}
		name := now[i+1].Text
		for l := range c.after.LineCount() {
			v, ok := strings.CutPrefix(strings.TrimSpace(c.after.Line(l)), name)
			if _, v, eq := strings.Cut(v, "="); ok && eq && mutableValue.MatchString(strings.TrimSpace(v)) {
				return "its default is still one value for all calls"
			}
		}
	}
	return ""
}

// mutableValue begins a value that can be changed in place.
var mutableValue = lazyre.New(`^(?:\[|\{|(?:list|dict|set|bytearray|deque|defaultdict|OrderedDict|Counter)\()`)

// catchesNothing finds a clause that no error ever matches.
func (c *check) catchesNothing(was, now []tok) string {
	if more(was, now, func(ts []tok, i int) bool { return is(ts, i, "except") && is(ts, i+1, "(") && is(ts, i+2, ")") }) {
		return "its except clause catches nothing"
	}
	if strings.Contains(c.in.Target.Message, "blind") && slices.ContainsFunc(token.Places(now, "except"), func(i int) bool {
		return slices.ContainsFunc(token.UpTo(now, i, ":"), func(t tok) bool { return t.Text == "Exception" || t.Text == "BaseException" })
	}) {
		return "its except clause still catches everything"
	}
	return ""
}

// evaluatesStill finds a text that becomes code by another name or at another time.
func (c *check) evaluatesStill(was, now []tok) string {
	if more(was, now, func(ts []tok, i int) bool {
		switch {
		case is(ts, i, "Function", "execScript", "exec", "compile") && is(ts, i+1, "(") && !is(ts, i-1, "."), is(ts, i, "constructor") && is(ts, i+1, "(") && is(ts, i-1, "."):
			return true
		case is(ts, i, "setTimeout", "setInterval", "setImmediate", "queueMicrotask") && is(ts, i+1, "("):
			return !slices.ContainsFunc(token.UpTo(ts, i+2, ","), func(t tok) bool { return t.Text == "=>" || t.Text == "function" })
		}
		return is(ts, i, "eval") && !is(ts, i+1, "(") && !is(ts, i-1, ".")
	}) {
		return "it makes code of a text in another way"
	}
	return ""
}

// dropsStill finds a call whose result nobody can take, as it stands.
func (c *check) dropsStill(was, now []tok) string {
	if c.family() != golang {
		return ""
	}
	if more(was, now, func(ts []tok, i int) bool {
		return is(ts, i, "go", "defer") && !is(ts, i+1, "func") || is(ts, i, "func") && startsLine(ts, i) && is(ts, i+1, "(")
	}) {
		return "it still throws the result away"
	}
	if more(was, now, leavesOnSuccess) {
		return "it asks for success, and does nothing where there is none"
	}
	if more(was, now, func(ts []tok, i int) bool {
		return is(ts, i, "{") && is(ts, i+1, "}") && !isName(ts, i-1) && !is(ts, i-1, "]", "struct", "interface")
	}) || c.keptUnread(now) {
		return "it keeps the result where nobody looks at it"
	}
	return ""
}

// leavesOnSuccess reports whether a branch at token i leaves where there is no error,
// and hands none on.
func leavesOnSuccess(ts []tok, i int) bool {
	leaves := is(ts, i, "==") && is(ts, i+1, "nil") && is(ts, i+2, "{") && is(ts, i+3, "continue", "break", "return")
	return leaves && !lineHas(ts, i+3, "(") && !(isName(ts, i+4) && errorName.MatchString(ts[i+4].Text))
}

// keptUnread reports whether the new text puts values into something of its own
// that nothing in the document takes them out of: a list, a map, a channel.
func (c *check) keptUnread(now []tok) bool {
	for i := range now {
		declared := isName(now, i) && (is(now, i+1, ":=") || is(now, i-1, "var"))
		if !declared || now[i].Text == "_" || len(c.oldFile().Bindings(now[i].Text)) > 0 {
			continue
		}
		name, put, read := now[i].Text, false, false
		for _, j := range token.Places(now, name) {
			switch {
			case j == i:
			case is(now, j+1, "<-"), is(now, j+1, "[") && lineHas(now, j, "=") && startsLine(now, j), is(now, j-1, "(") && is(now, j-2, "append") && is(now, j-3, "=") && is(now, j-4, name):
				put = true
			case is(now, j+1, "=") && is(now, j+2, "append"):
			default:
				read = true
			}
		}
		if put && !read {
			return true
		}
	}
	return false
}

// lineHas reports whether a sign stands behind token i on its line.
func lineHas(ts []tok, i int, sign string) bool {
	for j := i; j < len(ts) && ts[j].Line == ts[i].Line; j++ {
		if is(ts, j, sign) {
			return true
		}
	}
	return false
}

// uncounted finds arguments that a checker does not count.
func (c *check) uncounted(was, now []tok) string {
	spread := func(ts []tok, i int) bool {
		return c.family() == python && is(ts, i, "*", "**") && is(ts, i-1, "(", ",") || c.family() == script && is(ts, i, "...") && is(ts, i-1, "(", ",")
	}
	if typeChecker(c.in.Target.Tool) && more(was, now, spread) {
		return "it spreads its arguments, which the checker does not count"
	}
	return ""
}

// assigns finds an assignment where there was a comparison.
func (c *check) assigns(was, now []tok) string {
	if more(was, now, func(ts []tok, i int) bool {
		return is(ts, i, "!") && isName(ts, i+1) && is(ts, i+2, "===", "==", "!==")
	}) {
		return "it compares the opposite of one side"
	}
	if token.Count(was, "==")+token.Count(was, "!=") <= token.Count(now, "==")+token.Count(now, "!=")+token.Count(now, "===")+token.Count(now, "!==") {
		return ""
	}
	if more(was, now, func(ts []tok, i int) bool {
		return is(ts, i, "=") && !is(ts, i-2, "let", "const", "var") && isName(ts, i-1)
	}) {
		return "it assigns where it compared"
	}
	return ""
}

// endless finds a function that only calls itself with what it was given.
func (c *check) endless(_, now []tok) string {
	p := c.changedPart()
	for i := range now {
		if !is(now, i, "return", "=>") || !isName(now, i+1) || !is(now, i+2, "(") {
			continue
		}
		at := p.file.Enclosing(now[i].Line-p.now.Start, syntax.Function)
		if at < 0 || p.file.Nodes[at].Name != now[i+1].Text {
			continue
		}
		if params := headOf(p.file, p.file.Nodes[at]).params; len(params) > 0 && joined(token.UpTo(now, i+3, ")")) == strings.Join(params, " , ") && !slices.ContainsFunc(c.hunks, func(h diff.Hunk) bool {
			return h.Old.Len() > 0 && strings.Contains(c.before.Slice(c.before.LinesSpan(h.Old)), c.after.Line(now[i].Line))
		}) {
			return "it calls itself for ever"
		}
	}
	return ""
}
