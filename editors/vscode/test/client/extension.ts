// A stand-in for the extensions that users have beside fettle, or in place of
// its own: starts the language servers that its one setting lists.
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';

interface Entry {
  name: string;
  command: string;
  args: string[];
  languages: string[];
  initializationOptions?: unknown;
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const entries = vscode.workspace.getConfiguration('servers').get<Entry[]>('list', []);
  const clients = entries.map(({ name, command, args, languages, initializationOptions }) => new LanguageClient(name, name, { command, args }, {
    documentSelector: languages.map((language) => ({ language })),
    initializationOptions,
  }));
  context.subscriptions.push(...clients);
  await Promise.all(clients.map((c) => c.start()));
}
