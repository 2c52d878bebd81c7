package right

import "testing"

func TestPart(t *testing.T) {
	const whole, wrong = "def a():\n    return 1\n\n\ndef b():\n    return 2\n", "def a():\n    return x\n\n\ndef b():\n    return z\n"
	ask := "File:\n```python\n" + wrong + "```\n\nThe function in question:\n```python\ndef b():\n    return z\n```\n\nFix this function."
	if got := Part("python", whole, ask); got != "def b():\n    return 2\n" {
		t.Errorf("%q", got)
	}
	if got := Part("python", whole, "Fix it. Answer with the whole file."); got != whole {
		t.Errorf("%q", got)
	}
}
