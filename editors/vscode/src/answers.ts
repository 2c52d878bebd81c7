// Answers of the server in a read-only document, shown as Markdown.
import * as vscode from 'vscode';

const scheme = 'fettle';

export class Answers implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  readonly onDidChange = this.changed.event;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? '';
  }

  /** Shows a text under a title; the same title replaces what it showed before. */
  async show(title: string, markdown: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${title}.md` });
    this.texts.set(uri.path, markdown);
    this.changed.fire(uri);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }
}

/** The Markdown of an answer to explain, showContext or contextQuery. */
export function markdownOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) {
    return undefined;
  }
  const { markdown, context, hint } = answer as Record<string, unknown>;
  for (const text of [markdown, context, hint]) {
    if (typeof text === 'string' && text !== '') {
      return text;
    }
  }
  return undefined;
}
