package scan

// Family is a group of languages that are scanned alike.
type Family uint8

// The families.
const (
	Plain  Family = iota // no code: text, markup
	Python               // indentation
	Golang
	Script // TypeScript, JavaScript
	Rust
	Braces // Java, C, C++, C#, PHP, Kotlin, Swift …
	Hashes // Ruby, shell …: "#" comments, "end" or indentation
	SQL
)

// FamilyOf returns the family of a language.
func FamilyOf(lang string) Family {
	switch lang {
	case "python":
		return Python
	case "go":
		return Golang
	case "typescript", "typescriptreact", "javascript", "javascriptreact":
		return Script
	case "rust":
		return Rust
	case "java", "c", "cpp", "csharp", "php", "kotlin", "swift", "scala", "dart", "groovy", "objective-c", "proto", "zig",
		"vue", "svelte":
		return Braces
	case "ruby", "shellscript", "elixir", "perl", "r", "julia", "nim", "crystal":
		return Hashes
	case "sql":
		return SQL
	}
	return Plain
}

// Kin returns the group within which names and imports resolve: TypeScript and
// JavaScript are one.
func Kin(f Family, lang string) string {
	if f == Script {
		return "script"
	}
	return lang
}
