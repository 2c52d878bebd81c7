// Settings, the model and its key, trust, several folders.
import assert from 'node:assert/strict';
import { program, ruffOnly, session, settings } from './session.mjs';

const folder = (name, own) => ({ [`${name}/${name}.py`]: program(), [`${name}/pyproject.toml`]: ruffOnly['pyproject.toml'], ...(own ? { [`${name}/.vscode/settings.json`]: JSON.stringify(own) } : {}) });

export default [
  {
    id: 'V11', name: 'settings: one that the server is started with starts it anew',
    async run(w) {
      await w.open('V11.py');
      const named = (name) => () => w.runs((s) => s.args.includes(`model.name=${JSON.stringify(name)}`));
      await w.set({ 'fettle.model.name': 'renamed' }, named('renamed'));
      await w.ready();
      await w.ask('undefined_name');
      assert.equal(JSON.parse(w.model.asked.at(-1).body).model, 'renamed');
      await w.shows(program('cond'));
      await w.set({ 'fettle.model.name': 'scripted' }, named('scripted'));
      await w.ready();
    },
  },
  {
    id: 'V23', name: 'settings: others count at once, in the running server, and back',
    async run(w) {
      await w.open('V23.py');
      const [{ pid }] = w.editor.servers();
      const offered = async () => {
        const titles = await w.menu('undefined_name');
        await w.page.keyboard.press('Escape');
        return titles.some((t) => t.startsWith('AI fix'));
      };
      assert.ok(await offered());
      await w.set({ 'fettle.actions.languages': { python: false } }, () => w.given()?.actions?.languages?.python === false);
      assert.ok(!(await offered()));
      await w.set({ 'fettle.actions.languages': undefined }, () => w.given()?.actions?.languages?.python === null);
      assert.ok(await offered());
      await w.page.locator('.tab.active').click();
      await w.item.click();
      await w.choice('Turn off for python').click();
      await w.until('switched off', () => w.given()?.actions?.languages?.python === false);
      assert.ok(!(await offered()));
      await w.item.click();
      await w.choice('Turn on for python').click();
      await w.until('switched on', () => w.given()?.actions?.languages?.python === true);
      assert.ok(await offered());
      assert.equal(w.editor.servers()[0].pid, pid);
      w.editor.configure({});
    },
  },
  {
    id: 'V12', name: 'key: goes from the secret storage into the environment only',
    async run(w) {
      await w.open('V12.py');
      await w.command('fettle: Set the Model');
      const input = w.page.locator('.quick-input-widget input[type=password]');
      await input.fill('canary-4242');
      await input.press('Enter');
      await w.until('a server with the key', () => w.runs((s) => s.env.includes('FETTLE_API_KEY=canary-4242')));
      assert.ok(w.editor.servers()[0].args.includes('model.apiKeyEnv="FETTLE_API_KEY"'));
      await w.ready();
      await w.ask('undefined_name');
      assert.equal(w.model.asked.at(-1).headers.authorization, 'Bearer canary-4242');
      await w.shows(program('cond'));
      // Another endpoint gets no key that is not its own.
      const without = () => w.runs((s) => !s.env.some((e) => e.includes('canary')));
      await w.set({ 'fettle.model.url': 'MODEL/v1/' }, without);
      await w.set({ 'fettle.model.url': 'MODEL/v1' }, () => w.runs() && !without());
      await w.command('fettle: Remove the Model');
      await w.until('the key is gone', without);
      assert.ok(!w.editor.argv('fettle').join(' ').includes('canary'), 'the key is on a command line');
      assert.ok(!w.editor.logs().includes('canary'), 'the key is in a log');
      await w.ready();
    },
  },
  {
    id: 'V15', name: 'no model: said when one is asked for, fixes without one still work, the next step is offered',
    async run(w) {
      await w.open('V15.py');
      await w.set({ 'fettle.model.backend': undefined, 'fettle.model.name': undefined, 'fettle.model.url': undefined }, () => w.runs((s) => !s.args.some((a) => a.startsWith('model.backend'))));
      await w.ready();
      await w.item.getByText('fettle: no model').waitFor();
      const shown = w.heard('fettle/failed').length;
      await w.put('undefined_name');
      await w.page.keyboard.press('Control+.');
      await w.page.locator('.action-widget').or(w.page.getByText('No code actions available')).first().waitFor();
      assert.equal(w.heard('fettle/failed').length, shown, 'a word for opening a menu');
      await w.page.keyboard.press('Escape');
      await w.command('fettle: Fix Here');
      const toast = w.toast('no model is set');
      await toast.waitFor();
      await toast.getByText('Choose Model...').click();
      assert.equal(w.heard('fettle/failed').length, shown + 1);
      const said = w.heard('fettle/failed').at(-1).params.message;
      await w.choice('Anthropic').waitFor();
      await w.page.keyboard.press('Escape');
      await w.item.click();
      await w.choice('Choose a model').waitFor();
      await w.page.keyboard.press('Escape');
      await w.command('fettle: Fix All in This File');
      await w.shows(program().replace(/import os\n+/, '').replace('f"nothing"', '"nothing"'));
      await w.set({ ...settings }, () => w.runs((s) => s.args.includes('model.name="scripted"')));
      await w.ready();
      return said;
    },
  },
  {
    id: 'V16', name: "model: Ollama's are listed, the choice is kept and used",
    async run(w) {
      await w.open('V16.py');
      await w.set({ 'fettle.model.backend': 'ollama', 'fettle.model.url': 'MODEL', 'fettle.model.name': undefined }, () => w.runs((s) => s.args.includes('model.backend="ollama"')));
      await w.ready();
      await w.item.click();
      await w.choice('Choose').click();
      const starts = w.told('initialize').length;
      await w.choice('played:7b').click();
      await w.until('the choice is written', () => w.editor.userSettings()['fettle.model.name'] === 'played:7b');
      await w.until('the server has it', () => w.runs((s) => s.args.includes('model.name="played:7b"')));
      await w.ready();
      const before = w.model.asked.length;
      await w.ask('undefined_name');
      const [first] = await w.until('the model is asked', () => [w.model.asked.slice(before).filter((a) => a.path !== '/api/show')].find((list) => list.length > 0));
      assert.equal(first.path, '/api/chat');
      assert.equal(w.told('initialize').length, starts + 1, 'a choice starts the server anew once');
      await w.shows(program('cond'));
      await w.set({ ...settings }, () => w.runs((s) => s.args.includes('model.name="scripted"')));
      await w.ready();
    },
  },
  {
    id: 'V25', name: 'program: a wrong path, one warning with the next step; then it runs',
    async run(w) {
      await w.open('V25.py');
      await w.set({ 'fettle.path': '/nowhere/fettle' }, () => w.editor.servers().length === 0);
      await w.item.getByText('fettle: not running').waitFor();
      await w.toast('the program does not start').waitFor();
      await w.set({ 'fettle.path': undefined }, () => w.runs());
      await w.ready();
      await w.ask('undefined_name');
      await w.shows(program('cond'));
    },
  },
  {
    id: 'V24', name: 'folders: the settings of the one in which somebody works',
    session: session({
      ...folder('off', { 'fettle.actions.enable': false }), ...folder('on'),
      'both.code-workspace': JSON.stringify({ folders: [{ path: 'off' }, { path: 'on' }], settings: {} }),
    }, { open: 'both.code-workspace' }),
    async run(w) {
      const offered = async () => {
        const titles = await w.menu('undefined_name');
        await w.page.keyboard.press('Escape');
        return titles.some((t) => t.startsWith('AI fix'));
      };
      await w.open('off/off.py');
      await w.until('the settings of the folder', () => w.given()?.actions?.enable === false);
      assert.ok(!(await offered()));
      const [{ pid }] = w.editor.servers();
      await w.open('on/on.py');
      await w.until('the settings of the other folder', () => w.given()?.actions?.enable === null);
      assert.ok(await offered());
      await w.open('off/off.py');
      await w.until('the settings of the folder again', () => w.given()?.actions?.enable === false);
      assert.ok(!(await offered()));
      assert.equal(w.editor.servers()[0].pid, pid);
    },
  },
  {
    id: 'V8', name: 'trust: a restricted folder sets nothing and runs no tool; trust starts anew',
    session: session({
      'V8.py': program('cond').replace('return f"nothing"', 'return "nothing"  # plain'),
      '.vscode/settings.json': '{"fettle.actions.enable": false, "fettle.model.url": "http://127.0.0.1:1/evil"}',
    }, { trust: true, settings: { ...settings, 'security.workspace.trust.startupPrompt': 'never', 'fettle.preview': 'unverified' } }),
    async run(w) {
      await w.open('V8.py', { problems: false });
      const [serve] = w.editor.argv('fettle').filter((l) => l.startsWith('serve'));
      assert.ok(!serve.includes('--trusted') && !serve.includes('evil'), serve);
      assert.equal(w.told('initialize')[0].params.initializationOptions.untrustedWorkspace, true);
      assert.ok(serve.includes('preview="unverified"'), serve);
      assert.deepEqual(await w.until('the settings', () => w.given()), {});
      await w.item.getByText('fettle: Restricted Mode').waitFor();
      // An edit that a tool would check, if one could run.
      await w.put('# plain');
      await w.command('fettle: AI Edit with an Instruction');
      await w.answer('return the name of the place');
      await w.shown.waitFor();
      await w.shownButton('Apply Fix').click();
      await w.line('return "café"').waitFor();
      assert.match(await w.ended(0), /no tool runs in this folder; trust it/);
      assert.deepEqual(w.editor.argv('ruff'), []);
      await w.item.click();
      await w.choice('Trust this folder').click();
      await w.page.locator('.workspace-trust-editor').getByText('Trust', { exact: true }).first().click();
      await w.until('a trusted server', () => w.runs((s) => s.args.includes('--trusted')));
    },
  },
  {
    id: 'V28', name: 'status: starting, indexing n %, ready',
    session: session({
      'V28.py': program(),
      ...Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`lib/m${i}.py`, Array.from({ length: 20 }, (_, j) => `def f${i}_${j}(x):\n    return x + ${j}\n`).join('\n\n')])),
    }),
    async run(w) {
      await w.openFile('V28.py');
      const indexed = () => w.heard('fettle/status').at(-1)?.params.indexed ?? 100;
      // The server stands still while it is looked at, however fast it is.
      const [{ pid }] = await w.until('the index is being built', () => {
        const running = indexed() < 100 ? w.editor.servers() : [];
        running.forEach((s) => process.kill(s.pid, 'SIGSTOP'));
        return running.length === 1 && running;
      });
      try {
        await w.item.getByText(/indexing \d+ %/).waitFor();
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      await w.until('the index is built', () => indexed() === 100);
      await w.ready();
      await w.until('the item says nothing but its name', async () => (await w.item.innerText()).trim() === 'fettle');
    },
  },
];
