package review

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// Config is a file that configures tools, before and after a change; "" where there is none.
type Config struct{ Name, Before, After string }

// Settings says what a change of the files that configure tools has them report less of: a rule
// switched off or down, more left out, less asked for, a check no longer strict, a limit raised.
// No tool is run for that, so it is reported also where a project is clean and where tools may not
// run. A setting of which the words do not say what it does is left to the tools: [Silenced]. One
// that stands in another of the files now is the same, as is one that leaves out what directives
// said that are gone, and no more files.
func Settings(configs []Config, gone []Directive) (out []Loosened) {
	old, fresh := make([]map[string][]string, len(configs)), make([]map[string][]string, len(configs))
	wasIn, nowIn := map[string][]string{}, map[string][]string{} // of all files
	for i, c := range configs {
		old[i], fresh[i] = settingsOf(c.Name, c.Before), settingsOf(c.Name, c.After)
		for key, list := range old[i] {
			wasIn[c.place(key)] = append(wasIn[c.place(key)], list...)
		}
		for key, list := range fresh[i] {
			nowIn[c.place(key)] = append(nowIn[c.place(key)], list...)
		}
	}
	for i, c := range configs {
		all := maps.Clone(old[i])
		maps.Copy(all, fresh[i])
		var own []Loosened
		for key := range all {
			at := c.place(key)
			s := setting{key: key, went: extra(old[i][key], nowIn[at]), came: extra(fresh[i][key], wasIn[at])}
			said := s.loosened(fresh[i])
			if said != "" && concerns(c.Name, key) && !s.moved(gone, fresh[i]) {
				own = append(own, Loosened{File: c.Name, Text: said})
			}
		}
		slices.SortFunc(own, func(a, b Loosened) int { return strings.Compare(a.Text, b.Text) })
		out = append(out, own...)
	}
	return out
}

// place returns a key as it is in any file of its tool: ruff's stand in pyproject.toml below tool.ruff.
func (c Config) place(key string) string {
	if base := path.Base(c.Name); base == "ruff.toml" || base == ".ruff.toml" {
		return "ruff." + key
	}
	return strings.TrimPrefix(key, "tool.")
}

// moved reports whether all rules that a setting leaves out now are those of directives that are gone, and the
// settings hold for the file of the directive, or the directive for the crate.
func (s setting) moved(gone []Directive, all map[string][]string) bool {
	rules := s.came
	if _, ranked := level(s.key, s.came); ranked {
		rules = []string{s.key[strings.LastIndexByte(s.key, '.')+1:]}
	}
	return len(rules) > 0 && !slices.ContainsFunc(rules, func(rule string) bool {
		return !slices.ContainsFunc(gone, func(d Directive) bool {
			return d.names(rule) && (strings.HasPrefix(d.Text, "#![") || appliesTo(d.File, s.key, all))
		})
	})
}

// names reports whether a directive names a rule.
func (d Directive) names(rule string) bool {
	return rule != "" && slices.Contains(ruleName.FindAllString(d.Text, -1), rule)
}

var ruleName = lazyre.New(`[\w@/-]*\w`)

// appliesTo reports whether settings name a file as the one to which a key applies: in the key, as of ruff's
// per-file-ignores, or in a value, as in ESLint's files.
func appliesTo(file, key string, all map[string][]string) bool {
	var patterns []string
	for k, list := range all {
		if strings.HasSuffix(k, "files") || strings.HasSuffix(k, "includes") {
			patterns = append(patterns, list...)
		}
	}
	for i, c := range key {
		if c == '.' {
			patterns = append(patterns, key[i+1:])
		}
	}
	return slices.Contains(patterns, file) || slices.Contains(patterns, "**/"+file)
}

// crateLints says which lints a Rust file no longer sets for its crate or module, or sets to less. Attributes are
// settings in the source: https://doc.rust-lang.org/reference/attributes/diagnostics.html#lint-check-attributes.
// What the manifest says now counts as well.
func crateLints(name, was, now string, configs []Config) (out []Loosened) {
	old, fresh := lintLevels(was), lintLevels(now)
	for _, c := range configs {
		for key, set := range settingsOf(c.Name, c.After) {
			_, lint, ok := strings.Cut(key, "lints.")
			lint = strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(lint, "rust."), ".level"), ".", "::")
			if ok && len(set) > 0 && levels[set[0]] > levels[fresh[lint]] {
				fresh[lint] = set[0]
			}
		}
	}
	for _, lint := range slices.Sorted(maps.Keys(old)) {
		s := setting{key: "lint " + lint, went: []string{old[lint]}}
		if fresh[lint] != "" {
			s.came = []string{fresh[lint]}
		}
		if levels[fresh[lint]] < levels[old[lint]] { // what is not set is allowed, or as the compiler has it
			out = append(out, Loosened{File: name, Line: 1, Text: s.change()})
		}
	}
	return out
}

// lintLevels returns the levels of lints by the inner attributes of a Rust file.
func lintLevels(src string) map[string]string {
	out := map[string]string{}
	for _, m := range lintAttribute.FindAllStringSubmatch(src, -1) {
		for lint := range strings.SplitSeq(m[2], ",") {
			if lint = strings.TrimSpace(lint); lint != "" && !strings.Contains(lint, "=") { // reason = "…"
				out[lint] = m[1]
			}
		}
	}
	return out
}

var lintAttribute = lazyre.New(`(?m)^\s*#!\[(forbid|deny|warn)\(([^)]*)\)\]`)

// concerns reports whether a key of a file that also holds other things configures a check.
func concerns(file, key string) bool {
	first, rest, _ := strings.Cut(key, ".")
	second, _, _ := strings.Cut(rest, ".")
	switch path.Base(file) {
	case "pyproject.toml":
		return first == "tool" && checkers.MatchString(second)
	case "setup.cfg", "tox.ini":
		return checkers.MatchString(first)
	case "package.json":
		return first == "eslintConfig"
	case "Cargo.toml":
		return first == "lints" || second == "lints"
	case "go.mod", "go.sum", "go.work", "Cargo.lock":
		return false
	}
	return true
}

// checkers are the sections of files for many programs that belong to those that report.
var checkers = lazyre.New(`^(?:tool:)?(?:ruff|mypy|pyright|basedpyright|ty|pyrefly|pylint|flake8|bandit|pytest` +
	`|coverage|pycodestyle|pydocstyle|isort|black)\b`)

// setting is a key with the values that it lost and got.
type setting struct {
	key        string
	went, came []string
}

// does is what a key does, by the first of its words that is known, as in the settings of ruff
// (https://docs.astral.sh/ruff/settings), mypy
// (https://mypy.readthedocs.io/en/stable/config_file.html), pyright, tsc
// (https://www.typescriptlang.org/tsconfig), ESLint, golangci-lint
// (https://golangci-lint.run/docs/configuration/file), coverage and clippy.
type does byte

const (
	leaves does = iota + 1 // leaves something out
	asks                   // asks for something
	strict                 // looks closer where it is true
	atMost                 // bounds what is reported from above
	atLeast
)

var verbs = map[does]string{
	leaves:  " ignore ignores exclude excludes exclusions disable disabled skip skips omit allow allowed off suppress ",
	asks:    " select enable enabled include extends plugins files ",
	strict:  " strict check warn disallow report no require error ",
	atMost:  " max complexity limit ",
	atLeast: " under threshold ",
}

// verb returns what a key does: the last part of it that says so does.
func verb(key string) does {
	parts := strings.Split(key, ".")
	for _, p := range slices.Backward(parts) {
		for _, w := range wordsOf(p) {
			for d, list := range verbs {
				if strings.Contains(list, " "+w+" ") {
					return d
				}
			}
		}
	}
	return 0
}

// levels are what rules are set to, from the least on.
var levels = map[string]int{"off": 0, "none": 0, "allow": 0, "0": 0, "info": 1, "information": 1, "hint": 1, "warn": 2,
	"warning": 2, "1": 2, "error": 3, "deny": 3, "forbid": 3, "2": 3}

func (s setting) loosened(all map[string][]string) string {
	before, ranked := level(s.key, s.went)
	after, now := level(s.key, s.came)
	if ranked || now {
		if now && (ranked && after < before || len(s.went) == 0 && after == 0) {
			return s.change()
		}
		return ""
	}
	switch d := verb(s.key); d {
	case atMost, atLeast:
		was, one := number(s.went)
		is, two := number(s.came)
		if one && two && (d == atMost && is > was || d == atLeast && is < was) {
			return s.change()
		}
	case leaves:
		if more := slices.DeleteFunc(slices.Clone(s.came), func(v string) bool { return v == "false" }); len(more) > 0 {
			return fmt.Sprintf("%s has %s now", s.key, strings.Join(more, ", "))
		}
	case strict:
		off := slices.Contains(s.came, "false") || slices.Equal(s.went, []string{"true"}) && len(s.came) == 0
		if off && !strings.HasSuffix(s.key, "Emit") { // noEmit asks for no look
			return s.change()
		}
	case asks:
		if less := slices.DeleteFunc(slices.Clone(s.went), func(v string) bool { return asked(v, all) }); len(less) > 0 {
			return fmt.Sprintf("%s no longer has %s", s.key, strings.Join(less, ", "))
		}
	}
	return ""
}

func number(list []string) (n float64, ok bool) {
	if len(list) == 1 {
		var err error
		n, err = strconv.ParseFloat(list[0], 64)
		ok = err == nil
	}
	return n, ok
}

// asked reports whether a value that a key lost stands under another one, or within a wider one.
func asked(value string, all map[string][]string) bool {
	for key, list := range all {
		if verb(key) == asks && slices.ContainsFunc(list,
			func(v string) bool { return v == "ALL" || v == "all" || strings.HasPrefix(value, v) }) {
			return true
		}
	}
	return false
}

// level returns the highest of some values, where they are what rules are set to.
func level(key string, list []string) (most int, ok bool) {
	for _, v := range list {
		n, known := levels[strings.ToLower(v)]
		if known && (!unicode.IsDigit(rune(v[0])) || strings.Contains(key, "rules.")) {
			most, ok = max(most, n), true
		}
	}
	return most, ok
}

func (s setting) change() string {
	is, was := strings.Join(s.came, ", "), ""
	if is == "" {
		is = "not set"
	}
	if len(s.went) > 0 {
		was = ", and was " + strings.Join(s.went, ", ")
	}
	return fmt.Sprintf("%s is %s now%s", s.key, is, was)
}

// wordsOf returns the words of a key in lower case.
func wordsOf(key string) []string {
	return strings.Fields(strings.ToLower(humps.ReplaceAllString(separators.ReplaceAllString(key, " "), "$1 $2")))
}

var (
	humps      = lazyre.New(`([a-z])([A-Z])`)
	separators = lazyre.New(`[^A-Za-z0-9]+`)
)

// extra returns what one list has more than another.
func extra(list, other []string) (out []string) {
	left := slices.Clone(other)
	for _, v := range list {
		if i := slices.Index(left, v); i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else {
			out = append(out, v)
		}
	}
	return out
}

// settingsOf reads the keys of a file with their values: of JSON, of what JavaScript writes as
// objects and of TOML by brackets, of YAML and INI by lines. It need not understand all of it:
// what it misses is missed in both texts.
func settingsOf(name, src string) map[string][]string {
	switch path.Ext(name) {
	case ".yaml", ".yml", ".cfg", ".ini":
		return byLines(src)
	}
	return byBrackets(src, path.Ext(name) == ".toml" || path.Base(name) == "staticcheck.conf")
}

var part = lazyre.New("\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'|`[^`]*`|" +
	"//[^\\n]*|/\\*(?s:.*?)\\*/|#[^\\n]*|[\\w@$./*+~^!|<>-]+|[\\[\\]{}:=,;\\n]")

// frame is a list or an object that is open, and the key before it.
type frame struct {
	key  string
	list bool
}

func byBrackets(src string, toml bool) map[string][]string {
	out := map[string][]string{}
	var open []frame
	section, key, last := "", "", ""
	add := func() {
		if full := dotted(section, open, key); last != "" && full != "" {
			out[full] = append(out[full], last)
		}
		last = ""
	}
	tokens := part.FindAllString(src, -1)
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		first := i == 0 || tokens[i-1] == "\n"
		switch {
		case strings.HasPrefix(t, "//") || strings.HasPrefix(t, "/*") || toml && t[0] == '#':
		case toml && first && t == "[" && len(open) == 0:
			section, key = "", ""
			for ; i < len(tokens) && tokens[i] != "\n"; i++ {
				if tokens[i] != "[" && tokens[i] != "]" {
					section = strings.TrimPrefix(section+"."+strings.Trim(tokens[i], `"'`), ".")
				}
			}
			last = ""
		case t == ":" || t == "=":
			key, last = last, ""
		case t == "[" || t == "{":
			open, key, last = append(open, frame{key, t == "["}), "", ""
		case t == "]" || t == "}":
			add()
			if key = ""; len(open) > 0 {
				open = open[:len(open)-1]
			}
		case t == "," || t == ";" || t == "\n" && toml && len(open) == 0:
			if add(); len(open) == 0 || !open[len(open)-1].list {
				key = ""
			}
		case t != "\n":
			last = plain(t)
		}
	}
	add()
	return out
}

// plain returns a value without its quotes; of a boolean, as most languages write it.
func plain(s string) string {
	s = strings.Trim(s, "\"'`")
	if s == "True" || s == "False" {
		return strings.ToLower(s)
	}
	return s
}

func dotted(section string, open []frame, key string) string {
	parts := []string{section}
	for _, f := range open {
		parts = append(parts, f.key)
	}
	return strings.Join(slices.DeleteFunc(append(parts, key), func(s string) bool { return s == "" }), ".")
}

var entry = lazyre.New(`^(\s*)((?:- )*)(?:\[([^\]]+)\]|([^\s:=#][^:=]*?)\s*[:=]\s*(.*)|(.*))$`)

func byLines(src string) map[string][]string {
	out := map[string][]string{}
	type level struct {
		indent int
		key    string
	}
	var open []level
	section := ""
	for line := range strings.Lines(src) {
		line, _, _ = strings.Cut(strings.TrimRight(line, "\r\n"), " #")
		m := entry.FindStringSubmatch(line)
		if strings.TrimSpace(line) == "" || strings.HasPrefix(strings.TrimSpace(line), "#") || m == nil {
			continue
		}
		if m[3] != "" && m[1] == "" && m[2] == "" {
			section, open = m[3], nil
			continue
		}
		indent, value := len(m[1])+len(m[2]), m[6]
		if m[4] != "" {
			for len(open) > 0 && open[len(open)-1].indent >= indent {
				open = open[:len(open)-1]
			}
			open = append(open, level{indent, strings.Trim(m[4], `"'`)})
			value = m[5]
		}
		var frames []frame
		for _, l := range open {
			frames = append(frames, frame{key: l.key})
		}
		full := dotted(section, frames, "")
		for _, v := range strings.FieldsFunc(strings.Trim(value, "[]"), func(r rune) bool { return r == ',' }) {
			if v = plain(strings.Trim(v, " -")); v != "" {
				out[full] = append(out[full], v)
			}
		}
	}
	return out
}
