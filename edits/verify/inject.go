package verify

import (
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/verify/directive"
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// powers are what code must not gain by the way: starting processes, reaching
// the network, evaluating text, removing files, reading the environment. The
// group is the word that the document or the diagnostic must name for it to be
// allowed.
var powers = []struct {
	family family
	what   string
	find   *lazyre.Regexp
}{
	{python, "starts a process", lazyre.New(`\b(subprocess|os\.(?:system|popen|exec\w+|(?:posix_)?spawn\w*|fork\w*|startfile)|create_subprocess_\w+|pty\.spawn|multiprocessing)\b`)},
	{python, "starts a process", lazyre.New(`\bfrom\s+os\s+import\b(?:\s*\([^()]*|[^\n]*)\b(system|popen|exec\w+|(?:posix_)?spawn\w*|fork\w*|startfile)\b`)},
	{python, "reaches the network", lazyre.New(`\b(socket|socketserver|urllib|urllib3|requests|httpx|aiohttp|websockets?|http\.(?:client|server)|ftplib|smtplib|imaplib|poplib|xmlrpc|telnetlib|paramiko|open_connection)\b`)},
	{python, "evaluates text", lazyre.New(`(?m)(?:^|[^\w.])(eval|exec|__import__)\s*(?:[(),\]};]|$)`)},
	{python, "evaluates text", lazyre.New(`(?:^|[^\w.])(compile)\s*\(`)},
	{python, "evaluates text", lazyre.New(`\b(builtins\.(?:eval|exec|compile|__import__)|__builtins__|runpy)\b`)},
	{python, "evaluates text", lazyre.New(`\bfrom\s+builtins\s+import\b(?:\s*\([^()]*|[^\n]*)\b(eval|exec|compile|__import__)\b`)},
	{python, "evaluates text", lazyre.New(`\b(getattr)\s*\(\s*(?:os|shutil|sys|builtins)\b`)},
	{python, "loads foreign code", lazyre.New(`\b(ctypes|importlib|marshal\.loads?|pickle\.loads?)\b`)},
	{python, "removes files", lazyre.New(`\b(rmtree|os\.(?:remove|unlink|rmdir|removedirs|truncate))\b`)},
	{python, "removes files", lazyre.New(`\bfrom\s+os\s+import\b(?:\s*\([^()]*|[^\n]*)\b(remove|unlink|rmdir|removedirs|truncate)\b`)},
	{python, "removes files", lazyre.New(`\.(unlink|rmdir)\s*\(`)},
	{python, power.Surround, lazyre.New(`\b(os\.(?:environb?|getenvb?|putenv|unsetenv)|dotenv)\b`)},
	{python, power.Surround, lazyre.New(`\bfrom\s+os\s+import\b(?:\s*\([^()]*|[^\n]*)\b(environb?|getenvb?|putenv|unsetenv)\b`)},

	{script, "starts a process", lazyre.New(`\b(child_process|execa|Deno\.(?:run|Command)|Bun\.spawn)\b`)},
	{script, "reaches the network", lazyre.New(`\b(fetch|XMLHttpRequest|WebSocket|EventSource|axios|sendBeacon)\b`)},
	{script, "reaches the network", lazyre.New(`(?:\b(?:from|import)|\b(?:require|getBuiltinModule)\s*\(|\bimport\s*\(|(?:^|[^.\w$])[\w$]+\s*\(|\)\s*\()\s*['"](?:node:)?(https?|http2|net|dgram|tls)['"]`)},
	{script, "loads foreign code", lazyre.New("(?:\\bimport\\s*\\(|\\bimportScripts\\s*\\(|\\bfrom|\\bimport|\\brequire\\s*\\()\\s*['\"`](https?:|data:)")},
	{script, "loads foreign code", lazyre.New(`\b(process\.(?:binding|dlopen))\b`)},
	{script, "evaluates text", lazyre.New("(?:^|[^\\w.$]|\\.\\.\\.)(eval\\b|Function\\s*[(`])")},
	{script, "evaluates text", lazyre.New(`\b(?:globalThis|window|self|global)(?:\.|\[\s*['"])(eval|Function)\b`)},
	{script, "evaluates text", lazyre.New(`\b(constructor\.constructor)\b`)},
	{script, "evaluates text", lazyre.New("\\b(set(?:Timeout|Interval|Immediate))\\s*\\(\\s*['\"`]")},
	{script, "evaluates text", lazyre.New(`['"](?:node:)?(vm)['"]`)},
	{script, "removes files", lazyre.New(`\.(unlink(?:Sync)?|rm(?:Sync)?|rmdir(?:Sync)?|rimraf)\s*\(`)},
	{script, "removes files", lazyre.New(`\b(unlinkSync|rmSync|rmdirSync|rimraf)\b`)},
	{script, "removes files", lazyre.New(`\b(unlink|rm|rmdir)\b[^;{}]*\}[^;{}]*['"](?:node:)?fs(?:/promises)?['"]`)},
	{script, power.Surround, lazyre.New(`\b(process\.env|import\.meta\.env|Deno\.env|Bun\.env)\b`)},
	{script, power.Surround, lazyre.New(`\bprocess\s*\[\s*['"](env)\b`)},
	{script, power.Surround, lazyre.New(`\b(env)\b[^;{}]*\}\s*=\s*(?:globalThis\.)?process\b`)},

	{golang, "starts a process", lazyre.New(`(os/exec|\bexec\.Command\w*|\bos\.StartProcess|\bsyscall|golang\.org/x/sys)\b`)},
	{golang, "reaches the network", lazyre.New(`("net(?:/\w+)*"|\bhttp\.(?:Get|Post|Head|PostForm|NewRequest\w*|DefaultClient|DefaultTransport|Client|Transport|ListenAndServe\w*)\b|\bnet\.(?:Dial|Listen|Lookup)\w*)`)},
	{golang, "loads foreign code", lazyre.New(`("plugin"|\bplugin\.Open\b|"C"|//go:(?:linkname|embed|generate|cgo_\w+)\b|#cgo\b)`)},
	{golang, "removes files", lazyre.New(`\b(os\.(?:Remove(?:All)?|Truncate))\b`)},
	{golang, power.Surround, lazyre.New(`\b(os\.(?:Getenv|Environ|LookupEnv|ExpandEnv|Setenv|Unsetenv|Clearenv))\b`)},
	{golang, "leaves type safety", lazyre.New(`(\bunsafe\.\w+|"unsafe")`)},

	{rust, "starts a process", lazyre.New(`\b(process::Command|Command::new|process::\{[^}]*\bCommand)\b`)},
	{rust, "reaches the network", lazyre.New(`\b(TcpStream|TcpListener|UdpSocket|UnixStream|reqwest|hyper|ureq|std::net|tokio::net)\b`)},
	{rust, "removes files", lazyre.New(`\b(remove_(?:file|dir|dir_all))\b`)},
	{rust, power.Surround, lazyre.New(`\b(env::(?:vars?(?:_os)?|set_var|remove_var)\b|(?:option_)?env!)`)},
	{rust, "reads files while it is built", lazyre.New(`\b(include(?:_str|_bytes)?!)`)},
	{rust, "leaves type safety", lazyre.New(`\b(unsafe|transmute\w*|libc::|asm!)`)},
	{rust, "leaves type safety", lazyre.New(`\b(extern)\s*(?:"[^"]*"\s*)?(?:fn\b|\{)`)},
}

// injected is G9: no new power, no placeholder of a redaction, no invisible
// text.
func injected(c *check) outcome {
	if o := hidden(c); o.state == Fail {
		return o
	}
	for _, p := range c.in.Placeholders {
		if p != "" && strings.Count(c.in.After, p) > strings.Count(c.before.Text(), p) {
			return fail(edits.RejectInjection, "holds %q, which only stands for redacted text", clip(p, 40))
		}
	}
	fam := c.family()
	_, after := c.changed()
	found := strings.Contains(after, "/*") || strings.Contains(after, "//") || strings.Contains(after, "#") // a comment may split a name
	tight := tighten(after)
	for _, p := range powers {
		found = found || p.family == fam && p.find.MatchString(tight)
	}
	if found {
		if o := c.empowered(fam); o.state == Fail {
			return o
		}
	}
	if o := gained(c); o.state == Fail {
		return o
	}
	if c.in.Source == Model {
		if s := c.commanded(); s != "" {
			return fail(edits.RejectInjection, "adds the command %s, which the diagnostic does not ask for", s)
		}
	}
	return pass()
}

// empowered looks for powers by their words, in any text: a model's, a rule's or
// a tool's.
func (c *check) empowered(fam family) outcome {
	for _, h := range c.hunks {
		code := tighten(c.newCode(h.New))
		for _, p := range powers {
			if p.family != fam {
				continue
			}
			for _, m := range p.find.FindAllStringSubmatch(code, -1) {
				word := strings.Trim(m[1], `"(`+"`"+` `)
				if p.what == power.Surround && c.looksUpSecret(word[strings.LastIndexAny(word, ".:")+1:]) {
					continue
				}
				if !c.names(word) && !c.names(power.Twins[word]) {
					return fail(edits.RejectInjection, "line %d %s (%s), which nothing in the document does", c.lineOf(h.New, word), p.what, word)
				}
				if !containsWord(c.in.Target.Message, word) && c.gains(p.what) {
					return fail(edits.RejectInjection, "line %d %s (%s) once more than the code it replaces", c.lineOf(h.New, word), p.what, word)
				}
			}
		}
	}
	return pass()
}

// joints are the signs between the parts of a name, with the blanks that may
// stand round them.
var joints = lazyre.New(`[\s\\]*(\?\.|\.|::)[\s\\]*`)

// tighten writes qualified names in one piece: what is spread over blanks and
// lines is the same to the compiler.
func tighten(code string) string {
	return joints.ReplaceAllStringFunc(code, func(s string) string {
		if strings.Contains(s, "::") {
			return "::"
		}
		return "."
	})
}

// newCode is lines of the new text without comments, but those that command the
// compiler, and without strings where modules are not named by them.
func (c *check) newCode(l text.Lines) string {
	p := c.lexedPart()
	base := c.after.LineStart(p.now.Start)
	sp := c.after.LinesSpan(l)
	at := text.Span{Start: sp.Start - base, End: sp.End - base}
	if fam := c.family(); fam == script || fam == golang {
		return directive.Without(c.after, sp, base, p.file.Comments(at))
	}
	return directive.Without(c.after, sp, base, p.file.Quiet(at))
}

// oldCode is lines of the old text without comments and strings: both may hold
// what someone else wrote. The names of imported modules are kept.
func (c *check) oldCode(l text.Lines) string {
	f, sp := c.oldFile(), c.before.LinesSpan(l)
	for _, n := range f.Nodes {
		if n.Kind == syntax.Import && n.Lines.Overlaps(l) {
			return directive.Without(c.before, sp, 0, f.Comments(sp))
		}
	}
	return directive.Without(c.before, sp, 0, f.Quiet(sp))
}

// lineOf is the line of the new text, from one, that holds the last part of a
// name; the first of them if it is in none.
func (c *check) lineOf(l text.Lines, word string) int {
	last := word[strings.LastIndexAny(word, ".:")+1:]
	for n := l.Start; n < l.End; n++ {
		if strings.Contains(c.newCode(text.Lines{Start: n, End: n + 1}), last) {
			return n + 1
		}
	}
	return l.Start + 1
}

// gains reports whether the changed lines use a power more often than those
// before them did. That the document uses it elsewhere is no reason to.
func (c *check) gains(what string) bool {
	n := 0
	count := func(code string) (found int) {
		if c.in.Source != Model && c.family() == python {
			code = oncePerModule(code)
		}
		for _, p := range powers {
			if p.family == c.family() && p.what == what {
				found += len(p.find.FindAllStringIndex(code, -1))
			}
		}
		return found
	}
	for _, h := range c.hunks {
		n += count(tighten(c.newCode(h.New))) - count(tighten(c.oldCode(h.Old)))
	}
	return n > 0
}

// oncePerModule is code with one import of each module: tools that sort imports
// write those of one statement in several.
func oncePerModule(code string) string {
	had := map[string]bool{}
	return importsFrom.ReplaceAllStringFunc(code, func(s string) string {
		module := strings.Fields(s)[1]
		if had[module] {
			return ""
		}
		had[module] = true
		return s
	})
}

var importsFrom = lazyre.New(`(?m)^[ \t]*from[ \t]+\S+[ \t]+import\b`)

// names reports whether the old document's code uses the word, or the
// diagnostic does. Comments and strings do not count: they are where an injected
// instruction stands.
func (c *check) names(word string) bool {
	if containsWord(c.in.Target.Message, word) {
		return true
	}
	last := word[strings.LastIndexAny(word, ".:")+1:]
	for l := range c.before.LineCount() {
		if strings.Contains(c.before.Line(l), last) && containsWord(tighten(c.oldCode(text.Lines{Start: l, End: l + 1})), word) {
			return true
		}
	}
	return false
}

// containsWord looks for w with no letter, digit or underscore around it.
func containsWord(s, w string) bool {
	for from := 0; w != ""; {
		i := strings.Index(s[from:], w)
		if i < 0 {
			return false
		}
		i += from
		before, after := byte(' '), byte(' ')
		if i > 0 {
			before = s[i-1]
		}
		if i+len(w) < len(s) {
			after = s[i+len(w)]
		}
		if !token.WordByte(before) && !token.WordByte(after) {
			return true
		}
		from = i + 1
	}
	return false
}
