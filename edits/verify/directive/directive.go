// Package directive finds what a text tells tools not to report: comments such as
// "noqa", and code such as "#[allow(…)]". All known forms stand in its tables.
package directive

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// silencer is one form in which comments or code tell a tool what not to
// report. Its expression reads folded text; what it matches to the end of the
// line is what the directive says.
type silencer struct {
	name string
	form *lazyre.Regexp
}

// commentDirectives are read in comments, whoever reads them. Sources, with the
// version whose documentation was read:
//
//	ruff 0.17 "Error suppression" and its parser's tests; flake8 7 "Selecting and Ignoring Violations"; mypy 2.4 "Inline
//	configuration", "Silencing errors"; pyright 1.1 docs/comments.md; pyre "Error Suppression"; ty "Suppression"; pylint 4
//	"Message control"; bandit 1.8 "Suppressing Individual Lines"; coverage.py 7 "Excluding code"; black 25 "fmt: skip";
//	isort 6 "Action Comments"; PEP 263 (encodings), PEP 484 (type comments)
//	ESLint 9 "Configure Rules", "Configure Language Options"; TypeScript 5.9 handbook, "JSDoc Reference"; Flow "Error
//	Suppressions"; biome 2 "Suppressions"; deno_lint "Ignore directives"; istanbul "Ignoring code"; prettier "Ignoring Code"
//	go 1.25 cmd/compile ("Compiler Directives"), go help buildconstraint, go help generate; golangci-lint 2 "nolint
//	directive"; staticcheck 2025.1 "Ignoring problems"; revive "Comment Directives"
//	clang-tidy 20 "Suppressing Undesired Diagnostics"; clang-format; cppcheck; PMD, Checkstyle, SpotBugs, SonarQube manuals;
//	RuboCop 1.7 "Disabling Cops"; phpcs, PHPStan, Psalm; shellcheck wiki "Directive"; yamllint 1.37 "Disable with comments";
//	hadolint, checkov, tfsec, semgrep, CodeQL, gitleaks, cSpell, codespell, markdownlint manuals
var commentDirectives = []silencer{
	{"noqa", lazyre.New(`\bnoqa\b`)},
	{"ruff:", lazyre.New(`\b(?:ruff|flake8) ?[:=]`)},
	{"type: ignore", lazyre.New(`(?:^|# ?)type ?: ?ignore`)},
	{typeComment, lazyre.New(`(?:^|# ?)type ?: ?\S`)},
	{"pyright:", lazyre.New(`\b(?:basedpyright|pyright|pyre|pyrefly|pytype|mypy|ty|zuban) ?: ?\S`)},
	{"pyre-ignore", lazyre.New(`\bpyre-(?:ignore|fixme|unsafe|strict|placeholder)`)},
	{"pylint:", lazyre.New(`\b(?:pylint|pyflakes|pycodestyle|pydocstyle|autopep8|yapf|isort|vulture|pymarkdown) ?[:=] ?\S`)},
	{"nosec", lazyre.New(`\bnosec\b`)},
	{"pragma:", lazyre.New(`\bpragma ?:? ?\S`)},
	{"fmt:", lazyre.New(`\bfmt ?: ?(?:off|on|skip)\b`)},
	{"doctest:", lazyre.New(`\bx?doctest ?: ?[+-]`)},
	{"coding:", lazyre.New(`coding ?[:=] ?[-\w.]`)},
	{"nosemgrep", lazyre.New(`\b(?:nosemgrep|nosonar|nopmd|cpd-(?:off|on)|skipcq|noinspection|nosast|noscan)\b`)},
	{"lgtm", lazyre.New(`\b(?:lgtm|codeql) ?\[`)},
	{"skip", lazyre.New(`\b(?:checkov|bridgecrew) ?: ?skip|\b(?:tfsec|trivy|kics-scan|ansible-lint|zizmor|actionlint|hadolint|semgrep|gitleaks|trufflehog|detect-secrets|codespell|cspell|spell-?checker|sqlfluff|squawk|kube-linter|ktlint|detekt|dialyzer|luacheck|hlint|cppcheck|fb-suppress|fbinfer|infer) ?:? ?(?:ignore|disable|allow|off|skip|words|suppress|global|noqa|enable)`)},
	{"shellcheck", lazyre.New(`\bshellcheck [\w-]+ ?=`)},
	{"yamllint", lazyre.New(`\byamllint (?:disable|enable)`)},
	{"markdownlint", lazyre.New(`\bmarkdownlint-`)},
	{"prettier-ignore", lazyre.New(`\b(?:prettier|dprint|deno-(?:lint|fmt)|biome|oxlint|oxfmt|rome|stylelint|svelte|vue-tsc|swiftformat|swift-format|rustfmt|gersemi|cmake-format) ?[-:] ?(?:ignore|disable|enable|skip|off|on)\b`)},
	{"eslint-disable", lazyre.New(`\b(?:eslint|tslint|oxlint|jshint|jslint|jscs|standard|xo|htmlhint|stylelint|solhint|swiftlint|rubocop|reek|phpcs|phan|credo|revive|ktlint|detekt|scalastyle|scalafmt|buildifier) ?[-: ] ?(?:disable|enable|ignore|todo|env\b|off\b|on\b)`)},
	{"eslint", lazyre.New(`^(?:eslint|jshint|jslint|global|globals|exported) \S`)},
	{"istanbul ignore", lazyre.New(`\b(?:istanbul|c8|v8|node:coverage) (?:ignore|disable|enable)`)},
	{"@ts-ignore", lazyre.New(`@ts-(?:ignore|expect-error|nocheck|check)\b`)},
	{"@flow", lazyre.New(`@(?:no)?flow\b|\$flow(?:fixme|ignore|issue|expecterror)`)},
	{"reference", lazyre.New(`^(?:reference|amd-\w+) \w+ ?=`)},
	{"@suppress", lazyre.New(`@(?:suppress|phpstan-ignore|psalm-suppress|phan-suppress|codecoverageignore|nocheck|noinspection)`)},
	{"@jsx", lazyre.New(`@jsx(?:runtime|importsource|frag)?\b`)},
	{"source map", lazyre.New(`^[#@] ?source(?:mapping)?url`)},
	{"nolint", lazyre.New(`\bnolint(?:nextline|begin|end)?\b`)},
	{"lint:ignore", lazyre.New(`\blint:(?:file-)?ignore\b|\b(?:exhaustive|exhaustruct|gosec|gocritic|govet) ?: ?(?:ignore|enforce|disable)`)},
	{"generated", lazyre.New(`\bcode generated\b.*\bdo not edit\b|@generated\b|(?:^|<)auto-?generated`)},
	{"checkstyle", lazyre.New(`\b(?:checkstyle|suppress fbwarnings|spotbugs) ?[:-] ?(?:off|on|stop|suppress|resume)|\bcheckstyle:`)},
	{"clang-format", lazyre.New(`\bclang-(?:format|tidy) ?:? ?(?:off|on)|\bcppcheck-suppress`)},
	{"typed:", lazyre.New(`^typed ?: ?(?:ignore|false|true|strict|strong)`)},
	{"a comment for a tool", ownShapes},
	{"frozen", lazyre.New(`^(?:frozen_string_literal|warn_indent|encoding) ?:`)},
}

// strictDirectives are read exactly as written: a blank more, and the compiler
// takes them for prose. Go's manual of cmd/compile.
var strictDirectives = []silencer{
	{"//line", lazyre.New(`^(?://|/\*)line\b`)},
	{"//go:", lazyre.New(`^//go:(?:[a-eg-z]|f[a-hj-z])\w*`)},
	{"+build", lazyre.New(`^//\s*\+build\b`)},
	{"perltidy", lazyre.New(`^#(?:<<[<V]|>>[>V])`)},
	{"//export", lazyre.New(`^//export\b`)},
	{"#cgo", lazyre.New(`^(?://|/\*)\s*#`)},
}

// codeDirectives are read in code, which is folded and has its comments and
// strings cut out: attributes, annotations, preprocessor lines, calls.
var codeDirectives = map[string][]silencer{
	"python": {
		{"no_type_check", lazyre.New(`\bno_type_check\w*`)},
		{"a skipped test", lazyre.New(`\b(?:pytest|mark|unittest|self) ?\. ?(?:skip\w*|xfail|importorskip|expectedfailure)\b|\bpytestmark\b|\b__test__\b|\bcollect_ignore\w*|\bskiptest\b|\bskip(?:if|unless)?test\b`)},
		{"warnings off", lazyre.New(`\b(?:filterwarnings|simplefilter|catch_warnings|captureWarnings)\b|\blogging ?\. ?disable\b`)},
		{"suppress", lazyre.New(`\bsuppress ?\(`)},
	},
	"go": {{"a skipped test", lazyre.New(`\bt ?\. ?skip(?:now|f)?\b|\btesting ?\. ?short\b`)}},
	"script": {
		{"a skipped test", lazyre.New(`\b(?:it|test|describe|suite|context|specify) ?\. ?(?:skip|todo|only|fails|failing|concurrent\.skip|runif|skipif)\b|\b(?:xit|xtest|xdescribe|xcontext|xspecify|fit|fdescribe)\b`)},
		{"declare", lazyre.New(`\bdeclare (?:const|let|var|function|class|module|global|namespace|enum|abstract)\b`)},
	},
	"rust": {
		{"allow(…)", lazyre.New(`# ?!? ?\[[^\]]*\b(?:allow|expect|cfg_attr|cfg|automatically_derived|ignore|rustfmt ?:: ?skip|no_implicit_prelude|(?:no_)?coverage|macro_use|path)\b|# ?!? ?\[ ?clippy ?:: ?\w+ ?=`)},
	},
	"java": {
		{"@SuppressWarnings", lazyre.New(`@ ?(?:\w+ ?\. ?)*(?:file ?: ?)?(?:suppress\w*|\w*generated(?:report)?|disabled|ignore\w*|nonnls|nullunmarked|nowarn|unchecked|unused|preconcurrency)\b|\[ ?(?:assembly ?: ?)?suppressmessage|# ?(?:pragma|nullable|line|if|sourcelocation)\b|@_[a-z]\w*|\berror_reporting\b`)},
	},
	"c": {
		{"#pragma", lazyre.New(`(?:^|[ ;{}])# ?\d+(?: |$)|(?:#|%:|\?\?=) ?(?:pragma|line|if|ifdef|ifndef|else|elif|define ndebug)\b|\b_{1,2}pragma\b`)},
		{"unused", lazyre.New(`\b__(?:attribute|extension)__\b|\[ ?\[ ?(?:maybe_unused|\w+ ?::)|\( ?void ?\)`)},
	},
	"csharp": {
		{"an attribute for a tool", lazyre.New(`(?:^|[^\w\])]) ?\[ ?(?:\w+ ?: ?)?(?:\w+ ?\. ?)*(?:unconditionalsuppressmessage|suppressmessage|excludefromcodecoverage|generatedcode|compilergenerated|debuggernonusercode|ignore|skip)(?:attribute)?\b`)},
		{"dynamic", lazyre.New(`\bdynamic \w`)},
	},
	"elixir":      {{"an attribute for a tool", lazyre.New(`@ ?(?:dialyzer|compile)\b|@(?:module)?tag :skip\b`)}},
	"powershell":  {{"warnings off", lazyre.New(`\bsuppressmessage|\b(?:erroraction|warning|warningaction)preference\b|-(?:erroraction|ea|warningaction|wa) |\bstrictmode -off\b`)}},
	"r":           {{"warnings off", lazyre.New(`\bsuppress(?:warnings|messages|packagestartupmessages) ?\(|\boptions ?\( ?warn\b`)}},
	"shellscript": {{"errors ignored", lazyre.New(`\|\| ?(?:true|:)(?: |$|;)|> ?/dev/null|\bset \+[a-z]|&>`)}},
	"yaml":        {{"errors ignored", lazyre.New(`\bcontinue-on-error ?:|\ballow_failure ?:|\bif ?: ?false\b|\bignore_errors ?:`)}},
	"ruby":        {{"warnings off", lazyre.New(`\$verbose\b|\bno (?:warnings|strict)\b|\b(?:skip|pending|xit|xdescribe)\b`)}},
}

// codeRows are the rows of codeDirectives for a language.
func codeRows(lang string) []silencer {
	switch lang {
	case "typescript", "typescriptreact", "javascript", "javascriptreact":
		lang = "script"
	case "csharp":
		return slices.Concat(codeDirectives["java"], codeDirectives[lang])
	case "kotlin", "scala", "swift", "php", "dart", "groovy":
		lang = "java"
	case "cpp":
		lang = "c"
	case "perl":
		lang = "ruby"
	}
	return codeDirectives[lang]
}

// Found is one directive at one place.
type Found struct {
	Name string
	Says string // the folded text from the directive on
	Line int    // of the text it was found in
	Code string // what else stands on the line, folded
}

// In lists the directives of a part of the lines of a file in that language.
func In(lang string, f *syntax.File, lines text.Lines) []Found {
	doc := f.Doc()
	sp := doc.LinesSpan(lines)
	var out []Found
	for _, q := range append(f.Comments(sp), markedIn(lang, doc, sp)...) {
		out = append(out, inComment(doc, q)...)
	}
	if lang == "python" {
		out = append(out, inStrings(f, sp)...)
	}
	if rows := codeRows(lang); len(rows) > 0 {
		code := Fold(Without(doc, sp, 0, f.Quiet(sp)))
		for _, d := range rows {
			for _, m := range d.form.FindAllString(code, -1) {
				out = append(out, Found{Name: d.name, Says: m, Line: lines.Start})
			}
		}
	}
	return out
}

// byLine is what tools look for in the lines of a file, be they comments or parts of a
// string: flake8 7.3 (flake8/defaults.py, NOQA_INLINE_REGEX; a string of several lines is
// one), isort 6 (isort/settings.py, FILE_SKIP_COMMENTS), doctest (Python 3.14, "Directives").
var byLine = lazyre.New(`#\s*(?i:noqa)\b.*|\bisort: ?skip_file\b|#\s*doctest:\s*[+-].*`)

// inStrings lists the directives that tools read in the strings of a part of a file.
func inStrings(f *syntax.File, sp text.Span) []Found {
	doc := f.Doc()
	comments := f.Comments(sp)
	var out []Found
	for _, q := range f.Quiet(sp) {
		if slices.Contains(comments, q) {
			continue
		}
		for _, m := range byLine.FindAllString(doc.Slice(q), -1) {
			out = append(out, Found{Name: "in a string", Says: Fold(m), Line: doc.LineAt(q.Start)})
		}
	}
	return out
}

// inComment lists the directives of one comment, line by line.
func inComment(doc text.Snapshot, q text.Span) []Found {
	raw := doc.Slice(q)
	var out []Found
	for _, d := range strictDirectives {
		if d.form.MatchString(raw) {
			out = append(out, Found{Name: d.name, Says: Fold(raw), Line: doc.LineAt(q.Start)})
		}
	}
	rows := commentDirectives
	at := q.Start
	read := func(piece string) {
		line := doc.LineAt(min(at, q.End))
		body := strings.Trim(Fold(piece), "#/*!-<> ;=")
		code := doc.Line(line)
		if i := q.Start - doc.LineStart(line); i >= 0 && i <= len(code) {
			code = code[:i]
		}
		named := len(out)
		for _, d := range rows {
			if m := d.form.FindStringIndex(body); m != nil {
				out = append(out, Found{d.name, body[m[0]:], line, Fold(code)})
			}
		}
		if m := instruction(body); m != nil && len(out) == named {
			out = append(out, Found{"a comment for a tool", body[m[0]:], line, Fold(code)})
		}
		at += len(piece)
	}
	for piece := range strings.Lines(raw) {
		read(piece)
	}
	if strings.HasPrefix(raw, "/*") && strings.Contains(raw, "\n") {
		at = q.Start
		read(strings.NewReplacer("\n", " ", "\r", " ", "*", " ").Replace(raw)) // "/*\n eslint\n no-undef: 0 */"
	}
	return out
}

// Retyped reports whether a type comment takes another one's place and says no
// less: such comments are annotations (PEP 484), which a checker reads like others.
func Retyped(old, now Found) bool {
	if old.Name != typeComment || now.Name != typeComment {
		return false
	}
	looser := func(s string) int { return len(anyType.FindAllString(s, -1)) }
	return looser(now.Says) <= looser(old.Says)
}

const typeComment = "type:"

// anyType are types in a folded type comment that fit everything, and signatures
// that leave out their parameters.
var anyType = lazyre.New(`\b(?:any|object|incomplete|never|noreturn)\b|\(\.\.\.\)`)

// Ends reports whether a directive ends what another began.
func Ends(d Found) bool { return ends.MatchString(d.Says) }

var ends = lazyre.New(`\b(?:enable|on|resume|nolintend|end)\b`)

// word is a code in a directive.
var directiveWord = lazyre.New(`[\w./@-]+`)

// Covers reports whether an old directive says at least what a new one says: the
// same, or the same for more codes, or for all.
func Covers(old, now Found) bool {
	if old.Name != now.Name {
		return false
	}
	if old.Says == now.Says {
		return true
	}
	was, is := directiveWord.FindAllString(old.Says, -1), directiveWord.FindAllString(now.Says, -1)
	if blanket(old.Says) {
		return !blanket(now.Says) && len(is) > 0 && len(was) > 0 && is[0] == was[0]
	}
	have := map[string]bool{}
	for _, w := range was {
		have[w] = true
	}
	for _, w := range is {
		if !have[w] {
			return false
		}
	}
	return len(is) > 1 && !blanket(now.Says)
}

// blanket reports whether a directive of Python's tools names no code: it holds
// for all.
func blanket(says string) bool {
	return says == "noqa" || says == "type: ignore" || says == "type:ignore" || says == "nosec" || says == "nolint"
}

// compilerComment is a comment that tells Go's compiler to do something.
var compilerComment = lazyre.New(`^(?://go:[a-z]|//\s*#cgo|/\*\s*#)`)

// Without is a part of a text with spans replaced by blanks; they count from
// base.
func Without(s text.Snapshot, part text.Span, base int, spans []text.Span) string {
	var b strings.Builder
	at := part.Start
	for _, q := range spans {
		q = text.Span{Start: max(q.Start+base, part.Start), End: min(q.End+base, part.End)}
		if q.Start < at || q.End < q.Start || compilerComment.MatchString(s.Slice(q)) {
			continue
		}
		b.WriteString(s.Slice(text.Span{Start: at, End: q.Start}) + " ")
		at = q.End
	}
	b.WriteString(s.Slice(text.Span{Start: at, End: part.End}))
	return b.String()
}
