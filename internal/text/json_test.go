package text

import (
	"bytes"
	"encoding/json"
	"testing"
)

func TestEscapedShowsNothingHidden(t *testing.T) {
	in := map[string]string{"a": "b & \x1b[31m \u202e \u200b \u009b \U000E0041 é😀\u2028\x7f"}
	var out bytes.Buffer
	enc := json.NewEncoder(Escaped(&out))
	enc.SetEscapeHTML(false)
	if err := enc.Encode(in); err != nil {
		t.Fatal(err)
	}
	want := "{\"a\":\"b & \\u001b[31m \\u202e \\u200b \\u009b \\udb40\\udc41 é😀\\u2028\\u007f\"}\n"
	if out.String() != want {
		t.Errorf("got  %s\nwant %s", out.String(), want)
	}
	var back map[string]string
	if err := json.Unmarshal(out.Bytes(), &back); err != nil || back["a"] != in["a"] {
		t.Errorf("%q, %v", back["a"], err)
	}
}
