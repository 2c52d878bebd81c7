package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// naive asks the same model plainly, once, and takes what comes: the file, what
// the tool says, "fix this function". Its answers are applied unchecked.
type naive struct{ client *model.Client }

func newNaive(b liveBench) (naive, error) {
	gate := egress.New(egress.Options{})
	c, err := model.New(model.Options{Backend: model.Backend(b.backend), BaseURL: b.url, Name: b.model, Stream: true,
		LocalOnly: true,
		Seal:      gate.Seal, Total: 5 * time.Minute})
	return naive{c}, err
}

// fix is the text after the model's answer, "" where there is none to place.
func (n naive) fix(ctx context.Context, c liveCase, f liveFinding) (string, model.Usage, error) {
	lines := strings.Split(c.Text, "\n")
	at := enclosing(c, f.Line-1)
	what := strings.Join(lines[at.Start:at.End], "\n")
	user := fmt.Sprintf("Here is %s:\n\n```%s\n%s```\n\n%s reports at line %d: %s\n\nFix this "+
		"function:\n\n```%s\n%s\n```\n\nAnswer with the corrected part in one code block.",
		c.File, c.Lang, c.Text, c.Tool, f.Line, f.Message, c.Lang, what)
	r, err := n.client.Complete(ctx, model.Prompt{System: "You are a helpful programmer.", User: user, MaxTokens: 1024})
	if err != nil {
		return "", model.Usage{}, err
	}
	code := firstFence(r.Text)
	if code == nil {
		return "", r.Usage, nil
	}
	first := strings.TrimSpace(strings.SplitN(c.Text, "\n", 2)[0])
	if strings.TrimSpace(code[0]) == first && at.Start > 0 {
		return strings.Join(code, "\n") + "\n", r.Usage, nil
	}
	was, is := blanks(lines[at.Start]), blanks(code[0])
	for i, l := range code {
		if strings.TrimSpace(l) != "" {
			code[i] = was + strings.TrimPrefix(l, is)
		}
	}
	out := append(append(append([]string{}, lines[:at.Start]...), code...), lines[at.End:]...)
	return strings.Join(out, "\n"), r.Usage, nil
}

func blanks(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// enclosing is the innermost function round a line, else some lines about it.
func enclosing(c liveCase, line int) text.Lines {
	at := text.Lines{Start: max(0, line-3), End: min(strings.Count(c.Text, "\n"), line+4)}
	best := 0
	for _, n := range syntax.Parse(c.Lang, c.Text).Nodes {
		if n.Kind == syntax.Function && n.Lines.Contains(line) && (best == 0 || n.Lines.Len() < best) {
			at, best = n.Lines, n.Lines.Len()
		}
	}
	return at
}

// firstFence is the code of the first fence of an answer.
func firstFence(answer string) []string {
	_, rest, ok := strings.Cut(answer, "```")
	if !ok {
		return nil
	}
	_, rest, _ = strings.Cut(rest, "\n")
	code, _, _ := strings.Cut(rest, "```")
	lines := strings.Split(strings.TrimRight(code, " \t\n"), "\n")
	if len(lines) == 1 && strings.TrimSpace(lines[0]) == "" {
		return nil
	}
	return lines
}
