package linter

import (
	"context"
	_ "embed"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
	"github.com/fettle-dev/fettle/providers/signal"
)

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

// inOneProcess has the texts of jobs of one document checked by one process: only the
// first ones by one that stays, which others want to ask meanwhile.
func (r *Runner) inOneProcess(ctx context.Context, jobs []*job) ([][]signal.Diagnostic, error) {
	j := jobs[0]
	if j.opts.Warm != nil {
		jobs = jobs[:min(len(jobs), limits.WarmTexts)]
	}
	cmd, err := j.eslintMany()
	if err != nil {
		return nil, err
	}
	var list []string
	for _, one := range jobs {
		if !utf8.ValidString(one.snapshot.Text()) {
			return nil, errAlone
		}
		list = append(list, one.snapshot.Text())
	}
	if cmd.Stdin, err = json.Marshal(list); err != nil {
		return nil, errAlone
	}
	j.eslintMayStay(cmd, list)
	out, err := r.overAll(ctx, j, cmd)
	if err != nil {
		return nil, err
	}
	var reports []json.RawMessage
	if json.Unmarshal(out, &reports) != nil || len(reports) != len(jobs) {
		return nil, errAlone
	}
	found := make([][]signal.Diagnostic, len(jobs))
	for i, s := range reports {
		if len(decode.ESLintIgnores(s)) > 0 { // as of a run of its own: nobody looked
			return nil, j.leftOut()
		}
		list, err := j.spec.read(s)
		if err != nil {
			return nil, err
		}
		found[i] = Resolve(list, Mapping{Snapshot: jobs[i].snapshot, Version: jobs[i].snapshot.Version,
			Origin: signal.FromLinter, Dir: cmd.Dir})
	}
	return found, nil
}
