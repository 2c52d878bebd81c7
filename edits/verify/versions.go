package verify

import (
	_ "embed" // the names
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
)

// pythonTwo stands for Python 2 where a minor version of Python 3 is meant.
const pythonTwo = -1

// runsOnOldest is the gate for versions: the document still runs on the oldest Python of its
// project. A tool that rewrites code for newer forms follows the version that its own settings
// tell, and where they tell none, one of its own choice (ruff 0.17: 3.10,
// https://docs.astral.sh/ruff/settings/#target-version), whatever setup.py says.
//
// Only the changed lines are read, by the tables below. What the document has already, and
// what stands in a statement that asks for the version or catches a missing name, is let pass.
func runsOnOldest(c *check) outcome {
	if c.in.Project.Oldest == nil || c.family() != python {
		return skip("nothing is known of the versions it runs on")
	}
	minor, says := c.in.Project.Oldest()
	if minor == 0 {
		return pass()
	}
	before, after := c.changed()
	v := versions{c: c, oldest: minor, old: before, new: after}
	v.was, v.now = lex.Code(before, lex.For("python")), lex.Code(after, lex.For("python"))
	for _, n := range v.needed() {
		if n.minor <= minor || n.guarded && c.asksForVersion() {
			continue
		}
		came, oldest := "Python 3", "2"
		if n.minor > 0 {
			came = fmt.Sprintf("Python 3.%d", n.minor)
		}
		if minor != pythonTwo {
			oldest = fmt.Sprintf("3.%d", minor)
		}
		return fail(edits.RejectNewer, "it needs %s, which came with %s; the project also runs on %s (%s)",
			n.what, came, oldest, says)
	}
	return pass()
}

// needs is something for which a program needs Python 3.minor.
type needs struct {
	minor   int
	what    string
	guarded bool // a question about the version around it would answer that
}

// form is a form of code that older versions do not have, or that they need and that is gone.
type form struct {
	minor    int
	what     string
	new, old *lazyre.Regexp // more often than before, and less often; nil = whatever
	unless   *lazyre.Regexp // what the document has, and does not need it then
	types    bool           // nothing is evaluated where annotations are put off
	strings  bool           // it reads strings, too
}

// The versions are those of https://docs.python.org/3/whatsnew/.
var forms = []form{
	{minor: 8, what: "`:=`", new: lazyre.New(`:=`)},
	{minor: 8, what: "`/` among parameters", new: lazyre.New(`\bdef \w+\([^)]*/\s*[,)]`)},
	{minor: 9, what: "brackets around what `with` opens",
		new: lazyre.New(`(?m)^[ \t]*(?:async )?with \([^()]*(?:\([^()]*\)[^()]*)*(?: as |,)`)},
	{minor: 9, what: generics, types: true,
		new: lazyre.New(`(?:^|[^.\w])` + builtinTypes + `\[(?:None|[a-z]\w*|[A-Z]\w*)[\], \[]`)},
	{minor: 9, what: generics, strings: true, new: lazyre.New(`\b` + builtinTypes + `\[`),
		old: lazyre.New(`\b(?:List|Dict|Set|Tuple|FrozenSet|Type|DefaultDict|Deque)\[`)},
	{minor: 10, what: "`match`", new: lazyre.New(`(?m)^[ \t]*match [^=\n]*:[ \t]*$`)},
	{minor: 10, what: unions, types: true, new: lazyre.New(`(?m)\|\s*` + plainTypes + `\b` +
		`|\b` + plainTypes + `\s*\|[^|=]|(?:^[ \t]*\w+:|->)\s*[\w.]+(?:\[[^\n\]]*\])?\s\|\s` +
		`|\bdef [^\n]*\w:\s*[\w.\[\]]+\s\|\s`)},
	{minor: 10, what: unions, strings: true, new: lazyre.New(`\w\]?\s\|\s\w`), old: lazyre.New(`\b(?:Optional|Union)\[`)},
	{minor: 10, what: unions, new: lazyre.New(`\bis(?:instance|subclass)\([^()]*\|`)},
	{minor: 11, what: "`except*`", new: lazyre.New(`\bexcept\s*\*`)},
	{minor: 12, what: "parameters of types in brackets", new: lazyre.New(`(?m)^[ \t]*(?:async )?(?:def|class) \w+\[`)},
	{minor: 12, what: "`type`", new: lazyre.New(`(?m)^[ \t]*type \w+(?:\[[^\n\]]*\])? = `)},
	{minor: 12, what: "the quotes of an f-string inside it", strings: true,
		new: lazyre.New(`\b[rR]?[fF][rR]?(?:'[^'\n{]*\{[^'\n}]*'|"[^"\n{]*\{[^"\n}]*")[\w ]+["'][^\n]*\}`)},
	{minor: 6, what: "f-strings", strings: true, new: lazyre.New(`\b[rR]?[fF][rR]?["']`)},
	{minor: 6, what: "annotations of variables", new: lazyre.New(`(?m)^[ \t]*\w+:\s*\w[^\n=]*=`)},
	{minor: 7, what: "`from __future__ import annotations`", new: lazyre.New(`__future__ import [^\n]*\bannotations`)},
	{minor: 10, what: "TimeoutError to be socket.timeout", new: bareTimeout, old: lazyre.New(`\bsocket\.timeout\b`)},
	{minor: 11, what: "TimeoutError to be that of asyncio and of futures", new: bareTimeout,
		old: lazyre.New(`\b(?:asyncio|futures)\.TimeoutError\b`)},
	{minor: 0, what: "`super()` without arguments", new: lazyre.New(`\bsuper\(\)`)},
	{minor: 0, what: "`raise … from`", new: lazyre.New(`\braise [^\n]+ from `)},
	{minor: 0, what: "`nonlocal`", new: lazyre.New(`\bnonlocal `)},
	{minor: 0, what: "annotations", new: lazyre.New(`\)\s*->|\bdef \w+\([^)]*\w\s*:`)},
	{minor: 0, what: "classes like those that name `object` as their base", old: lazyre.New(`\bclass \w+\(object\):`)},
	{minor: 0, what: "UTF-8 where no line says so", strings: true, old: lazyre.New(`(?m)^[ \t]*#.*\bcoding[:=]`),
		unless: lazyre.New(`^[\x00-\x7f]*$`)},
	{minor: 0, what: "Unicode in strings without u", strings: true, old: lazyre.New(`\b[uU]["']`),
		unless: lazyre.New(`unicode_literals`)},
	{minor: 0, what: "what an import from __future__ switches on",
		old: lazyre.New(`\b(?:unicode_literals|print_function|division|absolute_import)\b`)},
}

var bareTimeout = lazyre.New(`(?:^|[^.\w])TimeoutError\b`)

const (
	builtinTypes = `(?:list|dict|set|tuple|frozenset|type|deque|defaultdict)`
	plainTypes   = `(?:None|int|str|float|bytes|bool|list|dict|set|tuple|type|object)`

	generics = "list[…] and its like as types"
	unions   = "`X | Y` for types"
)

//go:embed since.txt
var sinceText string

// since is the minor version that added a name to the standard library ("typing.Self"), or a module, and last
// are the last parts of these names.
var since = sync.OnceValue(func() (out struct {
	names map[string]int
	last  map[string]bool
}) {
	out.names, out.last = map[string]int{}, map[string]bool{}
	for line := range strings.Lines(sinceText) {
		f := strings.Fields(line)
		if len(f) < 2 || f[0] == "#" {
			continue
		}
		minor, _ := strconv.Atoi(strings.TrimPrefix(f[0], "3."))
		for i, n := range f[1:] {
			if i > 0 {
				n = f[1] + "." + n
			}
			if i > 0 || len(f) == 2 {
				out.names[n], out.last[n[strings.LastIndexByte(n, '.')+1:]] = minor, true
			}
		}
	}
	return out
})

// versions reads the changed lines of a check, with and without what stands in strings.
type versions struct {
	c                  *check
	oldest             int
	old, new, was, now string
}

// needed lists what the changed lines need that the document did not.
func (v versions) needed() (out []needs) {
	for _, f := range forms {
		if f.minor <= v.oldest {
			continue
		}
		was, now := v.was, v.now
		if f.strings {
			was, now = v.old, v.new
		}
		had := func() bool {
			return f.strings && f.new.MatchString(v.c.before.Text()) || !f.strings && f.new.MatchString(v.code())
		}
		switch {
		case f.old != nil && times(f.old, was) <= times(f.old, now):
		case f.new != nil && (times(f.new, now) <= times(f.new, was) || f.new != bareTimeout && had()):
		case (f.types || f.old != nil && f.new != nil) && putOff.MatchString(v.c.in.After):
		case f.unless != nil && f.unless.MatchString(v.c.in.After):
		default:
			// With the others it cannot even be compiled, whatever it asks for.
			out = append(out, needs{f.minor, f.what, f.what == unions || f.what == generics})
		}
	}
	return append(append(out, v.names()...), v.lostQuestions()...)
}

// code returns the old document without what stands in its strings.
func (v versions) code() string { return lex.Code(v.c.before.Text(), lex.For("python")) }

func times(re *lazyre.Regexp, s string) int { return len(re.FindAllStringIndex(s, -1)) }

var (
	putOff     = lazyre.New(`(?m)^from __future__ import [^\n]*\bannotations`)
	dottedName = lazyre.New(`(?:^|[^.\w])([A-Za-z_][\w.]*)`)
	withKey    = lazyre.New(`(\w+)\([^()]*(?:\([^()]*\)[^()]*)*?\b(\w+)=`)
	method     = lazyre.New(`\.\w+\(`)
	fromImport = lazyre.New(`(?m)^[ \t]*from ([\w.]+) import \(?([^()\n]*(?:\n[^()]*\))?)`)
	wholeNames = lazyre.New(`(?m)^[ \t]*import ([^\n#]+)`)
	question   = lazyre.New(`version_info\s*(?:>=|<)\s*\(\s*3\s*,\s*(\d+)`)
	questions  = lazyre.New(`version_info|hexversion|TYPE_CHECKING|\bPY[23]|` +
		`except[^\n]*(?:ImportError|ModuleNotFoundError|AttributeError|NameError|Exception\b)`)
)

// names returns the names of the library and the parameters that came late.
func (v versions) names() (out []needs) {
	add := func(name string, minor int) {
		if minor > 0 && !strings.Contains(v.code(), name) {
			out = append(out, needs{minor, name, true})
		}
	}
	for _, m := range withKey.FindAllStringSubmatch(v.now, -1) {
		key := m[1] + "(" + m[2] + "=)"
		if minor := since().names["called."+key]; minor > 0 && !strings.Contains(v.was, m[2]+"=") {
			out = append(out, needs{minor, key, true})
		}
	}
	for _, m := range method.FindAllString(v.now, -1) {
		add(m, since().names["called."+m])
	}
	var bound map[string]string
	for _, m := range dottedName.FindAllStringSubmatch(v.now, -1) {
		name := m[1]
		late := func(part string) bool { return since().last[part] }
		if !slices.ContainsFunc(strings.Split(name, "."), late) || strings.Contains(v.was, name) {
			continue
		}
		if bound == nil {
			bound = importedNames(v.c.in.After)
		}
		first, rest, _ := strings.Cut(name, ".")
		full := strings.TrimSuffix(bound[first]+"."+rest, ".")
		if bound[first] == "" {
			full = "builtins." + name
		}
		for ; full != "builtins" && full != ""; full = full[:max(0, strings.LastIndexByte(full, '.'))] {
			if minor := since().names[full]; minor > 0 && importedNames(v.c.before.Text())[first] != full {
				add(strings.TrimPrefix(full, "builtins."), minor)
				break
			}
		}
	}
	return out
}

// importedNames returns the names that the imports of a text bind, and what they stand for.
func importedNames(src string) map[string]string {
	out := map[string]string{}
	bind := func(list, module string) {
		for item := range strings.SplitSeq(strings.NewReplacer("(", "", ")", "", "\n", " ").Replace(list), ",") {
			switch f := strings.Fields(item); {
			case len(f) == 3 && f[1] == "as":
				out[f[2]] = module + f[0]
			case len(f) == 1 && module != "":
				out[f[0]] = module + f[0]
			case len(f) == 1:
				first, _, _ := strings.Cut(f[0], ".")
				out[first] = first
			}
		}
	}
	for _, m := range fromImport.FindAllStringSubmatch(src, -1) {
		bind(m[2], m[1]+".")
	}
	for _, m := range wholeNames.FindAllStringSubmatch(src, -1) {
		bind(m[1], "")
	}
	return out
}

// lostQuestions returns the versions that the changed lines asked for and do not ask for now: what
// older ones need is gone.
func (v versions) lostQuestions() (out []needs) {
	count := map[string]int{}
	for _, m := range question.FindAllStringSubmatch(v.now, -1) {
		count[m[1]]++
	}
	for _, m := range question.FindAllStringSubmatch(v.was, -1) {
		if count[m[1]]--; count[m[1]] < 0 {
			minor, _ := strconv.Atoi(m[1])
			out = append(out, needs{minor, "that nothing asks for Python 3." + m[1] + " any more", false})
		}
	}
	return out
}

// asksForVersion reports whether the changed statements ask for the version that they run on, or catch
// what is missing.
func (c *check) asksForVersion() bool {
	return questions.MatchString(c.after.Slice(c.after.LinesSpan(c.changedPart().now)))
}
