package report

import (
	"encoding/json"
	"errors"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/providers/signal"
)

// The parts of SARIF 2.1 that say something about a place in a text.
type sarifLog struct {
	Version string      `json:"version"`
	Runs    *[]sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool struct {
		Driver     sarifComponent   `json:"driver"`
		Extensions []sarifComponent `json:"extensions"`
	} `json:"tool"`
	ColumnKind string                   `json:"columnKind"`
	Bases      map[string]sarifArtifact `json:"originalUriBaseIds"`
	Artifacts  []struct {
		Location sarifArtifact `json:"location"`
	} `json:"artifacts"`
	Results []sarifResult `json:"results"`
}

type sarifComponent struct {
	Name  string      `json:"name"`
	Rules []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID       string                  `json:"id"`
	HelpURI  string                  `json:"helpUri"`
	Messages map[string]sarifMessage `json:"messageStrings"`
	Default  struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
}

type sarifMessage struct {
	Text      string   `json:"text"`
	ID        string   `json:"id"`
	Arguments []string `json:"arguments"`
}

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    *int              `json:"ruleIndex"`
	Kind         string            `json:"kind"`
	Level        string            `json:"level"`
	Baseline     string            `json:"baselineState"`
	Message      sarifMessage      `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Related      []sarifLocation   `json:"relatedLocations"`
	Suppressions []json.RawMessage `json:"suppressions"`
	Fixes        []struct {
		Description sarifMessage `json:"description"`
		Changes     []struct {
			Artifact     sarifArtifact `json:"artifactLocation"`
			Replacements []struct {
				Deleted  sarifRegion `json:"deletedRegion"`
				Inserted struct {
					Text string `json:"text"`
				} `json:"insertedContent"`
			} `json:"replacements"`
		} `json:"artifactChanges"`
	} `json:"fixes"`
}

type sarifLocation struct {
	Physical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region"`
	} `json:"physicalLocation"`
	Message sarifMessage `json:"message"`
}

type sarifArtifact struct {
	URI    string `json:"uri"`
	BaseID string `json:"uriBaseId"`
	Index  *int   `json:"index"`
}

type sarifRegion struct {
	StartLine   int  `json:"startLine"`
	StartColumn int  `json:"startColumn"`
	EndLine     int  `json:"endLine"`
	EndColumn   int  `json:"endColumn"`
	ByteOffset  *int `json:"byteOffset"` // below 0: not given
	ByteLength  int  `json:"byteLength"`
	CharOffset  *int `json:"charOffset"` // in the run's kind of columns
	CharLength  int  `json:"charLength"`
}

// SARIF reads SARIF 2.1 of any tool. Suppressed results and results that
// are no findings are left out; a result that names no place has no path.
func SARIF(output []byte) ([]Finding, error) {
	var log sarifLog
	if err := json.Unmarshal(output, &log); err != nil {
		return nil, err
	}
	if log.Runs == nil || !strings.HasPrefix(log.Version, "2.1") {
		return nil, errors.New("no runs of version 2.1")
	}
	var list []Finding
	for i := range *log.Runs {
		run := &(*log.Runs)[i]
		for k := range run.Results {
			r := &run.Results[k]
			if r.Kind != "" && r.Kind != "fail" && r.Kind != "open" && r.Kind != "review" || r.Baseline == "absent" ||
				r.suppressed() {
				continue
			}
			list = append(list, run.finding(r))
		}
	}
	return list, nil
}

func (r *sarifResult) suppressed() bool {
	for _, raw := range r.Suppressions {
		var s struct {
			Status string `json:"status"`
		}
		if json.Unmarshal(raw, &s) == nil && (s.Status == "" || s.Status == "accepted") {
			return true
		}
	}
	return false
}

func (run *sarifRun) finding(r *sarifResult) Finding {
	rule := run.rule(r)
	f := Finding{
		Tool: signal.Tool(run.Tool.Driver.Name), Code: r.RuleID, Message: rule.text(r.Message),
		Severity: sarifLevel(r.Level, rule.Default.Level),
		Doc:      rule.HelpURI,
	}
	if f.Code == "" {
		f.Code = rule.ID
	}
	unit := run.unit(f.Tool)
	// fettle puts the tool before the rule, and so says who is to check the fix.
	if tool, code, ok := strings.Cut(f.Code, "/"); ok && f.Tool == "fettle" {
		f.Tool, f.Code = signal.Tool(tool), code
	}
	f.NoMark = slices.Contains([]string{"ruff", "bandit", "eslint", "biome", "clippy", "rustc"}, f.Tool)
	if len(r.Locations) == 0 {
		return f
	}
	at := r.Locations[0].Physical
	f.Path = run.path(at.Artifact)
	f.Start, f.End, f.Unit = at.Region.points(unit)
	for _, rel := range r.Related {
		if p := run.path(rel.Physical.Artifact); p != "" && rel.Physical.Region != nil {
			f.Related = append(f.Related, Related{Path: p, Line: rel.Physical.Region.StartLine,
				EndLine: rel.Physical.Region.EndLine, Message: rule.text(rel.Message)})
		}
	}
	f.Fix = run.fix(r, rule, unit)
	return f
}

// fix reads the first fix. The format does not say how sure it is.
func (run *sarifRun) fix(r *sarifResult, rule sarifRule, unit Unit) *Fix {
	if len(r.Fixes) == 0 {
		return nil
	}
	fix := &Fix{Title: rule.text(r.Fixes[0].Description), Applicability: signal.Unsafe, Unit: unit}
	for _, c := range r.Fixes[0].Changes {
		for _, rep := range c.Replacements {
			e := Edit{Path: run.path(c.Artifact), New: rep.Inserted.Text}
			var u Unit
			e.Start, e.End, u = rep.Deleted.points(unit)
			if rep.Deleted.StartLine > 0 {
				e.Start.Column = max(1, rep.Deleted.StartColumn)
				if e.End == (Point{}) {
					e.End = e.Start
				}
			}
			if len(fix.Edits) > 0 && u != fix.Unit {
				return nil
			}
			fix.Unit = u
			fix.Edits = append(fix.Edits, e)
		}
	}
	return fix
}

// points returns the ends of a region. Without a start column it covers whole
// lines, without an end column it ends with its last line.
func (r *sarifRegion) points(unit Unit) (start, end Point, u Unit) {
	switch {
	case r == nil:
		return Point{Line: 1}, Point{}, unit
	case r.StartLine == 0 && r.ByteOffset != nil && *r.ByteOffset >= 0:
		return Point{Column: *r.ByteOffset}, Point{Column: *r.ByteOffset + max(0, r.ByteLength)}, Offset
	case r.StartLine == 0 && r.CharOffset != nil && *r.CharOffset >= 0:
		u = Offset16
		if unit == Runes {
			u = OffsetRunes
		}
		return Point{Column: *r.CharOffset}, Point{Column: *r.CharOffset + max(0, r.CharLength)}, u
	case r.StartLine < 0:
		return Point{Line: r.StartLine}, Point{}, unit // no place; 0 is written for a finding about the file
	}
	start = Point{Line: r.StartLine, Column: r.StartColumn}
	end = Point{Line: max(r.StartLine, r.EndLine), Column: r.EndColumn}
	if end.Column <= 0 {
		end.Column = EndOfLine
	}
	return start, end, unit
}

// unit returns what the columns count. Some tools name none and do not count what
// the format's default says.
func (run *sarifRun) unit(tool string) Unit {
	switch tool {
	case "staticcheck", "golangci-lint", "go vet", "bandit":
		return Bytes
	case "ruff", "clippy", "rustc", "biome":
		return Runes
	}
	if run.ColumnKind == "unicodeCodePoints" {
		return Runes
	}
	return UTF16
}

func (run *sarifRun) rule(r *sarifResult) sarifRule {
	rules := run.Tool.Driver.Rules
	if r.RuleIndex != nil && *r.RuleIndex >= 0 && *r.RuleIndex < len(rules) {
		if rule := rules[*r.RuleIndex]; r.RuleID == "" || rule.ID == r.RuleID {
			return rule
		}
	}
	for _, c := range append([]sarifComponent{run.Tool.Driver}, run.Tool.Extensions...) {
		for _, rule := range c.Rules {
			if rule.ID == r.RuleID {
				return rule
			}
		}
	}
	return sarifRule{}
}

// text returns a message, by its own text or the rule's, with arguments filled in.
func (rule sarifRule) text(m sarifMessage) string {
	t := m.Text
	if t == "" && m.ID != "" {
		t = rule.Messages[m.ID].Text
	}
	for i, a := range m.Arguments {
		t = strings.ReplaceAll(t, "{"+strconv.Itoa(i)+"}", a)
	}
	return t
}

// path returns an artifact's path: absolute for a file URL or a known base,
// otherwise relative.
func (run *sarifRun) path(a sarifArtifact) string {
	if a.URI == "" && a.Index != nil && *a.Index >= 0 && *a.Index < len(run.Artifacts) {
		a = run.Artifacts[*a.Index].Location
	}
	p := PathOf(a.URI)
	if p == "" || strings.HasPrefix(p, "/") {
		return p
	}
	// Bases may be relative to further bases.
	for range 8 {
		base, ok := run.Bases[a.BaseID]
		if !ok {
			break
		}
		if b := PathOf(base.URI); b != "" {
			p = path.Join(b, p)
		}
		a.BaseID = base.BaseID
	}
	return p
}

// PathOf returns the path of a file URL or of a relative reference; "" for other
// schemes.
func PathOf(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "" && u.Scheme != "file" {
		return ""
	}
	return u.Path
}

func sarifLevel(level, fallback string) signal.Severity {
	if level == "" {
		level = fallback
	}
	switch level {
	case "error":
		return signal.Error
	case "note":
		return signal.Information
	case "none":
		return signal.Hint
	}
	return signal.Warning
}
