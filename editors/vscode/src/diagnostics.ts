// Tells the server what other extensions report. VS Code hands diagnostics to
// a server only with a request at their place; for a whole document, and for
// the context of a fix, fettle needs them all.
import * as vscode from 'vscode';
import { foreign } from './convert';

/** A burst of changes is sent once. */
const settle = 200; // milliseconds

export interface Receiver {
  sendNotification(method: string, params: unknown): Promise<void>;
}

export class Push implements vscode.Disposable {
  private readonly listeners: vscode.Disposable[];
  private readonly pending = new Set<string>();
  private readonly last = new Map<string, string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly receiver: Receiver,
    private readonly ours: (document: vscode.TextDocument) => boolean,
  ) {
    this.listeners = [
      vscode.languages.onDidChangeDiagnostics((e) => this.changed(e.uris.map((u) => u.toString()))),
      vscode.workspace.onDidOpenTextDocument((d) => this.changed([d.uri.toString()])),
      vscode.workspace.onDidCloseTextDocument((d) => this.last.delete(d.uri.toString())),
    ];
    this.changed(vscode.workspace.textDocuments.map((d) => d.uri.toString()));
  }

  private changed(uris: readonly string[]): void {
    for (const uri of uris) {
      this.pending.add(uri);
    }
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.send();
    }, settle);
  }

  private send(): void {
    const uris = new Set(this.pending);
    this.pending.clear();
    for (const document of vscode.workspace.textDocuments) {
      const uri = document.uri.toString();
      if (!uris.has(uri) || !this.ours(document)) {
        continue;
      }
      const diagnostics = foreign(vscode.languages.getDiagnostics(document.uri));
      const text = JSON.stringify(diagnostics);
      if ((this.last.get(uri) ?? '[]') === text) {
        continue; // the server moves what it has along with edits
      }
      this.last.set(uri, text);
      this.receiver.sendNotification('fettle/diagnostics', { uri, version: document.version, diagnostics }).catch(() => {
        this.last.delete(uri); // not running: the next change tries again
      });
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const l of this.listeners) {
      l.dispose();
    }
  }
}
