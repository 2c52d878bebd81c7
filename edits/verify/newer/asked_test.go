package newer

import "testing"

func TestLacking(t *testing.T) {
	const loop, call = "    for x in y:\n        fp.write(x)\n", "    fp.writelines(y)\n"
	for _, c := range []struct{ name, was, now, want string }{
		{"in its else", "if hasattr(fp, 'writelines'):\n" + call + "else:\n" + loop, "if hasattr(fp, 'writelines'):\n" + call + "else:\n" + call, "fp.writelines"},
		{"behind not", "if not hasattr(fp, \"writelines\"):\n" + loop, "if not hasattr(fp, \"writelines\"):\n" + call, "fp.writelines"},
		{"of a member", "if not hasattr(self.fp, 'a'):\n    pass\n", "if not hasattr(self.fp, 'a'):\n    if x:\n        y = self.fp.a()\n", "self.fp.a"},
		{"where it is there", "if hasattr(fp, 'writelines'):\n" + loop + "else:\n" + loop, "if hasattr(fp, 'writelines'):\n" + call + "else:\n" + loop, ""},
		{"behind it", "if not hasattr(fp, 'writelines'):\n    fp = wrap(fp)\nif True:\n" + loop, "if not hasattr(fp, 'writelines'):\n    fp = wrap(fp)\nif True:\n" + call, ""},
		{"with another question", "if hasattr(fp, 'writelines') and z:\n    pass\nelse:\n" + loop, "if hasattr(fp, 'writelines') and z:\n    pass\nelse:\n" + call, ""},
		{"of another object", "if not hasattr(fp, 'writelines'):\n" + loop, "if not hasattr(fp, 'writelines'):\n    self.fp.writelines(y)\n", ""},
		{"as before", "if not hasattr(fp, 'writelines'):\n" + call, "if not hasattr(fp, 'writelines'):\n" + call, ""},
	} {
		if got := Lacking(c.was, c.now); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
