// A stand-in for the extensions that users have beside fettle: ruff's own
// language server, with a client of its own.
import type * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const client = new LanguageClient('ruff', 'Ruff', { command: 'ruff', args: ['server'] }, { documentSelector: [{ language: 'python' }] });
  context.subscriptions.push(client);
  await client.start();
}
