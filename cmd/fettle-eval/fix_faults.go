package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// faultTime is how long one call may take in the table of faults.
const faultTime = 5 * time.Second

// brokenReply is one fault of an endpoint.
type brokenReply struct {
	name  string
	reply testkit.Reply
}

// brokenReplies are answers that would be right, each with one fault.
func brokenReplies(good string) []brokenReply {
	header := func(name, value string) http.Header { return http.Header{name: {value}} }
	return []brokenReply{
		{"400", testkit.Reply{Status: 400}},
		{"401", testkit.Reply{Status: 401}},
		{"403", testkit.Reply{Status: 403}},
		{"404", testkit.Reply{Status: 404}},
		{"413", testkit.Reply{Status: 413}},
		{"429, retry in a minute", testkit.Reply{Status: 429, Header: header("Retry-After", "60")}},
		{"500", testkit.Reply{Status: 500}},
		{"503", testkit.Reply{Status: 503}},
		{"redirect", testkit.Reply{Status: 307, Header: header("Location", "http://127.0.0.1:9/")}},
		{"no header", testkit.Reply{Fault: testkit.HangAtStart}},
		{"header, then nothing", testkit.Reply{Text: good, Fault: testkit.HangAfterHeader}},
		{"half, then nothing", testkit.Reply{Text: good, Fault: testkit.HangMidway}},
		{"half, then an orderly end", testkit.Reply{Text: good, Fault: testkit.CutMidway}},
		{"half, then reset", testkit.Reply{Text: good, Fault: testkit.ResetMidway}},
		{"stop reason length", testkit.Reply{Text: good, Stop: "length"}},
		{"stop reason filter", testkit.Reply{Text: good, Stop: "content_filter"}},
		{"stop reason unknown", testkit.Reply{Text: good, Stop: "who_knows"}},
		{"HTML with 200", testkit.Reply{Body: "<html>please log in</html>", Header: header("Content-Type", "text/html")}},
		{"empty body", testkit.Reply{Body: " "}},
		{"JSON of another kind", testkit.Reply{Body: `{"ok":true}`}},
		{"broken JSON", testkit.Reply{Body: `data: {"choices":[{"delta":{"content":"EDIT`}},
		{"3 MB answer", testkit.Reply{Text: strings.Repeat("x", 3<<20), Chunk: 64 << 10}},
		{"prose", testkit.Reply{Text: "You could rename it."}},
		{"empty answer", testkit.Reply{Text: ""}},
		{"cut answer with a natural stop", testkit.Reply{Text: good[:len(good)/2]}},
	}
}

// faultText is a text with one problem, and its good answer.
func faultText() (fixer.Problem, string) {
	s := text.File("/src/app.py", "python", "def f():\n    x = BAD\n    return x\n")
	at := strings.Index(s.Text(), "BAD")
	p := fixer.Problem{Root: "/src", Snapshot: s, Rungs: []signal.Rung{signal.RungModel}, Diagnostic: signal.Diagnostic{
		Tool: "tool", Code: "X1", Message: "no BAD", Severity: signal.Error, Span: text.Span{Start: at, End: at + 3}}}
	return p, "EDIT window PRIMARY\n~~~\ndef f():\n    x = 1\n    return x\n~~~\nEND\n"
}

// faultResult is what one fault came to.
type faultResult struct {
	name, line string
	code       fixer.DeclineCode // "" = a fix was offered
	requests   int
	took       time.Duration
}

// faults tries every fault, each against a server and a client of its own.
func faults(ctx context.Context) ([]faultResult, error) {
	_, good := faultText()
	list := brokenReplies(good)
	out, errs := make([]faultResult, len(list)), make([]error, len(list))
	var wg sync.WaitGroup
	for i, b := range list {
		wg.Go(func() { out[i], errs[i] = tryFault(ctx, b) })
	}
	wg.Wait()
	return out, errors.Join(errs...)
}

func tryFault(ctx context.Context, b brokenReply) (faultResult, error) {
	p, _ := faultText()
	server := testkit.ServeModel(func(testkit.ModelRequest) (testkit.Reply, bool) { return b.reply, true })
	defer server.Close()
	gate := egress.New(egress.Options{})
	c, err := client(server.URL, gate, faultTime)
	if err != nil {
		return faultResult{}, err
	}
	start := time.Now()
	_, err = engineFor(c, gate, reportOnly(p)).Fix(ctx, p, nil)
	r := faultResult{name: b.name, line: "a fix was offered", requests: len(server.Requests()), took: time.Since(start)}
	var d *fixer.Decline
	if errors.As(err, &d) {
		r.line, r.code = d.Error(), d.Code
	}
	return r, nil
}

// faultTable prints a line for each fault.
func faultTable(ctx context.Context, w io.Writer) error {
	list, err := faults(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%-32s %-10s %9s %8s  %s\n", "fault", "outcome", "requests", "seconds", "what the user reads")
	for _, r := range list {
		fmt.Fprintf(w, "%-32s %-10s %9d %8.2f  %s\n", r.name, r.code, r.requests, r.took.Seconds(), r.line)
	}
	return nil
}
