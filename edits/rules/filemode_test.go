package rules

import "testing"

func TestBinaryMode(t *testing.T) {
	const write = `Argument 1 to "write" of "_TextIOBase" has incompatible type "bytes"; expected "str"`
	const read = `Incompatible return value type (got "str", expected "bytes")`
	in := func(open, use string) string {
		return "def f(path, data):\n    with " + open + " as file:\n        " + use + "\n"
	}
	runCases(t, "python", []ruleCase{
		{name: "written", signal: "mypy/arg-type", message: write, in: in(`open(path, "w")`, "return file.write(«data»)"), want: in(`open(path, "wb")`, "return file.write(data)")},
		{name: "written, pyright", signal: "pyright/reportArgumentType", message: `Argument of type "bytes" cannot be assigned to parameter "s" of type "str" in function "write"`, in: in(`open(path, mode='a')`, "file.write(«data»)"), want: in(`open(path, mode='ab')`, "file.write(data)")},
		{name: "read", signal: "mypy/return-value", message: read, in: in(`open(path)`, "return «file.read()»"), want: in(`open(path, "rb")`, "return file.read()")},
		{name: "read by a mode", signal: "pyright/reportReturnType", message: "Type \"str\" is not assignable to return type \"bytes\"\n  \"str\" is not assignable to \"bytes\"", in: in(`open(path, "r")`, "return «file.read()»"), want: in(`open(path, "rb")`, "return file.read()")},
		{name: "an encoding", signal: "mypy/arg-type", message: write, in: in(`open(path, "w", encoding="utf-8")`, "file.write(«data»)"), why: "more than a mode"},
		{name: "computed", signal: "mypy/arg-type", message: write, in: in(`open(path, mode)`, "file.write(«data»)"), why: "no plain one"},
		{name: "written otherwise too", signal: "mypy/arg-type", message: write, in: in(`open(path, "w")`, "file.write(«data»); file.write('')"), why: "other ways"},
		{name: "not the builtin", signal: "mypy/arg-type", message: write, in: in(`codecs.open(path, "w")`, "file.write(«data»)"), why: "not the builtin"},
		{name: "no with", signal: "mypy/arg-type", message: write, in: "file = open(path, 'w')\nfile.write(«data»)\n", why: "no with"},
		{name: "another text", signal: "mypy/return-value", message: read, in: "def f(a):\n    return «a»\n", why: "no file"},
	})
}
