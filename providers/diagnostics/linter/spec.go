package linter

import (
	"context"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Class says whether a tool may run code of the workspace.
type Class uint8

// The classes.
const (
	// ClassA tools run no workspace code: allowed unless the root is denied.
	ClassA Class = iota
	// ClassB tools do, by plugins, configuration that is code, build scripts or
	// programs that lie in the workspace: trusted roots only.
	ClassB
)

func (c Class) String() string {
	if c == ClassB {
		return "B"
	}
	return "A"
}

// Spec is one tool: a row of the table.
type Spec struct {
	Name      string
	Languages []string // LSP language identifiers
	Class     Class
	Binary    string
	Also      []string // further tools whose diagnostics a run returns
	Timeout   time.Duration
	// Project marks tools whose findings depend on other files than the
	// document.
	Project bool
	// Slow marks tools that wait for a longer pause in typing than others.
	Slow bool
	// Asked marks tools that run only when the user names them.
	Asked bool
	Hint  string // how to install it

	// marks are configuration files whose presence says that a project uses the
	// tool; "file#text" asks for a text in it. Without marks it is always
	// wanted.
	marks []string
	// folder is where it runs for a file: files of one folder can be looked at in one run; "": in none.
	folder func(*job) string
	// command checks files as they are on the disk, or in a private tree, from a folder; their paths are absolute.
	command func(j *job, dir string, paths []string) (child.Command, error)
	// texts has it see the texts of the job; nil: command in a private tree of links that contains them.
	texts func(j *job, paths []string) (child.Command, error)
	files int // how many files one run checks at most; 0: surveyFiles
	// output reads from the result what the decoder reads; nil: standard
	// output, with the exit codes 0 and 1.
	output func(*job, child.Result) ([]byte, error)
	decode func([]byte) ([]Finding, error) // see read
	// stream is decode for output that is read while the tool writes it; nil: it is
	// collected first.
	stream func(io.Reader) ([]Finding, error)
	own    *custom // of a tool that the user has defined
	// arguments with which it is a language server that has fixes for what it reports
	server []string
	keeps  func(*job, context.Context, string) bool // its fixes of a rule keep the meaning; nil: it does not say
}

var (
	python     = []string{"python"}
	golang     = []string{"go"}
	rust       = []string{"rust"}
	ecmascript = []string{"javascript", "javascriptreact", "typescript", "typescriptreact"}
	typescript = []string{"typescript", "typescriptreact"}
)

// specs is the table of the tools fettle runs itself, cheapest first. It is made
// once, since every file of a project is looked up in it; nobody writes into it.
var specs = sync.OnceValue(func() []Spec {
	rows := []Spec{
		{Name: "ruff", Languages: python, Class: ClassA, Binary: "ruff", Timeout: limits.LinterTime,
			Hint: "pip install ruff", folder: rootOf, command: (*job).ruff, texts: (*job).ruffTexts,
			files: ruffAtOnce, decode: decode.Ruff, stream: decode.RuffStream},
		{Name: "bandit", Languages: python, Class: ClassA, Binary: "bandit", Timeout: limits.LinterTime,
			Hint: "pip install bandit", marks: []string{".bandit", "bandit.yaml", "bandit.yml", "pyproject.toml#[tool.bandit"},
			folder: rootOf, command: (*job).bandit, decode: decode.Bandit},
		{Name: "mypy", Languages: python, Class: ClassB, Binary: "mypy", Timeout: limits.CompilerTime, Project: true,
			Slow: true,
			Hint: "pip install mypy", marks: []string{"mypy.ini", ".mypy.ini", "pyproject.toml#[tool.mypy", "setup.cfg#[mypy"},
			folder: (*job).mypyFolder, command: (*job).mypy, texts: (*job).mypyTexts,
			output: mypyOutput, decode: decode.Mypy},
		{Name: "pyright", Languages: python, Class: ClassB, Binary: "pyright", Timeout: limits.CompilerTime, Project: true,
			Slow: true,
			Hint: "npm install --save-dev pyright", marks: []string{"pyrightconfig.json", "pyproject.toml#[tool.pyright",
				"pyproject.toml#[tool.basedpyright"},
			folder: rootOf, command: (*job).pyright, decode: decode.Pyright},
		tySpec(), pyreflySpec(),
		{Name: "pytest", Languages: python, Class: ClassB, Binary: "pytest", Timeout: limits.CompilerTime, Project: true,
			Slow: true, Asked: true,
			Hint: "pip install pytest", folder: rootOf, command: (*job).pytest, files: whole,
			output: pytestOutput, decode: decode.JUnit},
		{Name: "go", Languages: golang, Class: ClassA, Binary: "go", Timeout: limits.CompilerTime, Project: true,
			Hint: "install Go from go.dev", folder: (*job).goFolder, command: goCommand("", goCompileArgs()...),
			texts: (*job).overlaid, output: goCompileOutput, decode: decode.GoList},
		{Name: "go vet", Languages: golang, Class: ClassA, Binary: "go", Timeout: limits.CompilerTime, Project: true,
			Hint: "install Go from go.dev", folder: (*job).goFolder, command: goCommand("", "vet", "-json", "-c=-1"),
			texts: (*job).overlaid, output: goVetOutput, decode: decode.GoVet},
		goFixSpec(),
		{Name: "staticcheck", Languages: golang, Class: ClassA, Binary: "staticcheck", Timeout: limits.CompilerTime,
			Project: true, Slow: true,
			Hint: "go install honnef.co/go/tools/cmd/staticcheck@latest", folder: (*job).goFolder,
			command: goCommand("STATICCHECK_CACHE", "-f", "sarif"), decode: decode.Staticcheck},
		{Name: "golangci-lint", Languages: golang, Class: ClassB, Binary: "golangci-lint", Timeout: limits.CompilerTime,
			Project: true, Slow: true,
			Hint: "see golangci-lint.run/welcome/install", marks: []string{".golangci.yml", ".golangci.yaml", ".golangci.toml",
				".golangci.json"},
			folder: (*job).goFolder, command: goCommand("GOLANGCI_LINT_CACHE", golangciArgs()...), decode: decode.Golangci},
		{Name: "eslint", Languages: ecmascript, Class: ClassB, Binary: "eslint", Timeout: limits.CompilerTime, Project: true,
			Hint: "npm install --save-dev eslint", marks: []string{"eslint.config.js", "eslint.config.mjs", "eslint.config.cjs",
				"eslint.config.ts", ".eslintrc", ".eslintrc.js", ".eslintrc.cjs", ".eslintrc.json", ".eslintrc.yml",
				".eslintrc.yaml"},
			folder: (*job).eslintFolder, command: (*job).eslint, texts: (*job).eslintFromMemory, decode: decode.ESLint},
		{Name: "biome", Languages: ecmascript, Class: ClassB, Binary: "biome", Timeout: limits.LinterTime, Project: true,
			Hint:   "npm install --save-dev @biomejs/biome",
			marks:  []string{"biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc"},
			folder: rootOf, command: (*job).biome, files: 1, output: biomeOutput, decode: decode.Biome},
		oxlintSpec(),
		{Name: "tsc", Languages: typescript, Class: ClassB, Binary: "tsc", Timeout: limits.CompilerTime, Project: true,
			Hint: "npm install --save-dev typescript", marks: []string{"tsconfig.json"},
			folder: rootOf, command: (*job).tsc, texts: (*job).tscTexts, decode: decode.TSC},
		{Name: "clippy", Languages: rust, Class: ClassB, Binary: "cargo", Also: []string{"rustc"},
			Timeout: limits.CompilerTime, Project: true, Slow: true,
			Hint: "rustup component add clippy", marks: []string{"Cargo.toml"},
			folder: (*job).clippyFolder, command: (*job).clippy, files: whole,
			output: clippyOutput, decode: decode.Rust},
	}
	for _, c := range known() {
		row, err := c.spec()
		if err != nil {
			panic("linter: the row of " + c.Name + ": " + err.Error()) // no user has written it
		}
		rows = append(rows, row)
	}
	return rows
})

// surveyFiles is how many files one run checks at most: its report has to fit
// into memory, and its time into a deadline. ruff checks thousands in a second, and
// its start costs more than that of the files; what says more than fits is cut in two.
const (
	surveyFiles = 200
	ruffAtOnce  = 1000
)

// atOnce returns how many files one run checks.
func (s Spec) atOnce() int {
	if s.files == 0 || s.files == ruffAtOnce && runtime.GOOS == "windows" { // where a command line ends at 32 KB
		return surveyFiles
	}
	return s.files
}

// many reports whether one run can check several files.
func (s Spec) many() bool { return s.files != 1 }

// Compiles reports whether a tool gets the time of compilers and type checkers,
// not that of linters.
func (s Spec) Compiles() bool { return s.Timeout >= limits.CompilerTime }

// Usual reports whether a tool is one that a project may lack which does not ask for it: rows of [known] are not.
func (s Spec) Usual() bool { return s.own == nil || !s.own.known }

// Configured reports whether a tool looks only where a project asks for it.
func (s Spec) Configured() bool { return len(s.marks) > 0 }

// Set is the tools of some settings: the built-in ones, then those that the user
// has defined. The zero value has the built-in ones.
type Set struct{ own []Spec }

// Specs returns the table of the built-in tools.
func Specs() []Spec { return slices.Clone(specs()) }

// Find returns the row of a built-in tool, under any name that editors know it by.
func Find(name string) (Spec, bool) { return Set{}.Find(name) }

// Named is [Set.Named] of the built-in tools.
func Named(words string) (spec Spec, arguments []string, ok bool) { return Set{}.Named(words) }

// rows are the tools in their order, but for those that one of the user's stands for.
func (set Set) rows(yield func(Spec) bool) {
	for i, table := range [...][]Spec{specs(), set.own} {
		for _, s := range table {
			own := i == 0 && s.own != nil && slices.ContainsFunc(set.own, func(o Spec) bool { return o.Name == s.Name })
			if !own && !yield(s) {
				return
			}
		}
	}
}

// Specs returns the table of tools.
func (set Set) Specs() []Spec { return slices.Collect(set.rows) }

// For lists the tools for a language, cheapest first.
func (set Set) For(lang string) (list []Spec) {
	for s := range set.rows {
		if slices.Contains(s.Languages, lang) {
			list = append(list, s)
		}
	}
	return list
}

// Knows reports whether any tool is for a language that runs also where no project asks for it.
func (set Set) Knows(lang string) bool {
	return slices.ContainsFunc(set.For(lang), Spec.Usual)
}

// Find returns the row of a tool, under any name that editors know it by.
func (set Set) Find(name string) (Spec, bool) {
	if name == Floor {
		return floorSpec(), true
	}
	tool := signal.Tool(name)
	for _, s := range set.own { // a server may have the name of one that a built-in tool speaks for
		if s.own.server && s.Name == strings.ToLower(strings.TrimSpace(name)) {
			return s, true
		}
	}
	for s := range set.rows {
		if s.Name == tool || slices.Contains(s.Also, tool) {
			return s, true
		}
	}
	// Some servers send a rule as the source: gopls sends "printf" for one of
	// go vet's analyzers. The signal table knows whose it is.
	owner, _, _ := strings.Cut(signal.Require(signal.Diagnostic{Tool: name}).Signal, "/")
	for _, s := range specs() {
		if s.Name == owner && s.Languages[0] == "go" && len(s.Languages) == 1 {
			return s, true
		}
	}
	return Spec{}, false
}

// Named returns the tool that words on a command line name, and the arguments behind
// its name: "pytest -k login", "go vet".
func (set Set) Named(words string) (spec Spec, arguments []string, ok bool) {
	list := strings.Fields(words)
	for n := min(2, len(list)); n > 0; n-- {
		name := strings.Join(list[:n], " ")
		if spec, ok = set.Find(name); ok && (n == 1 || spec.Name == signal.Tool(name)) {
			return spec, list[n:], true
		}
	}
	return Spec{}, nil, false
}
