package fresh

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
)

//go:embed inject.py
var injectPython string

//go:embed inject.cjs
var injectTypeScript string

// Package is a released package, unpacked.
type Package struct {
	Lang, name string
	dir, tree  string
	took       time.Duration // for its tests
	untyped    []string      // files that mypy is not content with: only ruff looks at them
}

type finding struct{ tool, said string }

// Fetch brings a package into the folder, unless it lies there: "python:NAME", "go:MODULE@VERSION" or "npm:NAME".
func Fetch(ctx context.Context, out, what string) (*Package, error) {
	lang, name, ok := strings.Cut(what, ":")
	if !ok {
		return nil, errors.New("write python:NAME, go:MODULE@VERSION or npm:NAME")
	}
	p := &Package{Lang: map[string]string{"python": "python", "go": "go", "npm": "typescript"}[lang], name: name}
	p.dir = filepath.Join(out, "packages", strings.NewReplacer("/", "_", "@", "_").Replace(name))
	p.tree = filepath.Join(p.dir, "tree")
	if _, err := os.Stat(p.tree); err == nil {
		return p, nil
	}
	if err := os.MkdirAll(p.dir, 0o700); err != nil {
		return nil, err
	}
	switch lang {
	case "python":
		return p, p.fetchPython(ctx)
	case "go":
		return p, p.fetchGo(ctx)
	case "npm":
		return p, p.fetchNode(ctx)
	}
	return nil, fmt.Errorf("%s is no language of released packages", lang)
}

func (p *Package) fetchPython(ctx context.Context) error {
	if _, err := p.must(ctx, p.dir, "python3", "-m", "pip", "download", "-q", "--no-deps", "--no-binary", bare(p.name),
		"-d", "sdist", p.name); err != nil {
		return err
	}
	if _, err := p.must(ctx, p.dir, "python3", "-m", "pip", "install", "-q", "--target", "deps", p.name); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(p.dir, "..", "pytest")); err != nil {
		if _, err := p.must(ctx, p.dir, "python3", "-m", "pip", "install", "-q", "--target", "../pytest", "pytest",
			"hypothesis"); err != nil {
			return err
		}
	}
	return p.unpack(ctx, "sdist/*.tar.gz")
}

// bare is a name without its version.
func bare(name string) string {
	name, _, _ = strings.Cut(name, "==")
	return name
}

// unpack unpacks an archive and makes its one folder the tree. mypy looks into functions
// without annotations, too.
func (p *Package) unpack(ctx context.Context, pattern string) error {
	list, err := filepath.Glob(filepath.Join(p.dir, pattern))
	if err != nil || len(list) != 1 {
		return fmt.Errorf("%d archives in %s", len(list), p.dir)
	}
	if _, err := p.must(ctx, p.dir, "python3", "-m", "tarfile", "-e", list[0], "unpacked"); err != nil {
		return err
	}
	roots, err := filepath.Glob(filepath.Join(p.dir, "unpacked", "*"))
	if err != nil || len(roots) != 1 {
		return fmt.Errorf("%d folders in %s", len(roots), list[0])
	}
	if p.Lang == "python" {
		// The released text need not keep anybody's style: ruff looks for what is wrong, as it did by default up to 0.15.
		for name, text := range map[string]string{"mypy.ini": "[mypy]\ncheck_untyped_defs = True\nignore_missing_imports = " +
			"True\n", "ruff.toml": "lint.select = [\"E4\", \"E7\", \"E9\", \"F\"]\n"} {
			if err := os.WriteFile(filepath.Join(roots[0], name), []byte(text), 0o600); err != nil {
				return err
			}
		}
	}
	return os.Rename(roots[0], p.tree)
}

func (p *Package) fetchGo(ctx context.Context) error {
	said, err := p.must(ctx, p.dir, "go", "mod", "download", "-json", p.name)
	if err != nil {
		return err
	}
	var m struct{ Dir string }
	if err := json.Unmarshal([]byte(said), &m); err != nil {
		return err
	}
	if err := os.CopyFS(p.tree, os.DirFS(m.Dir)); err != nil {
		return err
	}
	// Files of the module cache may not be written.
	return filepath.WalkDir(p.tree, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chmod(path, 0o700)
	})
}

func (p *Package) fetchNode(ctx context.Context) error {
	if _, err := p.must(ctx, p.dir, "npm", "pack", "--silent", p.name); err != nil {
		return err
	}
	if err := p.unpack(ctx, "*.tgz"); err != nil {
		return err
	}
	_, err := p.must(ctx, p.tree, "npm", "install", "--silent", "--no-audit", "--no-fund")
	return err
}

// ready sees that the package's own tests pass.
func (p *Package) ready(ctx context.Context) error {
	if p.Lang == "go" {
		if _, err := os.Stat(filepath.Join(p.tree, "go.mod")); err != nil {
			return errors.New("it has no go.mod")
		}
	}
	start := time.Now()
	ok, said := p.run(ctx, p.tree, p.tests()...)
	p.took = time.Since(start)
	if !ok {
		return fmt.Errorf("its own tests do not pass: %s", last(said))
	}
	return nil
}

func last(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	return lines[len(lines)-1]
}

// tests is the command of the package's own tests.
func (p *Package) tests() []string { return Tests(p.Lang) }

// Tests is the command that runs the tests of a package of a language.
func Tests(lang string) []string {
	switch lang {
	case "python":
		return []string{"python3", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-W", "ignore", "-o",
			"addopts=", "-o", "python_files=test*.py *_test.py"}
	case "go":
		return []string{"go", "test", "-vet=off", "./..."}
	}
	return []string{"npm", "test", "--silent"}
}

func (p *Package) test(ctx context.Context) (bool, error) {
	ok, _ := p.run(ctx, p.tree, p.tests()...)
	return ok, ctx.Err()
}

// files are the sources of a package, without its tests.
func (p *Package) files() []string {
	ext := map[string]string{"python": ".py", "go": ".go", "typescript": ".ts"}[p.Lang]
	var out []string
	_ = filepath.WalkDir(p.tree, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(p.tree, path)
		apart := slices.ContainsFunc(strings.Split(rel, string(filepath.Separator)), func(part string) bool {
			return slices.Contains([]string{"tests", "test", "docs", "doc", "examples", "example", "node_modules", "testing",
				"setup.py", "vendor"}, part) ||
				strings.HasPrefix(part, "test_") || strings.HasPrefix(part, ".") && part != "."
		})
		info, statErr := os.Stat(path)
		if err == nil && !apart && !d.IsDir() && filepath.Ext(path) == ext && statErr == nil && info.Size() > 1000 &&
			info.Size() < 60_000 &&
			!strings.HasSuffix(rel, "_test.go") && !strings.HasSuffix(rel, ".d.ts") {
			out = append(out, rel)
		}
		return nil
	})
	return out
}

// clean are the files with which the checker is content.
func (p *Package) clean(ctx context.Context) ([]string, error) {
	var out []string
	for _, f := range p.files() {
		found, err := p.check(ctx, f)
		if err == nil && len(found) > 0 && found[0].tool == "mypy" {
			p.untyped = append(p.untyped, f)
			out = append(out, f)
		}
		if err == nil && len(found) == 0 {
			out = append(out, f)
		}
	}
	return out, ctx.Err()
}

// changes are the mistakes or the wrong answers that the syntax of a text allows.
func (p *Package) changes(ctx context.Context, mode, text, file string) ([]Change, error) {
	switch {
	case p.Lang == "go" && mode == "mistakes":
		return goMistakes(text)
	case p.Lang == "go":
		return goWrong(text)
	}
	argv := []string{"python3", "-c", injectPython, mode, filepath.Join(p.tree, file)}
	if p.Lang == "typescript" {
		argv = []string{"node", "-e", injectTypeScript, mode, filepath.Join(p.tree, file)}
	}
	said, err := p.must(ctx, p.dir, argv...)
	if err != nil {
		return nil, err
	}
	var out []Change
	for line := range strings.Lines(said) {
		var c Change
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			return nil, fmt.Errorf("changes of %s: %w", file, err)
		}
		out = append(out, c)
	}
	return out, nil
}

var (
	mypySays = regexp.MustCompile(`(?m)^(.+?):(\d+): error: (.*)$`)
	goSays   = regexp.MustCompile(`(?m)^(?:vet: )?(\S+?\.go):(\d+):(?:\d+:)? (.*)$`)
	tscSays  = regexp.MustCompile(`(?m)^(\S+?\.ts)\((\d+),\d+\): error (.*)$`)
)

// check is what the tools say of a file; one that ends without an answer is an error.
func (p *Package) check(ctx context.Context, file string) ([]finding, error) {
	switch p.Lang {
	case "python":
		_, said := p.run(ctx, p.tree, "ruff", "check", "--no-cache", "--output-format", "concise", "-q", file)
		if out := found("ruff", regexp.MustCompile(`(?m)^(.+?):(\d+):\d+: (.*)$`), said, file); len(out) > 0 ||
			slices.Contains(p.untyped, file) {
			return out, nil
		}
		ok, said := p.run(ctx, p.tree, "mypy", "--cache-dir", filepath.Join(p.dir, "mypy"), "--no-error-summary", file)
		return answered("mypy", mypySays, said, file, ok)
	case "go":
		for _, tool := range []string{"build", "vet"} {
			ok, said := p.run(ctx, p.tree, "go", tool, "./"+filepath.ToSlash(filepath.Dir(file)))
			if out, err := answered("go "+tool, goSays, said, file, ok); err != nil || len(out) > 0 {
				return out, err
			}
		}
		return nil, nil
	}
	ok, said := p.run(ctx, p.tree, "tsc", "--noEmit", "-p", ".", "--pretty", "false")
	return answered("tsc", tscSays, said, file, ok)
}

// answered are findings of a tool; one that fails and finds nothing anywhere has not looked.
func answered(tool string, pattern *regexp.Regexp, said, file string, ok bool) ([]finding, error) {
	out := found(tool, pattern, said, file)
	if !ok && !pattern.MatchString(said) {
		return nil, fmt.Errorf("%s: %s", tool, last(said))
	}
	return out, nil
}

func found(tool string, pattern *regexp.Regexp, said, file string) []finding {
	var out []finding
	for _, m := range pattern.FindAllStringSubmatch(said, -1) {
		if filepath.Clean(m[1]) == filepath.Clean(file) {
			out = append(out, finding{tool, m[2] + ": " + m[3]})
		}
	}
	return out
}

func (p *Package) put(file, text string) error {
	return os.WriteFile(filepath.Join(p.tree, file), []byte(text), 0o600)
}

// Tree is the folder of the package as released.
func (p *Package) Tree() string { return p.tree }

// Passes reports whether the package's own tests pass in a copy of its tree.
func (p *Package) Passes(ctx context.Context, dir string) bool {
	r, err := Run(ctx, dir, Env(dir, p.dir), p.tests()...)
	return err == nil && r.ExitCode == 0
}

// Unimportable are the modules of a copy that cannot be imported.
func (p *Package) Unimportable(ctx context.Context, dir string) []string {
	var out []string
	for _, f := range p.files() {
		module := strings.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(f), "src/"),
			".py"), "/__init__"), "/", ".")
		if r, err := Run(ctx, dir, Env(dir, p.dir), "python3", "-c", "import "+module); err != nil || r.ExitCode != 0 {
			out = append(out, module)
		}
	}
	return out
}

// Env is what the programs of a package see besides: where it and what it needs lies.
func Env(tree, dir string) []string {
	path := tree
	if _, err := os.Stat(filepath.Join(tree, "src")); err == nil {
		path = filepath.Join(tree, "src")
	}
	return []string{"PYTHONPATH=" + path + string(os.PathListSeparator) + tree + string(os.PathListSeparator) +
		filepath.Join(dir, "deps") +
		string(os.PathListSeparator) + filepath.Join(dir, "..", "pytest"),
		"PYTHONDONTWRITEBYTECODE=1", "GOFLAGS=-mod=mod"}
}

func (p *Package) must(ctx context.Context, dir string, argv ...string) (string, error) {
	r, err := Run(ctx, dir, nil, argv...)
	if err == nil && r.ExitCode != 0 {
		err = fmt.Errorf("%s: %s", argv[0], last(r.Stderr))
	}
	return string(r.Stdout), err
}

func (p *Package) run(ctx context.Context, dir string, argv ...string) (ok bool, said string) {
	r, err := Run(ctx, dir, Env(p.tree, p.dir), argv...)
	if err != nil {
		return false, err.Error()
	}
	return r.ExitCode == 0, string(r.Stdout) + r.Stderr
}

// Run runs a program of a package, which is trusted.
func Run(ctx context.Context, dir string, env []string, argv ...string) (child.Result, error) {
	program := argv[0]
	if !filepath.IsAbs(program) {
		path, err := child.Look(program, child.LookOptions{})
		if err != nil {
			return child.Result{}, err
		}
		program = path
	}
	return child.Run(ctx, child.Command{Argv: append([]string{program}, argv[1:]...), Dir: dir, Env: env, Trusted: true,
		Inherit: []string{"PIP_INDEX_URL", "PIP_CONFIG_FILE", "PIP_FIND_LINKS", "GOPROXY"}, Timeout: 10 * time.Minute,
		MaxOutput: 32 << 20})
}
