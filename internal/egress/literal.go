package egress

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	compared = lazyre.New(`^ *[!=]==? *([\w.]+)`)
	// listed is how lists of settings contain name and value.
	listed = lazyre.New(`\bname:[ \t]*["']?([\w.-]+)["']?[ \t]*(?:,|\n)[ \t-]*value:[ \t]*["']?([^\s"'#{},]{4,})`)
)

// inside returns the part of a literal between its quotes.
func inside(src string, q text.Span) text.Span {
	s := src[q.Start:q.End]
	i := strings.IndexAny(s, "\"'`")
	if i < 0 || i > 5 {
		return q
	}
	quote, hashes := s[i:i+1], strings.Repeat("#", strings.Count(s[:i], "#"))
	if strings.HasPrefix(s[i:], strings.Repeat(quote, 3)) && len(s) >= i+6 {
		quote = strings.Repeat(quote, 3)
	}
	start, end := q.Start+i+len(quote), q.End
	if tail := quote + hashes; strings.HasSuffix(s, tail) && end-len(tail) >= start {
		end -= len(tail)
	}
	return text.Span{Start: start, End: end}
}

// literal judges one by its place, and what it says by itself.
func (p *sites) literal(q text.Span) {
	p.line(p.src[q.Start], q.Start)
	f, in := p.top(), inside(p.src, q)
	v := p.src[in.Start:in.End]
	f.other = true
	if p.key(q.End, f) {
		p.last, p.before, p.tok, p.end, p.begin = v, "", 'l', q.End, false
		return
	}
	p.out = append(p.out, prose(p.src, in)...)
	p.out = append(p.out, commands(p.src, in.Start, in.End)...)
	if strings.Contains(v, "@tcp(") || strings.Contains(v, "@unix(") { // a source of data as Go's drivers name it
		if m := dataSource.FindStringSubmatchIndex(v); m != nil && !HasPlaceholder(v[m[2]:m[3]]) {
			p.out = append(p.out, span{in.Start + m[2], in.Start + m[3], "url_password"})
		}
	}
	if strings.Contains(v, ">>> ") && len(v) < 1<<16 { // examples of a docstring
		for _, s := range p.g.literals(v, "example.py") {
			p.out = append(p.out, span{s.start + in.Start, s.end + in.Start, s.rule})
		}
	}
	kind := max(p.kindHere(), p.kindNextTo(q, f))
	if p.tok == 'w' && p.before != "" && f.slot == "" && f.open == 0 { // ENV NAME "value"
		kind = max(kind, kindOf(p.last))
	}
	if kind != plainName && f.slot == "" && phrase(kind, v) {
		kind = plainName // a word next to one that says secret
	}
	if p.tok == 'w' && strings.HasSuffix(p.src[:p.end-len(p.last)], "--") {
		kind = max(kind, kindOf(p.last)) // of a command line
	}
	if m := compared.FindStringSubmatch(p.src[q.End:min(len(p.src), q.End+80)]); m != nil {
		kind = max(kind, kindOf(m[1]))
	}
	if p.tok != 'l' && strings.IndexByte("+.&<>~,\\*", p.tok) < 0 {
		p.unchain()
	}
	if strings.Trim(v, "{}%sdv") != "" { // a format puts others together
		of := kind
		if p.listed {
			of = f.outer
		}
		p.chain, p.joined, p.kind = append(p.chain, in), p.joined+v, max(p.kind, of)
	}
	if f.first == "" {
		f.first = v
	}
	if s := lower(f.slot); s == "name" || s == "key" || s == "id" || s == "env" || s == "field" || s == "type" &&
		p.kindOf(v) != plainName {
		f.named = v
	}
	if f.note {
		p.noted(in, v)
	}
	if f.open != 0 && len(f.argv) < 64 {
		f.argv = append(f.argv, argument{f.index, in})
	}
	p.judge(kind, in)
	p.last, p.before, p.tok, p.end, p.begin = v, "", 'l', q.End, false
}

// key reports whether a literal names the member that follows it.
func (p *sites) key(end int, f *frame) bool {
	rest := strings.TrimLeft(p.src[end:min(len(p.src), end+8)], " \t")
	return f.slot == "" && f.subject == "" && (strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "=")) &&
		!strings.HasPrefix(rest, "::") && !strings.HasPrefix(rest, "==")
}

func (p *sites) judge(kind nameKind, in text.Span) {
	if v := p.src[in.Start:in.End]; len(v) > 6 && v[0] == '\\' && (v[1] == '"' || v[1] == '\'') && v[len(v)-2] == '\\' {
		in.Start, in.End = in.Start+2, in.End-2 // a literal of other code
	}
	if m := scheme.FindString(p.src[in.Start:in.End]); m != "" {
		in.Start += len(m)
	}
	v := p.src[in.Start:in.End]
	if kind == plainName || HasPlaceholder(v) {
		return
	}
	plain := strings.TrimPrefix(strings.ReplaceAll(v, "\\n", ""), "\\\n")
	if strings.Contains(v, "\\x") {
		plain = strings.ReplaceAll(v, "\\x", "")
	}
	if secretValue(kind, strings.TrimPrefix(strings.Join(strings.Fields(plain), ""), "\\")) &&
		!strings.Contains(strings.TrimSpace(v), " ") || secretValue(kind, plain) && !sentence(v) {
		p.out = append(p.out, lineSpans(p.src, in.Start, in.End, "assigned_literal")...)
	}
}

// dataSource is user:password@network(address)/database.
var dataSource = lazyre.New(`^[\w.@-]*:(.{3,})@(?:tcp|unix)\(`)

// scheme is what stands before the secret in a header, and before the password
// of a store that knows several ways to keep one ({noop}…).
var scheme = lazyre.New(`^(?:(?i:bearer|basic|token|digest|bot|apikey) +|\{[\w@-]+\})`)

// sentence reports whether a literal is a text and no value: blanks between many words, of which some are common in
// sentences.
func sentence(v string) bool {
	words := strings.Fields(v)
	if len(words) < 2 {
		return false
	}
	for _, w := range words {
		if telling(strings.Trim(lower(w), ".,:;!?()'\"")) {
			return true
		}
	}
	return false
}

// unchain judges literals that were put together as one, and begins anew.
func (p *sites) unchain() {
	if len(p.chain) > 1 && (len(p.chain) <= 8 || !p.listed) && len(p.joined) < 1<<14 && !HasPlaceholder(p.joined) &&
		(secretValue(p.kind, p.joined) && !sentence(p.joined) || !p.listed && !strings.Contains(p.joined, " ") &&
			len(p.joined) >= 16 && p.g.vendor(p.joined)) {
		for _, in := range p.chain {
			if in.End > in.Start {
				p.out = append(p.out, lineSpans(p.src, in.Start, in.End, "joined_literal")...)
			}
		}
	}
	p.chain, p.joined, p.kind, p.listed = p.chain[:0], "", plainName, false
}

// vendor reports whether a text is a key by its form.
func (g *Gate) vendor(v string) bool {
	low := lower(v)
	for _, t := range g.tries[low[0]].list {
		r := &g.rules[t.rule]
		if strings.HasPrefix(low, t.word) && r.group == 0 && !r.named {
			if s, ok := r.at(v, 0); ok && s.end == len(v) {
				return true
			}
		}
	}
	return false
}

// lineSpans makes a span of each line of a part, so that lines stay.
func lineSpans(src string, start, end int, rule string) []span {
	var out []span
	for _, s := range lines(src, start, end) {
		s.rule = rule
		if strings.HasSuffix(src[s.start:s.end], "\\") && s.end-s.start > 1 {
			s.end-- // joins the lines
		}
		out = append(out, s)
	}
	return out
}

// saidSecret matches what follows the name of a secret where a sentence or a command contains its value: "pw: x",
// "password is x", "PGPASSWORD=x", "{\"token\": \"x\"}".
var saidSecret = lazyre.New("^\\\\?[\"'`]?(?: (?:for|of) [\\w -]{1,30}?)?" +
	"(?:[ \\t]*(?:[:=]|->|→)|[ \\t]+(?:is|was)\\b:?)(?:[ \\t]*[*_]{1,3})?[ \\t]*" +
	"(?:(?:e\\.g\\.|for instance|for example|such as|like|defaults? to)[ \\t,:]*)?" +
	"(\\\\?[\"'`]|[*_`]{1,3})?(?i:(?:bearer|basic|token)[ \\t]+)?([^\\s\"'`,;\\\\<>(){}\\[\\]|&]{4,})")

// maySay reports whether saidSecret may match; it is there because it is faster.
func maySay(s string) bool {
	s = strings.TrimLeft(s[:min(len(s), 12)], "\\\"'` \t")
	if s == "" {
		return false
	}
	switch s[0] {
	case ':', '=':
		return true
	case '-', '\xe2', 'i', 'w', 'f', 'o':
		for _, w := range [...]string{"->", "→", "is", "was", "for ", "of "} {
			if strings.HasPrefix(s, w) {
				return true
			}
		}
	}
	return false
}

// prose finds them in a part of a text.
func prose(src string, in text.Span) []span {
	s := src[in.Start:in.End]
	if len(s) < 8 || !strings.ContainsAny(s, ":= ") {
		return nil
	}
	var out []span
	for i := 0; i < len(s); {
		if !wordByte(s[i]) {
			i++
			continue
		}
		start := i
		for i < len(s) && (wordByte(s[i]) || s[i] == '-' || s[i] == ' ' && i+4 <= len(s) &&
			strings.EqualFold(s[i:i+4], " key")) {
			i++
		}
		if i-start > 60 || i == len(s) || !maySay(s[i:]) {
			continue
		}
		kind := kindOf(s[start:i])
		if kind <= bareKey {
			continue
		}
		m := saidSecret.FindStringSubmatchIndex(s[i:min(len(s), i+512)])
		if m == nil {
			continue
		}
		v := strings.TrimRight(s[i+m[4]:i+m[5]], ".!?:*")
		quoted := m[2] >= 0
		if HasPlaceholder(v) || !quoted && (!hasDigit(v) || strings.ContainsAny(v, "$%*") && !scrambled(v)) ||
			!secretValue(kind, v) {
			if len(v) > 100 {
				i += m[5] // no other name stands in a run like this
			}
			continue
		}
		at := in.Start + i + m[4]
		out = append(out, span{at, at + len(v), "told_secret"})
		i += m[4] + len(v)
	}
	return out
}
