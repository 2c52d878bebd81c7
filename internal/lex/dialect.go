package lex

// Family groups languages that share their surface: how blocks, comments,
// strings and imports are written.
type Family uint8

// The families.
const (
	Other  Family = iota // braces, C-like comments: the best guess
	Python               // indentation, string prefixes, f-strings
	Go
	Script // JavaScript, TypeScript
	Rust
	Hash // "#" comments, no braces: shell, YAML, TOML, Ruby …
)

// Dialect is what a lexer and a scan must know of a language.
type Dialect struct {
	Family  Family
	Indent  bool   // blocks are made by indentation
	Hash    bool   // "#" starts a comment
	Slashes bool   // "//" starts a comment
	Dashes  bool   // "--" starts a comment
	Block   bool   // "/*" starts a comment that "*/" ends
	Triple  string // quotes that, three in a row, hold lines
	Tick    Tick   // what a backquote starts
	Lines   bool   // strings of one quote may span lines
	Doubled bool   // a quote in a string is doubled, and a backslash means nothing
}

// LineComment returns what starts a comment that ends with its line.
func (d Dialect) LineComment() string {
	switch {
	case d.Hash && !d.Slashes:
		return "#"
	case d.Dashes:
		return "--"
	}
	return "//"
}

// Tick says what a backquote starts.
type Tick uint8

// What a backquote starts.
const (
	TickNone     Tick = iota
	TickRaw           // a string of lines without escapes
	TickTemplate      // a string of lines with "${…}"
)

// rows are the dialects of languages; all others are written like C.
var rows = map[string]Dialect{
	"python": python, "starlark": python,
	"go": golang, "go.mod": golang,
	"javascript": script, "javascriptreact": script, "typescript": script, "typescriptreact": script,
	"rust": {Family: Rust, Slashes: true, Block: true, Lines: true},

	"java": triple, "kotlin": triple, "scala": triple, "swift": triple, "csharp": triple, "groovy": triple,
	"dart":      {Slashes: true, Block: true, Triple: `"'`},
	"terraform": {Hash: true, Slashes: true, Block: true},
	"php":       {Hash: true, Slashes: true, Block: true},

	"shellscript": hashLines, "ruby": hashLines, "r": hashLines, "julia": hashLines,
	"nim": hashLines, "elixir": hashLines, "crystal": hashLines,
	"perl": hash, "yaml": hash, "toml": hash, "makefile": hash, "dockerfile": hash, "cmake": hash, "nix": hash,
	"graphql": hash, "powershell": hash,

	"sql": {Family: Hash, Indent: true, Dashes: true, Block: true, Lines: true, Doubled: true},
	"lua": dashes, "haskell": dashes,
	"": prose, "markdown": prose,
}

var (
	python    = Dialect{Family: Python, Indent: true, Hash: true, Triple: `"'`}
	golang    = Dialect{Family: Go, Slashes: true, Block: true, Tick: TickRaw}
	script    = Dialect{Family: Script, Slashes: true, Block: true, Tick: TickTemplate}
	triple    = Dialect{Slashes: true, Block: true, Triple: `"`}
	hash      = Dialect{Family: Hash, Indent: true, Hash: true}
	hashLines = Dialect{Family: Hash, Indent: true, Hash: true, Lines: true}
	dashes    = Dialect{Family: Hash, Indent: true, Dashes: true}
	prose     = Dialect{Family: Hash, Indent: true}
)

// For returns the dialect of a language, by its LSP language identifier.
func For(lang string) Dialect {
	if d, ok := rows[lang]; ok {
		return d
	}
	return Dialect{Slashes: true, Block: true}
}
