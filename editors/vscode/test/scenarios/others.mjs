// What other tools report: a rule's fix, a tool's own, mypy's and gopls' problems.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { edit, line, program, session, settings } from './session.mjs';

const typed = 'def count(name: str) -> int:\n    return "é😀" + name\n';
const goApp = 'package main\n\nfunc main() {\n\tprintln("é😀", undefinedName)\n}\n\nconst amount = 42\n';

/** Where the go command keeps what it has built, which takes minutes to build anew. */
const goEnv = () => Object.fromEntries(['GOCACHE', 'GOMODCACHE', 'GOPATH'].map((name) => [name, execFileSync('go', ['env', name], { encoding: 'utf8' }).trim()]));

const languages = () => session({
  'typed.py': typed, 'pyproject.toml': '[tool.ruff.lint]\nselect = ["F"]\n\n[tool.mypy]\nstrict = true\n',
  'main.go': goApp, 'go.mod': 'module example.com/app\n\ngo 1.24\n',
}, {
  settings: { ...settings, 'editor.codeActionsOnSave': {} },
  servers: [{ name: 'gopls', command: 'gopls', args: [], languages: ['go'] }], env: goEnv(),
  rules: [
    { match: line('\\+ name'), answer: edit('    return len("é😀" + name)') },
    { match: line('undefinedName'), answer: edit('\tprintln("é😀", amount)') },
  ],
});

let shared;
const own = () => (shared ??= languages());

export default [
  {
    id: 'V30', name: 'rule fix: from the menu, without a model',
    files: { 'V30.py': 'def first(list_of):\n    if list_of: return "😀"\n    return None\n' },
    async run(w) {
      await w.open('V30.py', { problems: false });
      await w.page.waitForSelector('.squiggly-warning');
      const asked = w.model.asked.length;
      await w.offers('if list_of', 'Fix E701');
      await w.row('Fix E701').first().click();
      await w.shows('def first(list_of):\n    if list_of:\n        return "😀"\n    return None\n');
      assert.equal(w.model.asked.length, asked);
      await w.page.keyboard.press('Control+z');
      await w.shows('def first(list_of):\n    if list_of: return "😀"\n    return None\n');
    },
  },
  {
    id: 'V31', name: 'tool fix: where its server is not to be left to it',
    async run(w) {
      await w.open('V31.py');
      const asked = w.model.asked.length;
      await w.set({ 'fettle.actions.toolFixes': 'always' }, () => w.given()?.actions?.toolFixes === 'always');
      await w.offers('f"nothing"', 'Fix F541');
      await w.row('Fix F541').first().click();
      await w.shows(program().replace('f"nothing"', '"nothing"'));
      assert.equal(w.model.asked.length, asked);
      await w.set({ 'fettle.actions.toolFixes': undefined }, () => w.given()?.actions?.toolFixes === null);
    },
  },
  {
    id: 'V32', name: "mypy: fettle's own run of it, in a trusted folder",
    get session() {
      return own();
    },
    async run(w) {
      await w.open('typed.py', { problems: false });
      await w.offers('+ name', 'AI fix: return-value');
      await w.row('AI fix: return-value').first().click();
      await w.shows(typed.replace('"é😀" + name', 'len("é😀" + name)'));
      assert.match(await w.ended(0), /^return-value fixed · mypy( and ruff are| is) content$/);
    },
  },
  {
    id: 'V33', name: 'gopls: its diagnostic is fixed, beside an emoji',
    get session() {
      return own();
    },
    async run(w) {
      await w.open('main.go');
      await w.offers('undefinedName', 'AI fix: UndeclaredName');
      await w.row('AI fix: UndeclaredName').first().click();
      await w.line('"é😀", amount').waitFor();
      const [{ edits }] = w.edits('main.go').at(-1).params.edit.documentChanges;
      assert.deepEqual(edits.map((e) => e.range), [{ start: { line: 3, character: 16 }, end: { line: 3, character: 29 } }]);
    },
  },
];
