package engine

import (
	"path/filepath"
	"testing"
)

// TestScriptUses: who takes a name of a JavaScript or TypeScript file is found by
// the path that the import means; a file of the same stem elsewhere is another one.
func TestScriptUses(t *testing.T) {
	root := t.TempDir()
	writeFiles(t, root, map[string]string{
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
	})
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
		if _, by := e.Uses(t.Context(), root, filepath.Join(root, c.file), []string{c.name}); by != c.by {
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
		if got := e.Module(root, filepath.Join(root, c.from), c.name); got != c.want {
			t.Errorf("%s from %s: %v, want %v", c.name, c.from, got, c.want)
		}
	}
}

// TestScriptPlaces: where imports lead by the tsconfig files around a file, and by
// the names that package.json files give to places.
func TestScriptPlaces(t *testing.T) {
	root := t.TempDir()
	writeFiles(t, root, map[string]string{
		"tsconfig.base.json":       `{"compilerOptions": {"paths": {"~base/*": ["shared/*"]}}}`,
		"app/tsconfig.json":        `{"extends": "../tsconfig.base.json", "compilerOptions": {"baseUrl": "src"}}`,
		"web/tsconfig.json":        `{"extends": "./tsconfig.paths.json", "compilerOptions": {}}`,
		"web/tsconfig.paths.json":  `{"extends": "./tsconfig.json", "compilerOptions": {"paths": {"@/*": ["./src/*"]}}}`,
		"shared/log.ts":            "export const log = 1;\n",
		"app/src/deep/own.ts":      "export const own = 1;\n",
		"app/src/use.ts":           "import { own } from 'deep/own';\nimport { helper } from '@scope/kit/helper';\nimport { kit } from '@scope/kit';\nimport { log } from '@scope/kit/log';\n",
		"web/src/view.ts":          "export const view = 1;\n",
		"web/src/page.ts":          "import { view } from '@/view';\n",
		"kit/package.json":         `{"name": "@scope/kit", "exports": {".": {"types": "./dist/index.d.ts", "default": "./dist/index.js"}, "./*": "./dist/parts/*.js"}, "imports": {"#conf": {"node": "./src/conf.ts"}}}`,
		"kit/src/index.ts":         "export const kit = 1;\n",
		"kit/src/conf.ts":          "export const conf = 1;\n",
		"kit/src/run.ts":           "import { conf } from '#conf';\n",
		"kit/src/parts/helper.ts":  "export const helper = 1;\n",
		"plain/package.json":       `{"name": "plain", "main": "lib/main.js"}`,
		"plain/lib/main.js":        "exports.most = 1;\n",
		"plain/lib/part.js":        "exports.part = 1;\n",
		"plain/test/a.test.js":     "const { most } = require('plain');\nconst { part } = require('plain/lib/part');\n",
		"plain/test/unlike.js":     "const { other } = require('plainer');\n",
		"broken/tsconfig.json":     `{"extends": "./none.json"}`,
		"broken/nested/index.json": `{}`,
	})
	e := &Engine{}
	for _, c := range []struct{ file, name, by string }{
		{"app/src/deep/own.ts", "own", "app/src/use.ts"},
		{"web/src/view.ts", "view", "web/src/page.ts"},
		{"kit/src/index.ts", "kit", "app/src/use.ts"},
		{"kit/src/conf.ts", "conf", "kit/src/run.ts"},
		{"kit/src/parts/helper.ts", "helper", "app/src/use.ts"},
		{"plain/lib/main.js", "most", "plain/test/a.test.js"},
		{"plain/lib/part.js", "part", "plain/test/a.test.js"},
		{"plain/lib/main.js", "other", ""},
		{"shared/log.ts", "log", ""},
	} {
		if _, by := e.Uses(t.Context(), root, filepath.Join(root, c.file), []string{c.name}); by != c.by {
			t.Errorf("%s of %s is used by %q, want %q", c.name, c.file, by, c.by)
		}
	}
	for _, c := range []struct {
		from, name string
		want       bool
	}{
		{"lib/a.js", "~base/log", true},
		{"lib/a.js", "~base/none", false},
		{"app/src/use.ts", "~base/log", true}, // which its own tsconfig extends
		{"kit/src/run.ts", "#conf", true},
		{"kit/src/run.ts", "#none", false},
	} {
		if got := e.Module(root, filepath.Join(root, c.from), c.name); got != c.want {
			t.Errorf("%s from %s: %v, want %v", c.name, c.from, got, c.want)
		}
	}
}
