package scan

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// defined is a text with its definitions and imports.
func defined(lang, src string) *Text {
	s := New(src, lang)
	s.Define()
	return s
}

// defs spells the definitions of a text: kind container.name start-sig-end,
// lines from 1, end inclusive.
func defs(lang, src string) string {
	var out []string
	for _, d := range defined(lang, src).Defs {
		name := d.Name
		if d.Container != "" {
			name = d.Container + "." + name
		}
		s := fmt.Sprintf("%s %s %d-%d-%d", d.Kind, name, d.Start+1, d.Sig, d.End)
		if len(d.Bases) > 0 {
			s += " " + strings.Join(d.Bases, "+")
		}
		if d.Doc != d.Start {
			s += fmt.Sprintf(" doc %d", d.Doc+1)
		}
		out = append(out, s)
	}
	return strings.Join(out, "\n")
}

func imports(lang, src string) string {
	var out []string
	for _, im := range defined(lang, src).Imports {
		out = append(out, fmt.Sprintf("%s %v %q", im.Spec, im.Names, im.As))
	}
	return strings.Join(out, "\n")
}

// Covers R3-12.
func TestDefinitions(t *testing.T) {
	for _, c := range []struct{ lang, src, want string }{
		{"python", `import os
# the answer
@cached
def f(x: Dict[str, int]) -> None:
    y = """
def not_me(): pass
"""
    def inner():
        pass

class A(B, mod.C[int], metaclass=M):
    size: int = 3

    async def m(
        self,
    ):
        return 1
LIMIT = 10
if True:
    def g(): pass
`, `function f 4-4-9 doc 2
function inner 8-8-9
class A 11-11-17 B+C
field A.size 12-12-12
method A.m 14-16-17
constant LIMIT 18-18-18
function g 20-20-20`},
		{"go", `package p

import "fmt"

// T is one.
type T[K any] struct {
	a, b int
	C    map[string]struct{}
}

type (
	I interface {
		M(x int) error
	}
	F func() int
)

const (
	One = iota
	Two
)

var x, y = 1, 2

func (t *T[K]) Get(f func() interface{}) (interface{}, error) {
	return nil, nil
}

func asm(x int)

func Multi(
	a int,
) {
}
`, `struct T 6-6-9 doc 5
field T.a 7-7-7
field T.C 8-8-8
interface I 12-12-14
method I.M 13-13-13
type F 15-15-15
constant One 19-19-19
constant Two 20-20-20
variable x 23-23-23
variable y 23-23-23
method T.Get 25-25-27
function asm 29-29-29
function Multi 31-33-34`},
		{"typescript", `import a from './a';
/** doc */
export default class Box<T> extends Base implements I, J {
  private size = 1;
  static make(): Box { return new Box(); }
  get value(): number {
    return 1;
  }
  handler = async (e: Event) => {
    go();
  };
}
export interface Opt {
  name?: string;
  run(): void;
}
export type Id =
  | string
  | number;
export const f = async (x: number) => {
  return x;
};
export async function* gen() {}
enum Color { Red }
const {p, q} = obj;
namespace N {
  export function inside() {}
}
export const limit = 10;
`, `class Box 3-3-12 Base+I+J doc 2
field Box.size 4-4-4
method Box.make 5-5-5
method Box.value 6-6-8
method Box.handler 9-9-11
interface Opt 13-13-16
field Opt.name 14-14-14
method Opt.run 15-15-15
type Id 17-19-19
function f 20-20-22
function gen 23-23-23
enum Color 24-24-24
variable p 25-25-25
variable q 25-25-25
module N 26-26-28
function N.inside 27-27-27
variable limit 29-29-29`},
		{"rust", `use std::fmt;

/// Doc.
#[derive(Debug)]
pub struct P<'a> {
    pub x: u8,
    y: &'a str,
}
pub(crate) enum E { A, B(u8) }
pub trait Shape: Sized {
    fn area(&self) -> f64;
    fn name(&self) -> String { String::new() }
}
impl<'a> Shape for P<'a>
where
    Self: Sized,
{
    fn area(&self) -> f64 {
        0.0
    }
}
const MAX: usize = 3;
pub const fn c() {}
type Alias = Vec<u8>;
mod inner {
    pub fn deep() {}
}
macro_rules! m { () => {} }
`, `struct P 5-5-8 Shape doc 3
field P.x 6-6-6
field P.y 7-7-7
enum E 9-9-9
trait Shape 10-10-13
method Shape.area 11-11-11
method Shape.name 12-12-12
method P.area 18-18-20
constant MAX 22-22-22
function c 23-23-23
type Alias 24-24-24
function inner.deep 26-26-26
function m 28-28-28`},
		{"java", `package p;
public class A extends B {
  private int x = 3;
  public static List<String> run(int a) throws E {
    if (a > 1) { return null; }
  }
}
`, "class A 2-2-7\nmethod A.run 4-4-6"},
		{"sql", "-- users\nCREATE TABLE IF NOT EXISTS users (\n id int\n);\ncreate index i on users(id);\n", "table users 2-2-4 doc 1\nvariable i 5-5-5"},
		{"ruby", "class A\n  def go(x)\n    x\n  end\nend\n", "class A 1-1-4\nmethod A.go 2-2-3"},
	} {
		if got := defs(c.lang, c.src); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.lang, got, c.want)
		}
	}
}

func TestImportStatements(t *testing.T) {
	for _, c := range []struct{ lang, src, want string }{
		{"python", "import a.b as c, d\nfrom . import x, y as z\nfrom ..p.q import (\n    one,\n    two,\n)\nfrom m import *\n",
			"a.b [] [\"c\"]\nd [] [\"d\"]\n. [x y] [\"x\" \"z\"]\n..p.q [one two] [\"one\" \"two\"]\nm [*] [\"*\"]"},
		{"go", "package p\nimport \"fmt\"\nimport (\n\tx \"a/b\"\n\n\t_ \"c\" // d\n)\n",
			"fmt [] [\"\"]\na/b [] [\"x\"]\nc [] [\"_\"]"},
		{"typescript", "import a, {b as c} from './x';\nimport {\n  d,\n  e,\n} from \"y\";\nexport * from './z';\nconst f = require('g');\nconst h = await import('./i');\nimport './j';\n",
			`./x [default b] ["a" "c"]
y [d e] ["d" "e"]
./z [*] [""]
g [*] ["f"]
./i [*] ["h"]
./j [] []`},
		{"javascript", `// import gone from './gone'
const { a: b, ...c } = await import("./x"), d = require('./y').z;
export { e as f, type g } from './z'
import * as h from './h'
/** @type {import('./t').Type} import './gone' */
load(require('./k')); x.require('./no'); const s = "require('./no')"; import("./" + name);
const many = {
  one: 1,
}, n = require(
  './n')
`, `./x [a c] ["b" "c"]
./y [z] ["z"]
./z [e g] ["f" "g"]
./h [*] ["h"]
./t [Type] ["Type"]
./k [*] [""]
./n [*] [""]`},
		{"rust", "use crate::a::{self, b::C, d};\npub use x::*;\nmod m;\nuse std::{\n    fmt,\n    io::{Read, Write as W},\n};\n",
			`crate::a::self [] []
crate::a::b::C [C] []
crate::a::d [d] []
pub x::* [*] []
mod m [] []
std::fmt [fmt] []
std::io::Read [Read] []
std::io::Write [Write] []`},
	} {
		if got := imports(c.lang, c.src); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.lang, got, c.want)
		}
	}
}

// TestAnyText holds for damaged texts of every language: no panic, definitions
// inside the file, chunks in order and apart, every line that is not blank in
// a chunk.
func TestAnyText(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	pieces := []string{"def f(", "class A:", "{", "}", "(", ")", "\"", "'", "`", "\n", "\n\n", "    ", "func (x T) g() {", "type T struct {", "impl A for B {",
		"/*", "*/", "//", "#", "\"\"\"", "import (", "export const a = ", "=>", ";", ",", "é", "fn h<T>(", "\r\n", "interface I {", "x: y", "=", "r#\"", "use a::{b", "enum E {", "CREATE TABLE t (", "end"}
	langs := []string{"python", "go", "typescript", "rust", "java", "ruby", "sql", "markdown"}
	for i := range 4000 {
		var b strings.Builder
		for range r.IntN(60) {
			b.WriteString(pieces[r.IntN(len(pieces))])
			b.WriteString([]string{"", " ", "\n"}[r.IntN(3)])
		}
		src, lang := b.String(), langs[i%len(langs)]
		f := defined(lang, src)
		for _, d := range f.Defs {
			if d.Doc > d.Start || d.Start >= d.Sig || d.Sig > d.End || d.End > len(f.Starts) || d.Start < 0 {
				t.Fatalf("case %d %s: %+v in %d lines\n%s", i, lang, d, len(f.Starts), src)
			}
		}
		at := 0
		lines := strings.SplitAfter(src, "\n")
		for _, c := range f.Chunks() {
			if c.Start < at || c.End <= c.Start || c.End > len(f.Starts) {
				t.Fatalf("case %d %s: chunk %+v behind line %d of %d\n%s", i, lang, c, at, len(f.Starts), src)
			}
			if strings.TrimSpace(strings.Join(lines[at:c.Start], "")) != "" {
				t.Fatalf("case %d %s: lines %d-%d are in no chunk\n%s", i, lang, at, c.Start, src)
			}
			at = c.End
		}
	}
}

// TestShapesOfScripts: what a line says alone is not enough to find where a
// class or a function begins and ends.
//
// Covers R3-12.
func TestShapesOfScripts(t *testing.T) {
	for _, c := range []struct{ name, lang, src, want string }{
		{"a header of several lines", "typescript", `export class Box<
  T extends { id: number } = { id: 1 },
> extends Base<
  Def<T>,
  T["in"] | undefined
> {
  open() {
    return 1;
  }
  static make = <U extends T>(
    u: U,
  ): Box<U> => {
    return new Box(u);
  };
}
`, `class Box 1-6-15 Base
method Box.open 7-7-9
method Box.make 10-10-14`},
		{"an object type as a result", "typescript", `class A {
  both(): {
    a: number;
  } {
    return { a: 1 };
  }
  next() {}
}
function f(): { a: number } | { b: string } {
  return { a: 1 };
}
`, `class A 1-1-8
method A.both 2-4-6
method A.next 7-7-7
function f 9-9-11`},
		{"what a module exports", "javascript", `const proto = module.exports = {
  get status() {
    return this.code;
  },

  redirect(url, alt) {
    if (url == '') return;
    this.set(url);
  },
};
const eq = a == {
  b: 1,
};
`, `variable proto 1-10-10
method proto.status 2-2-4
method proto.redirect 6-6-9
variable eq 11-13-13`},
		{"a class that a module exports", "javascript", `module.exports = class Application extends Emitter {
  use(fn) {
    return this;
  }
};
exports.Other = class {
  stop() {
    return 1;
  }
};
module.exports.parse = {
  start() {
    return 1;
  },
};
`, `class Application 1-1-5 Emitter
method Application.use 2-2-4
class Other 6-6-10
method Other.stop 7-7-9
variable parse 11-15-15
method parse.start 12-12-14`},
		{"overloads and abstract methods", "typescript", `export function on(a: string): void
export function on(a: number): void;
export function on(a: any) {
  return a;
}
export abstract class S {
  abstract size(): number
  abstract get first(): string;
  protected abstract walk(
    f: (n: number) => void,
  ): void
  get last() { return 1; }
  set last(n) {
    keep(n);
  }
}
`, `function on 1-1-1
function on 2-2-2
function on 3-3-5
class S 6-6-16
method S.size 7-7-7
method S.first 8-8-8
method S.walk 9-11-11
method S.last 12-12-12
method S.last 13-13-15`},
		{"members without a name of their own", "typescript", `class A {
  @Input({
    alias: call(1),
  })
  size = 1;
  [Symbol.iterator]() {
    call(2);
  }
  static {
    call(3);
  }
  #secret() {
    return 1;
  }
  handler = async (e: Event): Promise<void> => {
    call(4);
  };
  accessor width = 1;
}
`, `class A 1-1-19
field A.size 5-5-5
method A.secret 12-12-14
method A.handler 15-15-17
field A.width 18-18-18`},
		{"what goes on behind a line end", "typescript", `export type Of<
  T,
  U = never
> = Pick<
  T,
  U
>;
export const twice = (n: number) =>
  call(
    n,
  );
export declare namespace Shapes {
  interface Round { r: number }
}
declare module "other" {
  interface More { m: number }
}
let after = 1;
`, `type Of 1-7-7
function twice 8-8-11
module Shapes 12-12-14
interface Shapes.Round 13-13-13
interface More 16-16-16
variable after 18-18-18`},
		{"raw strings", "rust", `fn unc(p: &str) -> &str {
    p.trim_start_matches(r"\\?\")
}

fn next() {}
struct P<T>
where
    T: Copy,
{
    at: T,
}
`, `function unc 1-1-3
function next 5-5-5
struct P 6-9-11
field P.at 10-10-10`},
	} {
		if got := defs(c.lang, c.src); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}
