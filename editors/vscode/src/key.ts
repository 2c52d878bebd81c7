// The model's API key: in VS Code's secret storage, handed to the server in its
// environment. It is never a setting and never on a command line. Each endpoint
// has a key of its own, so that no endpoint is sent another's.
import * as vscode from 'vscode';

const prefix = 'fettle.model.apiKey ';

/** The endpoint that the user's settings name; the backend alone where they leave its address to fettle. */
export function endpoint(): string {
  const config = vscode.workspace.getConfiguration('fettle');
  const user = (name: string) => config.inspect<string>(name)?.globalValue?.trim() ?? '';
  return `${user('model.backend')} ${user('model.url')}`.trim();
}

export function stored(secrets: vscode.SecretStorage): Thenable<string | undefined> {
  return secrets.get(prefix + endpoint());
}

/** Asks for the key of the endpoint and stores it. */
export async function set(secrets: vscode.SecretStorage): Promise<void> {
  const to = endpoint();
  const key = await vscode.window.showInputBox({
    title: `fettle: API key${to === '' ? '' : ` for ${to}`}`,
    prompt: "Kept in VS Code's secret storage, and sent to this endpoint only.",
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (/^[\x21-\x7e]*$/.test(text.trim()) ? undefined : 'A key has no spaces and no special characters.'),
  });
  if (key !== undefined && key.trim() !== '') {
    await secrets.store(prefix + to, key.trim());
  }
}

export async function remove(secrets: vscode.SecretStorage): Promise<void> {
  await secrets.delete(prefix + endpoint());
  void vscode.window.showInformationMessage('fettle: API key removed.');
}

/** Calls back when a key has changed, in this window or another. */
export function onChange(secrets: vscode.SecretStorage, then: () => void): vscode.Disposable {
  return secrets.onDidChange((e) => {
    if (e.key.startsWith(prefix)) {
      then();
    }
  });
}
