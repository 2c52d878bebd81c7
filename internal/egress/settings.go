package egress

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// settingLine matches a line of a settings file that assigns something to a name.
var settingLine = lazyre.New(`^["']?([\w./ -]{1,80}?)["']?[ \t]*(?::=|\?=|\+=|[:=])(?:[ \t]+|$|["'])?(.*)$`)

// pairLine is a directive and its only word.
var pairLine = lazyre.New(`^([\w.-]{3,40})[ \t]+["']?([^\s"']{4,})["']?$`)

// dressed is what may stand before a value in YAML.
var dressed = lazyre.New(`^(?:[!&][\w!:/.-]*[ \t]+)+`)

// holder is a name of a settings file that holds others.
type holder struct {
	indent int
	kind   nameKind // of the values right below
	holds  nameKind // of named members
	block  bool     // the lines below are text
	until  string   // what ends them, if not their indentation
}

// settingsReader goes through a settings file line by line; indentation and
// headings decide what belongs to what.
type settingsReader struct {
	src    string
	levels []holder
	secret bool // a Kubernetes document of that kind
	out    []span
}

// settings finds what settings files assign to names that say secret: values on
// lines of their own, and members of sections and lists that are so named.
func settings(src string) []span {
	r := settingsReader{src: src}
	for at := 0; at < len(src); {
		end := len(src)
		if n := strings.IndexByte(src[at:], '\n'); n >= 0 {
			end = at + n
		}
		r.line(at, end)
		at = end + 1
	}
	return r.out
}

func (r *settingsReader) line(start, end int) {
	raw := strings.TrimRight(r.src[start:end], " \t\r")
	body := strings.TrimLeft(raw, " \t")
	if body == "" {
		return
	}
	indent := len(raw) - len(body)
	if n := len(r.levels); n > 0 && r.levels[n-1].block && indent > r.levels[n-1].indent {
		top := r.levels[n-1]
		r.value(top.kind, start+indent, body)
		if top.until != "" && strings.Contains(body, top.until) {
			r.levels = r.levels[:n-1]
		}
		return
	}
	switch {
	case body[0] == '#' || body[0] == ';':
		return
	case body == "---":
		r.levels, r.secret = nil, false
		return
	case body[0] == '[':
		name := strings.Trim(body, "[] \t\"'")
		r.levels = r.levels[:0]
		if plural(lastPart(name)) {
			r.levels = append(r.levels, holder{indent: -1, holds: kindOf(lastPart(name))})
		}
		return
	}
	for strings.HasPrefix(body, "- ") {
		rest := strings.TrimLeft(body[2:], " ")
		r.leave(indent - 1)
		indent += len(body) - len(rest)
		body = rest
	}
	r.leave(indent)
	r.entry(start+len(raw)-len(body), indent, body)
}

// leave drops the levels that a line with that indentation is not below of.
func (r *settingsReader) leave(indent int) {
	for n := len(r.levels); n > 0 && r.levels[n-1].indent >= indent; n-- {
		r.levels = r.levels[:n-1]
	}
}

// entry judges a line: a name with a value, or a value of the name above.
func (r *settingsReader) entry(at, indent int, body string) {
	var above holder
	if n := len(r.levels); n > 0 {
		above = r.levels[n-1]
	}
	m := settingLine.FindStringSubmatchIndex(body)
	if m == nil {
		if p := pairLine.FindStringSubmatchIndex(body); p != nil && above.kind == plainName {
			r.value(min(kindOf(body[p[2]:p[3]]), keyName), at+p[4], body[p[4]:p[5]])
			return
		}
		r.value(above.kind, at, body)
		return
	}
	name := body[m[2]:m[3]]
	kind := kindOf(lastPart(name))
	if kind == plainName && above.holds != plainName && !publicMember(name) {
		kind = above.holds
	}
	value := body[m[4]:m[5]]
	if name == "kind" && strings.TrimSpace(value) == "Secret" {
		r.secret = true
	}
	skip := len(dressed.FindString(value + " "))
	skip = min(skip, len(value))
	value, at = value[skip:], at+m[4]+skip
	bare := strings.TrimSpace(value)
	next := holder{indent: indent, kind: kind}
	switch {
	case bare != "" && (bare[0] == '|' || bare[0] == '>') && len(bare) <= 3:
		next.block = true
	case bare == `"""` || bare == "'''":
		next.block, next.indent, next.until = true, -1, bare
	case bare == "" || bare == "{" || bare == "[" || bare == `\`:
		if plural(name) || r.secret && (name == "data" || name == "stringData") {
			next.holds = max(kind, keyName)
		}
	default:
		r.value(min(kind, keyName), at, value)
		return
	}
	r.levels = append(r.levels, next)
}

func (r *settingsReader) value(kind nameKind, at int, v string) {
	if kind == plainName {
		return
	}
	if i := strings.Index(v, " #"); i > 0 {
		v = v[:i]
	}
	trimmed := strings.TrimLeft(v, " \t\"'")
	at += len(v) - len(trimmed)
	trimmed = strings.TrimRight(trimmed, " \t\"',;\\")
	if m := scheme.FindString(trimmed); m != "" {
		at, trimmed = at+len(m), trimmed[len(m):]
	}
	if strings.ContainsAny(trimmed, "()[]{}") && !scrambled(trimmed) {
		return // an expression
	}
	if trimmed != "" && !HasPlaceholder(trimmed) && secretValue(kind, trimmed) && !sentence(trimmed) {
		in := text.Span{Start: at, End: at + len(trimmed)}
		r.out = append(r.out, span{in.Start, in.End, "assigned_value"})
	}
}
