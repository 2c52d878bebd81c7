// Command fakemodel is a model endpoint that answers by rules, for scripts that
// drive real editors and for demonstrations. It speaks OpenAI's chat
// completions, Ollama's chat and Anthropic's messages.
//
//	go run ./internal/testkit/fakemodel -rules rules.json [-log requests.jsonl]
//
// The first line on stdout is its base URL, without a path. It runs until its
// standard input ends or it is interrupted.
//
// The rules are a JSON array; the first one whose match (a regular expression,
// matched against the whole prompt) fits is used. In answer, $1 and ${name}
// stand for what its groups matched, $$ for a dollar sign. A rule with times
// is used that often at most. No rule fitting is an error 500.
//
//	[{"match": "(?m)^([A-Z]+[0-9]+:[0-9a-z]+)\\| .*os\\.getcwd", "answer": "EDIT delete $1\nEND", "delay": "2s"},
//	 {"match": "", "status": 503, "times": 1},
//	 {"match": "", "answer": "NO_FIX not scripted"}]
//
// Further members of a rule: stop (reason for ending), fault ("hang" or "cut").
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"sync"
	"syscall"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
)

type rule struct {
	Match  string `json:"match"`
	Answer string `json:"answer"`
	Delay  string `json:"delay"`
	Status int    `json:"status"`
	Stop   string `json:"stop"`
	Fault  string `json:"fault"`
	Times  int    `json:"times"`

	match *regexp.Regexp
	delay time.Duration
	used  int
}

func main() {
	rules := flag.String("rules", "", "JSON `file` of rules")
	log := flag.String("log", "", "append every request to this `file`, one JSON object a line")
	flag.Parse()
	if err := run(*rules, *log); err != nil {
		fmt.Fprintln(os.Stderr, "fakemodel: error:", err)
		os.Exit(2)
	}
}

func run(rulesFile, logFile string) error {
	rules, err := read(rulesFile)
	if err != nil {
		return err
	}
	log := io.Discard
	if logFile != "" {
		f, err := os.OpenFile(logFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		defer f.Close()
		log = f
	}
	var mu sync.Mutex
	m := testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
		mu.Lock()
		defer mu.Unlock()
		_ = json.NewEncoder(log).Encode(map[string]any{"path": r.Path, "body": json.RawMessage(r.Body)})
		return choose(rules, r.Prompt())
	})
	defer m.Close()
	fmt.Println(m.URL)

	done := make(chan os.Signal, 1)
	signal.Notify(done, os.Interrupt, syscall.SIGTERM)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		done <- os.Interrupt
	}()
	<-done
	return nil
}

func read(file string) ([]*rule, error) {
	if file == "" {
		return nil, errors.New("no rules: give -rules FILE")
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var rules []*rule
	if err := json.Unmarshal(data, &rules); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for i, r := range rules {
		if r.match, err = regexp.Compile(r.Match); err != nil {
			return nil, fmt.Errorf("%s: rule %d: %w", file, i+1, err)
		}
		if r.Delay != "" {
			if r.delay, err = time.ParseDuration(r.Delay); err != nil {
				return nil, fmt.Errorf("%s: rule %d: %w", file, i+1, err)
			}
		}
		if r.Fault != "" && r.Fault != "hang" && r.Fault != "cut" {
			return nil, fmt.Errorf("%s: rule %d: fault is hang or cut", file, i+1)
		}
	}
	return rules, nil
}

func choose(rules []*rule, prompt string) (testkit.Reply, bool) {
	for _, r := range rules {
		at := r.match.FindStringSubmatchIndex(prompt)
		if at == nil || r.Times > 0 && r.used >= r.Times {
			continue
		}
		r.used++
		text := string(r.match.ExpandString(nil, r.Answer, prompt, at))
		fault := map[string]testkit.ModelFault{"hang": testkit.HangAtStart, "cut": testkit.CutMidway}[r.Fault]
		return testkit.Reply{Text: text, Delay: r.delay, Status: r.Status, Stop: r.Stop, Fault: fault}, true
	}
	return testkit.Reply{}, false
}
