package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/providers/semantic"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// comment is one from inside a function, and the line that it is.
type comment struct{ path, line, text string }

// The comments that are asked: from so far inside functions of so many lines, of so many
// words.
const (
	commentFunction = 40
	commentInside   = 8
	commentWords    = 5
)

func commentsCommand() *cobra.Command {
	per := 8
	c := &cobra.Command{
		Use:   "comments DIR...",
		Short: "Measure whether an answer holds the line that was asked for",
		Long: `Comments asks comments from inside long functions of projects word for word, as
"fettle context" does, and tells how many answers hold the very line. Nobody
writes these questions: which are asked is decided by their hashes.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, dirs []string) error {
			asked, shown := 0, 0
			for _, dir := range dirs {
				n, held, err := askComments(cmd.Context(), dir, per, cmd.ErrOrStderr())
				if err != nil {
					return fmt.Errorf("%s: %w", dir, err)
				}
				asked, shown = asked+n, shown+held
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "asked %d, the line is in the answer %d\n", asked, shown)
			return err
		},
	}
	c.Flags().IntVar(&per, "per", per, "comments of each project")
	return c
}

// askComments asks the comments of one project, and names those whose line is not shown.
func askComments(ctx context.Context, dir string, per int, log io.Writer) (asked, shown int, err error) {
	root, err := files.Open(dir)
	if err != nil {
		return 0, 0, err
	}
	defer root.Close()
	source := semantic.Disk(root, child.LookOptions{})
	p := semantic.New(semantic.Options{Source: source})
	if err := p.Build(ctx, nil); err != nil {
		return 0, 0, err
	}
	list, err := source.List(ctx)
	if err != nil {
		return 0, 0, err
	}
	var all []comment
	for _, f := range list {
		if body, err := source.Read(ctx, f.Path); err == nil && !index.IsTest(f.Path) {
			all = append(all, commentsIn(f.Path, body)...)
		}
	}
	count := map[string]int{}
	for _, c := range all {
		count[c.line]++
	}
	all = slices.DeleteFunc(all, func(c comment) bool { return count[c.line] > 1 })
	slices.SortFunc(all, func(a, b comment) int {
		x, y := sha256.Sum256([]byte(a.text)), sha256.Sum256([]byte(b.text))
		return slices.Compare(x[:], y[:])
	})
	for _, c := range all[:min(per, len(all))] {
		res, err := p.Query(ctx, semantic.DefaultQuery(c.text))
		if err != nil {
			return asked, shown, err
		}
		asked++
		if strings.Contains(res.Context, c.line) {
			shown++
		} else {
			fmt.Fprintf(log, "%s: %q is not shown\n", c.path, c.text)
		}
	}
	return asked, shown, nil
}

// commentsIn are the comments of a text that are whole lines deep inside long functions.
func commentsIn(file, body string) (out []comment) {
	lang := syntax.Language(file)
	mark := map[string]string{".py": "#", ".go": "//", ".js": "//", ".ts": "//", ".mjs": "//", ".rs": "//"}[path.Ext(file)]
	if mark == "" {
		return nil
	}
	lines := strings.Split(body, "\n")
	for _, d := range index.Extract(lang, body).Defs {
		if d.Kind != scan.Function && d.Kind != scan.Method || d.End-d.Start < commentFunction {
			continue
		}
		for i := d.Sig + commentInside; i < min(d.End-2, len(lines)); i++ {
			line := strings.TrimSpace(lines[i])
			said, ok := strings.CutPrefix(line, mark)
			said = strings.TrimSpace(strings.TrimLeft(said, "/#!"))
			if ok && len(strings.Fields(said)) >= commentWords && !strings.ContainsAny(said, "={}();<>:@") {
				out = append(out, comment{file, line, said})
			}
		}
	}
	return out
}
