package testkit

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Answer is one answer to one diagnostic, as a model might give it.
type Answer struct {
	Lang, Tool, Code, Message string
	Before, After             string
	Start, End                int    // the diagnostic's bytes in Before
	Why                       string // what the answer does
	At                        string // file and line that hold it
}

var code = regexp.MustCompile(`<U\+([0-9A-F]{4,6})>`)

// File is a path that suits the answer's language and tool.
func (a Answer) File() string {
	ext := map[string]string{"python": ".py", "go": ".go", "javascript": ".js", "typescript": ".ts", "rust": ".rs", "java": ".java", "shellscript": ".sh", "yaml": ".yaml", "c": ".c", "ruby": ".rb"}[a.Lang]
	switch a.Tool {
	case "pytest":
		if !strings.Contains(a.Before, "def test") {
			return "/src/app" + ext // the code under test
		}
		return "/src/test_add" + ext
	case "go test":
		return "/src/add_test" + ext
	case "jest":
		return "/src/add.test" + ext
	}
	return "/src/app" + ext
}

// Answers reads the answers of all files that match a pattern.
//
// A line "@base LANG TOOL CODE MESSAGE" starts a program, the lines up to the
// next "@", with «» around what is reported; a tool of two words is written with
// an underscore. "@line WHY" is an answer that puts the lines below in place of
// the first line with a mark to the last, "@top WHY" one that puts them before
// the first line (behind Go's package clause, where they are code), "@text WHY"
// a whole text. <U+00A0> stands for that character.
func Answers(pattern string) ([]Answer, error) {
	files, err := filepath.Glob(pattern)
	if err != nil {
		return nil, err
	}
	var out []Answer
	for _, f := range files {
		list, err := answersOf(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
		out = append(out, list...)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s holds no answers", pattern)
	}
	return out, nil
}

// block is one "@" line and the lines below it.
type block struct {
	kind, rest string
	body       string
	line       int
}

func answersOf(file string) ([]Answer, error) {
	f, err := os.Open(file) //nolint:gosec // a test names it
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var blocks []block
	s := bufio.NewScanner(f)
	for n := 1; s.Scan(); n++ {
		line := s.Text()
		if strings.HasPrefix(line, "@base ") || strings.HasPrefix(line, "@line ") || strings.HasPrefix(line, "@top ") || strings.HasPrefix(line, "@text ") {
			kind, rest, _ := strings.Cut(line[1:], " ")
			blocks = append(blocks, block{kind: kind, rest: rest, line: n})
			continue
		}
		if len(blocks) == 0 {
			return nil, fmt.Errorf("line %d stands before any @base", n)
		}
		blocks[len(blocks)-1].body += line + "\n"
	}
	var base Answer
	var marked string
	var out []Answer
	for _, b := range blocks {
		body := unescape(strings.TrimRight(b.body, "\n") + "\n")
		if b.kind == "base" {
			if base, marked, err = baseOf(b.rest, body); err != nil {
				return nil, fmt.Errorf("line %d: %w", b.line, err)
			}
			continue
		}
		a := base
		a.Why, a.At = b.rest, fmt.Sprintf("%s:%d", filepath.Base(file), b.line)
		a.After = answer(b.kind, marked, a, body)
		out = append(out, a)
	}
	return out, s.Err()
}

func baseOf(rest, body string) (Answer, string, error) {
	w := strings.SplitN(rest, " ", 4)
	from, to := strings.Index(body, "«"), strings.Index(body, "»")
	if len(w) < 4 || from < 0 || to < from {
		return Answer{}, "", fmt.Errorf("a base needs a language, a tool, a code, a message and marks")
	}
	a := Answer{Lang: w[0], Tool: strings.ReplaceAll(w[1], "_", " "), Code: w[2], Message: w[3]}
	a.Start, a.End = from, to-len("«")
	a.Before = strings.NewReplacer("«", "", "»", "").Replace(body)
	return a, body, nil
}

// answer is the whole text after an answer.
func answer(kind, marked string, a Answer, body string) string {
	switch kind {
	case "text":
		return body
	case "top":
		if clause, rest, ok := strings.Cut(a.Before, "\n"); ok && a.Lang == "go" && !strings.HasPrefix(body, "//") {
			return clause + "\n\n" + body + rest
		}
		return body + a.Before
	}
	lines := strings.SplitAfter(marked, "\n")
	var b strings.Builder
	inside, done := false, false
	for _, l := range lines {
		if strings.Contains(l, "«") {
			inside = true
		}
		if !inside {
			b.WriteString(l)
		}
		if strings.Contains(l, "»") {
			inside = false
			if !done {
				b.WriteString(body)
			}
			done = true
		}
	}
	return b.String()
}

func unescape(s string) string {
	return code.ReplaceAllStringFunc(s, func(m string) string {
		n, err := strconv.ParseInt(m[3:len(m)-1], 16, 32)
		if err != nil {
			return m
		}
		return string(rune(n))
	})
}
