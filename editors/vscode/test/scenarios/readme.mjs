// What the README says to do, done to the letter on a profile that is new.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keys } from '../workbench.mjs';
import { program, rules, ruffOnly, settings } from './session.mjs';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```json\n(.*?)^```$/gms)].map((m) => JSON.parse(m[1]));
const block = (member) => blocks.find((b) => member in b) ?? assert.fail(`the README shows no ${member}`);

/** Settings of VS Code itself, for a quiet window. */
const quiet = Object.fromEntries(Object.entries(settings).filter(([k]) => !k.startsWith('fettle.')));

export default [
  {
    id: 'V34', name: 'README: universal package, program on PATH, settings and key',
    session: {
      files: { ...ruffOnly, 'app.py': program() }, rules, extension: 'universal',
      settings: { ...quiet, ...block('fettle.model.backend'), 'fettle.model.url': 'MODEL', 'fettle.model.profile': 'strong' },
      keys: [...keys.filter((k) => k.key !== block('key').key), block('key')],
    },
    async run(w) {
      await w.open('app.py');
      await w.offers('undefined_name', 'AI fix: F821');
      await w.page.keyboard.press('Escape');
      await w.page.locator('.action-widget .monaco-list-row').first().waitFor({ state: 'hidden' }); // until then the keys are the menu's
      w.model.hold();
      await w.page.keyboard.press('Control+Alt+f');
      await w.until('the model is asked', () => w.model.asked.length > 0);
      await w.until('again while it runs: nothing to do', async () => { // VS Code takes its word back at whatever happens in the editor
        await w.page.keyboard.press('Control+Alt+f');
        return w.page.getByText("No code actions for 'quickfix.fettle' available").first().waitFor({ timeout: 3_000 }).then(() => true, () => false);
      });
      w.model.release();
      await w.shows(program('cond'));
      assert.equal(JSON.parse(w.model.asked.find((a) => a.path === '/api/chat').body).model, block('fettle.model.backend')['fettle.model.name']);
      await w.item.click();
      await w.page.locator('.quick-input-widget input[placeholder*="from PATH"]').waitFor();
    },
  },
  {
    id: 'V35', name: 'README: without this extension, in a client for any server',
    session: {
      files: { ...ruffOnly, 'app.py': program() }, rules, extension: 'none', settings: quiet, keys,
      servers: [
        { name: 'Ruff', command: 'ruff', args: ['server'], languages: ['python'] },
        {
          name: 'fettle', command: 'fettle', args: ['serve', '--client-config=user'], languages: ['python'],
          initializationOptions: { ...block('preview'), model: { ...block('preview').model, url: 'MODEL', profile: 'strong' } },
        },
      ],
    },
    async run(w) {
      await w.openFile('app.py');
      await w.page.waitForSelector('.squiggly-error');
      await w.offers('undefined_name', 'AI fix: F821');
      w.model.hold();
      await w.row('AI fix: F821').first().click();
      await w.page.locator('.statusbar-item', { hasText: `AI fix F821: asking ${block('preview').model.name}` }).waitFor();
      w.model.release();
      const panel = w.page.locator('.bulk-edit-panel');
      await panel.waitFor();
      await panel.locator('.edit-checkbox').first().click();
      await panel.getByText('Apply', { exact: true }).click();
      await w.shows(program('cond'));
    },
  },
  {
    id: 'V37', name: 'no linter: said in the status, and no menu is interrupted',
    session: { files: { 'app.py': program() }, rules, linters: false, settings: quiet, keys },
    async run(w) {
      await w.open('app.py', { problems: false });
      await w.item.getByText('fettle: no model').waitFor();
      await w.put('undefined_name');
      const menus = () => w.told('textDocument/codeAction').filter((m) => m.params.context.triggerKind === 1).length;
      await w.page.keyboard.press('Control+.');
      await w.until('the menu is asked for', () => menus() > 0);
      await w.page.keyboard.press('Escape');
      await w.item.hover();
      await w.page.locator('.monaco-hover', { hasText: 'no linter runs on python files here' }).first().waitFor();
      assert.deepEqual(w.heard('fettle/failed').map((m) => m.params.message), []);
    },
  },
];
