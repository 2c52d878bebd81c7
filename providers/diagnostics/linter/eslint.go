package linter

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
)

// eslint checks files as they are on the disk, from the folder with the configuration.
func (j *job) eslint(dir string, paths []string) (child.Command, error) {
	return child.Command{Argv: append(j.args("--format", "json", "--"), paths...), Dir: dir}, nil
}

// eslintText is a text that ESLint gets from memory, under its file's name.
type eslintText struct {
	File string `json:"file"`
	Text string `json:"text"`
}

// eslintFromMemory has ESLint read one text from standard input, under the document's name; several are
// checked by one process, one after the other. A process that stays is asked the same.
func (j *job) eslintFromMemory([]string) (child.Command, error) {
	cmd := child.Command{Argv: j.args("--format", "json", "--stdin", "--stdin-filename", j.snapshot.Path), Dir: j.dir,
		Stdin: []byte(j.snapshot.Text()),
		// With types, typescript-eslint mistakes a run of the command for one over
		// files, and looks at the file on the disk instead of the text.
		Env: []string{"TSESTREE_SINGLE_RUN=false"},
	}
	var list []eslintText
	for _, s := range j.files {
		if !utf8.ValidString(s.Text()) && len(j.files) > 1 {
			return cmd, j.cannot("a text is not UTF-8")
		}
		list = append(list, eslintText{s.Path, s.Text()})
	}
	node, cli := j.eslintScript()
	if cli != "" {
		j.stays = &staying{argv: []string{node, heap, "-e", eslintTexts, "--", cli, "stay"}, dir: j.dir, env: cmd.Env,
			question: eslintAsked{append([]string{node, cli}, cmd.Argv[1:]...), list}}
	}
	switch {
	case len(j.files) > 1 && cli == "":
		return cmd, j.cannot("its library was not found")
	case len(j.files) > 1:
		j.reads = flattened
		cmd.Argv = append([]string{node, "-e", eslintTexts, "--", cli}, cmd.Argv[1:]...)
		var err error
		cmd.Stdin, err = json.Marshal(list)
		return cmd, err
	case j.stays != nil:
		j.stays.takes = flattened
	}
	return cmd, nil
}

// flattened makes one report of a list of them, as the script prints.
func flattened(out []byte) ([]byte, error) {
	var reports [][]json.RawMessage
	if err := json.Unmarshal(out, &reports); err != nil {
		return nil, malformed("eslint", err)
	}
	return json.Marshal(slices.Concat(reports...))
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
	Line  []string     `json:"line"`
	Texts []eslintText `json:"texts"`
}

// eslintFolder returns the folder that contains the configuration, else the package's: all files that
// one configuration is for are looked at in one run, also those of several packages.
func (j *job) eslintFolder() string {
	if config := j.spec.marked(j.folder(), j.root); config != "" {
		return filepath.Dir(config)
	}
	return cmp.Or(files.NearestWith(j.folder(), j.root, "package.json"), j.root)
}

// eslintTexts lets ESLint check texts one after the other, as it does with --fix. Most
// of a run is its start: the configuration, plugins, with types the whole project.
//
//go:embed eslint_texts.js
var eslintTexts string

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
