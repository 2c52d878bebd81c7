package linter

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
	"github.com/fettle-dev/fettle/providers/signal"
)

// eslintText is a text that ESLint gets from memory, under its file's name.
type eslintText struct {
	File string `json:"file"`
	Text string `json:"text"`
}

// eslintTexts has one process of ESLint check all files from memory.
func (b *batch) eslintTexts() (child.Command, error) {
	cmd, err := b.eslintMany()
	if err != nil {
		return cmd, b.cannot("its library was not found")
	}
	var list []eslintText
	for _, s := range b.files {
		if !utf8.ValidString(s.Text()) {
			return cmd, b.cannot("a text is not UTF-8")
		}
		list = append(list, eslintText{s.Path, s.Text()})
	}
	cmd.Dir = b.dir
	if cmd.Stdin, err = json.Marshal(list); err != nil {
		return cmd, b.cannot(err.Error())
	}
	b.eslintMayStay(cmd, list)
	return cmd, nil
}

// flattened makes one report of a list of them, as eslintTexts prints.
func flattened(out []byte) ([]byte, error) {
	var reports [][]json.RawMessage
	if err := json.Unmarshal(out, &reports); err != nil {
		return nil, malformed("eslint", err)
	}
	all := []json.RawMessage{}
	for _, r := range reports {
		all = append(all, r...)
	}
	return json.Marshal(all)
}

// tscTogether has one start of the compiler check all files, with the changed
// texts in memory.
func (b *batch) tscTogether() (child.Command, error) {
	a := tscAsked{Given: map[string]string{}}
	for _, s := range b.files {
		a.Files = append(a.Files, s.Path)
	}
	for _, s := range b.changed {
		if !utf8.ValidString(s.Text()) {
			return child.Command{}, b.cannot("a text is not UTF-8")
		}
		a.Given[s.Path] = s.Text()
	}
	cmd, err := b.tscScript(a)
	cmd.Dir = b.dir
	return cmd, err
}

// lookedAt reports for each file whether the run has a word about it.
func (b *batch) lookedAt(out []byte) []bool {
	seen := make([]bool, len(b.files))
	var none map[string]bool
	switch b.spec.Name {
	case "tsc":
		none = decode.TSCUnseen(out)
	case "eslint":
		none = decode.ESLintIgnores(out)
	}
	for i, s := range b.files {
		seen[i] = !none[s.Path]
	}
	return seen
}

// answer is what one run says: element i belongs to file i.
type answer struct {
	found [][]signal.Diagnostic
	seen  []bool
}
