package linter

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// mirrored is a folder of the root in the private tree.
func (j *job) mirrored(tree, dir string) string {
	rel, err := filepath.Rel(j.root, dir)
	if err != nil || !filepath.IsLocal(rel) {
		return tree
	}
	return filepath.Join(tree, rel)
}

// staticcheck knows no overlay: it reads a private tree of links. Of its
// formats only SARIF holds the suggested fixes.
func (j *job) staticcheck() (child.Command, error) {
	if err := j.goBuilds(); err != nil {
		return child.Command{}, err
	}
	tree, err := j.mirror()
	if err != nil {
		return child.Command{}, err
	}
	return child.Command{
		Argv: j.args("-f", "sarif", "."), Dir: j.mirrored(tree, j.folder()),
		Env: append(j.goEnvironment(), "STATICCHECK_CACHE="+j.cache("staticcheck")),
	}, nil
}

// decodeStaticcheck reads staticcheck -f json, one object a line, and -f
// sarif.
func decodeStaticcheck(output []byte) ([]Finding, error) {
	if bytes.Contains(output, []byte(`"runs"`)) {
		return decodeSARIF(output)
	}
	var list []Finding
	for line := range bytes.SplitSeq(output, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		type place struct {
			File   string `json:"file"`
			Line   int    `json:"line"`
			Column int    `json:"column"`
		}
		var it struct {
			Code     string  `json:"code"`
			Severity string  `json:"severity"`
			Location *place  `json:"location"`
			End      place   `json:"end"`
			Message  *string `json:"message"`
			Related  []struct {
				Location place  `json:"location"`
				Message  string `json:"message"`
			} `json:"related"`
		}
		if err := json.Unmarshal(line, &it); err != nil {
			return nil, malformed("staticcheck", err)
		}
		switch {
		case it.Location == nil || it.Message == nil:
			return nil, malformed("staticcheck", errors.New("an item without location or message"))
		case it.Severity == "ignored":
			continue
		case it.Code == "compile":
			list = append(list, report.GoText("go", *it.Message)...)
			continue
		}
		f := Finding{
			Tool: "staticcheck", Path: it.Location.File, Code: it.Code, Message: *it.Message, Severity: signal.Warning, Unit: Bytes,
			Start: Point{Line: it.Location.Line, Column: it.Location.Column}, End: Point{Line: it.End.Line, Column: it.End.Column},
			Doc: "https://staticcheck.dev/docs/checks#" + it.Code,
		}
		for _, r := range it.Related {
			f.Related = append(f.Related, Related{Path: r.Location.File, Line: r.Location.Line, Message: r.Message})
		}
		list = append(list, f)
	}
	return list, nil
}

// staticcheckApplicability: the checks of the S group are simplifications,
// which by their definition keep what the code does; of the others nothing is
// promised.
func staticcheckApplicability(rule string) signal.Applicability {
	if strings.HasPrefix(rule, "S1") {
		return signal.Safe
	}
	return signal.Unsafe
}
