package syntax

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
)

// importNames returns the module an import statement names, as written, and the
// names the statement binds in its file.
func importNames(fam lex.Family, stmt string) (string, []string) {
	switch fam {
	case lex.Python:
		return pythonImport(stmt)
	case lex.Go:
		return goImport(stmt)
	case lex.Script:
		return scriptImport(stmt)
	case lex.Rust:
		return rustImport(stmt)
	}
	f := strings.Fields(stmt)
	if len(f) < 2 {
		return "", nil
	}
	return strings.Trim(f[1], `"'<>;`), nil
}

func pythonImport(stmt string) (string, []string) {
	stmt = uncomment(stmt)
	if rest, ok := strings.CutPrefix(stmt, "from"); ok {
		module, list, _ := strings.Cut(rest, "import")
		module = strings.TrimSpace(module)
		var names []string
		for item := range strings.SplitSeq(strings.Trim(strings.TrimSpace(list), "()"), ",") {
			if n := boundName(item); n != "" && n != "*" {
				names = append(names, n)
			}
		}
		return module, names
	}
	var module string
	var names []string
	for item := range strings.SplitSeq(strings.TrimPrefix(stmt, "import"), ",") {
		f := strings.Fields(item)
		if len(f) == 0 {
			continue
		}
		if module == "" {
			module = f[0]
		}
		n := f[0]
		if len(f) == 3 {
			n = f[2]
		} else {
			n, _, _ = strings.Cut(n, ".")
		}
		names = append(names, n)
	}
	return module, names
}

// boundName returns the name that "a", "a as b" or "type a as b" binds.
func boundName(item string) string {
	f := strings.Fields(item)
	if len(f) == 0 {
		return ""
	}
	return f[len(f)-1]
}

// uncomment drops "#" comments and line continuations.
func uncomment(stmt string) string {
	if !strings.ContainsAny(stmt, "#\\") {
		return stmt
	}
	var b strings.Builder
	for line := range strings.Lines(stmt) {
		line, _, _ = strings.Cut(line, "#")
		b.WriteString(strings.TrimRight(line, "\\\r\n"))
		b.WriteByte('\n')
	}
	return b.String()
}

func goImport(stmt string) (string, []string) {
	stmt = strings.TrimSpace(strings.TrimPrefix(stmt, "import"))
	if strings.HasPrefix(stmt, "(") {
		return "", nil // its specs say it
	}
	f := strings.Fields(stmt)
	switch {
	case len(f) == 0:
		return "", nil
	case len(f) > 1 && !strings.HasPrefix(f[1], "//"):
		module := strings.Trim(f[1], "\"`")
		if f[0] == "_" || f[0] == "." {
			return module, nil
		}
		return module, []string{f[0]}
	}
	module := strings.Trim(f[0], "\"`")
	name := module[strings.LastIndexByte(module, '/')+1:]
	if majorVersion.MatchString(name) && strings.Contains(module, "/") {
		rest := module[:strings.LastIndexByte(module, '/')]
		name = rest[strings.LastIndexByte(rest, '/')+1:]
	}
	name, _, _ = strings.Cut(name, ".v")
	name = strings.TrimPrefix(name, "go-")
	return module, []string{name}
}

var (
	majorVersion  = lazyre.New(`^v[0-9]+$`)
	fromClause    = lazyre.New(`(?s)^(.*?)\bfrom\s*["'` + "`" + `]([^"']+)["']`)
	bareImport    = lazyre.New(`^\s*["']([^"']+)["']`)
	requireCall   = lazyre.New(`(?s)^(?:const|let|var)\s+(.+?)\s*=\s*require\(\s*["']([^"']+)["']\s*\)`)
	equalsRequire = lazyre.New(`^\s*(?:type\s+)?(\w+)\s*=\s*(?:require\(\s*["']([^"']+)["']|([\w.]+))`)
)

func scriptImport(stmt string) (string, []string) {
	rest := strings.TrimPrefix(stmt, "import")
	if m := bareImport.FindStringSubmatch(rest); m != nil {
		return m[1], nil
	}
	if m := fromClause.FindStringSubmatch(rest); m != nil {
		return m[2], scriptClause(strings.TrimPrefix(strings.TrimSpace(m[1]), "type "))
	}
	if m := equalsRequire.FindStringSubmatch(rest); m != nil {
		return m[2] + m[3], []string{m[1]}
	}
	return "", nil
}

// scriptClause returns the names bound by "d, { a, b as c }", "* as ns" or, in a
// require binding, "{ a, b: c }".
func scriptClause(clause string) []string {
	clause = strings.NewReplacer("{", ",", "}", ",", ":", " as ").Replace(clause)
	var names []string
	for item := range strings.SplitSeq(clause, ",") {
		item, _, _ = strings.Cut(item, "=")
		if n := boundName(item); isIdentifier(n) {
			names = append(names, n)
		}
	}
	return names
}

// requireNames recognises a CommonJS binding: const { a } = require("m").
func requireNames(stmt string) (string, []string, bool) {
	if !strings.Contains(stmt, "require(") {
		return "", nil, false
	}
	m := requireCall.FindStringSubmatch(stmt)
	if m == nil || strings.Contains(m[1], "=>") {
		return "", nil, false
	}
	return m[2], scriptClause(m[1]), true
}

func rustImport(stmt string) (string, []string) {
	for _, w := range [...]string{"use ", "extern crate "} {
		if i := strings.Index(stmt, w); i >= 0 {
			stmt = stmt[i+len(w):]
			break
		}
	}
	stmt = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(stmt), ";"))
	module, _, _ := strings.Cut(stmt, "{")
	module = strings.TrimSuffix(strings.TrimSpace(module), "::")
	flat := strings.NewReplacer("{", ",", "}", ",").Replace(stmt)
	var names []string
	for item := range strings.SplitSeq(flat, ",") {
		item = strings.TrimSpace(item)
		if item == "" || strings.HasSuffix(item, "::") || item == "*" {
			continue
		}
		n := boundName(item)
		if i := strings.LastIndex(n, "::"); i >= 0 {
			n = n[i+2:]
		}
		if n == "self" {
			n = module[strings.LastIndex(module, "::")+1:]
			n = strings.TrimPrefix(n, ":")
		}
		if n != "" && n != "*" && n != "_" {
			names = append(names, n)
		}
	}
	return module, names
}
