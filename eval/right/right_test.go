package right

import "testing"

func TestPart(t *testing.T) {
	const was = "import os\n\ndef a():\n    retur 1\n\ndef b():\n    return os.sep\n"
	asks := func(part string) string { return "The function in question:\n```python\n" + part + "\n```\nFix it." }
	for _, c := range []struct{ name, text, prompt, want string }{
		{"inside", "import os\n\ndef a():\n    return 1\n\ndef b():\n    return os.sep\n", asks("def a():\n    retur 1"), "def a():\n    return 1\n"},
		{"above", "import os\nimport re\n\ndef a():\n    retur 1\n\ndef b():\n    return os.sep\n", asks("def b():\n    return os.sep"),
			"import re\n\ndef b():\n    return os.sep\n"},
		{"elsewhere", "import re\n\ndef a():\n    retur 1\n\ndef b():\n    return os.sep\n", asks("def b():\n    return os.sep"),
			"import re\n\ndef a():\n    retur 1\n\ndef b():\n    return os.sep\n"},
		{"nothing named", "x\n", "Fix this file.", "x\n"},
	} {
		if got := Part(was, c.text, c.prompt); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
