package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
)

// print shows one case on a line.
func (r liveResult) print(w io.Writer, verbose bool) {
	prompt, answer := 0, 0
	for _, a := range r.asks {
		prompt, answer = prompt+a.Prompt, answer+a.Completion
	}
	fmt.Fprintf(w, "%-32s %-11s %-8s %d asks %5d + %4d tokens %6.1f s", r.c.ID, r.c.Tool, r.outcome(), len(r.asks), prompt,
		answer, r.took.Seconds())
	if r.plain.asked {
		fmt.Fprintf(w, "   naive %s", r.plain)
	}
	if r.outcome() == "refused" {
		fmt.Fprintf(w, "   %s", clipped(r.finding.Reason))
	}
	fmt.Fprintln(w)
	if verbose && r.finding.Diff != "" {
		fmt.Fprint(w, r.finding.Diff)
	}
	if r.err != nil {
		fmt.Fprintf(w, "    %v\n", r.err)
	}
}

// String is what became of a plain answer, in a word or two.
func (p plainResult) String() string {
	switch {
	case !p.placed:
		return "-"
	case p.right && p.content:
		return "right"
	case p.right:
		return "right, but the tool is not content"
	case p.content:
		return "WRONG"
	}
	return "wrong, and the tool sees it"
}

func clipped(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 110 {
		return string(r[:109]) + "…"
	}
	return s
}

// outcome is what became of the case, in one word.
func (r liveResult) outcome() string {
	switch {
	case !r.found:
		return "none"
	case !r.verified:
		return "refused"
	case !r.right:
		return "WRONG"
	case r.finding.Rung != "" && r.finding.Rung != "model":
		return "right(" + r.finding.Rung[:1] + ")"
	}
	return "right"
}

// transcript is all that was asked and answered.
func (r liveResult) transcript() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s: %s\n", r.c.ID, r.c.Tool, r.outcome())
	for i, a := range r.asks {
		fmt.Fprintf(&b, "\n======== ask %d: %d + %d tokens, %.1f s, of them %.1f s reading\n-------- system\n%s\n-------- "+
			"user\n%s\n-------- answer\n%s\n",
			i+1, a.Prompt, a.Completion, a.Took.Seconds(), a.Reading.Seconds(), a.System, a.User, a.Answer)
	}
	fmt.Fprintf(&b, "\n======== %s\n%s\n%s\n%s", r.finding.Verdict, r.finding.Reason, r.finding.Diff, r.judge)
	return b.String()
}

// changing is what reasons of one kind differ in.
var changing = regexp.MustCompile("[0-9]+|[\"`'][^\"`']*[\"`']")

// liveTally sums up results.
type liveTally struct{ list []liveResult }

func (t *liveTally) add(r liveResult) { t.list = append(t.list, r) }

func (t *liveTally) print(w io.Writer) {
	groups := map[string][]liveResult{"all": t.list}
	for _, r := range t.list {
		groups[r.c.Lang] = append(groups[r.c.Lang], r)
	}
	fmt.Fprintf(w, "\n%-12s %5s %8s %5s %5s %7s %5s %7s %7s %7s %8s %8s %8s %8s\n", "", "cases", "verified", "right",
		"wrong", "refused", "asks", "prompt", "answer", "s (med)", "2nd read", "naive", "checker", "naive s")
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		rowOf(name, groups[name]).print(w)
	}
	reasons := map[string]int{}
	for _, r := range t.list {
		if r.outcome() == "refused" {
			reasons[changing.ReplaceAllString(clipped(r.finding.Reason), "…")]++
		}
	}
	for _, why := range slices.SortedFunc(maps.Keys(reasons),
		func(a, b string) int { return cmp.Or(reasons[b]-reasons[a], strings.Compare(a, b)) }) {
		fmt.Fprintf(w, "%6d  %s\n", reasons[why], why)
	}
}

// liveRow is one line of the table.
type liveRow struct {
	name                                         string
	cases, verified, right, wrong, refused, asks int
	prompt, answer                               int
	naiveAsked, naive, naiveWrong                int
	checker, checkerWrong                        int // of them, where the tool is content
	seconds, naiveSeconds                        []time.Duration
	first, second                                time.Duration // reading, a token
	firstTokens, secondTokens                    int
}

func rowOf(name string, list []liveResult) liveRow {
	out := liveRow{name: name}
	for _, r := range list {
		out.cases++
		switch o := r.outcome(); {
		case strings.HasPrefix(o, "right"):
			out.right++
			out.verified++
		case o == "WRONG":
			out.wrong++
			out.verified++
		default:
			out.refused++
		}
		out.asks += len(r.asks)
		for i, a := range r.asks {
			out.prompt, out.answer = out.prompt+a.Prompt, out.answer+a.Completion
			if i == 0 {
				out.first, out.firstTokens = out.first+a.Reading, out.firstTokens+a.Prompt
			} else {
				out.second, out.secondTokens = out.second+a.Reading, out.secondTokens+a.Prompt
			}
		}
		if len(r.asks) > 0 {
			out.seconds = append(out.seconds, r.took)
		}
		if r.plain.asked {
			out.naiveAsked++
			out.naiveSeconds = append(out.naiveSeconds, r.plain.took)
			count := func(right, wrong *int) {
				if r.plain.right {
					*right++
				} else {
					*wrong++
				}
			}
			if r.plain.placed {
				count(&out.naive, &out.naiveWrong)
			}
			if r.plain.content {
				count(&out.checker, &out.checkerWrong)
			}
		}
	}
	return out
}

func (o liveRow) print(w io.Writer) {
	read := "-"
	if o.secondTokens > 0 && o.first > 0 {
		each := float64(o.first) / float64(max(1, o.firstTokens))
		read = fmt.Sprintf("%.0f%%", 100*float64(o.second)/float64(o.secondTokens)/each)
	}
	plain, checked := "-", "-"
	if o.naiveAsked > 0 {
		plain, checked = fmt.Sprintf("%d+%d", o.naive, o.naiveWrong), fmt.Sprintf("%d+%d", o.checker, o.checkerWrong)
	}
	fmt.Fprintf(w, "%-12s %5d %8d %5d %5d %7d %5d %7d %7d %7.1f %8s %8s %8s %8.1f\n", o.name, o.cases, o.verified, o.right,
		o.wrong, o.refused, o.asks,
		o.prompt, o.answer, median(o.seconds).Seconds(), read, plain, checked, median(o.naiveSeconds).Seconds())
}

func median(list []time.Duration) time.Duration {
	if len(list) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(list))[len(list)/2]
}
