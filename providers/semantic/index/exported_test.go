package index

import (
	"strings"
	"testing"
)

// TestExported: of what a file defines at its top level, what other files can use
// is told from the rest where the language says so.
func TestExported(t *testing.T) {
	for _, c := range []struct{ name, path, src, want string }{
		{"go", "a.go", "package a\n\ntype Car struct {\n\tWheels int\n}\n\nfunc (Car) Run() {}\n\nfunc helper() {}\n\nvar ErrGone = 1\n", "Car ErrGone"},
		{"go, a program", "main.go", "package main\n\nfunc helper() {}\n\nfunc main() {\n\thelper()\n}\n", "main"},
		{"go, nothing exported", "a.go", "package a\n\nfunc helper() {}\n\ntype car struct{}\n", "helper car"},
		{"rust", "a.rs", "pub struct Car {\n    wheels: u8,\n}\n\npub(crate) fn near() {\n}\n\nfn helper() {\n}\n\nfn main() {\n}\n", "Car near main"},
		{"python", "a.py", "class Car:\n    def run(self):\n        pass\n\n\ndef _helper():\n    pass\n\n\ndef drive():\n    pass\n", "Car drive"},
		{"typescript", "a.ts", "export class Car {\n  run() {\n  }\n}\n\nfunction helper() {\n  return 1;\n}\n\nfunction near() {\n  return 1;\n}\n\nfunction far() {\n  return 1;\n}\n\nexport { near,\n  away as out };\nexport default far;\n", "Car near far"},
		{"a script without modules", "a.js", "function helper() {\n  return 1;\n}\n\nclass Car {\n}\n", "helper Car"},
		{"java", "A.java", "class A {\n  void run() {\n  }\n}\n", "A"},
	} {
		x := build(map[string]string{c.path: c.src})
		slot := x.byPath[c.path]
		var got []string
		for _, d := range Exported(x.files[slot].Lang, c.src, x.DefsOf(c.path)) {
			got = append(got, d.Name)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %v, want %s", c.name, got, c.want)
		}
		if short := Exported(x.files[slot].Lang, "\n", x.DefsOf(c.path)); len(short) > 2 {
			t.Errorf("%s: of a text that has become shorter: %v", c.name, short)
		}
	}
}
