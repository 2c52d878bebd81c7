// Runs the extension in a real VS Code (code-server in Chromium) beside ruff's
// own server, as a user would, and prints one line for each scenario:
//
//   node drive.mjs TOOLS FETTLE [--pictures DIR] [--only V1,V3]
//
// TOOLS is the folder that get-code-server.sh filled, FETTLE the program.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { start } from './host.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { pictures: { type: 'string' }, only: { type: 'string' }, keep: { type: 'boolean' } } });
const [tools, fettle] = positionals.map((p) => resolve(p));

// Every line with a problem has letters of two and of four bytes before it.
const program = (name) => `import os


def café(cond):
    défini = "😀", ${name}
    print(défini)
    return f"nothing"
`;
const rule = (name, delay) => ({
  match: `(?m)^(L\\d+:[a-z2-7]{2})\\|.*${name}`,
  answer: 'EDIT replace $1\n~~~\n    défini = "😀", 42\n~~~\nEND\n',
  delay,
});

const scratch = mkdtempSync(join(tmpdir(), 'fettle-vscode-'));
const options = {
  tools, scratch, fettle,
  files: {
    'pyproject.toml': '[tool.ruff.lint]\nselect = ["F"]\n',
    ...Object.fromEntries(['v1', 'v2', 'v3', 'v3b', 'v4', 'v5', 'v6', 'v7', 'v8', 'v9', 'v10', 'v11', 'v12', 'v13'].map((n) => [`${n}.py`, program(['v3', 'v3b', 'v4'].includes(n) ? 'slow_name' : 'undefined_name')])),
  },
  settings: {
    'fettle.model.backend': 'openai', 'fettle.model.name': 'scripted', 'fettle.model.profile': 'strong',
    'workbench.startupEditor': 'none', 'workbench.colorTheme': 'Default Light Modern', 'files.autoSave': 'off',
    'editor.minimap.enabled': false, 'workbench.tips.enabled': false, 'chat.disableAIFeatures': true,
    'workbench.secondarySideBar.defaultVisibility': 'hidden', 'editor.lightbulb.enabled': 'on',
  },
  keys: [{ key: 'ctrl+alt+f', command: 'editor.action.codeAction', args: { kind: 'quickfix.fettle', apply: 'first' } }],
  rules: [rule('slow_name', '8s'), rule('undefined_name', '700ms'), { match: '', answer: 'NO_FIX not scripted' }],
};
const editor = await start(options);
const { page } = editor;
page.setDefaultTimeout(15_000);

const picture = async (name, clip) => {
  if (values.pictures) {
    mkdirSync(values.pictures, { recursive: true });
    await page.screenshot({ path: join(values.pictures, `${name}.png`), ...(clip ? { clip } : {}) });
  }
};

/** Waits for something that is no element of the page. */
const until = async (what, holds) => {
  for (const end = Date.now() + 20_000; !holds(); ) {
    assert.ok(Date.now() < end, what);
    await page.waitForTimeout(100);
  }
};
const row = (text) => page.locator('.action-widget .monaco-list-row', { hasText: text });
const line = (text) => page.locator('.editor-instance .view-line', { hasText: text }).first();
const plain = (text) => text.replaceAll('\u00a0', ' ');

/** Opens a file and waits for ruff's problems. */
async function open(name) {
  await page.keyboard.press('Control+p');
  await page.locator('.quick-input-widget input').fill(name);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: name }).waitFor();
  await page.waitForSelector('.squiggly-error');
}

/** Puts the cursor on a line and opens the menu there; its titles. */
async function menu(text) {
  await line(text).click({ position: { x: 120, y: 8 } });
  for (const end = Date.now() + 15_000; ; ) {
    await page.keyboard.press('Control+.');
    await page.locator('.action-widget .monaco-list-row.action').first().waitFor({ timeout: 2_000 }).catch(() => {});
    const titles = (await page.locator('.action-widget .monaco-list-row.action').allInnerTexts()).map((t) => plain(t).trim());
    if (titles.some((t) => /AI fix/.test(t)) || Date.now() > end) {
      return titles;
    }
    await page.keyboard.press('Escape'); // the servers are still starting
    await page.waitForTimeout(300);
  }
}

async function palette(text) {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').fill(`>${text}`);
  await page.waitForTimeout(400);
  return (await page.locator('.quick-input-list .monaco-list-row .label-name').allInnerTexts()).map(plain);
}

const status = (text) => page.locator('.statusbar-item', { hasText: text });

const scenarios = {
  async 'V1 squiggle, menu, model fix in UTF-16, one undo'() {
    await open('v1.py');
    const titles = await menu('undefined_name');
    assert.ok(titles.some((t) => t.startsWith('AI fix: F821')), titles.join(' | '));
    await picture('menu', { x: 352, y: 36, width: 700, height: 300 });
    await row('AI fix: F821').click();
    await line('"😀", 42').waitFor();
    await picture('result');
    await page.keyboard.press('Control+z');
    await line('"😀", undefined_name').waitFor();
  },
  async 'V2 AI comes last, and has a key of its own'() {
    await open('v2.py');
    const titles = await menu('undefined_name');
    const ai = titles.findIndex((t) => t.startsWith('AI fix'));
    assert.ok(titles.length > 1 && titles.slice(ai).every((t) => /^(AI|Suppress)/.test(t)) && ai > 0, titles.join(' | '));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Alt+f');
    await line('"😀", 42').waitFor();
  },
  async 'V3 progress in the status bar, cancel there'() {
    await open('v3.py');
    await menu('slow_name');
    await row('AI fix: F821').click();
    await status('asking scripted').first().waitFor();
    await picture('progress');
    await page.locator('[id="fettle-dev.fettle.fettle"] a').click();
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Cancel running fixes' }).click();
    await status('asking scripted').first().waitFor({ state: 'detached' });
    await page.waitForTimeout(500);
    assert.equal(await line('"😀", slow_name').count(), 1);
  },
  async 'V3b cancel from the menu'() {
    await open('v3b.py');
    await menu('slow_name');
    await row('AI fix: F821').click();
    await status('asking scripted').first().waitFor();
    const titles = await menu('slow_name');
    assert.ok(titles.some((t) => t.startsWith('AI fix: cancel F821')), titles.join(' | '));
    await row('AI fix: cancel').click();
    await status('asking scripted').first().waitFor({ state: 'detached' });
    assert.equal(await line('"😀", slow_name').count(), 1);
  },
  async 'V4 typing in the window: not applied, a word about it'() {
    await open('v4.py');
    await menu('slow_name');
    await row('AI fix: F821').click();
    await status('asking scripted').first().waitFor();
    await line('slow_name').click({ position: { x: 120, y: 8 } });
    await page.keyboard.press('End');
    await page.keyboard.type('_typed');
    await page.locator('.notification-toast', { hasText: 'fettle:' }).first().waitFor();
    assert.equal(await line('slow_name_typed').count(), 1);
    await picture('stale');
    await page.keyboard.press('Escape');
  },
  async 'V5 preview on request: tick, apply, undo'() {
    editor.configure({ 'fettle.preview': 'ask' });
    await page.waitForTimeout(1500);
    await open('v5.py');
    await menu('undefined_name');
    await row('AI fix: F821').click();
    const panel = page.locator('.bulk-edit-panel');
    await panel.waitFor();
    await panel.locator('.edit-checkbox').first().click();
    await picture('preview');
    await panel.getByText('Apply', { exact: true }).click();
    await line('"😀", 42').waitFor();
    await line('"😀", 42').click();
    await page.keyboard.press('Control+z');
    await line('"😀", undefined_name').waitFor();
    editor.configure({ 'fettle.preview': 'off' });
  },
  async 'V6 a save runs no fix command and asks no model'() {
    editor.configure({ 'editor.codeActionsOnSave': { 'source.fixAll': 'explicit', quickfix: 'explicit' } });
    await page.waitForTimeout(1000);
    await open('v6.py');
    await menu('undefined_name');
    await page.keyboard.press('Escape');
    const before = editor.asked();
    await line('print').click();
    await page.keyboard.press('End');
    await page.keyboard.type('  # saved');
    await page.keyboard.press('Control+s');
    for (const until = Date.now() + 15_000; !editor.read('v6.py').includes('# saved'); ) {
      assert.ok(Date.now() < until, 'not saved');
      await page.waitForTimeout(100);
    }
    await page.waitForTimeout(1500);
    assert.equal(editor.asked(), before);
    assert.ok(editor.read('v6.py').includes('undefined_name'));
    editor.configure({ 'editor.codeActionsOnSave': {} });
  },
  async 'V7 commands, settings, walkthrough, answers, no clash of commands'() {
    await open('v7.py');
    await menu('undefined_name');
    await page.keyboard.press('Escape');
    const names = await palette('fettle:');
    for (const name of ['Fix Here', 'Fix All in This File', 'Explain What a Fix', 'Show Context', 'Find Code', 'Status and Actions', 'Show Log', 'Restart', 'Set the Model', 'Remove the Model']) {
      assert.ok(names.some((n) => n.startsWith(`fettle: ${name}`)), `${name} is not in ${names.join(' | ')}`);
    }
    assert.ok(!names.some((n) => n.startsWith('fettle: Cancel')), 'cancel is offered though nothing runs');
    await picture('palette');
    await palette('fettle: Explain');
    await page.keyboard.press('Enter');
    await page.locator('.tab', { hasText: 'What a fix would send' }).waitFor();
    await page.waitForTimeout(1500);
    await picture('explain');
    await palette('Open Settings (UI)');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.settings-editor .suggest-input-container');
    await page.locator('.settings-editor .suggest-input-container').click();
    await page.keyboard.type('fettle.model');
    await page.locator('.settings-editor .settings-tabs-widget .action-label', { hasText: 'Remote' }).click();
    await page.locator('.settings-editor .setting-item-label', { hasText: 'Backend' }).first().waitFor();
    await picture('settings');
    await page.keyboard.press('Escape');
    await palette('Welcome: Open Walkthrough');
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Start with fettle' }).first().click();
    await page.locator('.gettingStarted', { hasText: 'A model, if you want one' }).first().waitFor();
    await page.setViewportSize({ width: 1500, height: 900 });
    await page.getByText('The first fix').first().click();
    await page.waitForTimeout(1500);
    await picture('walkthrough');
    assert.ok(!/command '[^']*' already exists/.test(editor.logs()), 'a command is registered twice');
  },
  async 'V8 restricted folder: no trust, no setting of the workspace, no tool'() {
    const strict = await start({
      ...options, scratch: join(scratch, 'strict'), trust: true,
      files: { ...options.files, '.vscode/settings.json': '{"fettle.actions.enable": false, "fettle.model.url": "http://127.0.0.1:1/evil"}' },
      settings: { ...options.settings, 'security.workspace.trust.startupPrompt': 'never', 'fettle.preview': 'unverified' },
    });
    try {
      await strict.page.keyboard.press('Control+p');
      await strict.page.locator('.quick-input-widget input').fill('v8.py');
      await strict.page.locator('.quick-input-list .monaco-list-row', { hasText: 'v8.py' }).first().waitFor();
      await strict.page.keyboard.press('Enter');
      await until('the server is not told of the file', () => strict.wire().some((m) => m.method === 'textDocument/didOpen'));
      await page.waitForTimeout(3000); // longer than a linter waits
      const serve = strict.argv('fettle').find((l) => l.startsWith('serve'));
      assert.ok(!serve.includes('--trusted') && !serve.includes('evil'), serve);
      const [hello] = strict.wire();
      assert.equal(hello.params.initializationOptions.untrustedWorkspace, true);
      const answers = strict.wire().filter((m) => Array.isArray(m.result)).map((m) => JSON.stringify(m.result));
      assert.ok(answers.length > 0 && answers.every((a) => a === '[{"preview":"unverified"}]'), answers.join(' '));
      assert.deepEqual(strict.argv('ruff'), []);
    } finally {
      await strict.stop();
    }
  },
  async 'V9 problems of others are pushed once a burst, without our own'() {
    await open('v9.py');
    await page.waitForTimeout(1500);
    const pushes = editor.wire().filter((m) => m.method === 'fettle/diagnostics' && m.params.uri.endsWith('/v9.py'));
    assert.equal(pushes.length, 1);
    assert.equal(pushes[0].params.version, 1);
    assert.deepEqual(pushes[0].params.diagnostics.map((d) => `${d.source} ${d.code} ${d.range.start.line}:${d.range.start.character}`).sort(),
      ['Ruff F401 0:7', 'Ruff F541 6:11', 'Ruff F821 4:19']);
    const serve = editor.argv('fettle').find((l) => l.startsWith('serve'));
    assert.ok(serve.includes('--trusted'), serve);
  },
  async 'V10 a killed server comes back'() {
    await open('v10.py');
    await menu('undefined_name');
    await page.keyboard.press('Escape');
    const [{ pid }] = editor.servers();
    process.kill(pid, 'SIGKILL');
    await until('no new server', () => editor.servers().some((s) => s.pid !== pid));
    await menu('undefined_name');
    await row('AI fix: F821').click();
    await line('"😀", 42').waitFor();
  },
  async 'V11 a setting that the server is started with starts it anew'() {
    await open('v11.py');
    editor.configure({ 'fettle.model.name': 'renamed' });
    await until('not started anew', () => editor.servers().length === 1 && editor.servers()[0].args.includes('model.name="renamed"'));
    await menu('undefined_name');
    await row('AI fix: F821').click();
    await line('"😀", 42').waitFor();
  },
  async 'V12 a key goes from the secret storage into the environment only'() {
    await open('v12.py');
    await palette('fettle: Set the Model');
    await page.keyboard.press('Enter');
    const input = page.locator('.quick-input-widget input[type=password]');
    await input.fill('canary-4242');
    await input.press('Enter');
    await until('no server with the key', () => editor.servers().some((s) => s.env.includes('FETTLE_API_KEY=canary-4242')));
    await until('the old server stays', () => editor.servers().length === 1);
    assert.ok(editor.servers()[0].args.includes('model.apiKeyEnv="FETTLE_API_KEY"'));
    await palette('fettle: Remove the Model');
    await page.keyboard.press('Enter');
    await until('a server still has the key', () => editor.servers().length === 1 && !editor.servers()[0].env.some((e) => e.includes('canary')));
    assert.ok(!editor.argv('fettle').join(' ').includes('canary'), 'the key is on a command line');
    assert.ok(!editor.logs().includes('canary'), 'the key is in a log');
  },
  async 'V13 twenty fixes with typing at random times and places: never a stale edit'() {
    await open('v13.py');
    let seed = 20261120;
    const random = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
    const text = async () => plain((await page.locator('.editor-instance .view-line').allInnerTexts()).join('\n'));
    const before = (await text()).trimEnd();
    const seen = { applied: 0, refused: 0 };
    for (let i = 0; i < 20; i++) {
      await menu('undefined_name');
      await row('AI fix: F821').click();
      await page.waitForTimeout(random(1600));
      const [place, typed] = random(2) === 0 ? ['défini = ', '_typed'] : ['print', '  # typed'];
      await line(place).click({ position: { x: 60, y: 8 } });
      await page.keyboard.press('End');
      await page.keyboard.type(typed);
      await page.locator('[id="fettle-dev.fettle.fettle"] .codicon-sync').waitFor({ state: 'detached' });
      await page.waitForTimeout(300);
      const after = (await text()).trimEnd();
      const kept = before.replace(place === 'print' ? 'print(défini)' : 'undefined_name', (m) => m + typed);
      const fixed = kept.replace('undefined_name', '42');
      assert.ok(after === kept || after === fixed, `round ${i}:\n${after}`);
      seen[after === fixed ? 'applied' : 'refused']++;
      await palette('File: Revert File');
      await page.keyboard.press('Enter');
      await line('"😀", undefined_name').waitFor();
      await page.waitForFunction((n) => document.querySelectorAll('.squiggly-error').length >= n, 1);
      await palette('Notifications: Clear All Notifications');
      await page.keyboard.press('Enter');
    }
    assert.ok(seen.applied > 0 && seen.refused > 0, JSON.stringify(seen));
    console.log(`      20 rounds: ${JSON.stringify(seen)}`);
  },
};

let failed = 0;
for (const [name, run] of Object.entries(scenarios)) {
  if (values.only && !values.only.split(',').includes(name.split(' ')[0])) {
    continue;
  }
  const began = Date.now();
  try {
    await run();
    console.log(`pass  ${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s  ${name}`);
  } catch (err) {
    failed++;
    console.log(`FAIL  ${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s  ${name}\n${err.stack}`);
    await page.screenshot({ path: join(scratch, `failed-${name.split(' ')[0]}.png`) }).catch(() => {});
    await page.keyboard.press('Escape').catch(() => {});
  }
}
await editor.stop();
if (failed > 0 || values.keep) {
  console.log(`left for a look: ${scratch}`);
} else {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(failed > 0 ? 1 : 0);
