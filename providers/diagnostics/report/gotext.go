package report

import (
	"strings"

	"github.com/fettle-dev/fettle/providers/signal"
)

// GoText reads the lines that the Go compiler and its relatives write:
// "path:line:col: message", with notes in lines that begin with a tab. Lines
// of other shapes ("# package", "too many errors") are no findings. In what go
// vet writes, lines that begin with "vet:" are the compiler's, the others are
// its own, unless the message is one that only a compiler writes.
func GoText(tool, output string) []Finding {
	var list []Finding
	vet := tool == "go vet"
	for line := range strings.SplitSeq(output, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if rest, ok := strings.CutPrefix(line, "\t"); ok && len(list) > 0 {
			addNote(&list[len(list)-1], rest)
			continue
		}
		line, compiler := strings.CutPrefix(strings.TrimPrefix(line, "fix: "), "vet: ")
		if line == "" || line[0] == '#' {
			continue
		}
		path, at, message, ok := CutPosition(line)
		if !ok {
			continue
		}
		f := Finding{Tool: "go", Path: path, Code: CompilerCode(message), Message: message, Severity: signal.Error,
			Unit: Bytes, Start: at}
		if vet && !compiler && f.Code == "" {
			f.Tool, f.Severity = tool, signal.Warning
		}
		list = append(list, f)
	}
	return list
}

// addNote hangs a continuation line on a finding: as a further place if it
// names one, else as more of the message.
func addNote(f *Finding, line string) {
	if path, at, message, ok := CutPosition(strings.TrimSpace(line)); ok {
		f.Related = append(f.Related, Related{Path: path, Line: at.Line, Message: message})
		return
	}
	f.Message += " " + strings.TrimSpace(line)
}

// CutPosn splits "path:line:col" from its end.
func CutPosn(s string) (path string, at Point, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i <= 0 {
		return s, Point{}, false
	}
	last, n := Digits(s[i+1:])
	if n == 0 || n != len(s)-i-1 {
		return s, Point{}, false
	}
	if j := strings.LastIndexByte(s[:i], ':'); j > 0 {
		if line, n := Digits(s[j+1 : i]); n > 0 && n == i-j-1 {
			return s[:j], Point{Line: line, Column: last}, true
		}
	}
	return s[:i], Point{Line: last}, true
}

// CompilerCode names a compiler message by the code it has in gopls, where the
// text leaves no doubt; else "".
func CompilerCode(message string) string {
	for _, c := range compilerCodes() {
		if strings.HasPrefix(message, c.prefix) && strings.Contains(message, c.part) {
			return c.code
		}
	}
	return ""
}

type compilerPhrase struct{ prefix, part, code string }

func compilerCodes() []compilerPhrase {
	return []compilerPhrase{
		{"syntax error: ", "", "syntax"},
		{"declared and not used: ", "", "UnusedVar"},
		{"", " declared and not used", "UnusedVar"},
		{"", " imported and not used", "UnusedImport"},
		{"", " imported as ", ""}, // a note of the former
		{"undefined: ", "", "UndeclaredName"},
		{"", " undefined (type ", "MissingFieldOrMethod"},
		{"undefined method ", "", "MissingFieldOrMethod"},
		{"missing return", "", "MissingReturn"},
		{"not enough arguments in call", "", "WrongArgCount"},
		{"too many arguments in call", "", "WrongArgCount"},
		{"not enough return values", "", "WrongResultCount"},
		{"too many return values", "", "WrongResultCount"},
		{"assignment mismatch: ", "", "AssignmentMismatch"},
		{"cannot use ", " value in ", "IncompatibleAssign"},
		{"unknown field ", " in struct literal", "MissingLitField"},
		{"invalid operation: ", "mismatched types", "MismatchedTypes"},
		{"cannot assign to struct field ", " in map", "UnaddressableFieldAssign"},
		{"no new variables on left side of :=", "", "NoNewVar"},
		{"append(", ") is not used", "UnusedExpr"},
		{"", " redeclared in this block", "DuplicateDecl"},
		{"impossible type assertion", "", "ImpossibleAssert"},
		{"import cycle not allowed", "", "ImportCycle"},
		{"could not import ", "", "BrokenImport"},
		{"cannot find module providing package ", "", "BrokenImport"},
		{"no required module provides package ", "", "BrokenImport"},
		{"package ", " is not in std", "BrokenImport"},
	}
}
