package linter

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
)

// TestRun is a way to run tests: of a language, in a folder of the root.
type TestRun struct{ Lang, Dir string }

// Testing is tests of a root to be run, as texts would have them.
type Testing struct {
	Root  string
	Texts map[string]string // by path, in place of the files
	Run   TestRun
	Names []string // files of Python, packages of Go; others run all of the folder's
}

// Tests runs tests on a private copy of the root's own files, since a test may write: links lead only to what is
// installed. It returns which ones failed, and why. Whoever calls it has the user's word that code of the root may run.
func (r *Runner) Tests(ctx context.Context, t Testing) (map[string]string, error) {
	failed := func(detail string, err error) error {
		return &Error{Tool: "tests", Kind: ErrFailed, Detail: detail, Err: err}
	}
	argv, err := t.command()
	if err != nil {
		return nil, &Error{Tool: "tests", Kind: ErrMissing, Err: err}
	}
	cache, folder, err := r.privateFolder()
	if err != nil {
		return nil, failed("no cache folder", err)
	}
	defer folder.Remove()
	tree := filepath.Join(files.Real(folder.Dir), filepath.Base(t.Root))
	if err := t.copy(ctx, tree); err != nil {
		return nil, failed("no private copy", err)
	}
	dir := filepath.Join(tree, filepath.FromSlash(t.Run.Dir))
	res, err := child.Run(ctx, child.Command{Argv: argv, Dir: dir, Trusted: true, Timeout: limits.TestTime,
		Inherit: []string{"GOCACHE", "GOPATH", "GOMODCACHE", "GOFLAGS", "CARGO_HOME", "RUSTUP_HOME"},
		Env: append(temporaryIn(files.Real(folder.Dir)), "PYTHONDONTWRITEBYTECODE=1", "CARGO_TERM_COLOR=never", "CI=true",
			"CARGO_TARGET_DIR="+filepath.Join(cache, "cargo", "tests"), // what it depends on is built once
			// What an editable install leads to is not the copy.
			"PYTHONPATH="+filepath.Join(tree, "src")+string(os.PathListSeparator)+tree)})
	if err != nil {
		return nil, childError(&Spec{Name: "tests", Binary: filepath.Base(argv[0])}, err, res)
	}
	out := t.failures(res)
	if len(out) == 0 && res.ExitCode != 0 && (t.Run.Lang != "python" || res.ExitCode != 5) { // 5: there are none
		out[filepath.Base(argv[0])+" "+argv[1]] = cmp.Or(complaint(res), "an exit code that is not 0")
	}
	return out, nil
}

// command runs the tests.
func (t Testing) command() ([]string, error) {
	look := child.LookOptions{Trusted: true, Roots: []string{t.Root}}
	var program string
	var err error
	var args []string
	switch t.Run.Lang {
	case "python":
		program, err = interpreter(t.Root)
		args = append([]string{"-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider", "-rfE"}, t.Names...)
	case "go":
		program, err = child.Look("go", look)
		args = []string{"test", "-json", "-count=1", "-vet=off"}
		for _, name := range t.Names {
			rel, err := filepath.Rel(filepath.FromSlash(t.Run.Dir), filepath.FromSlash(name))
			if err == nil && filepath.IsLocal(rel) {
				args = append(args, "./"+filepath.ToSlash(rel))
			}
		}
	case "rust":
		program, err = child.Look("cargo", look)
		args = []string{"test", "--offline", "--no-fail-fast"}
	default:
		program, err = child.Look("npm", look)
		args = []string{"test", "--silent"}
	}
	return append([]string{program}, args...), err
}

// copy makes the private copy.
func (t Testing) copy(ctx context.Context, tree string) error {
	err := files.Copy(ctx, t.Root, tree, func(path string, data []byte) []byte {
		if s, changed := t.Texts[filepath.Join(t.Root, filepath.FromSlash(path))]; changed {
			return []byte(s)
		}
		return data
	})
	dir := filepath.FromSlash(t.Run.Dir)
	files.LinkInstalled(filepath.Join(t.Root, dir), filepath.Join(tree, dir))
	return err
}

var (
	pytestFailure = lazyre.New(`(?m)^(?:FAILED|ERROR) (\S+)(?: - (.*))?$`)
	cargoFailure  = lazyre.New(`(?m)^test (\S+)(?: - .*)? \.\.\. FAILED$`)
)

// failures returns the tests that a run says failed.
func (t Testing) failures(res child.Result) map[string]string {
	out := map[string]string{}
	switch t.Run.Lang {
	case "python":
		for _, m := range pytestFailure.FindAllStringSubmatch(string(res.Stdout), -1) {
			out[m[1]] = cmp.Or(strings.TrimSpace(m[2]), "an error")
		}
	case "go":
		said := map[string]string{}
		for line := range bytes.Lines(res.Stdout) {
			var e struct{ Action, Package, ImportPath, Test, Output string }
			if json.Unmarshal(line, &e) != nil {
				continue
			}
			name := cmp.Or(e.Package, e.ImportPath)
			if e.Test != "" {
				name += "." + e.Test
			}
			switch text := strings.TrimSpace(e.Output); {
			case e.Action == "fail":
				out[name] = cmp.Or(said[name], "it failed")
			case strings.Contains(text, ".go:") && said[name] == "":
				said[name] = CleanMessage(text)
			}
		}
		for name := range out { // a package fails with its tests
			for other := range out {
				if strings.HasPrefix(other, name+".") {
					delete(out, name)
				}
			}
		}
	case "rust":
		for _, m := range cargoFailure.FindAllStringSubmatch(string(res.Stdout), -1) {
			out[m[1]] = "it failed"
		}
	}
	return out
}

// complaint returns the line of an output that says most of why a run failed: the one that names an error, else the
// last.
func complaint(res child.Result) string {
	last := ""
	for line := range strings.Lines(string(res.Stdout) + "\n" + res.Stderr) {
		if line = CleanMessage(strings.TrimSpace(line)); namesError.MatchString(line) {
			return line
		} else if line != "" {
			last = line
		}
	}
	return last
}

var namesError = lazyre.New(`^(?:error|\w*Error)\b.*: `)
