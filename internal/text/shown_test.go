package text

import (
	"encoding/json"
	"regexp"
	"testing"
)

func TestDefuse(t *testing.T) {
	for in, want := range map[string]string{
		"[x](command:workbench.run)":       "[x] (command: workbench.run)",
		"![x](https://a.example/p.png)":    "![x] (https://a.example/p.png)",
		"see [x](file:///etc/passwd 'a')":  "see [x] (file: ///etc/passwd 'a')",
		"[x][y]\n[y]: command:z":           "[x][y]\n[y] : command: z",
		"<command:run>":                    "‹command: run>",
		"<https://a.example>":              "‹https://a.example>",
		"COMMAND:run vscode://a/b file:/a": "COMMAND: run vscode: //a/b file: /a",
		"com\u200bmand:run":                "command: run",
		"<img src=x onerror=alert(1)>":     "‹img src=x onerror=alert(1)>",
		"a<img src=x>":                     "a‹img src=x>",
		"x<script>y</script>":              "x‹script>y‹/script>",
		"<!--":                             "‹!--",
		"\x1b]8;;http://a\x1b\\x\u202e":    `]8;;http://a\x`,
		"[list[x](command:y)](z)":          "[list[x] (command: y)](z)",
		"list[x](command:y)":               "list[x] (command: y)",
		"list[x](../up/file.py)":           "list[x] (../up/file.py)",
		// What is no link and no markup stays.
		`"list[int](x)" and a[0][1]`:         `"list[int](x)" and a[0][1]`,
		"Option<String>, Vec<Vec<u8>>":       "Option<String>, Vec<Vec<u8>>",
		"Map<string, number | undefined>":    "Map<string, number | undefined>",
		"a < b && c > d -> e":                "a < b && c > d -> e",
		"fettle explain FILE:LINE":           "fettle explain FILE:LINE",
		"command: run it; data: none":        "command: run it; data: none",
		"use of std::process::Command::new":  "use of std::process::Command::new",
		"no `Data::Item<T>` in [x](data::y)": "no `Data::Item<T>` in [x] (data::y)",
		"dict[str, int]: 😀 défini":           "dict[str, int]: 😀 défini",
		"see https://docs.example/rules/F82": "see https://docs.example/rules/F82",
	} {
		if got := Defuse(in); got != want {
			t.Errorf("%q\n got %q\nwant %q", in, got, want)
		}
	}
}

// clickable is what VS Code makes a link of, with the addresses that are no
// program's own, and what a browser would take for an element.
var clickable = regexp.MustCompile(`(?i)\[[^\]]+\]\((?:https?://|command:|file:)[^)\s]+|\b(?:command|vscode|javascript):[^\s:]|<(?:script|img|a)\b`)

func FuzzDefuse(f *testing.F) {
	for _, s := range []string{"[x](command:y)", "[[x](file:/y)](z)", "<<img>", "command:command:x", "a<b<script>", "]\u200b(", "[file:/]:", "[a<b]: /c>", "command:<x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := Defuse(s)
		if twice := Defuse(once); twice != once {
			t.Errorf("%q: %q, then %q", s, once, twice)
		}
		if found := clickable.FindString(once); found != "" {
			t.Errorf("%q: %q is in %q", s, found, once)
		}
		for _, r := range once {
			if Hidden(r) != "" {
				t.Errorf("%q: hidden %U", s, r)
			}
		}
		var back string
		if data, err := json.Marshal(Shown(s)); err != nil || json.Unmarshal(data, &back) != nil {
			t.Errorf("%q: %v", s, err)
		}
	})
}
