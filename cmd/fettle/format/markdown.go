package format

import (
	"fmt"
	"io"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/text"
)

// A comment on a pull request may have 65,536 characters.
const (
	markdownRows = 50     // of each table
	markdownCell = 200    // characters of one cell
	markdownSize = 60_000 // bytes in all; the diffs that do not fit are counted
)

// markdown writes a summary for a pull request. Foreign words stand in code
// spans, where they mention nobody, link to nothing and format nothing.
func markdown(w io.Writer, r Run) error {
	var fixed, left, unlooked []string
	written := 0
	for _, f := range r.Files {
		if f.Written {
			written++
		}
		for _, u := range f.Unlooked {
			unlooked = append(unlooked, fmt.Sprintf("| %s | %s | %s |", span(f.Path), span(u.Tool), span(u.Why)))
		}
		for _, d := range f.Findings {
			row := fmt.Sprintf("| %s | %s | %s |", span(fmt.Sprintf("%s:%d", f.Path, d.Line)),
				span(strings.TrimSpace(d.Tool+" "+d.Code)), span(d.Message))
			if d.Fixed {
				fixed = append(fixed, fmt.Sprintf("%s %s | %s |", row, span(d.Title), span(d.judged())))
			} else {
				left = append(left, fmt.Sprintf("%s %s |", row, span(d.Reason)))
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "### fettle: %d fixed, %d left\n", len(fixed), len(left))
	if written > 0 {
		fmt.Fprintf(&b, "\n%d files written.\n", written)
	}
	table(&b, "Fixed", "| place | rule | finding | fix | verdict |\n|---|---|---|---|---|\n", fixed)
	table(&b, "Left", "| place | rule | finding | why |\n|---|---|---|---|\n", left)
	table(&b, "Not looked at", "| file | tool | why |\n|---|---|---|\n", unlooked)
	var skipped []string
	for _, s := range r.Skipped {
		skipped = append(skipped, fmt.Sprintf("| %s | %s |", span(s.Path), span(s.sentence())))
	}
	table(&b, "Skipped", "| path | why |\n|---|---|\n", skipped)
	diffs(&b, r)
	_, err := io.WriteString(w, b.String())
	return err
}

func table(b *strings.Builder, title, head string, rows []string) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(b, "\n#### %s\n\n%s", title, head)
	for i, row := range rows {
		if i == markdownRows || b.Len()+len(row) > markdownSize {
			fmt.Fprintf(b, "\n… and %d more.\n", len(rows)-i)
			return
		}
		b.WriteString(row + "\n")
	}
}

// diffs shows the changes, as far as they fit.
func diffs(b *strings.Builder, r Run) {
	var shown strings.Builder
	out := 0
	for _, f := range r.Files {
		if f.After == f.Before {
			continue
		}
		d := visible(diff.Unified(f.Path, f.Before, f.After))
		fence := strings.Repeat("`", max(3, longest(d)+1))
		block := fmt.Sprintf("\n%sdiff\n%s%s\n", fence, d, fence)
		if b.Len()+shown.Len()+len(block) > markdownSize {
			out++
			continue
		}
		shown.WriteString(block)
	}
	if shown.Len() > 0 {
		fmt.Fprintf(b, "\n<details><summary>Diff</summary>\n%s\n</details>\n", shown.String())
	}
	if out > 0 {
		fmt.Fprintf(b, "\nThe diffs of %d files are too long to be shown here.\n", out)
	}
}

// visible shows the characters that a reader of a diff could not see.
func visible(s string) string {
	var b strings.Builder
	for _, r := range s {
		if text.Hidden(r) != "" {
			fmt.Fprintf(&b, `\u{%x}`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// span returns a code span that can stand in a table: a bar ends a cell there, unless
// it is escaped (GitHub Flavored Markdown, §4.10).
func span(s string) string {
	s = strings.Join(strings.Fields(text.Defuse(s)), " ")
	if s == "" {
		return ""
	}
	if runes := []rune(s); len(runes) > markdownCell {
		s = string(runes[:markdownCell]) + "…"
	}
	s = strings.ReplaceAll(s, "|", `\|`)
	fence := strings.Repeat("`", longest(s)+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// longest returns the length of the longest run of backticks.
func longest(s string) int {
	most, n := 0, 0
	for _, r := range s {
		if r != '`' {
			n = 0
			continue
		}
		n++
		most = max(most, n)
	}
	return most
}
