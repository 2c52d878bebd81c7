package main

import (
	"bufio"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

//go:embed stored/*.txtar
var liveArchives embed.FS

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
	Held           bool // looked at only at the end
}

// liveCases reads all cases of the repository, in the order of their names. Each
// archive is a project that works, followed by cases: lines to take out of it
// (-) and the defective ones that stand there instead (+). A file named "beside" is
// one that the defective one needs.
func liveCases() ([]liveCase, error) {
	entries, err := liveArchives.ReadDir("stored")
	if err != nil {
		return nil, err
	}
	archives := map[string]*txtar.Archive{}
	for _, e := range entries {
		data, err := liveArchives.ReadFile(path.Join("stored", e.Name()))
		if err != nil {
			return nil, err
		}
		archives[strings.TrimSuffix(e.Name(), ".txtar")] = txtar.Parse(data)
	}
	var out []liveCase
	for _, name := range slices.Sorted(maps.Keys(archives)) {
		list, err := casesOf(name, archives[name])
		if err != nil {
			return nil, fmt.Errorf("stored/%s.txtar: %w", name, err)
		}
		out = append(out, list...)
	}
	for i := range out {
		sum := sha256.Sum256([]byte(out[i].ID))
		out[i].Held = sum[0]&1 == 1
	}
	return out, nil
}

// liveLanguages tells languages by the beginning of an archive's name.
func liveLanguages() map[string]string {
	return map[string]string{"py": "python", "go": "go", "ts": "typescript", "js": "javascript", "rs": "rust"}
}

func casesOf(name string, a *txtar.Archive) ([]liveCase, error) {
	short, _, _ := strings.Cut(name, "_")
	base := liveCase{Lang: liveLanguages()[short], Project: scaffold(liveLanguages()[short])}
	tests := map[string]string{} // seen by pytest only
	var out []liveCase
	for _, f := range a.Files {
		words := strings.Fields(f.Name)
		switch {
		case words[0] == "case":
			c := base
			c.Project = maps.Clone(base.Project)
			c.ID, c.Tool, c.Right = name+"/"+words[1], strings.Join(words[2:], " "), base.Text
			if c.Tool == "pytest" {
				maps.Copy(c.Project, tests)
			}
			text, err := damaged(base.Text, string(f.Data))
			if err != nil {
				return nil, fmt.Errorf("case %s: %w", words[1], err)
			}
			c.Text = text
			out = append(out, c)
		case strings.Contains(words[0], "judge"):
			base.JudgeFile, base.Judge = words[0], string(f.Data)
		case len(words) > 1 && words[1] == "beside":
			base.Project = maps.Clone(base.Project)
			base.Project[words[0]] = string(f.Data)
		case len(words) > 1:
			tests[words[0]] = string(f.Data)
		default:
			base.File, base.Text = words[0], string(f.Data)
		}
	}
	return out, nil
}

// damaged puts the lines with + in place of those with -.
func damaged(text, diff string) (string, error) {
	var old, fresh strings.Builder
	for line := range strings.Lines(diff) {
		switch line[0] {
		case '-':
			old.WriteString(line[1:])
		case '+':
			fresh.WriteString(line[1:])
		default:
			return "", fmt.Errorf("line %q begins with neither - nor +", line)
		}
	}
	if n := strings.Count(text, old.String()); n != 1 {
		return "", fmt.Errorf("the old lines stand %d times in the file", n)
	}
	return strings.Replace(text, old.String(), fresh.String(), 1), nil
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
			"tsconfig.json": `{"compilerOptions": {"strict": true, "noEmit": true, "target": "es2020", "lib": ["es2020"], "module": "commonjs", "types": []}}` + "\n"}
	case "javascript":
		return map[string]string{"package.json": "{}\n", "eslint.config.js": `module.exports = [{ files: ["**/*.js"],
  languageOptions: { ecmaVersion: 2022, sourceType: "commonjs", globals: { require: "readonly", module: "writable", console: "readonly" } },
  rules: { "no-undef": "error", "no-const-assign": "error", "no-fallthrough": "error", "no-self-compare": "error" } }];
`}
	case "rust":
		return map[string]string{"Cargo.toml": "[package]\nname = \"project\"\nversion = \"0.1.0\"\nedition = \"2021\"\n"}
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
			c.JudgeFile, c.Judge = "judge.py", fmt.Sprintf("import %s as m\n%s\n%s\n", strings.TrimSuffix(r.File, ".py"), r.Imports, r.Test)
		case "go":
			c.JudgeFile, c.Judge = "judge_test.go", fmt.Sprintf("package %s\n\nimport (\n\t\"testing\"\n%s\n)\n\nfunc TestJudge(t *testing.T) {\n%s\n}\n", packageOf(r.Text), r.Imports, r.Test)
			if r.Tool == "go" {
				c.Tool = "go build"
			}
		case "typescript":
			c.JudgeFile, c.Judge = "judge.js", fmt.Sprintf("const assert = require(\"assert\");\nconst m = require(\"./%s\");\n%s\n", strings.TrimSuffix(r.File, ".ts"), r.Test)
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
