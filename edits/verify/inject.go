package verify

import (
	"regexp"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/internal/text"
)

// powers are what code must not gain by the way: starting processes, reaching
// the network, evaluating text, removing files, reading the environment. Word
// is what the document or the diagnostic must name for it to be allowed.
var powers = []struct {
	family family
	what   string
	find   *regexp.Regexp
}{
	{python, "starts a process", regexp.MustCompile(`\b(subprocess|os\.(?:system|popen|exec\w+|spawn\w+|fork)|pty\.spawn|multiprocessing)\b`)},
	{python, "reaches the network", regexp.MustCompile(`\b(socket|urllib|requests|httpx|aiohttp|http\.client|ftplib|smtplib|telnetlib|paramiko)\b`)},
	{python, "evaluates text", regexp.MustCompile(`(?:^|[^\w.])(eval|exec|compile|__import__)\s*\(`)},
	{python, "loads foreign code", regexp.MustCompile(`\b(ctypes|importlib|marshal\.loads?|pickle\.loads?)\b`)},
	{python, "removes files", regexp.MustCompile(`\b(shutil\.rmtree|os\.(?:remove|unlink|rmdir|removedirs))\b`)},
	{python, "removes files", regexp.MustCompile(`\.(unlink)\s*\(`)},
	{python, "reads the environment", regexp.MustCompile(`\b(os\.(?:environb?|getenv)|dotenv)\b`)},

	{script, "starts a process", regexp.MustCompile(`\b(child_process|execa|Deno\.(?:run|Command)|Bun\.spawn)\b`)},
	{script, "reaches the network", regexp.MustCompile(`\b(fetch|XMLHttpRequest|WebSocket|EventSource|axios|sendBeacon)\b`)},
	{script, "reaches the network", regexp.MustCompile(`['"](?:node:)?(https?|net|dgram|tls)['"]`)},
	{script, "evaluates text", regexp.MustCompile(`(?:^|[^\w.])(eval|Function)\s*\(`)},
	{script, "removes files", regexp.MustCompile(`\.(unlink(?:Sync)?|rm(?:Sync)?|rmdir(?:Sync)?|rimraf)\s*\(`)},
	{script, "reads the environment", regexp.MustCompile(`\b(process\.env|import\.meta\.env|Deno\.env)\b`)},

	{golang, "starts a process", regexp.MustCompile(`(os/exec|\bexec\.Command\w*|\bos\.StartProcess|\bsyscall)\b`)},
	{golang, "reaches the network", regexp.MustCompile(`("net(?:/\w+)?"|\bhttp\.(?:Get|Post|Head|PostForm|NewRequest\w*|DefaultClient)|\bnet\.Dial\w*)`)},
	{golang, "removes files", regexp.MustCompile(`\b(os\.Remove(?:All)?)\b`)},
	{golang, "reads the environment", regexp.MustCompile(`\b(os\.(?:Getenv|Environ|LookupEnv))\b`)},
	{golang, "leaves type safety", regexp.MustCompile(`\b(unsafe\.\w+|"unsafe")`)},

	{rust, "starts a process", regexp.MustCompile(`\b(process::Command|Command::new)\b`)},
	{rust, "reaches the network", regexp.MustCompile(`\b(TcpStream|UdpSocket|reqwest|hyper|std::net)\b`)},
	{rust, "removes files", regexp.MustCompile(`\b(remove_(?:file|dir|dir_all))\b`)},
	{rust, "reads the environment", regexp.MustCompile(`\b(env::vars?(?:_os)?)\b`)},
	{rust, "leaves type safety", regexp.MustCompile(`\b(unsafe)\s*(?:\{|fn|impl)`)},
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
	found := false
	for _, p := range powers {
		found = found || p.family == fam && p.find.MatchString(after)
	}
	if !found {
		return pass()
	}
	for _, l := range c.addedLines() {
		code := c.code(c.after.Line(l))
		if code == "" {
			continue
		}
		for _, p := range powers {
			if p.family != fam {
				continue
			}
			m := p.find.FindStringSubmatch(code)
			if m == nil {
				continue
			}
			word := strings.Trim(m[1], `"`)
			if !c.names(word) {
				return fail(edits.RejectInjection, "line %d %s (%s), which nothing in the document does", l+1, p.what, word)
			}
			if !containsWord(c.in.Target.Message, word) && c.gains(p.what) {
				return fail(edits.RejectInjection, "line %d %s (%s) once more than the code it replaces", l+1, p.what, word)
			}
		}
	}
	return pass()
}

// gains reports whether the changed lines use a power more often than those
// before them did. That the document uses it elsewhere is no reason to.
func (c *check) gains(what string) bool {
	n := 0
	count := func(s text.Snapshot, l, sign int) {
		code := c.code(s.Line(l))
		for _, p := range powers {
			if p.family == c.family() && p.what == what {
				n += sign * len(p.find.FindAllStringIndex(code, -1))
			}
		}
	}
	for _, h := range c.hunks {
		for l := h.Old.Start; l < h.Old.End; l++ {
			count(c.before, l, -1)
		}
		for l := h.New.Start; l < h.New.End; l++ {
			count(c.after, l, 1)
		}
	}
	return n > 0
}

// names reports whether the old document's code (comments do not count: they
// are where an injected instruction stands) or the diagnostic uses the word.
func (c *check) names(word string) bool {
	if containsWord(c.in.Target.Message, word) {
		return true
	}
	for l := range c.before.LineCount() {
		line := c.before.Line(l)
		if containsWord(line, word) && containsWord(c.code(line), word) && !c.inString(l, word) {
			return true
		}
	}
	return false
}

// inString reports whether the word stands only inside a multi-line string on
// that line: a docstring is prose too.
func (c *check) inString(line int, word string) bool {
	sp := c.before.LineSpan(line)
	at := sp.Start + strings.Index(c.before.Line(line), word)
	for _, s := range c.oldFile().Strings {
		if s.Contains(at) {
			return true
		}
	}
	return false
}

// containsWord looks for w with no letter, digit or underscore around it.
func containsWord(s, w string) bool {
	for from := 0; ; {
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
		if !wordByte(before) && !wordByte(after) {
			return true
		}
		from = i + 1
	}
}

func wordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}
