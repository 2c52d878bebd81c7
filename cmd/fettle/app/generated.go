package app

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/ignore"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
)

// What a program writes is gone with its next run when it is changed by hand, so that
// generated files of a folder are left, and said. One that is named is fixed.

// generatedHead is how many lines may say that a file is generated: those before the
// code, behind a licence.
const generatedHead = 40

var (
	// goGenerated is a rule of Go: https://go.dev/s/generatedcode.
	goGenerated = lazyre.New(`^// Code generated .* DO NOT EDIT\.$`)
	// A mark of Meta's, used by others: https://docs.rs/rustfmt-nightly (format_generated_files).
	atGenerated = lazyre.New(`^\s*(//|#|/?\*+|<!--|--|;)?.*@generated\b`)
	// The heads that protoc, OpenAPI, ANTLR, thrift, bindgen, flatc, Qt's uic … write:
	// who wrote it, and that it is not to be changed, in comments.
	madeBy     = lazyre.New(`(?i)\b(auto-?\s?generated|generated (by|from|with|code|file))\b`)
	notByHand  = lazyre.New(`(?i)\b(do not|don't|never) (edit|modify|change|touch)\b|\bwill be (lost|overwritten)\b`)
	commentary = lazyre.New(`^\s*(//|#|/?\*|<!--|--|;)`)
)

// generatedNames are endings that only generators use, as linguist knows them
// (https://github.com/github-linguist/linguist/blob/main/lib/linguist/generated.rb).
var generatedNames = []string{"_pb2.py", "_pb2.pyi", "_pb2_grpc.py", ".pb.go", ".pb.gw.go", "_pb.js", "_pb.ts",
	"_pb.d.ts", ".g.dart"}

// generated says by what a file is known to be generated, "" if it is not.
func generated(path, body string) string {
	for _, end := range generatedNames {
		if strings.HasSuffix(path, end) {
			return "its name ends in " + end
		}
	}
	made, locked := "", false
	n := 0
	for line := range strings.Lines(body) {
		n++
		line = strings.TrimRight(line, "\r\n")
		switch {
		case n > generatedHead:
			return ""
		case goGenerated.MatchString(line), atGenerated.MatchString(line):
			return fmt.Sprintf("line %d says so", n)
		case !commentary.MatchString(line):
			if made = ""; strings.TrimSpace(line) != "" {
				locked = false
			}
			continue
		}
		if madeBy.MatchString(line) {
			made = fmt.Sprintf("line %d says so", n)
		}
		if locked = locked || notByHand.MatchString(line); made != "" && locked {
			return made
		}
	}
	return ""
}

// attributes are the .gitattributes of a folder and of those above it, up to the
// repository, as far as they speak of generated files.
type attributes struct{ folders map[string][]ignore.Pattern }

// generated reports whether .gitattributes call a file generated: the nearest has the
// last word (https://git-scm.com/docs/gitattributes, linguist-generated).
func (a *attributes) generated(path string) bool {
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		list, known := a.folders[dir]
		if !known {
			list = attributesIn(dir)
			if a.folders == nil {
				a.folders = map[string][]ignore.Pattern{}
			}
			a.folders[dir] = list
		}
		if rel, ok := files.Below(dir, path); ok && len(list) > 0 {
			if p, ok := ignore.Last(list, rel, false); ok {
				return !p.Negated
			}
		}
		if has(dir, ".git") || dir == filepath.Dir(dir) {
			return false
		}
	}
}

// attributesIn reads one file of attributes.
func attributesIn(dir string) (list []ignore.Pattern) {
	f, err := files.Read(filepath.Join(dir, ".gitattributes"), limits.FixFile)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(f.Data)) {
		words := strings.Fields(line)
		for _, w := range words[min(1, len(words)):] {
			name, value, _ := strings.Cut(w, "=")
			if strings.TrimLeft(name, "-!") != "linguist-generated" {
				continue
			}
			p, ok := ignore.ParseLine(words[0])
			if p.Negated = name[0] == '-' || name[0] == '!' || value == "false"; ok {
				list = append(list, p)
			}
		}
	}
	return list
}

// leftGenerated leaves out the generated files of a folder, and says so in one line.
func leftGenerated(list []string, why string) (out []skip) {
	for i, path := range list {
		s := leave(path, "generated file", notOurs("it is generated; name it to have it fixed"))
		if len(list) == 1 {
			s = leave(path, "generated file", notOurs("it is generated ("+why+"); name it to have it fixed"))
		}
		if s.quiet = i > 0; i == 0 && len(list) > 1 {
			shown := strings.Join(list[:min(3, len(list))], ", ")
			if len(list) > 3 {
				shown += ", …"
			}
			s.error = fmt.Errorf("%s: %w", shown,
				notOurs(fmt.Sprintf("%d files are generated; name one to have it fixed", len(list))))
		}
		out = append(out, s)
	}
	return out
}
