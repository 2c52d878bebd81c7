package linter

import (
	_ "embed"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
)

// eslint reads the text from standard input under the document's name, from
// the folder that holds the configuration.
func (j *job) eslint() (child.Command, error) {
	cmd := child.Command{
		Argv:  j.args("--format", "json", "--stdin", "--stdin-filename", j.snapshot.Path),
		Dir:   j.eslintFolder(),
		Stdin: []byte(j.snapshot.Text()),
		// With types, typescript-eslint mistakes a run of the command for one over
		// files, and looks at the file on the disk instead of the text.
		Env: []string{"TSESTREE_SINGLE_RUN=false"},
	}
	if node, cli := j.eslintScript(); cli != "" {
		j.stays = eslintStays(node, cli, cmd, []string{j.snapshot.Text()}, func(out []byte) ([]byte, error) {
			var reports []json.RawMessage
			if err := json.Unmarshal(out, &reports); err != nil || len(reports) != 1 {
				return nil, malformed("eslint", errors.Join(err, errors.New("not one report")))
			}
			return reports[0], nil
		})
	}
	return cmd, nil
}

// eslintOutput returns the report, of a document that ESLint has looked at.
func eslintOutput(j *job, res child.Result) ([]byte, error) {
	switch {
	case res.ExitCode > 1 || silent(res):
		return nil, j.failure(res)
	case len(decode.ESLintIgnores(res.Stdout)) > 0:
		return nil, j.leftOut()
	}
	return res.Stdout, nil
}

// leftOut says that the configuration has a tool pass over the document.
func (j *job) leftOut() error {
	return &Error{Tool: j.spec.Name, Kind: ErrUnsuitable, Detail: "its configuration leaves the document out"}
}

// eslintScript is what a run of our own script needs: Node.js and ESLint's command
// line as a module; "" where they are not found.
func (j *job) eslintScript() (node, cli string) {
	if cli = j.eslintCLI(); cli == "" {
		return "", ""
	}
	node, err := child.Look("node", j.look())
	if err != nil {
		return "", ""
	}
	return node, cli
}

// eslintAsked is what a process that stays is asked.
type eslintAsked struct {
	Line  []string `json:"line"`
	Texts any      `json:"texts"`
}

// eslintStays asks the same of a process that stays as a command does.
func eslintStays(node, cli string, cmd child.Command, texts any, takes func([]byte) ([]byte, error)) *staying {
	return &staying{argv: []string{node, heap, "-e", eslintTexts, "--", cli, "stay"}, dir: cmd.Dir, env: cmd.Env,
		question: eslintAsked{append([]string{node, cli}, cmd.Argv[1:]...), texts}, takes: takes}
}

// eslintFolder returns the folder that contains the configuration.
func (j *job) eslintFolder() string {
	dir := files.NearestWith(j.folder(), j.root, "eslint.config.js", "eslint.config.mjs", "eslint.config.cjs",
		"eslint.config.ts",
		".eslintrc.js", ".eslintrc.cjs", ".eslintrc.json", ".eslintrc.yml", ".eslintrc.yaml", ".eslintrc", "package.json")
	if dir == "" {
		return j.root
	}
	return dir
}

// eslintTexts lets ESLint check texts one after the other, as it does with --fix. Most
// of a run is its start: the configuration, plugins, with types the whole project.
//
//go:embed eslint_texts.js
var eslintTexts string

// eslintMany checks texts of one document in one process, and prints a list of reports.
func (j *job) eslintMany() (child.Command, error) {
	node, cli := j.eslintScript()
	if cli == "" {
		return child.Command{}, errAlone
	}
	cmd, err := j.eslint()
	j.stays = nil
	cmd.Argv = append([]string{node, "-e", eslintTexts, "--", cli}, cmd.Argv[1:]...)
	return cmd, err
}

// eslintMayStay asks a process that stays, where there is one, for what a command
// of eslintMany prints.
func (j *job) eslintMayStay(cmd child.Command, texts any) {
	if len(cmd.Argv) > 5 { // node -e SCRIPT -- cli.js and the arguments of a run
		line := cmd
		line.Argv = cmd.Argv[4:]
		j.stays = eslintStays(cmd.Argv[0], cmd.Argv[4], line, texts, nil)
	}
}

// eslintCLI returns the command line of the found program, as a module: next to the program, next to the folder of
// links and scripts to programs, or where a script says that starts it.
func (j *job) eslintCLI() string {
	var candidates []string
	if real, err := filepath.EvalSymlinks(j.argv[0]); err == nil && filepath.Base(real) == "eslint.js" {
		candidates = append(candidates, filepath.Join(filepath.Dir(real), "..", "lib", "cli.js"))
	}
	if dir := filepath.Dir(j.argv[0]); filepath.Base(dir) == ".bin" {
		candidates = append(candidates, filepath.Join(dir, "..", "eslint", "lib", "cli.js"))
	}
	if f, err := files.Read(j.argv[0], limits.SettingsFile); err == nil && strings.HasPrefix(string(f.Data), "#!") {
		for _, m := range eslintStarted.FindAllStringSubmatch(string(f.Data), -1) {
			path := strings.NewReplacer("$basedir", filepath.Dir(j.argv[0]), "${basedir}", filepath.Dir(j.argv[0])).Replace(m[1])
			if filepath.IsAbs(path) {
				candidates = append(candidates, filepath.Join(filepath.Dir(path), "..", "lib", "cli.js"))
			}
		}
	}
	for _, c := range candidates {
		if info, err := os.Stat(c); err == nil && info.Mode().IsRegular() {
			return c
		}
	}
	return ""
}

// eslintStarted is the program that such a script starts (generateShShim of
// https://github.com/pnpm/cmd-shim/blob/v6.0.0/src/index.ts).
var eslintStarted = lazyre.New(`["']?([^\s"']*/eslint/bin/eslint\.js)\b`)
