package review

import (
	"fmt"
	"slices"
	"testing"
)

// TestSettings: what the words of a setting say that it has a tool report less of is reported, in
// every form that tools are configured in; what has it report more, or nothing else, is not.
func TestSettings(t *testing.T) {
	const flat = "export default [js.configs.all, {\n  rules: {\n    'no-undef': 'error', // as ever\n    eqeqeq: " +
		"['error', 'always'],\n  },\n}];\n"
	for name, c := range map[string]struct {
		file, was, now string
		want           []string
	}{
		"ruff ignores": {"ruff.toml", "[lint]\nselect = [\"E\"]\n",
			"[lint]\nselect = [\"E\"]\nextend-ignore = [\n  \"F401\", # later\n  \"F821\",\n]\n",
			[]string{"lint.extend-ignore has F401, F821 now"}},
		"ruff selects less": {"pyproject.toml", "[tool.ruff.lint]\nselect = [\"E\", \"B\"]\n",
			"[tool.ruff.lint]\nselect = [\"E\"]\n", []string{"tool.ruff.lint.select no longer has B"}},
		"ruff per file": {"pyproject.toml", "[tool.ruff]\n",
			"[tool.ruff.lint.per-file-ignores]\n\"src/*.py\" = [\"F401\"]\n",
			[]string{"tool.ruff.lint.per-file-ignores.src/*.py has F401 now"}},
		"ruff complexity": {"ruff.toml", "[lint.mccabe]\nmax-complexity = 10\n", "[lint.mccabe]\nmax-complexity = 40\n",
			[]string{"lint.mccabe.max-complexity is 40 now, and was 10"}},
		"mypy not strict": {"pyproject.toml", "[tool.mypy]\nstrict = true\n", "[tool.mypy]\nstrict = false\n",
			[]string{"tool.mypy.strict is false now, and was true"}},
		"mypy.ini": {"mypy.ini", "[mypy]\nwarn_unused_ignores = True\n",
			"[mypy]\n[mypy-a.*]\nignore_errors = true\n",
			[]string{"mypy-a.*.ignore_errors has true now", "mypy.warn_unused_ignores is not set now, and was true"}},
		"coverage": {"pyproject.toml", "[tool.coverage.report]\nfail_under = 90\n",
			"[tool.coverage.report]\nfail_under = 50\n", []string{"tool.coverage.report.fail_under is 50 now, and was 90"}},
		"tsc not strict": {"tsconfig.json",
			"{\"compilerOptions\": {\"strict\": true, /* all */ \"noImplicitAny\": true}}",
			"{\"compilerOptions\": {\"strict\": false}}", []string{"compilerOptions.noImplicitAny is not set now, and was true",
				"compilerOptions.strict is false now, and was true"}},
		"eslint off": {"eslint.config.js", flat,
			"export default [js.configs.all, {\n  rules: {\n    'no-undef': 'off',\n" +
				"    eqeqeq: ['warn', 'always'],\n  },\n}];\n",
			[]string{"rules.eqeqeq is warn now, and was error", "rules.no-undef is off now, and was error"}},
		"eslint off in numbers": {".eslintrc.js", "module.exports = {\n  root: true,\n}\n",
			"module.exports = {\n  root: true,\n  rules: { 'no-undef': 0 },\n}\n",
			[]string{"module.exports.rules.no-undef is 0 now"}},
		"golangci": {".golangci.yml", "version: \"2\"\nlinters:\n  enable:\n    - misspell\n    - revive\n",
			"version: \"2\"\nlinters:\n  enable:\n    - revive\n  disable: [errcheck, govet]\n",
			[]string{"linters.disable has errcheck, govet now", "linters.enable no longer has misspell"}},
		"clippy": {"Cargo.toml", "[lints.clippy]\nunwrap_used = \"deny\"\n",
			"[lints.clippy]\nunwrap_used = \"allow\"\n", []string{"lints.clippy.unwrap_used is allow now, and was deny"}},
		"biome": {"biome.json",
			"{\"linter\": {\"rules\": {\"suspicious\": {\"noDoubleEquals\": \"error\"}}}}",
			"{\"linter\": {\"rules\": {\"suspicious\": {\"noDoubleEquals\": \"off\"}}}}",
			[]string{"linter.rules.suspicious.noDoubleEquals is off now, and was error"}},
		"in INI": {"mypy.ini", "[mypy]\nstrict = True\n",
			"[mypy]\nstrict = False\nexclude =\n    a/\n    b/\n",
			[]string{"mypy.exclude has a/, b/ now", "mypy.strict is false now, and was true"}},
		// good
		"a level up": {"eslint.config.js", "export default [{ rules: { eqeqeq: 'warn' } }];\n",
			"export default [{ rules: { eqeqeq: 'error' } }];\n", nil},
		"more coverage": {"pyproject.toml", "[tool.coverage.report]\nfail_under = 50\n",
			"[tool.coverage.report]\nfail_under = 90\n", nil},
		"skips no longer": {"tsconfig.json", "{\"compilerOptions\": {\"skipLibCheck\": true}}",
			"{\"compilerOptions\": {\"skipLibCheck\": false}}", nil},
		"a wider rule": {"ruff.toml", "lint.select = [\"E501\"]\n", "lint.select = [\"E\"]\n", nil},
		"a comment": {"tsconfig.json", "{\"include\": [\"src\"]}", "{\"include\": [\"src\" /* all: true */]}",
			nil},
		"presets that are called": {"eslint.config.js", "export default tseslint.config({ extends: [a.all()] });\n",
			"export default tseslint.config({\n  extends: [a.all(), b()],\n});\n", nil},
		"gocyclo bounds closer": {".golangci.yml", "min-complexity: 20\n", "min-complexity: 10\n", nil},
		"more rules": {"ruff.toml", "[lint]\nselect = [\"E\"]\nignore = [\"E501\"]\n",
			"[lint]\nselect = [\"ALL\"]\n", nil},
		"laid out otherwise": {"ruff.toml", "lint.select = [\"E\", \"F\"]\n",
			"[lint]\nselect = [\n    \"E\",\n    \"F\", # pyflakes\n]\n", nil},
		"to another key": {"ruff.toml", "[lint]\nselect = [\"E\", \"B\"]\n",
			"[lint]\nselect = [\"E\"]\nextend-select = [\"B\"]\n", nil},
		"a dependency": {"pyproject.toml", "[project]\ndependencies = [\"a\"]\n",
			"[project]\ndependencies = [\"a\", \"ignore\"]\n[tool.poetry]\nexclude = [\"tests\"]\n", nil},
		"strict": {"tsconfig.json", "{\"compilerOptions\": {\"strict\": false, \"noEmit\": true}}",
			"{\"compilerOptions\": {\"strict\": true}}", nil},
		"a rule more": {"eslint.config.js", flat,
			"export default [js.configs.all, {\n  rules: {\n    'no-undef': 'error',\n    eqeqeq: ['error', 'always'],\n    " +
				"'no-ignored-thing': 'warn',\n  },\n}];\n", nil},
		"a linter more": {".golangci.yml", "linters:\n  enable:\n    - revive\n",
			"linters:\n  enable:\n    - misspell # words\n    - revive\n", nil},
		"a dependency in Rust": {"Cargo.toml", "[dependencies]\na = \"1\"\n",
			"[dependencies]\na = { version = \"2\", features = [\"skip\"] }\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, l := range Settings([]Config{{c.file, c.was, c.now}}, nil) {
				got = append(got, l.Text)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q", got)
			}
		})
	}
}

// TestMoved: what directives said and settings say now, of the same files, is loosened by nothing; of more files, or of
// other rules, it is.
func TestMoved(t *testing.T) {
	const ruff = "[lint.per-file-ignores]\n\"%s\" = [\"%s\"]\n"
	lint := func(file, said string) []Directive { return []Directive{{File: file, Line: 1, Text: said}} }
	noqa := lint("a/b.py", "# noqa: F401")
	for name, c := range map[string]struct {
		file, now string
		gone      []Directive
		loosened  bool
	}{
		"from the crate to the manifest": {"Cargo.toml", "[lints.clippy]\nrange_plus_one = \"allow\"\n",
			lint("src/lib.rs", "#![allow(clippy::similar_names, clippy::range_plus_one)]"), false},
		"from an item to the manifest": {"Cargo.toml", "[lints.clippy]\nrange_plus_one = \"allow\"\n",
			lint("src/lib.rs", "#[allow(clippy::range_plus_one)]"), true},
		"to ruff's settings of the file": {"ruff.toml", fmt.Sprintf(ruff, "a/b.py", "F401"), noqa, false},
		"of another rule":                {"ruff.toml", fmt.Sprintf(ruff, "a/b.py", "F811"), noqa, true},
		"of another file":                {"ruff.toml", fmt.Sprintf(ruff, "a/c.py", "F401"), noqa, true},
		"of all files":                   {"ruff.toml", "lint.ignore = [\"F401\"]\n", noqa, true},
		"to ESLint's settings of the file": {"eslint.config.js",
			"export default [{ files: ['src/a.js'], rules: { 'no-console': 'off' } }];\n",
			lint("src/a.js", "/* eslint-disable no-console */"), false},
		"to ESLint's settings of all": {"eslint.config.js",
			"export default [{ files: ['**/*.js'], rules: { 'no-console': 'off' } }];\n",
			lint("src/a.js", "/* eslint-disable no-console */"), true},
	} {
		if got := Settings([]Config{{c.file, "", c.now}}, c.gone); (len(got) > 0) != c.loosened {
			t.Errorf("%s: %v", name, got)
		}
	}
	// and what stands in another file, and denies, moves as well
	const options, mypy = "{\"compilerOptions\": {\"strict\": true, \"skipLibCheck\": true}}", "strict = true\n"
	for _, list := range [][]Config{
		{{"tsconfig.json", options, "{\"extends\": \"./tsconfig.base.json\"}"}, {"tsconfig.base.json", "", options}},
		{{"pyproject.toml", "[tool.ruff]\nignore = [\"E5\"]\n", ""}, {"ruff.toml", "", "ignore = [\"E5\"]\n"}},
		{{"pyproject.toml", "[tool.mypy]\n" + mypy, ""}, {"mypy.ini", "", "[mypy]\n" + mypy}},
	} {
		if got := Settings(list, nil); len(got) > 0 {
			t.Errorf("%v", got)
		}
	}
	if got := Settings([]Config{{"tsconfig.json", options, "{}"}}, nil); len(got) == 0 {
		t.Error("what is in no file any more is not seen")
	}
	manifest := Config{"Cargo.toml", "", "[lints.rust]\nunsafe_code = { level = \"forbid\" }\n"}
	if got := crateLints("src/lib.rs", "#![forbid(unsafe_code)]\n", "\n", []Config{manifest}); len(got) > 0 {
		t.Errorf("%v", got)
	}
	if got := crateLints("src/lib.rs", "#![forbid(unsafe_code)]\n", "\n", nil); len(got) != 1 {
		t.Errorf("%v", got)
	}
}
