// Commands, answers, instructions, and what the extension tells the server.
import assert from 'node:assert/strict';
import { program } from './session.mjs';

export default [
  {
    id: 'V7', name: 'commands: the palette, the settings, the walkthrough; no clash of names',
    async run(w) {
      await w.open('V7.py');
      const names = await w.palette('fettle: ');
      for (const name of [
        'Fix Here (AI Where Needed)', 'Fix All in This File', 'Fix All in This Folder', 'AI Edit with an Instruction',
        'Explain What a Fix', 'Show Context', 'Find Code', 'Choose the Model', 'Show Log', 'Restart', 'Set the Model',
        'Remove the Model',
      ]) {
        assert.ok(names.some((n) => n.startsWith(`fettle: ${name}`)), `${name} is not in ${names.join(' | ')}`);
      }
      // the list is longer than the screen
      for (const name of ['Check the Setup', 'Why Did the Last Fix', 'Status and Actions']) {
        await w.page.keyboard.press('Escape');
        assert.ok((await w.palette(`fettle: ${name}`)).some((n) => n.startsWith(`fettle: ${name}`)), name);
      }
      assert.ok(!names.some((n) => n.startsWith('fettle: Cancel')), 'cancel is offered though nothing runs');
      await w.page.keyboard.press('Escape');
      await w.command('fettle: Show Log');
      await w.page.locator('.part.panel .view-line', { hasText: '[info]' }).first().waitFor();
      await w.page.keyboard.press('Control+j');
      await w.command('Preferences: Open Settings (UI)');
      await w.page.locator('.settings-editor .suggest-input-container').click();
      await w.page.keyboard.type('fettle.model');
      await w.page.locator('.settings-editor .settings-tabs-widget .action-label', { hasText: 'Remote' }).click();
      await w.page.locator('.settings-editor .setting-item-label', { hasText: 'Backend' }).first().waitFor();
      await w.page.keyboard.press('Escape');
      await w.command('Welcome: Open Walkthrough');
      await w.choice('Get started with fettle').click();
      await w.page.locator('.gettingStarted', { hasText: 'A model, if you want one' }).first().waitFor();
      await w.page.getByText('The first fix').first().click();
      await w.page.locator('.gettingStarted', { hasText: 'Put the cursor on a problem' }).first().waitFor();
      assert.ok(!/command '[^']*' already exists/.test(w.editor.logs()), 'a command is registered twice');
    },
  },
  {
    id: 'V9', name: 'foreign diagnostics: pushed once a burst, without our own',
    async run(w) {
      const pushes = () => w.told('fettle/diagnostics').filter((m) => m.params.uri.endsWith('/V9.py'));
      await w.open('V9.py');
      await w.until('a push', () => pushes().length > 0);
      await w.menu('undefined_name');
      assert.equal(pushes().length, 1);
      assert.equal(pushes()[0].params.version, 1);
      assert.deepEqual(pushes()[0].params.diagnostics.map((d) => `${d.source} ${d.code} ${d.range.start.line}:${d.range.start.character}`).sort(),
        ['Ruff F401 0:7', 'Ruff F541 6:11', 'Ruff F821 4:19']);
      assert.ok(w.editor.servers()[0].args.includes('--trusted'));
    },
  },
  {
    id: 'V18', name: 'explain: explain, show context and find code answer in a preview',
    files: { 'V18.py': program(), 'retries.py': 'def retry_limit():\n    return 3\n' },
    async run(w) {
      await w.open('V18.py');
      await w.put('undefined_name');
      const asked = w.model.asked.length;
      await w.command('fettle: Explain What a Fix');
      const explained = await w.preview('What a fix would send', 'F821');
      assert.match(explained, /undefined_name/);
      const frame = w.page.frames().map((f) => f.locator('.markdown-body pre code', { hasText: 'undefined_name' }));
      assert.ok((await Promise.all(frame.map((f) => f.count().catch(() => 0)))).some((n) => n > 0), 'the prompt is in a block of its own');
      await w.open('V18.py');
      await w.command('fettle: Show Context');
      await w.preview('Context of a fix', 'F821');
      await w.open('V18.py');
      await w.command('fettle: Find Code');
      await w.answer('where is the retry limit read', { title: 'find code' });
      await w.preview('Code that answers the question', 'retry_limit');
      assert.equal(w.model.asked.length, asked);
    },
  },
  {
    id: 'V19', name: 'doctor: from the status bar',
    async run(w) {
      await w.open('V19.py');
      await w.item.click();
      await w.choice('Check the setup').click();
      const text = await w.preview('fettle doctor', 'ruff');
      for (const said of [/✓ version fettle/, /✓ ruff .*ruff/, /✓ model scripted at 127\.0\.0\.1/, /workspace root .*, trusted/]) {
        assert.match(text, said);
      }
    },
  },
  {
    id: 'V20', name: 'edit: with an instruction, from the palette and from the menu',
    files: { 'V20.py': program('cond').replace('import os\n\n\n', '').replace('return f"nothing"', 'return "nothing"  # plain') },
    async run(w) {
      await w.open('V20.py', { problems: false });
      const before = w.editor.read('V20.py');
      const after = before.replace('"nothing"', '"café"');
      await w.put('# plain');
      await w.command('fettle: AI Edit with an Instruction');
      await w.answer('return the name of the place', { title: 'edit with an instruction' });
      await w.shows(after);
      assert.ok(w.model.asked.at(-1).body.includes('return the name of the place'));
      await w.page.keyboard.press('Control+z');
      await w.shows(before);

      const sent = () => w.told('workspace/executeCommand').filter((m) => m.params.command === 'fettle.edit').length;
      const [edits, asked] = [sent(), w.model.asked.length];
      await w.put('# plain');
      await w.page.keyboard.press('Home');
      await w.page.keyboard.press('Shift+End');
      assert.ok((await w.lists()).some((t) => t.startsWith('AI edit: selection')));
      await w.row('AI edit: selection').click();
      await w.page.locator('.quick-input-title', { hasText: 'edit with an instruction' }).waitFor();
      await w.page.keyboard.press('Escape');
      await w.page.locator('.quick-input-title', { hasText: 'edit with an instruction' }).waitFor({ state: 'hidden' });
      await w.lists();
      assert.deepEqual([sent(), w.model.asked.length], [edits, asked], 'an instruction that was not given was sent');
      await w.row('AI edit: selection').click();
      await w.answer('say it in French', { title: 'edit with an instruction' });
      await w.shows(after);
      assert.ok(w.model.asked.at(-1).body.includes('say it in French'));
    },
  },
];
