// Fixes: the menu, the edit, undo, preview, save, several at once.
import assert from 'node:assert/strict';
import { program } from './session.mjs';

export default [
  {
    id: 'V1', name: 'emoji: from the squiggle to the edit in its columns, utf-16; one undo',
    async run(w) {
      await w.open('V1.py');
      const titles = await w.menu('undefined_name');
      assert.ok(titles.some((t) => t.startsWith('AI fix: F821')), titles.join(' | '));
      await w.row('AI fix: F821').click();
      await w.shows(program('42'));
      const [{ edits }] = w.edits('V1.py')[0].params.edit.documentChanges;
      // Two units of UTF-16 for the emoji, one for each accent: 19, not 18 or 24.
      assert.deepEqual(edits.map((e) => e.range), [{ start: { line: 4, character: 19 }, end: { line: 4, character: 33 } }]);
      await w.page.keyboard.press('Control+z');
      await w.shows(program());
    },
  },
  {
    id: 'V29', name: 'model fix: undone, it is there again at once, without a model',
    async run(w) {
      await w.open('V29.py');
      await w.ask('undefined_name');
      await w.shows(program('42'));
      await w.page.keyboard.press('Control+z');
      await w.shows(program());
      await w.page.waitForSelector('.squiggly-error');
      const asked = w.model.asked.length;
      const titles = await w.menu('undefined_name');
      assert.ok(titles.some((t) => /^AI fix: F821 .*\(ready, \+1 -1\)/.test(t)), titles.join(' | '));
      await w.row('AI fix: F821').click();
      await w.shows(program('42'));
      assert.equal(w.model.asked.length, asked);
    },
  },
  {
    id: 'V2', name: 'model fix: the AI entry comes last, and has a key of its own',
    async run(w) {
      await w.open('V2.py');
      const titles = await w.menu('undefined_name');
      const ai = titles.findIndex((t) => t.startsWith('AI fix'));
      assert.ok(titles.length > 1 && titles.slice(ai).every((t) => /^(AI|Suppress)/.test(t)) && ai > 0, titles.join(' | '));
      await w.page.keyboard.press('Escape');
      await w.page.keyboard.press('Control+Alt+f');
      await w.shows(program('42'));
    },
  },
  {
    id: 'V5', name: 'preview: tick, apply, undo; discard',
    files: { 'V5.py': program(), 'V5b.py': program() },
    async run(w) {
      await w.open('V5.py');
      await w.set({ 'fettle.preview': 'ask' }, () => w.runs((s) => s.args.includes('preview="ask"')));
      await w.ready();
      const panel = w.page.locator('.bulk-edit-panel');
      await w.ask('undefined_name');
      await panel.waitFor();
      await panel.locator('.edit-checkbox').first().click();
      await panel.getByText('Apply', { exact: true }).click();
      await w.shows(program('42'));
      await w.put('"😀", 42');
      await w.page.keyboard.press('Control+z');
      await w.shows(program());
      await w.open('V5b.py');
      const before = w.ends().length;
      await w.ask('undefined_name');
      await panel.waitFor();
      await panel.getByText('Discard', { exact: true }).click();
      assert.equal(await w.ended(before), 'not applied');
      await w.shows(program());
      await w.set({ 'fettle.preview': undefined }, () => w.runs((s) => !s.args.some((a) => a.startsWith('preview='))));
      await w.ready();
    },
  },
  {
    id: 'V6', name: 'save: runs no fix command and asks no model',
    async run(w) {
      await w.open('V6.py');
      const [asked, sent] = [w.model.asked.length, w.told('workspace/executeCommand').length];
      await w.put('print');
      await w.page.keyboard.press('End');
      await w.page.keyboard.type('  # saved');
      await w.page.keyboard.press('Control+s');
      await w.until('the file is saved', () => w.editor.read('V6.py').includes('# saved'));
      const onSave = w.told('textDocument/codeAction').filter((m) => m.params.context.triggerKind === 2 && m.params.context.only !== undefined);
      assert.ok(onSave.length > 0, 'VS Code asked for nothing on save');
      await w.menu('undefined_name'); // whatever a save might have started was sent before this request
      assert.equal(w.model.asked.length, asked);
      assert.equal(w.told('workspace/executeCommand').length, sent);
      assert.ok(w.editor.read('V6.py').includes('undefined_name'));
    },
  },
  {
    id: 'V14', name: 'CRLF: only the line of the problem changes',
    files: { 'V14.py': program().replaceAll('\n', '\r\n') },
    async run(w) {
      await w.open('V14.py');
      await w.ask('undefined_name');
      await w.shows(program('42'));
      await w.page.keyboard.press('Control+k');
      await w.page.keyboard.press('s'); // without the actions of a save
      await w.until('the file is saved', () => w.editor.read('V14.py').includes('42'));
      assert.equal(w.editor.read('V14.py'), program('42').replaceAll('\n', '\r\n'));
    },
  },
  {
    id: 'V17', name: 'fix all: everything that needs no model, in one step to undo',
    async run(w) {
      await w.open('V17.py');
      const asked = w.model.asked.length;
      await w.command('fettle: Fix All in This File');
      const fixed = program().replace('import os\n', '').replace('f"nothing"', '"nothing"');
      await w.shows(fixed);
      assert.equal(w.model.asked.length, asked);
      assert.equal(w.edits('V17.py').length, 1);
      await w.put('undefined_name');
      await w.page.keyboard.press('Control+z');
      await w.shows(program());
    },
  },
];
