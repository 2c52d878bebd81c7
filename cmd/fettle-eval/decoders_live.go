package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/decode"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// transcribed is one answer of a transcript of fettle-eval live, and what it
// answers.
type transcribed struct {
	c            liveCase
	user, answer string
}

// transcripts reads all answers below a folder that live --transcripts wrote to.
// Those about cases that nobody knows any more are left out.
func transcripts(dir string, cases []liveCase) ([]transcribed, error) {
	known := map[string]liveCase{}
	for _, c := range cases {
		known[c.ID] = c
	}
	var out []transcribed
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".txt" {
			return err
		}
		said, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		id, _, _ := strings.Cut(string(said), " ")
		if c, ok := known[id]; ok {
			out = append(out, exchanges(c, string(said))...)
		}
		return nil
	})
	return out, err
}

// exchanges takes a transcript apart; see liveResult.transcript, which wrote it.
func exchanges(c liveCase, said string) []transcribed {
	var out []transcribed
	for _, part := range strings.Split(said, "\n======== ")[1:] {
		_, rest, asked := strings.Cut(part, "\n-------- user\n")
		user, answer, answered := strings.Cut(rest, "\n-------- answer\n")
		if asked && answered {
			out = append(out, transcribed{c, user, strings.TrimSuffix(answer, "\n")})
		}
	}
	return out
}

// reportedAt is where a prompt says its diagnostic is.
var reportedAt = regexp.MustCompile(`(?m)(?:reports at line |diagnostic at [A-Z])(\d+)`)

// candidates are those that the answer can name. A question without windows shows
// code and no ids: then all of the file may change.
func (t transcribed) candidates() edits.Candidates {
	s := text.File("/"+t.c.File, syntax.Language(t.c.File), t.c.Text)
	file := syntax.Parse(s.Lang, t.c.Text)
	var d signal.Diagnostic
	if m := reportedAt.FindStringSubmatch(t.user); m != nil {
		line, _ := strconv.Atoi(m[1])
		d.Span = s.LinesSpan(text.Lines{Start: min(line-1, s.LineCount()), End: min(line, s.LineCount())})
	}
	set := window.Set{Runs: shownRuns(t.user)}
	if n := len(set.Runs); n == 0 || set.Runs[n-1].Lines.End > s.LineCount() { // none, or those of another text
		set = window.Set{Level: window.LevelFile, Runs: []window.Run{{Lines: text.Lines{End: s.LineCount()}, Index: 1}}}
	}
	return edits.NewCandidates(s, set, file, d)
}

// read takes the answer as the ladder does: what was asked for as plain code and
// has no form of edits is read as plain code. Without a form, that is left out of
// the ladder, or it reads everything as edits.
func (t transcribed) read(c edits.Candidates, without decode.Form) (string, edits.Script) {
	script, reject := t.decoded(c, without)
	if reject != nil || script.Status != edits.StatusFix {
		return "", script
	}
	result, rejects := edits.Apply(c, script, edits.Options{Parse: edits.NoWorse(c.File)})
	if len(rejects) > 0 {
		return "", script
	}
	return result.Text, script
}

func (t transcribed) decoded(c edits.Candidates, without decode.Form) (edits.Script, *edits.Reject) {
	plain := len(shownRuns(t.user)) == 0 && !decode.Scripted(t.answer)
	if !plain || without == decode.Form(edits.ShapePlain.String()) {
		return decode.AnswerWith(t.answer, c, decode.Options{Without: without})
	}
	scripts, reject := decode.Plain(t.answer, c, prompt.Part(c))
	if reject != nil {
		return edits.Script{}, reject
	}
	if without != "" {
		for _, f := range decode.FormsOf(scripts[0]) {
			if f == without {
				return edits.Script{}, &edits.Reject{Code: edits.RejectDecodeNone}
			}
		}
	}
	return scripts[0], nil
}

// addLive counts the answers of transcripts that give a text. Which of those
// texts are right is not asked: a form that reads none of them rescues none.
func (t decoderTable) addLive(all []transcribed) {
	for _, a := range all {
		c := a.candidates()
		want, _ := a.read(c, "")
		t.add("live", func(without decode.Form) (bool, edits.Script) {
			got, script := a.read(c, without)
			return want != "" && got == want, script
		})
	}
}
