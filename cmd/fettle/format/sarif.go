package format

import (
	"encoding/json"
	"io"
	"net/url"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// The parts of SARIF 2.1.0 that are written:
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		Invocations []sarifInvocation `json:"invocations,omitempty"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
	}
	// An invocation says that the run did not see everything (§3.20, §3.58).
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications"`
	}
	sarifNotification struct {
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string `json:"id"`
		HelpURI string `json:"helpUri,omitempty"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
		Fixes     []sarifFix      `json:"fixes,omitempty"`
		// Properties say what the fix rests on (§3.8).
		Properties *sarifProperties `json:"properties,omitempty"`
	}
	sarifProperties struct {
		Grade    string       `json:"fettle/grade"`
		Evidence text.Shown   `json:"fettle/evidence,omitempty"`
		Effects  []text.Shown `json:"fettle/effects,omitempty"`
	}
	sarifText struct {
		Text text.Shown `json:"text"`
	}
	sarifLocation struct {
		Physical struct {
			Artifact sarifArtifact `json:"artifactLocation"`
			Region   *sarifRegion  `json:"region,omitempty"`
		} `json:"physicalLocation"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion  `json:"deletedRegion"`
		Inserted sarifContent `json:"insertedContent"`
	}
	sarifContent struct {
		Text string `json:"text"` // exact: it goes into the file
	}
)

func sarif(w io.Writer, r Run) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "fettle", Version: r.Version, InformationURI: "https://github.com/fettle-dev/fettle", Rules: []sarifRule{}}
	index := map[string]int{}
	var unseen []sarifNotification
	for _, f := range r.Files {
		for _, d := range f.open() {
			at, known := index[d.rule()]
			if !known {
				at = len(run.Tool.Driver.Rules)
				index[d.rule()] = at
				run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{d.rule(), address(d.Doc)})
			}
			result := f.sarif(d)
			result.RuleIndex = at
			run.Results = append(run.Results, result)
		}
		for _, u := range f.Unlooked {
			var at sarifLocation
			at.Physical.Artifact = sarifArtifact{reference(f.Path)}
			unseen = append(unseen, sarifNotification{"error", sarifText{text.Shown(u.sentence())}, []sarifLocation{at}})
		}
	}
	failed := len(unseen) > 0
	for _, s := range r.Skipped {
		var at sarifLocation
		at.Physical.Artifact = sarifArtifact{reference(s.Path)}
		unseen = append(unseen, sarifNotification{"note", sarifText{text.Shown(s.sentence())}, []sarifLocation{at}})
	}
	if len(unseen) > 0 {
		run.Invocations = []sarifInvocation{{!failed, unseen}}
	}
	e := json.NewEncoder(text.Escaped(w))
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", "2.1.0", []sarifRun{run}})
}

func (f File) sarif(d Finding) sarifResult {
	artifact := sarifArtifact{reference(f.Path)}
	out := sarifResult{RuleID: d.rule(), Level: d.level("error", "warning", "note"),
		Message: sarifText{text.Shown(d.Message)}}
	var at sarifLocation
	at.Physical.Artifact, at.Physical.Region = artifact,
		&sarifRegion{StartLine: max(d.Line, 1), StartColumn: max(d.Column, 1)}
	out.Locations = []sarifLocation{at}
	if len(d.Edits) == 0 {
		return out
	}
	s := text.New(f.Before)
	change := sarifChange{Artifact: artifact}
	for _, e := range d.Edits {
		from, to := s.Position(e.Span.Start, text.UTF32), s.Position(e.Span.End, text.UTF32)
		change.Replacements = append(change.Replacements, sarifReplacement{
			sarifRegion{from.Line + 1, from.Character + 1, to.Line + 1, to.Character + 1}, sarifContent{e.New}})
	}
	out.Fixes = []sarifFix{{sarifText{text.Shown(d.Title)}, []sarifChange{change}}}
	if d.Grade != "" {
		p := sarifProperties{Grade: d.Grade, Evidence: text.Shown(d.Witnesses)}
		for _, e := range d.Effects {
			p.Effects = append(p.Effects, text.Shown(e))
		}
		out.Properties = &p
	}
	return out
}

// reference returns a path as a URI reference.
func reference(path string) string {
	if strings.HasPrefix(path, "/") {
		return (&url.URL{Scheme: "file", Path: path}).String()
	}
	return (&url.URL{Path: path}).String()
}

// address lets only addresses of the web through.
func address(doc string) string {
	u, err := url.Parse(doc)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return ""
	}
	return u.String()
}
