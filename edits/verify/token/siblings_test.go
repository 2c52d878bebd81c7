package token

import (
	"slices"
	"testing"
)

func TestSiblings(t *testing.T) {
	for name, c := range map[string]struct {
		file string
		want []string
	}{
		"an enum of Python":          {"class Gear(enum.IntEnum):\n    \"\"\"Of a car.\"\"\"\n\n    LOW = 1\n    HIGH = 2\n\n    def up(self):\n        gear = self\n\nx = 1\n", []string{"Gear.LOW Gear.HIGH"}},
		"another class":              {"class Gear:\n    LOW = 1\n    HIGH = 2\n", nil},
		"an enum of TypeScript":      {"export enum Gear { Low, High = 3 }\n", []string{"Gear.Low Gear.High"}},
		"constants of Go":            {"const (\n\tSmall Size = iota\n\t_\n\tLarge\n\n\tmost = 3\n\tnone\n\tRed Colour = \"r\"\n)\n", []string{"Red", "Small Large"}},
		"a union of texts":           {"type Level =\n  | 'low'\n  | 'high';\nlet side: \"left\" | \"right\";\n", []string{`"low" "high"`, `"left" "right"`}},
		"texts that Python may have": {"Level = Literal[\"low\", 'high']\n", []string{`"low" "high"`}},
		"texts of a call":            {"x = f(\"a\", \"b\")\ny: dict = {\"k\": \"a\", \"l\": \"b\"}\n", nil},
		"kinds":                      {"type Shape =\n  | { kind: \"circle\"; r: number }\n  | { kind: \"line\" };\n\nconst x = { kind: \"none\" };\n", []string{`"circle" "line"`}},
	} {
		var got []string
		for _, group := range Siblings(c.file) {
			s := ""
			for _, v := range group {
				s += " " + v
			}
			got = append(got, s[1:])
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestLeftOut(t *testing.T) {
	const file = "type Level = \"low\" | \"high\" | \"top\";\n"
	for code, want := range map[string]string{
		`case 'low': return 1; case "high": return 2`:   `"top"`,
		`if (l === "low") return 1; return l === "top"`: `"high"`,
		`case "low": case "high": case "top":`:          "",
		`return "low"`:                                  "",
		`case "slow": case`:                             "",
	} {
		if got := LeftOut(file, code); got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
	if got := LeftOut("class Gear(Enum):\n    LOW = 1\n    HIGH = 2\n    LOWER = 3\n", "if gear is Gear.LOWER or gear is Gear.HIGH:"); got != "Gear.LOW" {
		t.Errorf("a name within another one: %q", got)
	}
}
