package linter

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/providers/signal"
)

// eslint reads the text from standard input under the document's name, from
// the folder that holds the configuration.
func (j *job) eslint() (child.Command, error) {
	cmd := child.Command{
		Argv:  j.args("--format", "json", "--stdin", "--stdin-filename", j.snapshot.Path),
		Dir:   j.eslintFolder(),
		Stdin: []byte(j.snapshot.Text()),
		// With types, typescript-eslint takes a run of the command for one over
		// files, and looks at the file on the disk instead of the text.
		Env: []string{"TSESTREE_SINGLE_RUN=false"},
	}
	if node, cli := j.eslintScript(); cli != "" {
		j.stays = eslintStays(node, cli, cmd, []string{j.snapshot.Text()}, func(out []byte) ([]byte, error) {
			var reports []json.RawMessage
			if err := json.Unmarshal(out, &reports); err != nil || len(reports) != 1 {
				return nil, malformed("eslint", errors.Join(err, errors.New("not one report")))
			}
			return reports[0], nil
		})
	}
	return cmd, nil
}

// eslintScript is what a run of our own script needs: Node.js and ESLint's command
// line as a module; "" where they are not found.
func (j *job) eslintScript() (node, cli string) {
	if cli = j.eslintCLI(); cli == "" {
		return "", ""
	}
	node, err := child.Look("node", j.look())
	if err != nil {
		return "", ""
	}
	return node, cli
}

// eslintAsked is what a process that stays is asked.
type eslintAsked struct {
	Line  []string `json:"line"`
	Texts any      `json:"texts"`
}

// eslintStays asks the same of a process that stays as a command does.
func eslintStays(node, cli string, cmd child.Command, texts any, takes func([]byte) ([]byte, error)) *staying {
	return &staying{argv: []string{node, heap, "-e", eslintTexts, "--", cli, "stay"}, dir: cmd.Dir, env: cmd.Env,
		question: eslintAsked{append([]string{node, cli}, cmd.Argv[1:]...), texts}, takes: takes}
}

// eslintFolder is the folder that holds the configuration.
func (j *job) eslintFolder() string {
	dir := files.NearestWith(j.folder(), j.root, "eslint.config.js", "eslint.config.mjs", "eslint.config.cjs", "eslint.config.ts",
		".eslintrc.js", ".eslintrc.cjs", ".eslintrc.json", ".eslintrc.yml", ".eslintrc.yaml", ".eslintrc", "package.json")
	if dir == "" {
		return j.root
	}
	return dir
}

type eslintFix struct {
	Range []int  `json:"range"` // UTF-16 code units behind a byte order mark
	Text  string `json:"text"`
}

type eslintMessage struct {
	RuleID      *string    `json:"ruleId"`
	Severity    int        `json:"severity"`
	Fatal       bool       `json:"fatal"`
	Message     *string    `json:"message"`
	Line        int        `json:"line"`
	Column      int        `json:"column"`
	EndLine     int        `json:"endLine"`
	EndColumn   int        `json:"endColumn"`
	Fix         *eslintFix `json:"fix"`
	Suggestions []struct {
		Desc string    `json:"desc"`
		Fix  eslintFix `json:"fix"`
	} `json:"suggestions"`
}

// decodeESLint reads eslint --format json.
func decodeESLint(output []byte) ([]Finding, error) {
	var results []struct {
		Path     *string         `json:"filePath"`
		Messages []eslintMessage `json:"messages"`
	}
	if err := json.Unmarshal(output, &results); err != nil {
		return nil, malformed("eslint", err)
	}
	if results == nil {
		return nil, malformed("eslint", errors.New("null"))
	}
	var list []Finding
	for _, r := range results {
		if r.Path == nil {
			return nil, malformed("eslint", errors.New("a result without file"))
		}
		for _, m := range r.Messages {
			if m.Message == nil {
				return nil, malformed("eslint", errors.New("a message without text"))
			}
			if m.RuleID == nil && !m.Fatal && m.Fix == nil {
				continue // "File ignored …": about ESLint, not about the text
			}
			list = append(list, m.finding(*r.Path))
		}
	}
	return list, nil
}

func (m eslintMessage) finding(path string) Finding {
	f := Finding{
		Tool: "eslint", Path: path, Code: deref(m.RuleID), Message: *m.Message, Severity: signal.Warning, Unit: UTF16, NoMark: true,
		Start: Point{Line: m.Line, Column: m.Column},
	}
	if m.EndLine > 0 && m.EndColumn > 0 {
		f.End = Point{Line: m.EndLine, Column: m.EndColumn}
	}
	if m.Severity == 2 || m.Fatal {
		f.Severity = signal.Error
	}
	switch {
	case m.Fatal && f.Code == "":
		f.Code = "parse"
	case f.Code != "" && !strings.Contains(f.Code, "/"):
		f.Doc = "https://eslint.org/docs/latest/rules/" + f.Code
	}
	if strings.HasSuffix(f.Code, "no-unused-vars") {
		f.Tags = []signal.Tag{signal.Unnecessary}
	}
	switch {
	case m.Fix != nil && len(m.Fix.Range) == 2:
		title := "Fix this " + f.Code + " problem"
		if f.Code == "" {
			title = "Remove the unused directive" // the one fix without a rule
		}
		f.Fix = &Fix{Title: title, Applicability: signal.Safe, Unit: Offset16, Edits: []FixEdit{m.Fix.edit()}}
	case len(m.Suggestions) == 1 && len(m.Suggestions[0].Fix.Range) == 2:
		// Suggestions may change behaviour. Several are a choice: the user's.
		s := m.Suggestions[0]
		f.Fix = &Fix{Title: s.Desc, Applicability: signal.Unsafe, Unit: Offset16, Edits: []FixEdit{s.Fix.edit()}}
	}
	return f
}

func (x eslintFix) edit() FixEdit {
	return FixEdit{Start: Point{Column: x.Range[0]}, End: Point{Column: x.Range[1]}, New: x.Text}
}
