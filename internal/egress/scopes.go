package egress

import (
	"slices"
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

// definer reports whether a word stands before the name of a function.
func definer(w string) bool {
	switch w {
	case "def", "defp", "func", "function", "fn", "fun", "sub", "proc":
		return true
	}
	return false
}

// control reports whether a word stands before calls, and not before the names of functions.
func control(w string) bool {
	switch w {
	case "if", "elif", "elsif", "while", "for", "switch", "match", "case", "when", "unless", "until", "return", "yield",
		"in", "range", "and", "or", "not", "is", "await", "new", "throw", "raise", "go", "defer", "select", "assert", "catch",
		"with", "typeof", "delete":
		return true
	}
	return false
}

// named records what a name that begins at start means for the literals behind it.
func (p *sites) named(name string, start int) {
	f := p.top()
	switch {
	case p.before != "":
		p.defines = !control(p.before)
	default:
		p.defines = p.begin || strings.IndexByte(")>]*?{};,", p.tok) >= 0
	}
	if definer(p.before) && !strings.Contains(name, ".") || p.before == "self" && definer(p.last) {
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
		if fn := p.function(); p.kindOf(fn) != plainName && !asks(fn) || getsSecret(fn) {
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
	case next.open == '{' && p.tok == 'w' && p.before != "" && !declares(p.before) && p.kindOf(p.last) != plainName:
		next.fn, next.direct = p.last, true // std::string password{"…"}
	case p.tok == 'w' && (p.last == "in" || p.before == "define"):
		next.outer = max(next.outer, p.kindOf(p.before), p.kindOf(p.last))
	}
	next.picks = p.tok == 'w' && (p.last == "switch" || p.last == "match" || p.last == "when")
	if next.open == '{' && (p.before == "switch" || p.before == "match" || p.before == "when" || p.tok == ')' && p.chose) {
		next.subject = p.last
	}
}

// declares reports whether a word stands before the names of types.
func declares(w string) bool {
	switch w {
	case "class", "struct", "interface", "trait", "impl", "namespace", "object", "record", "module", "type", "extension",
		"protocol", "package", "enum", "union", "message", "service", "for", "if", "else", "in", "range", "switch", "match",
		"when", "new", "extends", "implements":
		return true
	}
	return false
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
	case f.first != "" && (f.open == '[' || getter(f.callee) || p.kindOf(f.first) != plainName && len(f.first) < 60):
		p.last = f.first // data["password"] = …
	case f.open == '(' && wraps(f.callee):
		// expect(user.password)
	case f.callee != "":
		p.last = f.callee
	}
	if f.open == '(' && f.callee != "" && f.defined {
		if out.head = f.callee; wraps(f.callee) {
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

// wraps reports whether a function returns its argument for a check or a test, by its name.
func wraps(callee string) bool {
	switch lower(lastPart(callee)) {
	case "expect", "assertthat", "assert_that", "verify", "is_expected", "that", "ofnullable", "let", "let!", "given",
		"subject":
		return true
	}
	return false
}

// holding returns the kind of the members of a container.
func (p *sites) holding(next, f *frame) nameKind {
	callee := lastPart(next.callee)
	if i := strings.LastIndexByte(next.callee, '.'); i > 0 && adds(callee) && plural(next.callee[:i]) {
		return members(next.callee[:i])
	}
	if f.enum {
		return f.holds
	}
	if next.callee != "" && !transparent(next.callee) && !collects(callee) && next.open != '{' {
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

// adds reports whether a method adds a member to a container.
func adds(method string) bool {
	switch lower(method) {
	case "put", "insert", "set", "add", "append", "push", "store", "putifabsent", "emplace", "setdefault", "push_back":
		return true
	}
	return false
}

// collects reports whether a function makes a container.
func collects(callee string) bool {
	switch lower(callee) {
	case "map", "of", "mapof", "hashmap", "dictionary", "dict", "hash", "mutablemapof", "linkedhashmap", "treemap", "list",
		"listof", "set", "setof", "arrayof", "arraylist", "entry", "ofentries", "pair", "record", "btreemap", "object",
		"fromentries", "ordereddict", "immutablemap", "hashmapof", "keyvaluepair", "mappingproxytype", "freeze", "namespace",
		"simplenamespace":
		return true
	}
	return false
}

// publicMember reports whether a name is of something that stands next to secrets and is none.
func publicMember(name string) bool {
	words := nameWords(name)
	if len(words) == 0 {
		return true
	}
	return slices.Contains([]string{"user", "username", "name", "login", "email", "mail", "host", "hostname", "url", "uri",
		"endpoint", "address", "port", "type", "kind", "id", "region", "path", "file", "filename", "database", "dbname",
		"description", "label", "title", "role", "scope", "scopes", "provider", "expires", "expiry", "algorithm", "alg",
		"version", "message", "help",
		"prompt", "format", "length", "min", "max", "header", "prefix", "field", "column", "env", "account", "arn", "desc",
		"usage", "date", "created", "updated", "metavar", "flag", "domain", "issuer", "audience", "method", "class", "model",
		"mode", "regex", "pattern", "hint", "placeholder", "error", "reason", "status", "engine", "server", "group",
		"project", "resource", "from", "source", "mount", "command", "uses", "run"}, words[len(words)-1])
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
		if fn := p.function(); !asks(fn) || getsSecret(fn) {
			kind = p.kindOf(fn) // the value of a body is its last expression
		}
	case p.tok == 'w' && !p.fresh && strings.Trim(p.src[p.end:q.Start], " \t") == "" && !control(p.last):
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
	if f.open == '(' && compares(f.callee) {
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

// compares reports whether a call compares its arguments, or its receiver with its argument, by its name.
func compares(callee string) bool {
	for _, w := range nameWords(lastPart(callee)) {
		switch w {
		case "equal", "equals", "eq", "assert", "tobe", "same", "be", "expect", "compare", "matches", "shouldbe", "require":
			return true
		}
	}
	return false
}

// kindByPlace returns the kind of an element by its number: in a call that expects credentials there, among fields or
// members, as a default.
func (p *sites) kindByPlace(f *frame) nameKind {
	switch {
	case f.open == '(' && credential(f.callee, f.recv, f.index):
		return passwordName
	case f.index < len(f.fields) && f.callee == "":
		return p.kindOf(f.fields[f.index])
	case f.open == '(' && falls(f.callee) && f.index <= 1 && max(p.kindOf(f.recv), f.outer) != plainName:
		return max(p.kindOf(f.recv), f.outer)
	case f.open == '(' && f.index > 0 && f.index <= 4 && p.kindOf(f.first) > bareKey && len(f.first) < 60 &&
		flags(f.callee):
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

// flags reports whether a function declares a setting by its name.
func flags(callee string) bool {
	for _, w := range nameWords(lastPart(callee)) {
		switch w {
		case "flag", "var", "stringvar", "option", "argument", "arg", "setting", "config", "field", "default", "define",
			"register":
			return true
		}
	}
	return false
}

// falls reports whether a method's argument is a value that its receiver gets: a form field, a mock, or a default where
// there is none.
func falls(callee string) bool {
	switch lower(lastPart(callee)) {
	// into a field so named
	case "send_keys", "sendkeys", "type", "fill", "settext", "set_text", "entertext", "setvalue", "set_value":
		return true
	// of a double
	case "and_return", "andreturn", "mockreturnvalue", "mockresolvedvalue", "mockreturnvalueonce", "returns", "thenreturn",
		"willreturn", "value", "resolves":
		return true
	case "unwrap_or", "unwrap_or_else", "orelse", "orelseget", "or_else", "getorelse", "or", "ifempty", "ifblank",
		"defaultto", "default", "or_insert", "unwrap_or_default", "presence", "withdefault", "coalesce":
		return true
	}
	return false
}

// valueSlot reports whether an argument with that name sets the value of what another argument, or the result, names.
func valueSlot(slot string) bool {
	switch lower(slot) {
	case "default_factory", "defaultfactory", "factory", "supplier", "value", "default", "val", "content", "default_value",
		"defaultvalue", "initial", "fallback", "example", "with", "do", "text", "data", "const":
		return true
	}
	return false
}
