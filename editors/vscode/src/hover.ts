// "Fix with fettle" under a problem that the mouse is over, where that needs no
// model: VS Code itself shows there what is tagged as made by one, and nothing
// else but the way to the menu.
import * as vscode from 'vscode';
import type { CodeAction } from 'vscode-languageclient/node';
import { foreign } from './convert';

/** At most so many entries are shown. */
const most = 3;

/** The part of the server that is needed. */
export interface Menu {
  ours(document: vscode.TextDocument): boolean;
  /** What the server offers on a range; nothing where it does not run. */
  offers(params: unknown): Promise<CodeAction[]>;
  /** Does what an entry stands for. */
  take(action: CodeAction, version: number): Promise<void>;
}

export class Hovers implements vscode.HoverProvider {
  private shown: { action: CodeAction; version: number }[] = [];

  constructor(private readonly menu: Menu) {}

  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const here = vscode.languages.getDiagnostics(document.uri).filter((d) => d.range.contains(position));
    if (here.length === 0 || !this.menu.ours(document)) {
      return undefined;
    }
    const version = document.version;
    const range = here[0]?.range ?? new vscode.Range(position, position);
    const offered = await this.menu.offers({
      textDocument: { uri: document.uri.toString() }, range: { start: at(range.start), end: at(range.end) },
      // As of itself: nothing about the set-up, and none that only cancels.
      context: { diagnostics: foreign(here), only: ['quickfix'], triggerKind: 2 },
    });
    this.shown = offered.filter((a) => a.tags === undefined && (a.diagnostics ?? []).some((d) => here.some((h) => h.range.start.line === d.range.start.line && h.range.start.character === d.range.start.character)))
      .slice(0, most).map((action) => ({ action, version }));
    if (this.shown.length === 0) {
      return undefined;
    }
    const text = new vscode.MarkdownString(undefined, true);
    text.isTrusted = { enabledCommands: ['fettle.ui.take'] };
    this.shown.forEach(({ action }, i) => {
      text.appendMarkdown(`${i > 0 ? '  \n' : ''}[$(wand) Fix with fettle](command:fettle.ui.take?${i}) `);
      text.appendText(action.title.replace(/^Fix /, ''));
    });
    return new vscode.Hover(text, range);
  }

  /** Does what a link of the last hover stands for. */
  async take(index: number): Promise<void> {
    const entry = this.shown[index];
    if (entry !== undefined) {
      // It has the focus since the click; versions without the command leave it open.
      await Promise.resolve(vscode.commands.executeCommand('editor.action.hideHover')).catch(() => {});
      await this.menu.take(entry.action, entry.version);
    }
  }
}

/** A position as the protocol has it: VS Code's own becomes a list as JSON. */
function at({ line, character }: vscode.Position): { line: number; character: number } {
  return { line, character };
}
