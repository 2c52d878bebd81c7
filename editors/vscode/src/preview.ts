// A fix is shown as a diff before it is applied. VS Code's own Refactor Preview
// shows such an edit with its box unticked, so that its Apply applies nothing.
import * as vscode from 'vscode';
import type { ApplyWorkspaceEditParams, ApplyWorkspaceEditResult, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageclient/node';

/** The scheme of the text as the fix would leave it. */
const scheme = 'fettle-fix';

interface Shown {
  text: string;
  answer: (apply: boolean) => void;
}

/** Applies an edit. */
export type Apply = (params: ApplyWorkspaceEditParams) => Promise<ApplyWorkspaceEditResult>;

export class Previews implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly shown = new Map<string, Shown>();
  private readonly listeners: vscode.Disposable[];
  private count = 0;

  constructor() {
    this.listeners = [
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.window.tabGroups.onDidChangeTabs((e) => e.closed.forEach((tab) => this.shown.get(right(tab) ?? '')?.answer(false))),
    ];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.shown.get(uri.toString())?.text ?? '';
  }

  /** Applies an edit of the server, after its user has agreed where it asks for that. */
  async apply(params: ApplyWorkspaceEditParams, next: Apply): Promise<ApplyWorkspaceEditResult> {
    const change = toConfirm(params.edit);
    const label = Object.values(params.edit.changeAnnotations ?? {}).find((a) => a.needsConfirmation === true)?.label;
    if (change === undefined || label === undefined) {
      return next(params);
    }
    const document = vscode.workspace.textDocuments.find((d) => d.uri.toString() === vscode.Uri.parse(change.textDocument.uri).toString());
    if (document === undefined || document.version !== (change.textDocument.version ?? document.version)) {
      return { applied: false, failureReason: 'the document changed' };
    }
    const plain: TextDocumentEdit = { textDocument: change.textDocument, edits: change.edits.flatMap((e) => ('newText' in e ? [{ range: e.range, newText: e.newText }] : [])) };
    return (await this.ask(document, label, plain)) ? next({ ...params, edit: { documentChanges: [plain] } }) : { applied: false };
  }

  /** Shows a fix beside the text; resolves when its user has chosen, or has closed it. */
  private async ask(document: vscode.TextDocument, label: string, change: TextDocumentEdit): Promise<boolean> {
    const uri = vscode.Uri.from({ scheme, path: document.uri.path, query: String(++this.count) });
    const edits = change.edits.flatMap((e) => ('newText' in e ? [e] : []));
    const first = edits[0]?.range.start.line ?? 0;
    const chosen = new Promise<boolean>((answer) => this.shown.set(uri.toString(), { text: changed(document, edits), answer }));
    await vscode.commands.executeCommand('vscode.diff', document.uri, uri, `fettle: ${label}`, { preview: false, selection: new vscode.Range(first, 0, first, 0) });
    try {
      return await chosen;
    } finally {
      this.shown.delete(uri.toString());
      await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap((g) => g.tabs.filter((tab) => right(tab) === uri.toString())));
    }
  }

  /** The answer of the active preview's user. */
  choose(apply: boolean): void {
    const uri = right(vscode.window.tabGroups.activeTabGroup.activeTab);
    this.shown.get(uri ?? '')?.answer(apply);
  }

  /** Nothing that is shown is to be applied any more. */
  discard(): void {
    for (const { answer } of [...this.shown.values()]) {
      answer(false);
    }
  }

  dispose(): void {
    this.discard();
    for (const l of this.listeners) {
      l.dispose();
    }
  }
}

/** The one change of an edit that can be shown as a diff. */
function toConfirm(edit: WorkspaceEdit): TextDocumentEdit | undefined {
  const list = edit.documentChanges ?? [];
  const only = list.length === 1 ? list[0] : undefined;
  return only !== undefined && 'edits' in only ? only : undefined;
}

/** The right side of a diff. */
function right(tab: vscode.Tab | undefined): string | undefined {
  return tab?.input instanceof vscode.TabInputTextDiff ? tab.input.modified.toString() : undefined;
}

function changed(document: vscode.TextDocument, edits: readonly { range: { start: { line: number; character: number }; end: { line: number; character: number } }; newText: string }[]): string {
  const at = (p: { line: number; character: number }) => document.offsetAt(new vscode.Position(p.line, p.character));
  let text = document.getText();
  for (const { start, end, newText } of edits.map((e) => ({ start: at(e.range.start), end: at(e.range.end), newText: e.newText })).sort((a, b) => b.start - a.start)) {
    text = text.slice(0, start) + newText + text.slice(end);
  }
  return text;
}
