package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestLiveCases(t *testing.T) {
	cases, err := liveCases()
	if err != nil {
		t.Fatal(err)
	}
	seen, held := map[string]bool{}, 0
	for _, c := range cases {
		switch {
		case seen[c.ID]:
			t.Errorf("%s twice", c.ID)
		case c.Text == c.Right || c.Right == "" || c.Judge == "" || c.File == "":
			t.Errorf("%s has no defect, no judge or no file", c.ID)
		case strings.Contains(c.Text, c.Judge):
			t.Errorf("%s shows its hidden test", c.ID)
		}
		seen[c.ID] = true
		if c.Held {
			held++
		}
	}
	if n := len(cases); n < 20 || held == 0 || held == n {
		t.Errorf("%d cases, %d held out", n, held)
	}
}

func TestDamagedNeedsOnePlace(t *testing.T) {
	if got, err := damaged("a\nb\n", "-b\n+c\n"); got != "a\nc\n" || err != nil {
		t.Error(got, err)
	}
	for _, diff := range []string{"-x\n+c\n", " b\n"} {
		if got, err := damaged("a\nb\n", diff); err == nil {
			t.Errorf("%q gives %q", diff, got)
		}
	}
	if _, err := damaged("b\nb\n", "-b\n+c\n"); err == nil {
		t.Error("two places are one too many")
	}
}

// The tap stands for an endpoint with a path, too: OpenAI's protocol has one.
func TestTapKeepsThePath(t *testing.T) {
	var asked string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.Path
		fmt.Fprint(w, `{"choices":[{"message":{"content":"yes"}}],"usage":{"prompt_tokens":7,"completion_tokens":1}}`)
	}))
	defer s.Close()
	tap, err := newTap(s.URL + "/v1")
	if err != nil {
		t.Fatal(err)
	}
	defer tap.close()
	r, err := http.Post(tap.url+"/chat/completions", "application/json", strings.NewReader(`{"messages":[{"role":"user","content":"ready?"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	if got := tap.take(); asked != "/v1/chat/completions" || len(got) != 1 || got[0].User != "ready?" || got[0].Answer != "yes" || got[0].Prompt != 7 {
		t.Errorf("asked %s, kept %+v", asked, got)
	}
}

// TestNaiveColumns: a plain answer counts as naive wherever it was placed, and for the checker where the tool is content.
func TestNaiveColumns(t *testing.T) {
	var out strings.Builder
	rowOf("go", []liveResult{{plain: plainResult{asked: true, placed: true, content: true, right: true}}, {plain: plainResult{asked: true, placed: true}},
		{plain: plainResult{asked: true, placed: true, content: true}}, {plain: plainResult{asked: true}}}).print(&out)
	if !strings.Contains(out.String(), " 1+2 ") || !strings.Contains(out.String(), " 1+1 ") {
		t.Error(out.String())
	}
}
