package egress

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// definition is a function whose body is known by its indentation and not by brackets.
type definition struct {
	indent int
	name   string
	holds  nameKind // a class whose members are so
}

// argument is a literal of a call or a list.
type argument struct {
	index int
	at    text.Span
}

// named records what a name that begins at start means for the literals behind it.
func (p *sites) named(name string, start int) {
	f := p.top()
	switch {
	case p.before != "":
		p.defines = !in("control", p.before)
	default:
		p.defines = p.begin || strings.IndexByte(")>]*?{};,", p.tok) >= 0
	}
	if in("define", p.before) && !strings.Contains(name, ".") || p.before == "self" && in("define", p.last) {
		p.defs = append(p.defs, definition{indent: p.indent(start), name: name})
	}
	if p.begin {
		p.lead = name
	}
	if p.before == "class" && f.open == 0 {
		line, _, _ := strings.Cut(p.src[start:min(len(p.src), start+200)], "\n")
		d := definition{indent: p.indent(start), name: "class", holds: members(name)}
		if strings.Contains(line, "Enum") {
			d.holds = max(d.holds, p.kindOf(name))
		}
		p.defs = append(p.defs, d)
	}
	if f.callee == "struct" && (p.begin || p.tok == ',') && len(f.fields) < 64 {
		f.fields = append(f.fields, name)
	}
	switch p.before {
	case "val", "var", "let", "const", "lazy":
		if f.head == "" {
			f.head = name
		}
	}
	if name == "return" || name == "yield" {
		f.slot, f.typed, f.index, f.left = "", false, 0, nil
		if fn := p.function(); p.kindOf(fn) != plainName && !anyOf("ask", fn) || getsSecret(fn) {
			f.slot = fn
		}
	}
}

// indent returns the indentation of the line that an offset is in.
func (p *sites) indent(at int) int {
	line := p.src[strings.LastIndexByte(p.src[:at], '\n')+1:]
	return len(line) - len(strings.TrimLeft(line, " \t"))
}

// leave ends the functions that a line with that indentation is not part of.
func (p *sites) leave(indent int) {
	for n := len(p.defs); n > 0 && p.defs[n-1].indent >= indent; n-- {
		p.defs = p.defs[:n-1]
	}
}

// function returns the name of the function that is being read.
func (p *sites) function() string {
	if fn := p.top().fn; fn != "" {
		return fn
	}
	if n := len(p.defs); n > 0 {
		return p.defs[n-1].name
	}
	return ""
}

// getsSecret reports whether a function returns a secret, by its name; hasPassword, say, only looks whether there is
// one.
func getsSecret(fn string) bool {
	words := nameWords(lastPart(fn))
	return len(words) > 1 && (words[0] == "get" || words[0] == "fetch" || words[0] == "lookup") && kindOf(fn) != plainName
}

// opened sets what is known of a bracket from what stands before it.
func (p *sites) opened(next *frame, at int) {
	f := p.top()
	next.recv, next.fn, next.defined = p.recv, f.fn, p.defines
	next.note = f.note || p.tok == '#' && next.open == '[' || next.callee != "" && p.end == at &&
		strings.HasSuffix(p.src[:p.end-len(p.src[p.wordStart():p.end])], "@") || next.open == '[' && p.begin && !p.python
	if next.open == '{' {
		p.body(next, f)
		if p.tok == '}' {
			next.fields, p.fields = p.fields, nil
		} else if next.callee == "" {
			next.fields = f.fields
		}
	}
	next.holds = p.holding(next, f)
	switch {
	case next.open == '{' && p.before == "enum":
		next.holds, next.enum = max(members(p.last), p.kindOf(p.last)), true
	case next.open == '{' && p.tok == 'w' && p.before != "" && !in("declare", p.before) && p.kindOf(p.last) != plainName:
		next.fn, next.direct = p.last, true // std::string password{"…"}
	case p.tok == 'w' && (p.last == "in" || p.before == "define"):
		next.outer = max(next.outer, p.kindOf(p.before), p.kindOf(p.last))
	}
	next.picks = p.tok == 'w' && (p.last == "switch" || p.last == "match" || p.last == "when")
	if next.open == '{' && (p.before == "switch" || p.before == "match" || p.before == "when" || p.tok == ')' && p.chose) {
		next.subject = p.last
	}
}

// wordStart returns where the last word begins.
func (p *sites) wordStart() int {
	i := p.end
	for i > 0 && (wordByte(p.src[i-1]) || p.src[i-1] == '.') {
		i--
	}
	return i
}

// body finds out what a brace is the body of.
func (p *sites) body(next, f *frame) {
	switch {
	case f.head != "":
		next.fn, next.direct = f.head, true
		next.outer = plainName
	case f.slot != "" && p.kindOf(f.slot) != plainName && (p.tok == ')' || p.tok == '>' || p.tok == 'w'):
		next.fn, next.direct = f.slot, true
	case p.tok == ')' && p.kindOf(p.last) != plainName:
		next.fn, next.direct = p.last, true
	}
	f.head = ""
}

// closed records what a closed bracket was, for what follows it.
func (p *sites) closed(f *frame) {
	out := p.top()
	p.chose = f.picks
	switch {
	case p.chose:
	case f.open == '[' && f.first != "" && p.kindOf(f.first) == plainName && plural(lastPart(f.callee)):
		p.last = f.callee // passwords["bob"] = …
	case f.first != "" && (f.open == '[' || oneOf("getter", f.callee) ||
		p.kindOf(f.first) != plainName && len(f.first) < 60):
		p.last = f.first // data["password"] = …
	case f.open == '(' && oneOf("wrap", f.callee):
		// expect(user.password)
	case f.callee != "":
		p.last = f.callee
	}
	if f.open == '(' && f.callee != "" && f.defined {
		if out.head = f.callee; oneOf("wrap", f.callee) {
			out.head = p.last
		}
	}
	if f.callee == "struct" {
		p.fields = f.fields
	}
	if len(f.argv) > 1 {
		p.arguments(f)
	}
}

// holding returns the kind of the members of a container.
func (p *sites) holding(next, f *frame) nameKind {
	callee := lastPart(next.callee)
	if i := strings.LastIndexByte(next.callee, '.'); i > 0 && oneOf("add", callee) && plural(next.callee[:i]) {
		return members(next.callee[:i])
	}
	if f.enum {
		return f.holds
	}
	if next.callee != "" && !transparent(next.callee) && !oneOf("collect", callee) && next.open != '{' {
		return plainName
	}
	if f.slot != "" && plural(f.slot) {
		return members(f.slot)
	}
	if f.slot == "" || f.holds != plainName && !publicMember(f.slot) {
		return f.holds
	}
	return plainName
}

// plural reports whether a name is that of a container, as "tokens".
func plural(name string) bool { return members(name) != plainName }

// members returns the kind of the members of a container with that name.
func members(name string) nameKind {
	words := nameWords(name)
	for n := len(words); n > 0; n-- {
		w := words[n-1]
		switch w {
		case "passwords", "secrets", "credentials", "creds", "tokens", "apikeys", "keys", "passwds", "passphrases":
			return kindOf(strings.Join(words[:n], "_"))
		case "map", "dict", "table", "list", "by", "for", "user", "users", "name", "host", "default", "of", "db", "store",
			"data":
			continue
		}
		if kind := kindOf(strings.Join(words[:n], "_")); n < len(words) && kind > tokenName {
			return kind
		}
		return plainName
	}
	return plainName
}

// publicMember reports whether a name is of something that stands next to secrets and is none.
func publicMember(name string) bool {
	words := nameWords(name)
	return len(words) == 0 || in("public", words[len(words)-1])
}

// settle judges the literals of an annotation by the name that the annotation stands before.
func (p *sites) settle() {
	kind := p.kindOf(p.last)
	if kind == plainName && p.tok == 'w' {
		kind = p.kindOf(p.before)
	}
	for _, in := range p.notes {
		p.judge(kind, in)
	}
	p.notes = p.notes[:0]
}

// noted keeps a literal of an annotation for [sites.settle].
func (p *sites) noted(in text.Span, v string) {
	if p.kindOf(v) != plainName && len(v) < 60 &&
		strings.TrimFunc(v, func(r rune) bool { return keyRune(r) || r == '.' }) == "" {
		p.alias = v
		return
	}
	if len(p.notes) < 16 {
		p.notes = append(p.notes, in)
	}
}

// asserted matches the name with which a call compares the literal before it.
var asserted = lazyre.New(`^[ \t]*,[ \t\n]*([\w.$:>-]*\w)(?:\(\))?[ \t]*[,)]`)

// keyedAfter matches an argument that names the value before it.
var keyedAfter = lazyre.New(`^[ \t]*,[ \t\n]*(?:forKey|forHTTPHeaderField|forName|withName|withKey|named|name|key` +
	`|to)[ \t]*[:=][ \t]*["']([\w.-]{2,60})["']`)

// equalsCall matches a comparison of the literal before it, by a method.
var equalsCall = lazyre.New(`^\.(?i:equals|equalsIgnoreCase|eq)\(([\w.]+)`)

// tag matches a member of a structure's tag.
var tag = lazyre.New(`\b(?:default|envDefault|example|value|envconfig-default):"([^"]{4,})"`)

// kindNextTo returns the kind of a literal by what stands right next to it.
func (p *sites) kindNextTo(q text.Span, f *frame) nameKind {
	kind := plainName
	if f.slot != "" && p.kindOf(f.slot) == tokenName {
		kind = tokenName
	}
	switch {
	case p.begin && f.direct && f.open == '{' && !p.python, p.begin && f.open == 0 && !p.python && len(p.defs) > 0:
		if fn := p.function(); !anyOf("ask", fn) || getsSecret(fn) {
			kind = p.kindOf(fn) // the value of a body is its last expression
		}
	case p.tok == 'w' && !p.fresh && strings.Trim(p.src[p.end:q.Start], " \t") == "" && !in("control", p.last):
		kind = max(kind, p.weak(p.last)) // a command's name and its argument
		if strings.HasPrefix(p.src[q.Start:], "`") {
			p.tags(q)
		}
	case p.tok == '|' || p.tok == '?' || p.tok == ':' && strings.HasSuffix(p.src[:p.end], "?:"):
		kind = max(p.kindOf(p.last), p.kindOf(p.operand))
	}
	if f.subject != "" && (p.begin || p.tok == 'w' && p.last == "case" || p.tok == ',' || p.tok == '|') {
		kind = max(kind, p.kindOf(f.subject))
	}
	rest := p.src[q.End:min(len(p.src), q.End+100)]
	if m := keyedAfter.FindStringSubmatch(rest); m != nil {
		kind = max(kind, kindOf(m[1]))
	}
	if f.open == '(' && anyOf("compare", f.callee) {
		if m := asserted.FindStringSubmatch(rest); m != nil {
			kind = max(kind, kindOf(m[1]))
		}
		kind = max(kind, p.kindOf(f.recv))
	}
	if m := equalsCall.FindStringSubmatch(rest); m != nil {
		kind = max(kind, kindOf(m[1]))
	}
	return kind
}

// weak returns the kind of a name, where a word alone does not make it a password.
func (p *sites) weak(name string) nameKind { return min(p.kindOf(name), keyName) }

// tags judges the values that a structure's tag sets for its field.
func (p *sites) tags(q text.Span) {
	kind := max(p.kindOf(p.before), p.kindOf(p.last))
	for _, m := range tag.FindAllStringSubmatchIndex(p.src[q.Start:q.End], -1) {
		p.judge(kind, text.Span{Start: q.Start + m[2], End: q.Start + m[3]})
	}
}

// kindByPlace returns the kind of an element by its number: in a call that expects credentials there, among fields or
// members, as a default.
func (p *sites) kindByPlace(f *frame) nameKind {
	switch {
	case f.open == '(' && credential(f.callee, f.recv, f.index):
		return passwordName
	case f.index < len(f.fields) && f.callee == "":
		return p.kindOf(f.fields[f.index])
	case f.open == '(' && oneOf("receive", f.callee) && f.index <= 1 && max(p.kindOf(f.recv), f.outer) != plainName:
		return max(p.kindOf(f.recv), f.outer)
	case f.open == '(' && f.index > 0 && f.index <= 4 && p.kindOf(f.first) > bareKey && len(f.first) < 60 &&
		anyOf("flag", f.callee):
		return keyName
	case f.holds != plainName && f.index > 0:
		return f.holds
	case f.holds != plainName && f.open != '{':
		return min(f.holds, keyName)
	case f.open == '(' && f.index == 1 && p.kindOf(f.left1) == passwordName && f.left1 != "":
		return keyName
	}
	return plainName
}
