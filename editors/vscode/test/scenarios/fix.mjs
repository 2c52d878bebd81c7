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
      await w.shows(program('cond'));
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
      await w.shows(program('cond'));
      await w.page.keyboard.press('Control+z');
      await w.shows(program());
      await w.page.waitForSelector('.squiggly-error');
      const asked = w.model.asked.length;
      const titles = await w.menu('undefined_name');
      assert.ok(titles.some((t) => /^AI fix: F821 .*\(ready, \+1 -1\)/.test(t)), titles.join(' | '));
      await w.row('AI fix: F821').click();
      await w.shows(program('cond'));
      assert.equal(w.model.asked.length, asked);
    },
  },
  {
    id: 'V2', name: 'model fix: the AI entry comes last, and has a key of its own',
    async run(w) {
      await w.open('V2.py');
      const titles = await w.menu('undefined_name');
      const ai = titles.findIndex((t) => t.startsWith('AI fix'));
      const ours = (t) => /^(AI|Fix|Ignore)/.test(t);
      assert.deepEqual(await w.entries(), titles.map((t) => (ours(t) ? `fettle: ${t}` : t)), 'whose entry it is');
      const last = titles.slice(ai).every((t) => /^(AI|Ignore)/.test(t));
      assert.ok(titles.length > 1 && last && ai > 0, titles.join(' | '));
      await w.page.keyboard.press('Escape');
      await w.page.locator('.action-widget .monaco-list-row').first().waitFor({ state: 'hidden' }); // until then the keys are the menu's
      await w.page.keyboard.press('Control+Alt+f');
      await w.shows(program('cond'));
    },
  },
  {
    id: 'V5', name: 'preview: a diff with the verdict; Apply applies, undo; discard, close',
    files: { 'V5.py': program(), 'V5b.py': program(), 'V5c.py': program() },
    async run(w) {
      await w.open('V5.py');
      await w.set({ 'fettle.preview': 'ask' }, () => w.runs((s) => s.args.includes('preview="ask"')));
      await w.ready();
      await w.ask('undefined_name');
      await w.shown.getByText('fettle: AI fix F821: +1 -1; ruff is content').waitFor();
      await w.page.locator('.line-insert:visible').first().waitFor();
      assert.deepEqual(w.editor.read('V5.py'), program());
      await w.shownButton('Apply Fix').click();
      await w.shown.waitFor({ state: 'detached' });
      await w.shows(program('cond'));
      assert.match(w.ends().at(-1), /F821 fixed · ruff is content/);
      await w.put('"😀", cond');
      await w.page.keyboard.press('Control+z');
      await w.shows(program());
      for (const [name, leave] of [['V5b.py', () => w.shownButton('Discard Fix').click()], ['V5c.py', () => w.command('View: Close Editor')]]) {
        await w.open(name);
        const before = w.ends().length;
        await w.ask('undefined_name');
        await w.shown.waitFor();
        await leave();
        assert.equal(await w.ended(before), 'not applied');
        await w.shown.waitFor({ state: 'detached' });
        await w.shows(program());
      }
      await w.set({ 'fettle.preview': undefined }, () => w.runs((s) => !s.args.some((a) => a.startsWith('preview='))));
      await w.ready();
    },
  },
  {
    id: 'V38', name: 'menu: "Fix with fettle" in the hover, named entries in the Problems panel',
    files: { 'V38.py': 'def first(list_of):\n    if list_of: return "😀"\n    return None\n', 'V38b.py': program('undefined_name_38') }, // the Problems panel shows those of all files
    async run(w) {
      await w.open('V38.py', { problems: false });
      await w.page.waitForSelector('.squiggly-warning');
      await w.offers('if list_of', 'Fix E701');
      await w.page.keyboard.press('Escape');
      await w.hover('.squiggly-warning', w.page.locator('.monaco-hover:visible a', { hasText: 'Fix with fettle' }).first());
      await w.shows('def first(list_of):\n    if list_of:\n        return "😀"\n    return None\n');
      await w.open('V38b.py');
      const ai = w.page.locator('.monaco-hover:visible a', { hasText: 'fettle: AI fix: F821' }); // VS Code's own
      await w.hover('.squiggly-error', ai);
      await w.shows(program('cond'));
      await w.page.keyboard.press('Control+z');
      await w.shows(program('undefined_name_38'));
      await w.page.keyboard.press('Control+Shift+m');
      const filter = w.page.getByPlaceholder('Filter (e.g. text').first();
      const problem = w.page.locator('.markers-panel .monaco-list-row', { hasText: 'undefined_name_38' }).first();
      await w.until('the problem in the panel', async () => {
        await filter.fill('');
        await filter.fill('undefined_name_38'); // of a long list only what is in view is there
        // Until the filter is applied, the list is drawn anew under the pointer. And VS Code shows nothing, until it
        // is told again, where a problem comes back that was away while it filtered.
        await w.page.locator('.markers-panel .monaco-list-row[aria-level="2"][aria-setsize="1"]', { hasText: 'undefined_name_38' }).waitFor({ timeout: 5_000 }).catch(() => {});
        return problem.click({ timeout: 5_000 }).then(() => true, () => false);
      });
      await problem.locator('[class*=codicon-light]').waitFor(); // before it knows of fixes, VS Code's menu has none
      await problem.click({ button: 'right' });
      const entry = w.page.locator('.action-menu-item', { hasText: 'fettle: AI fix: F821' });
      await entry.hover();
      await w.page.keyboard.press('Enter'); // a menu takes no click in the first 100 ms it is shown (base/browser/ui/menu/menu.ts, VS Code 1.139)
      await entry.waitFor({ state: 'detached' });
      await filter.fill(''); // the log of what comes later is filtered by it as well
      await w.page.keyboard.press('Control+1'); // back to the text, whatever lies over its tab
      await w.shows(program('cond'));
      await w.page.keyboard.press('Control+j');
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
      await w.shows(program('cond'));
      await w.page.keyboard.press('Control+k');
      await w.page.keyboard.press('s'); // without the actions of a save
      await w.until('the file is saved', () => w.editor.read('V14.py').includes(', cond'));
      assert.equal(w.editor.read('V14.py'), program('cond').replaceAll('\n', '\r\n'));
    },
  },
  {
    id: 'V17', name: 'fix all: everything that needs no model, in one step to undo',
    async run(w) {
      await w.open('V17.py');
      const asked = w.model.asked.length;
      await w.command('fettle: Fix All in This File');
      const fixed = program().replace(/import os\n+/, '').replace('f"nothing"', '"nothing"');
      await w.shows(fixed);
      assert.equal(w.model.asked.length, asked);
      assert.equal(w.edits('V17.py').length, 1);
      await w.put('undefined_name');
      await w.page.keyboard.press('Control+z');
      await w.shows(program());
    },
  },
];
