package directive

import (
	"slices"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// instructions are the shapes that most tools give their comments, whatever the tool
// is called: its name, a sign, what it is to do. Prose has a blank behind a colon and
// goes on behind the word. They read folded text.
var instructions = []*lazyre.Regexp{
	lazyre.New(`(?:^|[ @$(])[\pL_][\pL\d_.-]*(?::\w+)?:(?:ignore|disable|enable|skip|off|on|suppress|exclude|allow|noqa|nolint)\b`),
	lazyre.New(`^[@!]?[\pL_][\pL\d_.-]* ?: (?:ignore|disable|enable|skip|off|suppress|exclude|allow|hide)(?:[-_]\w+)*(?: ?[=(\[]| (?:all|next|start|end)$|$)`),
	lazyre.New(`^[@!]?[\pL_][\pL\d_.-]* (?:ignore|disable|skip|allow) ?[=(\[:]`),
	lazyre.New(`^[@!]?[\pL_][\pL\d_.-]*-(?:ignore|disable|enable|suppress|nolint|skip|expect|fixme|nocheck)(?:[-_]\w+)*(?: ?[:=(\[]|$| \S+$| \S*[/:]| .* -- )|^[\pL_]+-(?:off|on)$|^[\pL_]+-[\pL_]+ (?:off|on)$`),
	lazyre.New(`[-_:](?:ignore|disable|suppress|excl|nolint)[-_](?:next|this|line|file|start|stop|begin|end|all)\b`),
}

// prose are words before a colon that no tool is called.
var prose = lazyre.New(`^(?:todo|note|fixme|xxx|hack|warning|hint|example|default|optional|re)\b`)

// instruction is where a comment tells a tool what to do in the usual shape, nil if it
// does not.
func instruction(body string) []int {
	for _, form := range instructions {
		if at := form.FindStringIndex(body); at != nil && !prose.MatchString(body) {
			return at
		}
	}
	return nil
}

// ownShapes are the comments of tools that have a shape of their own: gcov, PC-lint,
// QAC, Polyspace, CodeChecker, Coverity, Flawfinder, Parasoft, ECLAIR, PVS-Studio, OCLint
// and Splint; ReSharper, Stryker, NCrunch and dotCover; Checkstyle's old marks and those of
// Eclipse; Dart's analyzer; BuildKit's "check=" and "syntax="; luacheck, LuaLS and Luau;
// Sourcery, pycln and Vermin; DeepCode; flowlint; webpack, and bundlers that drop a pure call; api-linter; Ormolu; Reek; Cython; CheckLocks; modelines of Vim and
// Emacs; GHC's pragmas; Vale and alex; pg_format; PHPStan's and LuaLS's types of anything.
var ownShapes = lazyre.New(`^indent-o|^(?:argsused|linted|notreached|varargs|lintlibrary)\b|\blizard forgive|^no-?(?:phpcs|cover)\b|^permit:|^ggignore|^(?:no|use) critic\b|^uncoverable |\bphpcs ?:|\b(?:wpcs|xss|csrf|sanitization) ?:? ok\b|^twigcs |oz-upgrades-unsafe|^(?:\{- ?)?(?:fourmolu|ormolu)_|checkstyle|_diag_o(?:ff|n)\b|^ignore-[a-z]+$|^@?no-?(?:lint|rector|secret|tarpaulin)\b|^htmlhint |\bformat ?:? off$|^perltidy|^:nodoc|^@?__(?:pure|no_side_effects)__|\bapi-linter ?:|^(?:cython|scalafmt|swiftformat|csslint|rubocop) ?[: ] ?\S|^dart format|^:reek|^ignore-tidy|^shareable_constant|\bgenerated\b.*\bdo not (?:edit|modify)\b|` +
	`\b(?:lcov|gcovr?|grcov)[_-]excl|^lint (?:!e|[-+]+(?:e|save|restore)|ignore|disable|enable)|^e?-?(?:e|save|restore)\d+$|^prqa s\b|` +
	`^polyspace|^codechecker_\w+|^(?:coverity|klocwork|axivion) ?(?:\[|disable)|^flawfinder|^parasoft-|^eclair\b|` +
	`^(?:pvs-studio ?: ?)?-?v\d{3,4}\b|^oclint\b|^@[-+=i]?\w*@$|^clazy ?:|^resharper (?:disable|restore)|\bstryker (?:disable|restore)|` +
	`^ncrunch ?:|^dotcover |\bcoverage[-: ]?(?:ignore|off|on)\b|\bnocov\b|^cs(?:off|on|ignore)\b|^\$(?:non-nls|fall-through|identity)|` +
	`^(?:ignore(?:_for_file)?|expect_lint) ?: ?\S|^@dart ?=|^(?:check|syntax|escape) ?= ?\S+$|\bhadolint \w+ ?=|^luacheck ?:|` +
	`^@(?:diagnostic|cast|meta)\b|^(?:nocheck|nonstrict|strict)$|\bsourcery skip|\bno(?:pycln|vermin|vm|reorder|slots)\b|` +
	`\bdeepcode ignore|^flowlint|^webpackignore ?:|^\+?checklocks|(?:^| )@\w+ignore\b|^(?:\*- .*|.*-\*)$|` +
	`\b(?:vi|vim|ex) ?: ?(?:set? )?\w+(?:=|$|:)|^\{-# ?\w|^(?:vale|alex|mdl|rumdl|pyml) \S|^(?:csscomb|purgecss) |\bdevskim ?:|` +
	`\btsqllint-|\bscalafix ?:|^mode ?: ?\w+$|^format ?:? (?:off|on)$|^sqlfluff ?:|@(?:psalm-ignore|codingstandards|phpcs)|` +
	`@(?:var|param|return) mixed\b|@(?:param|as|type|return|cast)\b.*\bany\b`)

// marked are comments that the lexer of a language does not tell from text.
var marked = map[string]*lazyre.Regexp{
	"markdown": lazyre.New(`(?s)<!--.*?-->|\{#.*?#\}|\[//\]: # \([^)]*\)`),
	"haskell":  lazyre.New(`(?s)\{-.*?-\}`),
}

// markedIn are the comments of that kind in a part of a text.
func markedIn(lang string, doc text.Snapshot, part text.Span) []text.Span {
	if slices.Contains([]string{"html", "xml", "vue", "svelte", "astro", "mdx", "php", ""}, lang) {
		lang = "markdown"
	}
	form, ok := marked[lang]
	if !ok {
		return nil
	}
	var out []text.Span
	for _, m := range form.FindAllStringIndex(doc.Slice(part), -1) {
		out = append(out, text.Span{Start: part.Start + m[0], End: part.Start + m[1]})
	}
	return out
}
