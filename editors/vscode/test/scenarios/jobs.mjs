// A fix that takes its time: progress, cancel, typing meanwhile, faults.
import assert from 'node:assert/strict';
import { program } from './session.mjs';

export default [
  {
    id: 'V3', name: 'cancel: in the status bar, where the progress is',
    async run(w) {
      await w.open('V3.py');
      w.model.hold();
      const before = w.ends().length;
      await w.ask('undefined_name');
      await w.item.getByText('fettle: AI fix F821: asking scripted').waitFor();
      const told = w.page.locator('.statusbar-item:visible', { hasText: 'AI fix F821' });
      assert.equal(await told.count(), 1, `told once: ${await told.allInnerTexts()}`);
      await w.item.click();
      await w.choice('Cancel running fixes').click();
      assert.equal(await w.ended(before), 'cancelled');
      w.model.release();
      await w.ready();
      await w.shows(program());
      assert.deepEqual(w.edits('V3.py'), []);
    },
  },
  {
    id: 'V3b', name: 'cancel: from the menu',
    async run(w) {
      await w.open('V3b.py');
      w.model.hold();
      const before = w.ends().length;
      await w.ask('undefined_name');
      const titles = await w.menu('undefined_name');
      assert.ok(titles.some((t) => t.startsWith('AI fix: cancel F821')), titles.join(' | '));
      assert.ok(!titles.some((t) => t.startsWith('AI fix: F821')), titles.join(' | '));
      await w.row('AI fix: cancel').click();
      assert.equal(await w.ended(before), 'cancelled');
      assert.deepEqual(w.edits('V3b.py'), []);
    },
  },
  {
    id: 'V4', name: 'typing in the window: not applied, a word about it',
    async run(w) {
      await w.open('V4.py');
      w.model.hold();
      const before = w.ends().length;
      await w.ask('undefined_name');
      await w.put('undefined_name');
      await w.page.keyboard.press('End');
      await w.page.keyboard.type('_typed');
      await w.shows(program('undefined_name_typed'));
      w.model.release();
      assert.equal(await w.ended(before), 'not applied');
      await w.toast('fettle:').waitFor();
      await w.shows(program('undefined_name_typed'));
      assert.deepEqual(w.edits('V4.py'), []);
    },
  },
  {
    id: 'V22', name: 'typing elsewhere: the fix lands, the typing stays',
    files: { 'V22.py': `${program()}\n\ndef elsewhere(x):\n    return x\n` },
    async run(w) {
      await w.open('V22.py');
      w.model.hold();
      await w.ask('undefined_name');
      await w.put('def elsewhere');
      await w.page.keyboard.press('End');
      await w.page.keyboard.press('Enter');
      await w.page.keyboard.type('x = x + 1');
      await w.page.keyboard.press('Escape'); // completion
      const typed = (name) => `${program(name)}\n\ndef elsewhere(x):\n    x = x + 1\n    return x\n`;
      await w.shows(typed());
      w.model.release();
      await w.shows(typed('cond'));
    },
  },
  {
    id: 'V36', name: 'typing during four seconds: of a model call, no key waits',
    files: { 'V36.py': `${program()}\n\ndef elsewhere(x):\n    return x\n` },
    async run(w) {
      await w.open('V36.py');
      await w.put('return x');
      await w.page.keyboard.press('End');
      await w.page.keyboard.type('  # ');
      const alone = await w.typeForFourSeconds();
      w.model.hold();
      await w.ask('undefined_name');
      await w.put('return x');
      await w.page.keyboard.press('End');
      const meanwhile = await w.typeForFourSeconds();
      const typed = (name) => `${program(name)}\n\ndef elsewhere(x):\n    return x  # ${'x'.repeat(80)}\n`;
      await w.shows(typed());
      await w.item.getByText('asking scripted').waitFor(); // it still waits for the model
      w.model.release();
      await w.shows(typed('cond'));
      return `key to screen ${meanwhile}; without a fix ${alone}`;
    },
  },
  {
    id: 'V27', name: 'error text: what is wrong with the model, in one line',
    files: { 'V27.py': program('broken_name') },
    async run(w) {
      await w.open('V27.py');
      const before = w.ends().length;
      await w.ask('broken_name');
      assert.equal(await w.ended(before), 'not applied');
      await w.toast('fettle:').waitFor();
      const said = w.heard('fettle/failed').at(-1).params.message;
      assert.ok(said.length <= 300 && /key/.test(said), said);
      await w.toast('fettle:').getByText('Show Details').waitFor();
      await w.toast('fettle:').getByText('Choose Model...').click();
      await w.choice('No model').waitFor();
      await w.page.keyboard.press('Escape');
      // An endpoint that refuses is left alone for a while, by this server.
      const [{ pid }] = w.editor.servers();
      await w.command('fettle: Restart');
      await w.until('another server', () => w.runs((s) => s.pid !== pid));
      await w.ready();
      return said;
    },
  },
  {
    id: 'V10', name: 'crash: a killed server comes back',
    async run(w) {
      await w.open('V10.py');
      const [{ pid }] = w.editor.servers();
      process.kill(pid, 'SIGKILL');
      await w.until('a new server', () => w.editor.servers().some((s) => s.pid !== pid));
      await w.ready();
      await w.until('it is told of the file', () => w.told('textDocument/didOpen').filter((m) => m.params.textDocument.uri.endsWith('/V10.py')).length === 2);
      await w.ask('undefined_name');
      await w.shows(program('cond'));
    },
  },
  {
    id: 'V13', name: 'random typing: 20 fixes, no stale edit',
    async run(w) {
      await w.open('V13.py');
      let seed = 20261120;
      const random = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
      const seen = { applied: 0, refused: 0 };
      for (let i = 0; i < 20; i++) {
        // Another text in each round, or the answer would be remembered.
        const text = (name) => program(name).replace('(cond):', `(cond):  # ${i}`);
        w.editor.write('V13.py', text());
        await w.page.keyboard.press('Control+Alt+r');
        await w.shows(text());
        await w.page.waitForSelector('.squiggly-error');
        const before = w.ends().length;
        await w.ask('undefined_name');
        await w.page.waitForTimeout(random(900)); // the model answers after 300 ms
        const [place, typed] = random(2) === 0 ? ['défini = ', '_typed'] : ['print', '  # typed'];
        await w.put(place, { x: 60 });
        await w.page.keyboard.press('End');
        await w.page.keyboard.type(typed);
        const applied = (await w.ended(before)).includes(' fixed');
        seen[applied ? 'applied' : 'refused']++;
        // Typed before the fix or after it: either way both are there, or only what was typed.
        const name = applied ? 'cond' : 'undefined_name';
        await w.shows(place === 'print' ? text(name).replace('print(défini)', `print(défini)${typed}`) : text(name + typed));
        await w.calm();
      }
      assert.ok(seen.applied > 0 && seen.refused > 0, JSON.stringify(seen));
      return `${seen.applied} applied, ${seen.refused} refused`;
    },
  },
];
