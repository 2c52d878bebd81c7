// Takes the pictures of the README and the walkthrough in a real VS Code:
//
//   node pictures.mjs TOOLS FETTLE DIR
//
// TOOLS is the folder that get-code-server.sh filled, FETTLE the program.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { start } from './host.mjs';
import { keys, Workbench } from './workbench.mjs';
import { settings } from './scenarios/session.mjs';

const [tools, fettle, to] = process.argv.slice(2).map((p) => resolve(p));
const scratch = mkdtempSync(join(tmpdir(), 'fettle-pictures-'));

/** The program of all editors' pictures. */
const shop = readFileSync(join(import.meta.dirname, '../../e2e/testdata/orders.py'), 'utf8');

const w = new Workbench(await start({
  tools, fettle, scratch, keys,
  files: {
    'orders.py': shop, 'pyproject.toml': '[tool.ruff.lint]\nselect = ["F"]\n', 'README.md': '# Shop\n',
    'tests/test_orders.py': 'from orders import Item, total\n\n\ndef test_total() -> None:\n    assert total([Item("tea", 300, 2)]) == 600\n',
  },
  settings: {
    ...settings, 'fettle.model.name': 'qwen2.5-coder:7b', 'editor.fontSize': 13, 'workbench.activityBar.location': 'hidden',
    'workbench.layoutControl.enabled': false, 'window.commandCenter': false, 'editor.occurrencesHighlight': 'off', 'remote.autoForwardPorts': false,
  },
  rules: [{ match: '(?m)^(L\\d+:[a-z2-7]{2})\\|.*rebate', answer: 'EDIT replace $1\n~~~\n    return round(cents * (1 - discount))\n~~~\nEND\n' }],
  view: { width: 900, height: 520 },
}));

/** A picture, when nothing is left that would not be there for a user. */
async function picture(name) {
  await w.page.mouse.move(700, 470);
  await w.page.locator('.monaco-hover:visible').first().waitFor({ state: 'detached' });
  await w.picture(join(to, `${name}.png`));
}

try {
  await w.page.locator('.statusbar').waitFor();
  await w.open('orders.py');
  await w.page.keyboard.press('Control+b'); // the code is what matters
  await w.put('rebate', { x: 190 });
  w.model.hold();
  await w.lists();
  await picture('menu');
  await w.row('AI fix: F821').click();
  await w.page.locator('.statusbar-item', { hasText: /fettle: AI fix F821: asking qwen2\.5-coder:7b(, reading [\d,]+ tokens)?, \d+ s/ }).waitFor();
  await picture('progress');
  w.model.release();
  await w.line('1 - discount').waitFor();
  await w.ready();
  await w.page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
  await w.page.locator('.tab.active', { hasText: '1' }).waitFor({ state: 'detached' }); // the number of problems
  await picture('result');

  await w.page.keyboard.press('Control+Alt+r');
  w.editor.write('orders.py', shop.replace('in cents', 'of all items in cents'));
  await w.page.keyboard.press('Control+Alt+r');
  await w.line('of all items').waitFor();
  await w.page.waitForSelector('.squiggly-error');
  await w.set({ 'fettle.preview': 'ask' }, () => w.runs((s) => s.args.includes('preview="ask"')));
  await w.ready();
  await w.ask('rebate');
  await w.page.locator('.line-insert:visible').first().waitFor();
  await picture('preview');
  await w.shownButton('Discard Fix').click();
} finally {
  await w.editor.stop();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
