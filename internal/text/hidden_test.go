package text

import "testing"

func TestHidden(t *testing.T) {
	for class, list := range map[string]string{
		"":                      "a~\t\r\n \u00a0é世🙂\u0301\u2013\ufffd\u3163\u2065\ufe0f\U000e00ff",
		"control character":     "\x00\x1b\x1f\x7f\u0080\u009b\u009f",
		"bidirectional control": "\u061c\u202a\u202e\u2066\u2069",
		"zero-width character":  "\u00ad\u180e\u200b\u200d\u200f\u2060\u2064\u206f\ufeff",
		"line separator":        "\u2028\u2029",
		"blank letter":          "\u115f\u1160\u17b4\u3164\uffa0",
		"tag character":         "\U000e0000\U000e0041\U000e007f\U000e0100\U000e01ef",
	} {
		for _, r := range list {
			if got := Hidden(r); got != class {
				t.Errorf("%U: %q, want %q", r, got, class)
			}
		}
	}
}
