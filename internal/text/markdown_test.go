package text

import (
	"encoding/json"
	"testing"
)

func TestMarkdown(t *testing.T) {
	for in, want := range map[string]string{
		"a [x](command:y)\n```\n[x](command:y) <img>\n```\n<img>": "a [x] (command: y)\n```\n[x](command:y) <img>\n```\n‹img>",
		"```` [x](command:y)\n```\n<img>\n````\n<img>\n":          "```` [x] (command: y)\n```\n<img>\n````\n‹img>\n",
		"    ```\n<img>\n":  "    ```\n‹img>\n",
		"``` a`b\n<img>\n":  "``` a`b\n‹img>\n",
		"~~~\n<img>\n~~~\n": "~~~\n‹img>\n~~~\n",
		"- ```\n<img>\n":    "- ```\n‹img>\n",
		"```\n<img> \u202e\n``` x\n<img>\n```\n[a]: command:b\n": "```\n<img> \u202e\n``` x\n<img>\n```\n[a] : command: b\n",
	} {
		if got := Markdown(in).String(); got != want {
			t.Errorf("%q\n got %q\nwant %q", in, got, want)
		}
		if again := Markdown(want).String(); again != want {
			t.Errorf("%q is not stable: %q", want, again)
		}
	}
	if raw, err := json.Marshal(map[string]any{"markdown": Markdown("[x](command:y)")}); err != nil || string(raw) != `{"markdown":"[x] (command: y)"}` {
		t.Errorf("%s %v", raw, err)
	}
}
