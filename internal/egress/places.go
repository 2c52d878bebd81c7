package egress

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// sites reads the code of a text once and finds out for each literal what it is assigned or passed to: a name, a
// keyword argument, a parameter, a member of a dictionary, a call, the neighbour in a pair. Brackets, not lines,
// decide.
type sites struct {
	g      *Gate
	src    string
	stack  []frame
	last   string // the name read last, with its path
	before string // the name that stands right before it
	tok    byte   // the last token: 'w' word, 'l' literal, 'n' number, else itself
	end    int    // where it ended
	fresh  bool   // a line began since
	chain  []text.Span
	joined string // the contents of chain
	listed bool   // commas stand in the chain
	kind   nameKind
	out    []span
	known  map[string]nameKind // names repeat

	python  bool
	begin   bool   // nothing of the statement was read yet
	bol     int    // where the line began
	defines bool   // last stands where functions are defined
	operand string // what the last operand was, behind "or"
	recv    string // to what the method read last belongs
	angles  int    // brackets of types
	lead    string // the first word of the statement
	chose   bool   // the bracket closed last held what is compared with cases
	fields  []string
	defs    []definition
	notes   []text.Span // literals of annotations that belong to the next name
	alias   string      // a name that an annotation gave
}

// kindOf returns the function [kindOf] with a cache.
func (p *sites) kindOf(name string) nameKind {
	if name == "" {
		return plainName
	}
	k, ok := p.known[name]
	if !ok {
		k = kindOf(name)
		p.known[name] = k
	}
	return k
}

// frame is an open bracket; the lowest frame is the whole text.
type frame struct {
	open    byte
	callee  string // the name right before it
	outer   nameKind
	slot    string // to what the element is given
	typed   bool   // slot stands before an annotation
	left    []string
	index   int
	first   string // literal that the bracket begins with
	prev    string // literal before the last comma
	left1   string // name before it
	named   string // what a member called name is given
	numbers int
	from    int // of the first number
	other   bool

	recv    string   // to what callee belongs, where that is no plain name
	holds   nameKind // the members of a container that is named for secrets
	fn      string   // the function whose body this is
	direct  bool     // fn's own body, not one within
	head    string   // a function whose body may follow
	note    bool     // an annotation's
	enum    bool     // an enumeration's
	picks   bool     // holds what cases are compared with
	subject string   // what the cases of a block are compared with
	defined bool     // callee stands where functions are defined
	fields  []string // what elements stand for
	argv    []argument
}

// literals finds the secrets that are known by what they are assigned or passed to, and those in the text of comments
// and strings.
func (g *Gate) literals(src, path string) []span {
	lang := ""
	if path != "" {
		lang = syntax.Language(path)
	}
	file := syntax.Lexed(lang, src)
	all := text.Span{End: len(src)}
	comments := file.Comments(all)
	p := sites{g: g, src: src, stack: make([]frame, 1, 16), known: map[string]nameKind{}, begin: true,
		python: lang == "python"}
	at := 0
	for _, q := range file.NonCode(all) {
		p.code(at, q.Start)
		at = q.End
		if len(comments) > 0 && comments[0].Start == q.Start {
			comments = comments[1:]
			p.out = append(p.out, prose(src, q)...)
			p.out = append(p.out, commands(src, q.Start, q.End)...)
			continue
		}
		if c := q.Start; lang == "" && c > 0 && src[c] == '\'' && letterOrDigit(rune(src[c-1])) {
			continue // an apostrophe
		}
		p.literal(q)
	}
	p.code(at, len(src))
	p.unchain()
	if lang == "" || !codeFile(path) {
		if strings.Contains(src, "name:") { // without a literal to begin with, a regexp walks all of a text
			for _, m := range listed.FindAllStringSubmatchIndex(src, -1) {
				if kind := kindOf(src[m[2]:m[3]]); secretValue(kind, src[m[4]:m[5]]) {
					p.out = append(p.out, span{m[4], m[5], "told_secret"})
				}
			}
		}
		p.out = append(p.out, prose(src, all)...)
		if path != "" { // a body that is sealed has no kind of file
			p.out = append(p.out, settings(src)...)
		}
	}
	return append(p.out, written(src, lang)...)
}

func (p *sites) top() *frame { return &p.stack[len(p.stack)-1] }

// code reads the tokens between literals.
func (p *sites) code(i, end int) {
	for i < end {
		c := p.src[i]
		switch {
		case c == '\n':
			p.fresh, p.bol = true, i+1
			i++
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case wordByte(c):
			i = p.word(i, end)
		default:
			p.mark(c, i, end)
			p.begin = c == '{' || c == ';' || p.begin && c == '}'
			p.tok, p.end = c, i+1
			i++
		}
	}
}

func wordByte(c byte) bool { return c >= 0x80 || c == '_' || c == '$' || letterOrDigit(rune(c)) }

// word reads a name with its path, or a number.
func (p *sites) word(i, end int) int {
	p.line(p.src[i], i)
	start := i
	for i < end && (wordByte(p.src[i]) || i+1 < end && wordByte(p.src[i+1]) && (p.src[i] == '.' || p.src[i] == '-')) {
		i++
	}
	f := p.top()
	if c := p.src[start]; c >= '0' && c <= '9' {
		if f.numbers++; f.numbers == 1 {
			f.from = start
		}
		if i-start >= 6 && p.tok == '=' && p.kindOf(f.slot) == passwordName {
			p.out = append(p.out, span{start, i, "assigned_literal"})
		}
		p.tok, p.end = 'n', i
		return i
	}
	f.other = true
	name := p.src[start:i]
	if name == "or" && p.tok != '=' {
		p.operand, p.tok, p.end = p.last, '|', i
		return i
	}
	if p.tok != 'w' || !slices.Contains([]string{"to", "not_to", "to_not", "should"}, p.last) {
		p.recv = "" // expect(user.password).to eq("…")
	}
	if p.tok == '.' || p.tok == '?' || p.tok == '>' {
		p.recv = p.last
	}
	p.before = ""
	if p.tok == 'w' && strings.Trim(p.src[p.end:start], " \t") == "" {
		p.before = p.last
	}
	if p.tok == ':' && strings.HasSuffix(p.src[:start], "::") && p.last != "" {
		name = p.last + "." + name // Rust, PHP and Ruby part names so
	}
	p.named(name, start)
	p.last, p.tok, p.end, p.begin = name, 'w', i, false
	return i
}

// line ends the statement at the end of a line, unless something says that it goes on.
func (p *sites) line(next byte, at int) {
	if !p.fresh {
		return
	}
	p.fresh = false
	p.leave(at - p.bol)
	if f := p.top(); f.open == '(' || f.open == '[' || strings.IndexByte("=+.,|&?\\", p.tok) >= 0 ||
		strings.IndexByte("+.|&?", next) >= 0 {
		return
	}
	p.statement()
}

func (p *sites) statement() {
	f := p.top()
	f.slot, f.typed, f.left, f.index, f.prev, f.first = "", false, nil, 0, "", ""
	f.head, p.angles = "", 0
	p.last, p.before, p.recv, p.operand, p.begin = "", "", "", "", true
	p.unchain()
}

// mark reads one byte that is neither a word nor a literal.
func (p *sites) mark(c byte, i, end int) {
	p.line(c, i)
	f := p.top()
	if c == '<' && p.tok == 'w' && p.end == i && i+1 < end && letterOrDigit(rune(p.src[i+1])) {
		p.angles++
	} else if c == '>' && p.angles > 0 && p.tok != '=' && p.tok != '-' {
		p.angles--
	}
	if c == ',' && p.angles > 0 {
		return // of types
	}
	if len(p.notes) > 0 && !f.note && strings.IndexByte("=:;,){", c) >= 0 {
		p.settle()
	}
	switch c {
	case '=', ':':
		p.given(c, i)
	case ',':
		f.prev, f.left1 = "", ""
		switch {
		case p.tok == 'l', p.tok == ')' && p.kindOf(p.last) != plainName && f.callee != "":
			f.prev = p.last
		case p.tok == 'w':
			f.left1 = p.last
		}
		f.index++
		if f.slot == "" && f.open == 0 {
			f.left = append(f.left, p.last)
		}
		if f.typed && f.open == 0 {
			f.slot = "" // arguments without brackets
		}
		if f.typed = false; f.slot != "" && len(f.left) > f.index {
			f.slot = f.left[f.index]
		} else if f.open != 0 {
			f.slot = ""
		}
		p.listed = true
		if len(p.chain) > 0 && (f.open == 0 || f.open == '{' && f.callee == "" || !transparent(f.callee)) {
			p.unchain()
		}
	case ';':
		p.statement()
	case '(', '[', '{':
		p.push(c, i)
	case ')', ']', '}':
		p.pop(i)
	case '!', '+', '.', '&', '-', '<', '>', '*', '~', '@', '?', '|', '\\', '#':
	default:
		p.unchain()
	}
	if strings.IndexByte("-+x", c) < 0 && c != ',' && len(p.stack) > 0 && c != '(' && c != '[' && c != '{' {
		p.top().other = p.top().other || c != ')' && c != ']' && c != '}'
	}
}

// given records the name that the following literal is assigned or passed to.
func (p *sites) given(c byte, i int) {
	f := p.top()
	if p.tok == ')' && p.kindOf(f.slot) != plainName && strings.HasPrefix(p.src[i:], "=>") {
		return // a function is given
	}
	if c == '=' && i == p.end && (p.tok == ':' || p.tok == '=') {
		f.typed = false
		return // the second sign of := and ==
	}
	if c == '=' && i == p.end && p.tok == '!' && p.kindOf(f.slot) != plainName {
		return // a condition of what is given
	}
	switch {
	case c == ':' && f.slot != "":
		return
	case c == '=' && f.typed:
		f.typed = false
		return
	}
	f.slot, f.typed = p.last, c == ':'
	if c == '=' && !strings.HasPrefix(p.src[i:], "=>") {
		f.head = ""
	}
	if p.alias != "" && c == '=' && p.kindOf(p.last) == plainName {
		f.slot, p.alias = p.alias, ""
	}
	if p.kindOf(p.last) == plainName && p.kindOf(p.before) != plainName {
		f.slot = p.before // a type stands behind the name
	}
	if len(f.left) > 0 && (c == '=' || strings.HasPrefix(p.src[i:], ":=")) {
		f.left = append(f.left, p.last)
		f.index, f.slot = 0, f.left[0]
	}
	p.unchain()
}

func (p *sites) push(c byte, i int) {
	callee := ""
	switch {
	case p.tok == 'w' && p.end == i || p.tok == '!' && p.end == i || p.tok == 'w' && c == '{':
		callee = p.last
	}
	outer := p.kindHere()
	if c == '{' && callee == "" && strings.IndexByte("=:(,[", p.tok) < 0 {
		outer = plainName // a block
	}
	if len(p.stack) < 200 {
		next := frame{open: c, callee: callee, outer: outer}
		if c == '{' && p.tok == 'l' {
			next.named = p.last // a block with a label
		}
		p.opened(&next, i)
		p.stack = append(p.stack, next)
	} else {
		p.stack[199].slot = ""
	}
	p.before = ""
}

func (p *sites) pop(i int) {
	if len(p.stack) == 1 {
		return
	}
	f := *p.top()
	if f.numbers >= 8 && !f.other && f.outer != plainName && (transparent(f.callee) || p.kindOf(f.callee) != plainName) {
		p.out = append(p.out, lineSpans(p.src, f.from, i, "assigned_bytes")...)
	}
	p.stack = p.stack[:len(p.stack)-1]
	p.closed(&f)
	p.before = ""
	p.top().other = true
}

// kindHere returns the kind of the name that a literal at the present place is assigned or passed to.
func (p *sites) kindHere() nameKind {
	f := p.top()
	if f.slot != "" {
		if k := p.kindOf(f.slot); k != plainName {
			if words := nameWords(f.slot); k == tokenName && words[len(words)-1] == "auth" {
				return plainName // a pair, see below
			}
			if k == bareKey && (takesKey(f.callee) || f.open == 0 && takesKey(p.lead)) {
				return passwordName
			}
			return k
		}
		if in("value", lower(f.slot)) {
			if f.named != "" {
				return p.kindOf(f.named)
			}
			if f.open == '(' || f.open == 0 {
				return max(p.kindOf(f.prev), p.kindOf(f.first), p.kindOf(lastPart(f.callee)), f.outer)
			}
		}
		if n := len(p.defs); n > 0 && f.open == 0 && !publicMember(f.slot) {
			return p.defs[n-1].holds
		}
		if f.holds != plainName && f.open != 0 && !publicMember(f.slot) {
			return f.holds
		}
		return plainName
	}
	if k := p.kindByPlace(f); k != plainName {
		return k
	}
	if f.prev != "" && (f.index == 1 || f.index == 2 && f.open == '(' || f.prev[0] == '-') {
		if k := p.kindOf(strings.TrimLeft(f.prev, "-")); k > bareKey && len(f.prev) <= 60 {
			return k
		}
	}
	if f.index == 1 && pairs(f.callee, p) {
		return passwordName
	}
	if k := p.kindOf(lastPart(f.callee)); k != plainName && f.open != '{' && !oneOf("getter", f.callee) &&
		!anyOf("ask", f.callee) {
		return k
	}
	if f.open == '{' && f.callee == "" {
		return min(f.outer, tokenName)
	}
	if f.outer != plainName && (f.callee == "" || transparent(f.callee) || oneOf("getter", f.callee) && f.index > 0) {
		return f.outer
	}
	return plainName
}

func lastPart(path string) string {
	if i := strings.LastIndexAny(path, ".:"); i >= 0 {
		path = path[i+1:]
	}
	return path
}

// pairs reports whether a bracket holds a user and a password.
func pairs(callee string, p *sites) bool {
	name := lower(lastPart(callee))
	if callee == "" && len(p.stack) > 1 {
		out := &p.stack[len(p.stack)-2]
		name = lower(lastPart(out.slot))
		if out.slot == "" {
			name = lower(lastPart(out.callee))
		}
	}
	return in("pair", name)
}

// transparent reports whether a function only changes the form of its argument, as a decoder does.
func transparent(callee string) bool { return callee == "" || oneOf("transparent", callee) }
