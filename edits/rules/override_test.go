package rules

import "testing"

func TestMissingOverride(t *testing.T) {
	const msg = "This member must have an 'override' modifier because it overrides a member in the base class 'A'."
	runCases(t, "typescript", []ruleCase{
		{name: "method", signal: "tsc/TS4114", message: msg, in: "class B extends A {\n  «m»(): void {}\n}\n", want: "class B extends A {\n  override m(): void {}\n}\n"},
		{name: "modifiers before", signal: "tsc/4114", message: msg, in: "class B extends A {\n  @d() protected static «m»() {}\n}\n", want: "class B extends A {\n  @d() protected static override m() {}\n}\n"},
		{name: "modifiers behind", signal: "tsc/4114", message: msg, in: "class B extends A {\n  public async *«m»() {}\n}\n", want: "class B extends A {\n  public override async *m() {}\n}\n"},
		{name: "accessor", signal: "tsc/4116", message: msg, in: "class B extends A { get «m»() { return 1; } }\n", want: "class B extends A { override get m() { return 1; } }\n"},
		{name: "field", signal: "tsc/4114", message: msg, in: "class B extends A {\n  x = 1; readonly «y» = 2;\n}\n", want: "class B extends A {\n  x = 1; override readonly y = 2;\n}\n"},
		{name: "decorator alone", signal: "tsc/4114", message: msg, in: "class B extends A {\n  @d «m»() {}\n}\n", want: "class B extends A {\n  @d override m() {}\n}\n"},
		{name: "comments", signal: "tsc/4114", message: msg, in: "class B extends A {\n  /** 🎉 */ async /* async */ «m»() {}\n}\n", want: "class B extends A {\n  /** 🎉 */ override async /* async */ m() {}\n}\n"},
		{name: "comment of several lines", signal: "tsc/4114", message: msg, in: "class B extends A {\n  /*\n  */ «m»() {}\n}\n", why: "several lines"},
		{name: "parameter", signal: "tsc/4115", message: msg, in: "class B extends A {\n  constructor(«public readonly x: number») { super(); }\n}\n", want: "class B extends A {\n  constructor(public override readonly x: number) { super(); }\n}\n"},
		{name: "read-only parameter", signal: "tsc/4115", message: msg, in: "class B extends A { constructor(a: {}, «readonly  x = 1») { super(); } }\n", want: "class B extends A { constructor(a: {}, override readonly  x = 1) { super(); } }\n"},
		{name: "decorated parameter", signal: "tsc/4115", message: msg, in: "class B extends A {\n  constructor(«@d() public x: number») { super(); }\n}\n", why: "begin with a modifier"},
		{name: "there", signal: "tsc/4114", message: msg, in: "class B extends A {\n  override «m»() {}\n}\n", why: "already"},
	})
}
