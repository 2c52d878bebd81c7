// The model's API key: in VS Code's secret storage, handed to the server in its
// environment. It is never a setting and never on a command line.
import * as vscode from 'vscode';

const name = 'fettle.model.apiKey';

export function stored(secrets: vscode.SecretStorage): Thenable<string | undefined> {
  return secrets.get(name);
}

/** Asks for the key and stores it. */
export async function set(secrets: vscode.SecretStorage): Promise<void> {
  const key = await vscode.window.showInputBox({
    title: "fettle: the model's API key",
    prompt: 'Kept in the secret storage of VS Code and sent only to the endpoint of fettle.model.url.',
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (/^[\x21-\x7e]*$/.test(text.trim()) ? undefined : 'A key has no spaces and no special characters.'),
  });
  if (key !== undefined && key.trim() !== '') {
    await secrets.store(name, key.trim());
  }
}

export async function remove(secrets: vscode.SecretStorage): Promise<void> {
  await secrets.delete(name);
  void vscode.window.showInformationMessage('fettle: the API key is removed.');
}

/** Calls back when the key has changed, in this window or another. */
export function onChange(secrets: vscode.SecretStorage, then: () => void): vscode.Disposable {
  return secrets.onDidChange((e) => {
    if (e.key === name) {
      then();
    }
  });
}
