package decode

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

type vetDiagnostic struct {
	Posn    string `json:"posn"`
	End     string `json:"end"`
	Message string `json:"message"`
	Fixes   []struct {
		Message string `json:"message"`
		Edits   []struct {
			Filename string `json:"filename"`
			Start    int    `json:"start"` // byte offsets
			End      int    `json:"end"`
			New      string `json:"new"`
		} `json:"edits"`
	} `json:"suggested_fixes"`
	Related []struct {
		Posn    string `json:"posn"`
		Message string `json:"message"`
	} `json:"related"`
}

// GoVet reads go vet -json: a stream of objects, package → analyzer →
// diagnostics or an error, with text lines (compile errors, "# package")
// between them.
func GoVet(output []byte) ([]report.Finding, error) {
	var list []report.Finding
	text, objects, err := splitJSON(output)
	if err != nil {
		return nil, malformed("go vet", err)
	}
	seen := map[string]bool{} // a file belongs to a package and to its test variant
	for _, object := range objects {
		var packages map[string]map[string]json.RawMessage
		if err := json.Unmarshal(object, &packages); err != nil {
			return nil, malformed("go vet", err)
		}
		for _, name := range sortedKeys(packages) {
			for _, analyzer := range sortedKeys(packages[name]) {
				diagnostics, err := vetDiagnostics(packages[name][analyzer])
				if err != nil {
					return nil, err
				}
				for _, d := range diagnostics {
					if key := analyzer + d.Posn + d.Message; !seen[key] {
						seen[key] = true
						list = append(list, d.finding(analyzer))
					}
				}
			}
		}
	}
	for _, f := range report.GoText("go vet", text) {
		if key := f.Path + f.Message; !seen[key] {
			seen[key] = true
			list = append(list, f)
		}
	}
	if list == nil && len(objects) == 0 && strings.TrimSpace(withoutComments(text)) != "" {
		return nil, malformed("go vet", errors.New("no JSON"))
	}
	return list, nil
}

// GoFix reads go fix -json, which has go vet's form. Only what two of its analyzers write means the same by the
// language itself: any is another name of interface{}, and a build constraint counts in its new form alone.
func GoFix(output []byte) ([]report.Finding, error) {
	list, err := GoVet(output)
	for i := range list {
		f := &list[i]
		if f.Tool != "go vet" { // of the compiler
			continue
		}
		f.Tool, f.Severity = "go fix", signal.Information
		f.Doc = "https://pkg.go.dev/golang.org/x/tools/go/analysis/passes/modernize#hdr-Analyzer_" + f.Code
		if f.Fix != nil && (f.Code == "any" || f.Code == "plusbuild") {
			f.Fix.Applicability = signal.Safe
		}
	}
	return list, err
}

// vetDiagnostics reads what one analyzer says of a package: a list, or an error
// where it has no result, of which the compiler says why.
func vetDiagnostics(raw json.RawMessage) ([]vetDiagnostic, error) {
	var list []vetDiagnostic
	err := json.Unmarshal(raw, &list)
	if err == nil {
		return list, nil
	}
	var failure struct{ Error *string }
	if json.Unmarshal(raw, &failure) == nil && failure.Error != nil {
		return nil, nil
	}
	return nil, malformed("go vet", err)
}

func (d vetDiagnostic) finding(analyzer string) report.Finding {
	path, at, _ := report.CutPosn(d.Posn)
	f := report.Finding{Tool: "go vet", Path: path, Code: analyzer, Message: d.Message, Severity: signal.Warning,
		Unit: report.Bytes, Start: at}
	if _, end, ok := report.CutPosn(d.End); ok {
		f.End = end
	}
	for _, r := range d.Related {
		p, at, _ := report.CutPosn(r.Posn)
		f.Related = append(f.Related, report.Related{Path: p, Line: at.Line, Message: r.Message})
	}
	if len(d.Fixes) > 0 {
		// Analyzers promise that applying a suggested fix keeps the meaning
		// only for some; so none counts as safe.
		fix := &report.Fix{Title: d.Fixes[0].Message, Applicability: signal.Unsafe, Unit: report.Offset}
		for _, e := range d.Fixes[0].Edits {
			fix.Edits = append(fix.Edits, report.Edit{Path: e.Filename, Start: report.Point{Column: e.Start},
				End: report.Point{Column: e.End}, New: e.New})
		}
		f.Fix = fix
	}
	return f
}
