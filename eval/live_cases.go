package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/fettle-dev/fettle/eval/fresh"
)

// liveCase is a small project with one defect that a tool reports, and a hidden
// test that only the judge sees.
type liveCase struct {
	ID, Tool, Lang string
	File           string // the one with the defect
	Text           string // of it
	Right          string // of it without the defect; "" where that is not known
	Project        map[string]string
	JudgeFile      string
	Judge          string
	Package        string // folder of the released package that it is a part of, in place of Project and Judge
}

// freshCases are the cases of a folder that fettle-eval fresh made: the judge are the package's own tests.
func freshCases(dir string) ([]liveCase, error) {
	list, err := fresh.Read(dir)
	out := make([]liveCase, len(list))
	for i, c := range list {
		out[i] = liveCase{ID: c.ID, Tool: c.Tool, Lang: c.Lang, File: c.File, Text: c.Text, Right: c.Right, Package: c.Tree}
	}
	return out, err
}

// scaffold are the files that make a folder a project of a language.
func scaffold(lang string) map[string]string {
	switch lang {
	case "python":
		return map[string]string{"pyproject.toml": "[project]\nname = \"project\"\nversion = \"1\"\n"}
	case "go":
		return map[string]string{"go.mod": "module project\n\ngo 1.23\n"}
	case "typescript":
		return map[string]string{"package.json": "{}\n",
			"tsconfig.json": `{"compilerOptions": {"strict": true, "noEmit": true, "target": "es2020", "lib": ["es2020"], ` +
				`"module": "commonjs", "types": []}}` + "\n"}
	}
	return map[string]string{}
}

// liveRecords reads cases from a file with one JSON object a line: id, tool,
// language, file, text, imports and test.
func liveRecords(file string) ([]liveCase, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []liveCase
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var r struct{ ID, Tool, Language, File, Text, Imports, Test string }
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		c := liveCase{ID: r.ID, Tool: r.Tool, Lang: r.Language, File: r.File, Text: r.Text, Project: scaffold(r.Language)}
		switch r.Language {
		case "python":
			c.JudgeFile, c.Judge = "judge.py", fmt.Sprintf("import %s as m\n%s\n%s\n", strings.TrimSuffix(r.File, ".py"),
				r.Imports, r.Test)
		case "go":
			c.JudgeFile, c.Judge = "judge_test.go",
				fmt.Sprintf("package %s\n\nimport (\n\t\"testing\"\n%s\n)\n\nfunc TestJudge(t *testing.T) {\n%s\n}\n",
					packageOf(r.Text), r.Imports, r.Test)
			if r.Tool == "go" {
				c.Tool = "go build"
			}
		case "typescript":
			c.JudgeFile, c.Judge = "judge.js", fmt.Sprintf("const assert = require(\"assert\");\nconst m = "+
				"require(\"./%s\");\n%s\n", strings.TrimSuffix(r.File, ".ts"), r.Test)
		default:
			return nil, errors.New(r.ID + ": no judge for " + r.Language)
		}
		out = append(out, c)
	}
	return out, lines.Err()
}

func packageOf(text string) string {
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "package "); ok {
			return strings.TrimSpace(name)
		}
	}
	return "main"
}
