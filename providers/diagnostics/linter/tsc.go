package linter

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// tscCheck asks the project's own compiler, as a library, for the diagnostics
// of texts: the command itself can neither take text from memory nor say where
// a problem ends, and starts anew for each of them.
//
//go:embed tsc.js
var tscCheck string

// tscFixes are the functions of tscCheck about the compiler's own fixes.
//
//go:embed tscfix.js
var tscFixes string

// tscAsked is what the script is asked: texts of one file, or files as they
// are on disk.
type tscAsked struct {
	File  string   `json:"file,omitempty"`
	Texts []string `json:"texts,omitempty"`
	Base  *string  `json:"base,omitempty"`
	Files []string `json:"files,omitempty"`
	// Given are texts that stand for those on disk, beside Files.
	Given map[string]string `json:"given,omitempty"`
}

func (j *job) tsc() (child.Command, error) {
	return j.tscTexts([]string{j.snapshot.Text()})
}

// tscTexts checks some texts of the document.
func (j *job) tscTexts(texts []string) (child.Command, error) {
	a := tscAsked{File: j.snapshot.Path, Texts: texts}
	if j.base != nil {
		base := j.base.Text()
		a.Base = &base
	}
	return j.tscScript(a)
}

func (j *job) tscScript(a tscAsked) (child.Command, error) {
	lib := j.typescriptLibrary()
	if lib == "" {
		return child.Command{}, &Error{Tool: j.spec.Name, Kind: ErrMissing, Detail: "no typescript library beside " + filepath.Base(j.argv[0]), Hint: j.spec.Hint}
	}
	look := j.look()
	node, err := child.Look("node", look)
	if err != nil {
		return child.Command{}, childError(&j.spec, err, child.Result{})
	}
	stdin, err := json.Marshal(a)
	if err != nil {
		return child.Command{}, &Error{Tool: j.spec.Name, Kind: ErrFailed, Detail: "the text could not be handed over", Err: err}
	}
	j.stays = &staying{argv: []string{node, heap, "-e", tscFixes + tscCheck, "--", lib, "stay"}, dir: j.root, question: a}
	return child.Command{Argv: []string{node, "-e", tscFixes + tscCheck, "--", lib}, Dir: j.folder(), Stdin: stdin}, nil
}

// tscSurvey checks files as they are on disk, all of a project at once.
func tscSurvey(j *job, dir string, paths []string) child.Command {
	cmd, err := j.tscScript(tscAsked{Files: paths})
	if err != nil {
		return child.Command{} // nothing is started
	}
	cmd.Dir = dir
	return cmd
}

// typescriptLibrary is the compiler that belongs to the found program, else
// the project's.
func (j *job) typescriptLibrary() string {
	var candidates []string
	if real, err := filepath.EvalSymlinks(j.argv[0]); err == nil {
		candidates = append(candidates,
			filepath.Join(filepath.Dir(real), "..", "lib", "typescript.js"),
			filepath.Join(filepath.Dir(real), "..", "typescript", "lib", "typescript.js"))
	}
	if dir := files.NearestWith(j.folder(), j.root, "node_modules"); dir != "" {
		candidates = append(candidates, filepath.Join(dir, "node_modules", "typescript", "lib", "typescript.js"))
	}
	for _, c := range candidates {
		if info, err := os.Stat(c); err == nil && info.Mode().IsRegular() {
			return c
		}
	}
	return ""
}

type tscReport struct {
	Version *string           `json:"typescript"`
	File    string            `json:"file"`
	Texts   [][]tscDiagnostic `json:"texts"` // of File
	Files   []struct {
		File        string          `json:"file"`
		Diagnostics []tscDiagnostic `json:"diagnostics"`
	} `json:"files"`
}

type tscDiagnostic struct {
	Code        int     `json:"code"`
	Category    int     `json:"category"` // 0 warning, 1 error, 2 suggestion, 3 message
	Start       *int    `json:"start"`    // UTF-16 code units
	Length      int     `json:"length"`
	Message     *string `json:"message"`
	Unnecessary bool    `json:"unnecessary"`
	Deprecated  bool    `json:"deprecated"`
	Related     []struct {
		File    string `json:"file"`
		Line    int    `json:"line"`
		Message string `json:"message"`
	} `json:"related"`
	Fix *struct {
		Title string `json:"title"`
		Safe  bool   `json:"safe"`
		Edits []struct {
			Start int    `json:"start"`
			End   int    `json:"end"`
			Text  string `json:"text"`
		} `json:"edits"`
	} `json:"fix"`
}

// decodeTSC reads what our script prints of one text or of several files, and
// the text of tsc --pretty false.
func decodeTSC(output []byte) ([]Finding, error) {
	if !bytes.HasPrefix(bytes.TrimSpace(output), []byte("{")) {
		return decodeTSCText(output)
	}
	r, err := readTSC(output)
	if err != nil {
		return nil, err
	}
	if len(r.Texts) > 1 {
		return nil, malformed("tsc", errors.New("several texts"))
	}
	var list []Finding
	for _, texts := range r.Texts {
		found, err := tscFindings(r.File, texts)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	for _, f := range r.Files {
		found, err := tscFindings(f.File, f.Diagnostics)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

func readTSC(output []byte) (tscReport, error) {
	var r tscReport
	if err := json.Unmarshal(output, &r); err != nil {
		return r, malformed("tsc", err)
	}
	switch {
	case r.Version == nil:
		return r, malformed("tsc", errors.New("no version"))
	case r.File == "" && r.Files == nil:
		return r, malformed("tsc", errors.New("no file"))
	}
	return r, nil
}

func tscFindings(path string, diagnostics []tscDiagnostic) ([]Finding, error) {
	list := make([]Finding, 0, len(diagnostics))
	for _, d := range diagnostics {
		if d.Start == nil || d.Message == nil {
			return nil, malformed("tsc", errors.New("a diagnostic without place or message"))
		}
		list = append(list, d.finding(path))
	}
	return list, nil
}

func (d tscDiagnostic) finding(path string) Finding {
	f := Finding{
		Tool: "tsc", Path: path, Code: "TS" + strconv.Itoa(d.Code), Message: *d.Message, Severity: signal.Error, Unit: Offset16,
		Start: Point{Column: *d.Start}, End: Point{Column: *d.Start + max(0, d.Length)},
	}
	switch d.Category {
	case 0:
		f.Severity = signal.Warning
	case 2, 3:
		f.Severity = signal.Hint
	}
	if d.Unnecessary {
		f.Tags = append(f.Tags, signal.Unnecessary)
	}
	if d.Deprecated {
		f.Tags = append(f.Tags, signal.Deprecated)
	}
	for _, rel := range d.Related {
		f.Related = append(f.Related, Related{Path: rel.File, Line: rel.Line, Message: rel.Message})
	}
	if d.Fix != nil {
		f.Fix = &Fix{Title: d.Fix.Title, Applicability: signal.Unsafe, Unit: Offset16}
		if d.Fix.Safe {
			f.Fix.Applicability = signal.Safe
		}
		for _, e := range d.Fix.Edits {
			f.Fix.Edits = append(f.Fix.Edits, FixEdit{Start: Point{Column: e.Start}, End: Point{Column: e.End}, New: e.Text})
		}
	}
	return f
}

// decodeTSCText reads "path(line,col): error TS1234: message" and the
// indented lines that continue a message.
func decodeTSCText(output []byte) ([]Finding, error) {
	var list []Finding
	for line := range strings.SplitSeq(string(output), "\n") {
		line = strings.TrimSuffix(line, "\r")
		switch {
		case strings.TrimSpace(line) == "":
		case line[0] == ' ' && len(list) > 0:
			list[len(list)-1].Message += " " + strings.TrimSpace(line)
		default:
			f, ok := tscLine(line)
			if !ok {
				if strings.HasPrefix(line, "error TS") || strings.HasPrefix(line, "Found ") {
					continue // about the settings; a summary
				}
				return nil, malformed("tsc", errors.New("a line that is no diagnostic: "+line))
			}
			list = append(list, f)
		}
	}
	return list, nil
}

func tscLine(line string) (Finding, bool) {
	for from := 0; ; {
		i := strings.Index(line[from:], "): ")
		if i < 0 {
			return Finding{}, false
		}
		i += from
		from = i + 1
		open := strings.LastIndexByte(line[:i], '(')
		if open <= 0 {
			continue
		}
		l, n := report.Digits(line[open+1:])
		if n == 0 || open+1+n >= i || line[open+1+n] != ',' {
			continue
		}
		c, k := report.Digits(line[open+2+n:])
		if k == 0 || open+2+n+k != i {
			continue
		}
		level, rest, _ := strings.Cut(line[i+3:], " ")
		code, message, ok := strings.Cut(rest, ": ")
		if !ok || !strings.HasPrefix(code, "TS") {
			continue
		}
		f := Finding{Tool: "tsc", Path: line[:open], Code: code, Message: message, Severity: signal.Error, Unit: UTF16, NoMark: true, Start: Point{Line: l, Column: c}}
		if level != "error" {
			f.Severity = signal.Warning
		}
		return f, true
	}
}
