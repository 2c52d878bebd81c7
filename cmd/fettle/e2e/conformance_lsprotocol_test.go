package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// row is one message of a generated test set: {"type": …, "message": …} a
// line, as the test data of microsoft/lsprotocol.
type row struct {
	Type    string          `json:"type"`
	Message json.RawMessage `json:"message"`
}

// rowSet is a file of rows, or the part of a generated folder that is valid or
// is not.
type rowSet struct {
	name  string
	valid bool
	rows  []row
}

// tally counts what happened to the rows of one set.
type tally struct{ rows, requests, deaths, hangs, unanswered, wrong int }

// TestLSProtocol sends every message of a folder of generated rows to the
// server and a ping behind each. FETTLE_LSPROTOCOL names the folder: files of
// rows, or what the generator writes, a file for each message. No row may end
// the session or swallow the ping; a request whose id can be answered gets
// exactly one answer, and a valid one not one that calls it malformed.
func TestLSProtocol(t *testing.T) {
	t.Parallel()
	testkit.OtherProcesses(t)
	dir := os.Getenv("FETTLE_LSPROTOCOL")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "lsprotocol")
	}
	sets := readRows(t, dir)
	if len(sets) == 0 {
		if os.Getenv("FETTLE_LSPROTOCOL") != "" {
			t.Fatalf("no rows in %s, which FETTLE_LSPROTOCOL names", dir)
		}
		t.Skip("SKIPPED: no rows; FETTLE_LSPROTOCOL names their folder")
	}
	s := suite{bin: binary(t)}
	for _, set := range sets {
		t.Run(set.name, func(t *testing.T) {
			start := time.Now()
			got := s.feed(t, set)
			t.Logf("%d rows, %d of them requests, in %v: %d deaths, %d hangs, %d without their one answer, %d called malformed",
				got.rows, got.requests, time.Since(start).Round(time.Millisecond), got.deaths, got.hangs, got.unanswered, got.wrong)
			if got.rows == 0 || got.deaths+got.hangs+got.unanswered+got.wrong > 0 {
				t.Errorf("%+v", got)
			}
		})
	}
}

// readRows reads a folder of rows.
func readRows(t *testing.T, dir string) []rowSet {
	t.Helper()
	var sets []rowSet
	lists, _ := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	for _, file := range lists {
		set := rowSet{name: filepath.Base(file), valid: filepath.Base(file) == "valid.jsonl"}
		for line := range bytes.Lines(readFile(t, file)) {
			var r row
			if err := json.Unmarshal(line, &r); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			set.rows = append(set.rows, r)
		}
		sets = append(sets, set)
	}
	for _, valid := range []bool{true, false} {
		set := rowSet{name: fmt.Sprintf("generated, valid %v", valid), valid: valid}
		mark := map[bool]string{true: "-True-", false: "-False-"}[valid]
		files, _ := filepath.Glob(filepath.Join(dir, "*"+mark+"*.json"))
		for _, file := range files {
			kind, _, _ := strings.Cut(filepath.Base(file), mark)
			set.rows = append(set.rows, row{kind, readFile(t, file)})
		}
		if files != nil {
			sets = append(sets, set)
		}
	}
	return sets
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	must.OK(t, err)
	return data
}

// rowRun feeds one set and keeps the books.
type rowRun struct {
	t    *testing.T
	s    suite
	srv  *server
	sent map[string]bounds // answers wanted from srv, by id
	got  tally
}

// bounds are how many answers there may be.
type bounds struct{ least, most int }

// feed sends rows to one server, and to a fresh one each row that ends it by
// right.
func (s suite) feed(t *testing.T, set rowSet) tally {
	t.Helper()
	run := &rowRun{t: t, s: s}
	for i, r := range set.rows {
		run.row(i, r, set.valid)
	}
	run.settle()
	return run.got
}

// row sends one message and a ping and waits for the answers.
func (run *rowRun) row(i int, r row, valid bool) {
	run.t.Helper()
	run.got.rows++
	var envelope map[string]json.RawMessage
	_ = json.Unmarshal(r.Message, &envelope)
	var method string
	_ = json.Unmarshal(envelope["method"], &method)
	target, body, id := run.target(method), string(r.Message), string(envelope["id"])
	_, hasMethod := envelope["method"]
	isRequest := answerable(id) && hasMethod
	if valid && isRequest {
		id = fmt.Sprintf(`"row-%d"`, i)
		body = withID(run.t, r.Message, id)
	}
	from := target.Seen()
	target.Body(body)
	if isRequest {
		run.got.requests++
	}
	if target == run.srv {
		b := run.sent[id]
		b.most++ // without a method it may be answered, or pass for an answer itself
		if isRequest {
			b.least++
		}
		run.sent[id] = b
	}
	switch {
	case method == "exit" && target.mayEnd():
		return
	case !target.pinged(i, from):
		if !target.Alive() {
			run.got.deaths++
			run.t.Errorf("row %d (%s) ended the server: %.300s", i, r.Type, r.Message)
		} else {
			run.got.hangs++
			run.t.Errorf("row %d (%s): the ping behind it has no answer: %.300s", i, r.Type, r.Message)
		}
		run.srv = nil
		return
	}
	if isRequest {
		run.answered(i, r, target, from, id, valid)
	}
	if target != run.srv {
		target.CloseInput()
		target.Exit()
	}
}

// target is the server for a message: a fresh one for those that begin and end
// a session.
func (run *rowRun) target(method string) *server {
	switch method {
	case "initialize":
		return run.s.start(run.t, options{})
	case "shutdown", "exit":
		return run.s.ready(run.t, options{})
	}
	if run.srv == nil || !run.srv.Alive() {
		run.srv, run.sent = run.s.ready(run.t, options{}), map[string]bounds{}
	}
	return run.srv
}

// answerable reports whether an answer can carry the id.
func answerable(id string) bool {
	var n int64
	return strings.HasPrefix(id, `"`) || json.Unmarshal([]byte(id), &n) == nil && id != "null"
}

// answered waits for the answer to a request.
func (run *rowRun) answered(i int, r row, target *server, from int, id string, valid bool) {
	run.t.Helper()
	m, err := target.Await(from, testkit.WireTimeout, func(m testkit.Message) bool { return string(m.ID) == id && m.Method == "" })
	switch code := m.Code(); {
	case err != nil:
		run.got.unanswered++
		run.t.Errorf("row %d (%s) was not answered: %.300s", i, r.Type, r.Message)
	case valid && (code == -32700 || code == -32600 || code == -32602 && r.Type != "ExecuteCommandRequest"):
		run.got.wrong++
		run.t.Errorf("row %d (%s) was called malformed: %s", i, r.Type, m.Raw)
	}
}

// settle counts the answers of the server that has taken all rows.
func (run *rowRun) settle() {
	run.t.Helper()
	if run.srv == nil {
		return
	}
	answers := map[string]int{}
	for _, m := range run.srv.Messages() {
		if m.Method == "" {
			answers[string(m.ID)]++
		}
	}
	for id, b := range run.sent {
		if n := answers[id]; answerable(id) && (n < b.least || n > b.most) {
			run.got.unanswered++
			run.t.Errorf("messages with the id %s got %d answers, should get %d to %d", id, n, b.least, b.most)
		}
	}
}

// pinged sends a request and reports whether it is answered, behind the message
// with the given number.
func (s *server) pinged(n, from int) bool {
	id := fmt.Sprintf("ping-%d", n)
	if s.Bytes(testkit.Frame(`{"jsonrpc":"2.0","id":"`+id+`","method":"fettle/noSuchMethod"}`)) != nil {
		return false
	}
	_, err := s.Await(from, testkit.WireTimeout, func(m testkit.Message) bool { return string(m.ID) == `"`+id+`"` })
	return err == nil
}

// mayEnd waits a moment for the end of a server that was told to exit.
func (s *server) mayEnd() bool {
	for range 500 {
		if !s.Alive() {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

// withID gives a message another id, which is JSON.
func withID(t *testing.T, message json.RawMessage, id string) string {
	t.Helper()
	var m map[string]json.RawMessage
	must.OK(t, json.Unmarshal(message, &m))
	m["id"] = json.RawMessage(id)
	out, err := json.Marshal(m)
	must.OK(t, err)
	return string(out)
}
