package verify

import (
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// capable refuses a model's text that reaches processes, the network, deletion, evaluation
// or native code by a name that neither the document's code, the finding, what the model
// was shown, nor the project's manifest has: a model may follow the orders of text that
// somebody else wrote. Comments and strings do not count, that is where orders stand.
func capable(c *check) outcome {
	if power.Data(c.before.Lang) == "" {
		return c.commanded()
	}
	old, now := c.uses()
	had := map[string]int{}
	for _, u := range old {
		had[u.name]++
	}
	for _, u := range now {
		if had[u.name]--; had[u.name] >= 0 {
			continue
		}
		class, foreign := power.Of(c.before.Lang, u.name)
		if class == "" || c.grants(u.name) || foreign && c.in.Project.Module != nil &&
			c.in.Project.Module(rootOf(u.name)) {
			continue
		}
		return fail(edits.RejectInjection, "line %d reaches %s by %s, which nothing here asks for", u.line+1, outside[class],
			u.name)
	}
	c.strangers()
	return pass()
}

// strangers notes the packages that a text newly imports and nobody here knows. Checkers
// of types and compilers look for modules themselves.
func (c *check) strangers() {
	p, ok := c.trees()
	if !ok || c.family() != python && c.family() != script || c.in.Lint != nil && typeChecker(c.in.Target.Tool) {
		return
	}
	had := p.grammar.modules(p.old)
	for _, m := range p.grammar.modules(p.now) {
		if slices.Contains(had, m) || power.Standard(c.before.Lang, m) || lex.HasWord(c.in.Project.Shown, m) ||
			c.importsOf(m) ||
			c.in.Project.Module != nil && c.in.Project.Module(m) || c.in.Project.Module == nil &&
			lex.HasWord(c.in.Target.Message, m) {
			continue
		}
		c.doubts = append(c.doubts, "adds import of "+clip(m, 40)+", which this project does not use")
	}
}

// importsOf reports whether the old document imports of the same package.
func (c *check) importsOf(module string) bool {
	for _, n := range c.oldFile().Nodes {
		if n.Kind != syntax.Import {
			continue
		}
		t, ok := syntax.TreeOf(c.before.Lang, c.before.Slice(c.before.LinesSpan(n.Lines)))
		if ok && slices.Contains(grammars[c.family()].modules(t), module) {
			return true
		}
	}
	return false
}

// modules returns the packages that a tree imports; a relative import is of the project's own.
func (g grammar) modules(t syntax.Tree) []string {
	var out []string
	for i, n := range t.Nodes {
		if !syntax.IsKind(n.Kind, g.imports) && !g.loads(t, i) {
			continue
		}
		sep, found := ".", map[string]string{}
		if t.Child(i, "source") >= 0 || g.loads(t, i) {
			sep = "/"
		}
		g.bindings(t, i, found)
		for _, key := range slices.Sorted(maps.Keys(found)) {
			full, ok := strings.CutPrefix(key, loaded)
			if !ok || full == "" || full[0] == '#' || full[0] == '.' {
				continue
			}
			parts := strings.SplitN(full, sep, 3)
			if full[0] == '@' && len(parts) > 1 {
				parts[0] += sep + parts[1]
			}
			out = append(out, parts[0])
		}
	}
	return out
}

// outside are the classes of power in words.
var outside = map[string]string{"process": "other processes", "network": "the network",
	"deletion":   "files to remove or move them",
	"evaluation": "code that is made while it runs", "native": "memory without the language's safety"}

// grants reports whether something asks for a name: the old document's code uses it, or the
// finding or what was shown names it.
func (c *check) grants(name string) bool {
	last := name[strings.LastIndexAny(name, "./")+1:]
	root := rootOf(name)
	if lex.HasWord(c.in.Target.Message, name) || len(root) > 2 && lex.HasWord(c.in.Target.Message, root) ||
		len(last) > 2 && lex.HasWord(c.in.Target.Message, last) && !c.in.Instructed ||
		c.in.Instructed && lex.HasWord(c.in.Target.Message, last) {
		return true
	}
	return lex.HasWord(c.in.Project.Shown, strings.TrimPrefix(name, ".")) || c.wholeNames()[name]
}

// commanded is the same question for languages without a data file. A command that a script did not run is
// refused. Nobody has said which names of the others reach out, and no tool of ours makes a fix of theirs more than
// unchecked: a call of what nothing here has is said.
func (c *check) commanded() outcome {
	_, after := c.changed()
	if s := power.Reached(c.before.Lang, c.before.Text(), after, c.in.Target.Message); s != "" {
		return fail(edits.RejectInjection, "adds the command %s, which nothing here asks for", s)
	}
	p := c.changedPart()
	for _, h := range c.hunks {
		code := unquoted(c.after, c.after.LinesSpan(h.New), c.after.LineStart(p.now.Start), p.file)
		for _, m := range called.FindAllStringSubmatch(code, -1) {
			if !lex.HasWord(c.before.Text(), m[1]) && !c.grants(m[1]) {
				c.doubts = append(c.doubts, "uses "+clip(m[1], 40)+", which nothing here has")
				return pass()
			}
		}
	}
	return pass()
}

// called are names before a bracket or a sign that selects a member.
var called = lazyre.New(`([A-Za-z_$][\w$]*)\s*(?:\(|\.|::|->)`)

// unquoted returns a part of a document without comments and strings; the file shows the
// document from a byte on.
func unquoted(s text.Snapshot, sp text.Span, base int, f *syntax.File) string {
	var b strings.Builder
	at := sp.Start
	for _, q := range f.NonCode(text.Span{Start: sp.Start - base, End: sp.End - base}) {
		start, end := max(q.Start+base, at), min(q.End+base, sp.End)
		if start < end {
			b.WriteString(s.Text()[at:start] + " ")
			at = end
		}
	}
	return b.String() + s.Text()[at:sp.End]
}

// use is a qualified name in code, resolved through the imports.
type use struct {
	name string
	line int // of the document
}

// uses returns the names of the changed parts before and after.
func (c *check) uses() (old, now []use) {
	f := c.oldFile()
	p, ok := c.trees()
	if !ok {
		cp := c.changedPart()
		for _, h := range c.hunks {
			old = append(old, plainUses(unquoted(c.before, c.before.LinesSpan(h.Old), 0, f), h.Old.Start)...)
			code := unquoted(c.after, c.after.LinesSpan(h.New), c.after.LineStart(cp.now.Start), cp.file)
			now = append(now, plainUses(code, h.New.Start)...)
		}
		return old, now
	}
	g := p.grammar
	known := map[string]string{}
	for _, n := range f.Nodes {
		if n.Kind == syntax.Import && !n.Lines.Overlaps(p.oldLines) {
			if t, ok := syntax.TreeOf(c.before.Lang, c.before.Slice(c.before.LinesSpan(n.Lines))); ok {
				g.aliases(t, known)
			}
		}
	}
	before, after := maps.Clone(known), maps.Clone(known)
	g.aliases(p.old, before)
	g.aliases(p.now, after)
	return g.names(p.old, p.oldDoc, p.oldLines.Start, before), g.names(p.now, p.nowDoc, p.nowLines.Start, after)
}

// wholeNames returns the resolved names of all of the old text.
func (c *check) wholeNames() map[string]bool {
	if c.whole != nil {
		return c.whole
	}
	c.whole = map[string]bool{}
	g := grammars[c.family()]
	t, ok := syntax.TreeOf(c.before.Lang, c.before.Text())
	if !ok {
		for _, u := range plainUses(unquoted(c.before, text.Span{End: c.before.Len()}, 0, c.oldFile()), 0) {
			c.whole[u.name] = true
		}
		return c.whole
	}
	known := map[string]string{}
	g.aliases(t, known)
	for _, u := range g.names(t, c.before, 0, known) {
		c.whole[u.name] = true
	}
	return c.whole
}

var dotted = lazyre.New(`[A-Za-z_$][\w$]*(?:\s*(?:\?\.|\.|::)\s*[A-Za-z_$][\w$]*)*`)

// plainUses returns names as they are written, where there is no tree.
func plainUses(code string, first int) []use {
	var out []use
	for _, m := range dotted.FindAllStringIndex(code, -1) {
		out = append(out, use{qualified(code[m[0]:m[1]]), first + strings.Count(code[:m[0]], "\n")})
	}
	return out
}

// qualified returns a name in one piece, with dots, as data files write it: what stands in several
// lines or with other signs is the same to the compiler, and so are letters that fold.
func qualified(s string) string {
	s = strings.Join(strings.Fields(strings.ReplaceAll(s, "\\\n", "")), "")
	return norm.NFKC.String(strings.NewReplacer("?.", ".", "::", ".").Replace(s))
}

// rootOf returns the package that a name begins with.
func rootOf(name string) string {
	root, _, _ := strings.Cut(name, ".")
	return root
}

// names returns the qualified names of a tree: chains of members and plain names, with what
// imports bind in place of their first part, and members of whatever object as ".name".
func (g grammar) names(t syntax.Tree, doc text.Snapshot, first int, known map[string]string) []use {
	var out []use
	add := func(i int, name string) {
		if name == "" {
			return
		}
		root, rest, found := strings.Cut(name, ".")
		if full, ok := known[root]; ok && root != "" {
			if name = full; found {
				name += "." + rest
			}
		}
		out = append(out, use{strings.TrimPrefix(name, "node:"), first + doc.LineAt(t.Nodes[i].Span.Start)})
	}
	for i, n := range t.Nodes {
		inChain := n.Parent >= 0 && syntax.IsKind(t.Nodes[n.Parent].Kind, g.chains)
		switch {
		case syntax.IsKind(n.Kind, g.chains) && !inChain:
			add(i, g.chained(t, i))
		case syntax.IsKind(n.Kind, g.chains) && n.Field != "object" && n.Field != "operand" && n.Field != "path":
			add(i, g.chained(t, i))
		case n.Kind == "subscript_expression" || n.Kind == "subscript":
			add(i, g.subscripted(t, i))
		case (n.Kind == "identifier" || n.Kind == "type_identifier") && !inChain && n.Field != "name" && n.Field != "alias":
			add(i, qualified(t.Text(i)))
		case syntax.IsKind(n.Kind, g.imports) || g.loads(t, i):
			found := map[string]string{}
			g.bindings(t, i, found)
			for _, full := range slices.Sorted(maps.Values(found)) {
				out = append(out, use{full, first + doc.LineAt(n.Span.Start)})
			}
		}
	}
	return out
}

// chained returns the name of a chain of members: ".name" where it begins with more than a name.
func (g grammar) chained(t syntax.Tree, i int) string {
	if name := qualified(t.Text(i)); dotted.FindString(name) == name {
		return name
	}
	kids := t.Children(i)
	return "." + qualified(t.Text(kids[len(kids)-1]))
}

// subscripted returns the member that a string names: globalThis["eval"].
func (g grammar) subscripted(t syntax.Tree, i int) string {
	object, index := "", ""
	for _, c := range t.Children(i) {
		switch n := t.Nodes[c]; {
		case n.Kind == "string":
			index = strings.Trim(t.Text(c), "\"'`")
		case n.Named && object == "":
			object = qualified(t.Text(c))
		}
	}
	if index == "" || dotted.FindString(object) != object {
		return ""
	}
	return object + "." + index
}

// loads reports whether a node is a call that imports a module by its name.
func (g grammar) loads(t syntax.Tree, i int) bool {
	if t.Nodes[i].Kind != "call_expression" {
		return false
	}
	f := t.Child(i, "function")
	return f >= 0 && syntax.IsKind(t.Text(f), "require import process.getBuiltinModule") &&
		g.functions == grammars[script].functions
}

// aliases adds what the imports of a tree bind, by the name in the code.
func (g grammar) aliases(t syntax.Tree, out map[string]string) {
	for i, n := range t.Nodes {
		switch {
		case syntax.IsKind(n.Kind, g.imports):
			g.bindings(t, i, out)
		case n.Kind == "variable_declarator" && g.functions == grammars[script].functions:
			g.required(t, i, out)
		}
	}
}

// required reads const a = require("b"), const {a} = require("b") and const a = b.c.
func (g grammar) required(t syntax.Tree, i int, out map[string]string) {
	name, value := t.Child(i, "name"), t.Child(i, "value")
	if name < 0 || value < 0 {
		return
	}
	if t.Nodes[value].Kind == "await_expression" && value+2 < len(t.Nodes) {
		value += 2
	}
	full := ""
	switch {
	case g.loads(t, value):
		full = moduleOf(t, value)
	case t.Nodes[value].Kind == "identifier" || syntax.IsKind(t.Nodes[value].Kind, g.chains):
		full = g.valueName(t, value)
	}
	if full == "" {
		return
	}
	if t.Nodes[name].Kind == "identifier" {
		out[t.Text(name)] = full
		return
	}
	for c := name; c < t.Nodes[name].Next; c++ {
		switch n := t.Nodes[c]; n.Kind {
		case "shorthand_property_identifier_pattern":
			out[t.Text(c)] = full + "." + t.Text(c)
		case "pair_pattern":
			if k, v := t.Child(c, "key"), t.Child(c, "value"); k >= 0 && v >= 0 {
				out[t.Text(v)] = full + "." + t.Text(k)
			}
		}
	}
}

func (g grammar) valueName(t syntax.Tree, i int) string {
	if t.Nodes[i].Kind == "identifier" {
		return t.Text(i)
	}
	return g.chained(t, i)
}

// moduleOf returns the first string below a node, without its quotes.
func moduleOf(t syntax.Tree, i int) string {
	for c := i; c < t.Nodes[i].Next; c++ {
		if k := t.Nodes[c].Kind; k == "string" || k == "interpreted_string_literal" || k == "template_string" {
			return strings.TrimPrefix(strings.Trim(t.Text(c), "\"'`"), "node:")
		}
	}
	return ""
}

// loaded begins what is no name among those that an import binds: the module that it loads.
const loaded = "\x00"

// bindings adds the names that one import binds, with what they stand for, and the module.
func (g grammar) bindings(t syntax.Tree, i int, out map[string]string) {
	n := t.Nodes[i]
	bind := func(prefix string, c int) {
		name, alias := c, -1
		if t.Nodes[c].Kind == "aliased_import" || t.Nodes[c].Kind == "import_specifier" {
			name, alias = t.Child(c, "name"), t.Child(c, "alias")
		}
		full := qualified(t.Text(name))
		bound := full
		if prefix == "" {
			out[loaded+full] = full
		}
		if prefix == "" && alias < 0 {
			bound = rootOf(full) // "import a.b" binds a
			full = bound
		}
		if alias >= 0 {
			bound = t.Text(alias)
		}
		out[bound] = strings.TrimPrefix(prefix+full, ".")
	}
	switch n.Kind {
	case "import_statement", "import_from_statement", "future_import_statement":
		if source := t.Child(i, "source"); source >= 0 { // JavaScript's
			module := moduleOf(t, source)
			out[loaded+module] = module
			for c := i + 1; c < n.Next; c++ {
				switch t.Nodes[c].Kind {
				case "import_specifier":
					bind(module+".", c)
				case "identifier":
					if k := t.Nodes[t.Nodes[c].Parent].Kind; k == "import_clause" || k == "namespace_import" {
						out[t.Text(c)] = module
					}
				}
			}
			return
		}
		prefix := ""
		if m := t.Child(i, "module_name"); m >= 0 {
			prefix = qualified(t.Text(m)) + "."
			out[loaded+strings.TrimSuffix(prefix, ".")] = strings.TrimSuffix(prefix, ".")
		}
		for _, c := range t.Children(i) {
			if t.Nodes[c].Field == "name" {
				bind(prefix, c)
			}
		}
	case "import_declaration":
		for c := i + 1; c < n.Next; c++ {
			if t.Nodes[c].Kind != "import_spec" {
				continue
			}
			module := moduleOf(t, c)
			name := path.Base(module)
			if a := t.Child(c, "name"); a >= 0 {
				name = t.Text(a)
			}
			out[name] = module
		}
	case "use_declaration":
		if len(t.Children(i)) > 1 {
			for _, full := range spread(strings.Join(strings.Fields(strings.TrimSuffix(strings.TrimPrefix(t.Text(i), "use "),
				";")), " ")) {
				full, alias, renamed := strings.Cut(full, " as ")
				full = qualified(full)
				if !renamed {
					alias = full[strings.LastIndex(full, ".")+1:]
				}
				out[alias] = full
			}
		}
	case "call_expression":
		module := moduleOf(t, i)
		out[loaded+module] = module
	}
}

// spread writes a use of Rust out: "a::{b, c::d}" is a::b and a::c::d.
func spread(s string) []string {
	open := strings.Index(s, "{")
	if open < 0 || !strings.HasSuffix(s, "}") {
		return []string{strings.TrimSpace(s)}
	}
	var out []string
	depth, from := 0, open+1
	for i := open + 1; i < len(s); i++ {
		switch {
		case s[i] == '{':
			depth++
		case s[i] == '}' && depth > 0:
			depth--
		case s[i] == ',' && depth == 0, i == len(s)-1:
			for _, part := range spread(strings.TrimSpace(s[from:i])) {
				if part != "" {
					out = append(out, s[:open]+part)
				}
			}
			from = i + 1
		}
	}
	return slices.Clip(out)
}
