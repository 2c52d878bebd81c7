package index

import (
	"slices"
	"strings"
	"testing"
)

// TestEntries: the files that a program starts in are found in every language,
// the nearest to the root first, and of these the surest.
func TestEntries(t *testing.T) {
	const guard = "def work():\n    return 1\n\n\nif __name__ == \"__main__\":\n    work()\n"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"go", map[string]string{"cmd/a/main.go": "package main\n\nfunc main() {}\n", "main.go": "package a\n\nfunc main() {}\n", "server.go": "package a\n"}, "cmd/a/main.go"},
		{"rust", map[string]string{"src/main.rs": "fn main() {}\n", "src/bin/tool.rs": "fn main() {}\n", "src/lib.rs": "pub fn run() {}\n", "build.rs": "fn main() {}\n", "src/app.rs": "pub fn app() {}\n"},
			"src/main.rs src/app.rs src/bin/tool.rs"},
		{"rust, by cargo's paths", map[string]string{"tools/gen.rs": "#[tokio::main]\nasync fn main() {\n}\n", "src/lib.rs": "mod main_loop;\nfn domain() {}\n"}, "tools/gen.rs"},
		{"python, guarded", map[string]string{"work.py": guard, "lib.py": "def work(): pass\n", "log.py": "import logging\n\nlog = logging.getLogger(__name__)\nMAIN = \"__main__\"\n", "other.py": "if __name__ == \"builtins\":\n    pass\n"}, "work.py"},
		{"python, within a function", map[string]string{"work.py": "def f():\n    if __name__ == \"__main__\":\n        pass\n"}, ""},
		{"python, factory", map[string]string{"shop/__init__.py": "def create_app():\n    pass\n", "shop/db.py": "class Db:\n    def create_app(self):\n        pass\n"}, "shop/__init__.py"},
		{"python, by name", map[string]string{"a/__main__.py": "", "a/wsgi.py": "x = 1\n", "a/asgi.py": "x = 1\n", "manage.py": "x = 1\n", "b.py": guard}, "manage.py b.py a/__main__.py a/asgi.py a/wsgi.py"},
		{"java", map[string]string{"src/main/java/a/Main.java": "class Main {}\n", "src/main/java/a/Shop.java": "public class Shop {\n  public static void main(String[] args) {\n    run();\n  }\n}\n", "src/main/java/a/Cart.java": "class Cart {}\n"},
			"src/main/java/a/Main.java src/main/java/a/Shop.java"},
		{"kotlin", map[string]string{"app/Main.kt": "class A\n", "app/Go.kt": "fun main() {\n  run()\n}\n", "app/Other.kt": "fun other() {\n}\n"}, "app/Go.kt app/Main.kt"},
		{"c#", map[string]string{"Shop/Program.cs": "var b = 1;\n", "Shop/Cart.cs": "class Cart {\n}\n", "Shop/Start.cs": "class Start {\n  static void Main(string[] args) {\n  }\n}\n"}, "Shop/Program.cs Shop/Start.cs"},
		{"next", map[string]string{"app/page.tsx": "export default function Page() {}\n", "app/users/page.tsx": "export default function Users() {}\n"}, "app/page.tsx"},
		{"next, by pages", map[string]string{"src/pages/index.tsx": "export default function Home() {}\n", "src/pages/about.tsx": "export default function About() {}\n"}, "src/pages/index.tsx"},
		{"script", map[string]string{"bin/tool.js": "run()\n", "server.js": "run()\n", "src/index.ts": "run()\n", "src/auth/index.ts": "run()\n", "lib/cart.js": "run()\n"}, "server.js bin/tool.js src/index.ts"},
		{"declarations", map[string]string{"index.js": "run()\n", "index.d.ts": "export function run(): void;\n", "index.d.cts": "export function run(): void;\n"}, "index.js"},
		{"script, packages", map[string]string{"packages/a/src/index.ts": "run()\n", "packages/a/lib/index.ts": "run()\n"}, "packages/a/src/index.ts"},
		{"tests and examples", map[string]string{"src/deep/main.py": "x = 1\n", "examples/a.py": guard, "tests/b.py": guard, "test_c.py": guard}, "src/deep/main.py"},
		{"benchmarks", map[string]string{"cmd/deep/a/main.go": "package main\n\nfunc main() {}\n", "bench/run.py": guard}, "cmd/deep/a/main.go"},
		{"the main of many", map[string]string{"apps/a/a.go": "package main\n\nfunc main() {}\n", "apps/b/main.go": "package main\n\nfunc main() {}\n"}, "apps/b/main.go apps/a/a.go"},
		{"examples only", map[string]string{"lib.py": "x = 1\n", "examples/a.py": guard, "examples/test_d.py": guard, "tests/b.py": guard, "docs/main.py": guard}, "examples/a.py"},
	} {
		x := build(c.files)
		if got := strings.Join(x.Entries(5), " "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		if all := x.Entries(5); !slices.Equal(x.Entries(1), all[:min(1, len(all))]) {
			t.Errorf("%s: not the first of %v", c.name, all)
		}
		saved, err := Load(x.Save())
		if err != nil || strings.Join(saved.Entries(5), " ") != c.want {
			t.Errorf("%s: saved and loaded, %v, %v", c.name, saved.Entries(5), err)
		}
	}
}
