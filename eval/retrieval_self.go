package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/eval/gittree"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// The cases built from a history: commits looked at, and the most code files
// of a commit that says something.
const (
	selfCommits = 60
	selfFiles   = 5
)

var hunkHeader = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? `)

// selfCases makes questions of the newest commits of a clone: the subject asks
// for the files that the commit changed, and its first hunk for the others.
func selfCases(ctx context.Context, dir string) ([]retrievalCase, error) {
	g, err := gittree.Open(dir)
	if err != nil {
		return nil, err
	}
	out, err := g.Run(ctx, "", "log", "--no-merges", "--format=%H%x00%P%x00%s", "-n", strconv.Itoa(selfCommits))
	if err != nil {
		return nil, err
	}
	var cases []retrievalCase
	for line := range strings.Lines(string(out)) {
		f := strings.SplitN(strings.TrimSpace(line), "\x00", 3)
		if len(f) != 3 || f[1] == "" {
			continue
		}
		diff, err := g.Run(ctx, "", "diff", "--no-renames", "--no-ext-diff", "-U0", f[1], f[0])
		if err != nil {
			return nil, err
		}
		cases = append(cases, commitCases(f[0], f[1], f[2], changedRanges(string(diff)))...)
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("the history of %s has no commit that changes code", dir)
	}
	return cases, nil
}

// changedRanges are the lines of the old side that a diff changes, of files
// that exist on both sides.
func changedRanges(diff string) []goldenRange {
	var out []goldenRange
	file := ""
	for line := range strings.Lines(diff) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "--- "):
			file = ""
			if p, ok := strings.CutPrefix(line, "--- a/"); ok {
				file = strings.TrimSuffix(p, "\t")
			}
		case strings.HasPrefix(line, "+++ /dev/null"):
			file = ""
		case file != "":
			m := hunkHeader.FindStringSubmatch(line)
			if m == nil || !gittree.IsCandidate(file) {
				continue
			}
			start, _ := strconv.Atoi(m[1])
			n := 1
			if m[2] != "" {
				n, _ = strconv.Atoi(m[2])
			}
			start = max(1, start)
			out = append(out, goldenRange{File: file, Start: start, End: max(start, start+n-1), Test: index.IsTest(file)})
		}
	}
	return out
}

// commitCases are the questions of one commit.
func commitCases(id, parent, subject string, ranges []goldenRange) []retrievalCase {
	var files, tests []string
	for _, r := range ranges {
		switch {
		case r.Test && !slices.Contains(tests, r.File):
			tests = append(tests, r.File)
		case !r.Test && !slices.Contains(files, r.File):
			files = append(files, r.File)
		}
	}
	if len(files) == 0 || len(files) > selfFiles {
		return nil
	}
	base := retrievalCase{ID: "self-query-" + id[:8], Repo: "self", Lang: syntax.Language(files[0]), Parent: parent,
		Kind: "query", Query: subject,
		GoldFiles: files, GoldTests: tests, Gold: ranges}
	out := []retrievalCase{base}
	if len(files) > 1 {
		first := ranges[slices.IndexFunc(ranges, func(r goldenRange) bool { return r.File == files[0] })]
		c := base
		c.ID, c.Kind, c.Position = "self-fix_cochange-"+id[:8], "fix_cochange", &position{first.File, first.Start}
		c.GoldFiles = files[1:]
		c.Gold = slices.DeleteFunc(slices.Clone(ranges), func(r goldenRange) bool { return r.File == files[0] })
		out = append(out, c)
	}
	return out
}
