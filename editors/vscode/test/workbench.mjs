// VS Code as a user sees it: what scenarios do and look at. Everything waits
// for what it is about; nothing waits for time to pass.
import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { mkdirSync } from 'node:fs';

/** How long what should come at once is waited for: long, for a machine that does much else. */
const patience = 90_000; // milliseconds

/** Keys of VS Code's own commands that scenarios use often. */
export const keys = [
  { key: 'ctrl+alt+f', command: 'editor.action.codeAction', args: { kind: 'quickfix.fettle', apply: 'first' } },
  { key: 'ctrl+alt+r', command: 'workbench.action.files.revert' },
  { key: 'ctrl+alt+n', command: 'notifications.clearAll' },
  { key: 'ctrl+alt+c', command: 'editor.action.clipboardCopyAction' },
];

export class Workbench {
  constructor(editor) {
    this.editor = editor;
    this.page = editor.page;
    this.model = editor.model;
    this.page.setDefaultTimeout(patience);
  }

  /** Waits for something that is no element of the page. */
  async until(what, holds) {
    for (const end = Date.now() + patience; ;) {
      const value = await holds();
      if (value) {
        return value;
      }
      assert.ok(Date.now() < end, `never happened: ${what}`);
      await new Promise((done) => setTimeout(done, 25));
    }
  }

  row(text) {
    return this.page.locator('.action-widget .monaco-list-row', { hasText: text });
  }

  line(text) {
    return this.page.locator('.editor-instance .view-line', { hasText: text }).first();
  }

  toast(text) {
    return this.page.locator('.notification-toast', { hasText: text }).first();
  }

  /** fettle's item in the status bar. */
  get item() {
    return this.page.locator('[id="fettle-dev.fettle.fettle"]');
  }

  choice(text) {
    return this.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
  }

  /** The text of the active editor, as far as it is on the screen. */
  async text() {
    return this.page.evaluate(onScreen);
  }

  /**
   * Types for four seconds, ten characters a second. Says how long after each
   * key the editor drew another text: measured in the page, p50, p95 and most.
   */
  async typeForFourSeconds() {
    await this.page.evaluate(() => {
      const lines = document.querySelector('.editor-instance .view-lines');
      const waits = (window.keyWaits = []);
      let pressed, length;
      window.keyWatch = new AbortController();
      document.addEventListener('keydown', () => {
        [pressed, length] = [performance.now(), lines.textContent.length];
      }, { capture: true, signal: window.keyWatch.signal });
      new MutationObserver(() => {
        if (pressed !== undefined && lines.textContent.length !== length) {
          waits.push(performance.now() - pressed);
          pressed = undefined;
        }
      }).observe(lines, { subtree: true, childList: true, characterData: true });
    });
    await this.page.keyboard.type('x'.repeat(40), { delay: 100 });
    const waits = (await this.page.evaluate(() => {
      window.keyWatch.abort();
      return window.keyWaits;
    })).sort((a, b) => a - b);
    assert.ok(waits.length >= 35, `saw ${waits.length} of 40 keys`);
    return `p50 ${waits[waits.length >> 1].toFixed(0)} ms, p95 ${waits[Math.floor(waits.length * 0.95)].toFixed(0)} ms, at most ${waits.at(-1).toFixed(0)} ms`;
  }

  /** Waits until the active editor shows a text. */
  async shows(want) {
    let have = '';
    await this.until(`the editor shows:\n${want}`, async () => (have = await this.text()) === want.trimEnd()).catch((err) => {
      throw new Error(`${err.message}\nit shows:\n${have}`);
    });
  }

  async openFile(name) {
    await this.page.keyboard.press('Control+p');
    await this.page.locator('.quick-input-widget input').fill(name);
    await this.choice(name.replace(/.*\//, '')).click();
    await this.page.locator('.tab.active', { hasText: name.replace(/.*\//, '') }).waitFor();
  }

  /** Opens a file, and waits for the problems of others where it has some. */
  async open(name, { problems = true } = {}) {
    await this.openFile(name);
    await this.ready();
    await this.until(`the server is told of ${name}`, () => this.told('textDocument/didOpen').some((m) => m.params.textDocument.uri.endsWith(`/${name}`)));
    if (problems) {
      await this.page.waitForSelector('.squiggly-error');
    }
  }

  /** Waits until the server runs and has nothing to do. */
  async ready() {
    await this.item.waitFor();
    await this.item.locator('.codicon-sync').waitFor({ state: 'detached' });
    await this.until('the server runs', async () => this.runs() && !/not running|indexing/.test(await this.item.innerText()));
  }

  /** Whether exactly one server runs, and is as wanted. */
  runs(wanted = () => true) {
    const list = this.editor.servers();
    return list.length === 1 && wanted(list[0]);
  }

  async put(text, { x = 120 } = {}) {
    // A click of the mouse at that place, whatever VS Code has drawn over it.
    // It may be drawn anew just now.
    const box = await this.until(`a line with ${text}`, () => this.line(text).boundingBox({ timeout: 1_000 }).catch(() => null));
    await this.page.mouse.click(box.x + x, box.y + 8);
  }

  /** Opens the menu where the cursor is; its titles, ours without their name. */
  async lists() {
    // VS Code drops a menu when problems change while it is being made, and an
    // empty one stays empty when a tool has found something; its user asks again.
    const first = this.page.locator('.action-widget .monaco-list-row.action').first();
    await this.until('a menu', async () => {
      await this.page.keyboard.press('Control+.');
      return first.waitFor({ timeout: patience / 6 }).then(() => true, () => false);
    });
    return (await this.entries()).map((t) => t.replace(/^fettle: /, ''));
  }

  /** The titles of the open menu, as they are shown. */
  async entries() {
    return (await this.page.locator('.action-widget .monaco-list-row.action').allInnerTexts()).map((t) => plain(t).trim());
  }

  /** Holds the mouse over a problem until a link is there, and clicks on that. */
  async hover(squiggle, link) {
    await this.until('a hover', async () => {
      const box = await this.page.locator(squiggle).first().boundingBox({ timeout: 1_000 }).catch(() => null);
      if (box === null) {
        return false;
      }
      await this.page.mouse.move(box.x + 200, box.y + 120);
      await this.page.mouse.move(box.x + 12, box.y + 6, { steps: 4 });
      return link.waitFor({ timeout: 5_000 }).then(() => true, () => false);
    });
    await link.click();
    await this.page.mouse.move(700, 600);
    await this.page.locator('.tab.active').click(); // the hover had the focus
    await this.page.locator('.monaco-hover:visible').first().waitFor({ state: 'detached' });
  }

  /** The tab of a fix that is shown before it is applied. */
  get shown() {
    return this.page.locator('.tab.active', { hasText: 'fettle: AI' });
  }

  /** A button of that tab. */
  shownButton(name) {
    return this.page.locator('.editor-actions .action-label', { hasText: name }).or(this.page.locator(`.editor-actions .action-label[aria-label^="${name}"]`)).first();
  }

  /** Puts the cursor on a line and opens the menu there; its titles. */
  async menu(text) {
    await this.put(text);
    return this.lists();
  }

  /** Opens the menu on a line until it has an entry: a tool may still be running. */
  async offers(text, entry) {
    let titles = [];
    await this.until(`an entry ${entry}`, async () => {
      await this.page.keyboard.press('Escape');
      titles = await this.menu(text).catch(() => []);
      return titles.some((t) => t.startsWith(entry));
    }).catch((err) => {
      throw new Error(`${err.message}; last seen: ${titles.join(' | ')}`);
    });
  }

  /** Chooses an AI fix on a line; resolves when the model has been asked. */
  async ask(text, entry = 'AI fix: F821') {
    const before = this.model.asked.length;
    await this.menu(text);
    await this.row(entry).first().click();
    await this.until('the model is asked', () => this.model.asked.length > before);
  }

  async palette(text) {
    await this.page.keyboard.press('Control+Shift+p');
    await this.page.locator('.quick-input-widget input').fill(`>${text}`);
    await this.choice(text).waitFor();
    return (await this.page.locator('.quick-input-list .monaco-list-row .label-name').allInnerTexts()).map(plain);
  }

  /** Runs a command by its name in the palette. */
  async command(name) {
    await this.palette(name);
    await this.choice(name).click();
  }

  /** Answers an input box. */
  async answer(text, { title } = {}) {
    if (title !== undefined) {
      await this.page.locator('.quick-input-title', { hasText: title }).waitFor();
    }
    const input = this.page.locator('.quick-input-widget input:visible').last();
    await input.fill(text);
    await input.press('Enter');
  }

  /** What the editor said to the server, by method; answers have no method. */
  told(method) {
    return this.editor.fromEditor().filter((m) => m.method === method);
  }

  /** What the server said to the editor. */
  heard(method) {
    return this.editor.fromServer().filter((m) => m.method === method);
  }

  /** The settings that the server was given last. */
  given() {
    const answers = this.editor.fromEditor().filter((m) => m.method === undefined && Array.isArray(m.result) && m.result.length === 1);
    return answers.at(-1)?.result[0];
  }

  /** How the jobs ended, in order. */
  ends() {
    return this.heard('$/progress').filter((m) => m.params.value.kind === 'end').map((m) => m.params.value.message);
  }

  /** Edits that the server sent for a file. */
  edits(name) {
    return this.heard('workspace/applyEdit').filter((m) => JSON.stringify(m.params).includes(`/${name}"`));
  }

  /** Waits for the end of the job after so many. */
  async ended(before) {
    await this.until('the job ends', () => this.ends().length > before);
    return this.ends().at(-1);
  }

  /** Changes settings and waits until the server has heard of it. */
  async set(change, holds) {
    this.editor.configure(change);
    await this.until(`the server hears of ${JSON.stringify(change)}`, holds);
  }

  /** The text of a Markdown preview, which is a page within a page. */
  async preview(title, wanted) {
    await this.page.locator('.tab.active', { hasText: title }).waitFor();
    let text = '';
    await this.until(`a preview with ${wanted}`, async () => {
      for (const frame of this.page.frames()) {
        text = await frame.locator('.markdown-body').innerText({ timeout: 200 }).catch(() => '');
        if (text.includes(wanted)) {
          return true;
        }
      }
      return false;
    });
    return text;
  }

  /** Puts away what a scenario has left open. */
  async calm() {
    this.model.release();
    for (let i = 0; i < 3; i++) {
      await this.page.keyboard.press('Escape');
    }
    await this.page.keyboard.press('Control+Alt+n');
    await this.page.locator('.notification-toast').first().waitFor({ state: 'detached' });
  }

  async picture(path, clip) {
    mkdirSync(dirname(path), { recursive: true });
    await this.page.screenshot({ path, animations: 'disabled', ...(clip ? { clip } : {}) });
  }
}

/** The text of the editor, from within the page: lines are drawn in any order. */
function onScreen() {
  return [...document.querySelectorAll('.editor-instance .view-line')]
    .sort((a, b) => parseInt(a.style.top) - parseInt(b.style.top))
    .map((l) => l.innerText.replaceAll('\u00a0', ' ').replace(/^\n$/, ''))
    .join('\n')
    .trimEnd();
}

/** A text with ordinary spaces. */
export const plain = (text) => text.replaceAll('\u00a0', ' ');
