package engine

import (
	"os"
	"path/filepath"
	"testing"
)

// TestScriptUses: who takes a name of a JavaScript or TypeScript file is found by
// the path that the import means; a file of the same stem elsewhere is another one.
func TestScriptUses(t *testing.T) {
	root := t.TempDir()
	for name, body := range map[string]string{
		"tsconfig.json":      "{\n  // paths\n  \"compilerOptions\": {\n    \"baseUrl\": \".\", /* here */\n    \"paths\": { \"@lib/*\": [\"src/lib/*\"], \"conf\": [\"src/conf.ts\"], },\n  },\n}\n",
		"src/lib/util.ts":    "export const a = 1, b = 2; export const deep = 3, mapped = 4, based = 5, tail = 6, all = 7, never = 8, only = 9;\nexport default a;\n",
		"src/other/util.ts":  "export const a = 1;\n",
		"src/conf.ts":        "export const port = 1;\n",
		"src/api.ts":         "import first, { a, type b as c } from './lib/util';\nimport { port } from 'conf';\n",
		"src/x/use.ts":       "import * as u from '../lib/util.js';\nconsole.log(u.deep, v.never);\n",
		"src/x/y/mapped.tsx": "import {\n  mapped, // a note\n} from '@lib/util';\n",
		"src/based.ts":       "import { based } from 'src/lib/util';\n",
		"src/old.cjs":        "const { tail } = require('./lib/util');\nconst u = require('./other/util');\nu.never();\n",
		"src/lib/index.js":   "export const whole = 1;\n",
		"src/main.mjs":       "import { whole } from './lib';\nexport { all } from './lib/util.ts';\n",
		"src/strange.ts":     "import { only } from './util';\nimport { only as o } from 'util';\n",
		"tests/util.ts":      "export const only = 1;\n",
		"tests/a.test.ts":    "import { only } from './util';\n",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e := &Engine{}
	for _, c := range []struct{ file, name, by string }{
		{"src/lib/util.ts", "a", "src/api.ts"},
		{"src/lib/util.ts", "b", "src/api.ts"},
		{"src/lib/util.ts", "c", ""},
		{"src/lib/util.ts", "default", "src/api.ts"},
		{"src/lib/util.ts", "deep", "src/x/use.ts"},
		{"src/lib/util.ts", "mapped", "src/x/y/mapped.tsx"},
		{"src/lib/util.ts", "based", "src/based.ts"},
		{"src/lib/util.ts", "tail", "src/old.cjs"},
		{"src/lib/util.ts", "all", "src/main.mjs"},
		{"src/lib/util.ts", "never", ""},
		{"src/lib/util.ts", "only", ""},
		{"src/lib/index.js", "whole", "src/main.mjs"},
		{"src/other/util.ts", "a", ""},
		{"src/conf.ts", "port", "src/api.ts"},
		{"tests/util.ts", "only", "tests/a.test.ts"},
	} {
		if _, by := e.uses(t.Context(), root, filepath.Join(root, c.file), []string{c.name}); by != c.by {
			t.Errorf("%s of %s is used by %q, want %q", c.name, c.file, by, c.by)
		}
	}
	for _, c := range []struct {
		from, name string
		want       bool
	}{
		{"src/api.ts", "./lib/util", true},
		{"src/api.ts", "./util", false},
		{"src/api.ts", "./lib", true},
		{"src/api.ts", "../tests/util", true},
		{"src/api.ts", "@lib/util", true},
		{"src/api.ts", "@lib/absent", false},
		{"src/x/use.ts", "..", false},
		{"src/lib/util.ts", ".", true},
	} {
		if got := e.module(root, filepath.Join(root, c.from), c.name); got != c.want {
			t.Errorf("%s from %s: %v, want %v", c.name, c.from, got, c.want)
		}
	}
}
