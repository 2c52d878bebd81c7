// Chooses the model: one of Ollama's, one that the settings name, or one
// elsewhere. The choice is written to the user's settings.
import * as vscode from 'vscode';
import { compatibleModels, local, ollamaAddress, ollamaModels } from './endpoints';
import * as key from './key';

interface Choice extends vscode.QuickPickItem {
  run?: () => Thenable<void>;
}

/** What is written; undefined removes a setting. */
interface Model {
  backend: string | undefined;
  url?: string | undefined;
  name?: string | undefined;
}

/** Runs what writes settings that belong together. */
export type Together = (write: () => Promise<void>) => Promise<void>;

export async function choose(secrets: vscode.SecretStorage, together: Together): Promise<void> {
  const chosen = await vscode.window.showQuickPick(choices(secrets, together), {
    title: 'fettle: choose the model',
    placeHolder: 'Asked only when you choose an AI fix',
    matchOnDescription: true,
  });
  await chosen?.run?.();
}

async function choices(secrets: vscode.SecretStorage, together: Together): Promise<Choice[]> {
  const now = { backend: user('model.backend'), url: user('model.url'), name: user('model.name'), use: user('model.use') };
  const mark = (is: boolean) => (is ? '$(check) ' : '');
  const separator = (label: string): Choice => ({ label, kind: vscode.QuickPickItemKind.Separator });

  const address = now.backend === 'ollama' && now.url !== '' ? now.url : ollamaAddress;
  const found = await ollamaModels(address, fetch);
  const out = [separator('on this computer: Ollama')];
  for (const name of found ?? []) {
    const is = now.use === '' && now.backend === 'ollama' && now.name === name;
    out.push({ label: mark(is) + name, description: 'ollama', run: () => write({ backend: 'ollama', url: address === ollamaAddress ? undefined : address, name }, together) });
  }
  if (found === undefined || found.length === 0) {
    out.push({
      label: found === undefined ? '$(debug-disconnect) Ollama does not answer' : '$(info) Ollama has no models yet',
      detail: found === undefined ? `at ${address}. Start it (ollama serve), then choose this to look again.` : 'Fetch one (ollama pull qwen2.5-coder:7b), then choose this to look again.',
      run: () => choose(secrets, together),
    });
  }

  const named = Object.entries(vscode.workspace.getConfiguration('fettle').inspect<Record<string, { backend?: string; name?: string }>>('models')?.globalValue ?? {});
  if (named.length > 0) {
    out.push(separator('in your settings'));
    for (const [label, m] of named) {
      out.push({ label: mark(now.use === label) + label, description: `${m.name ?? ''} ${m.backend ?? ''}`.trim(), run: () => update({ 'model.use': label }, together) });
    }
  }

  out.push(
    separator('elsewhere'),
    { label: `${mark(now.use === '' && now.backend === 'anthropic')}Anthropic...`, run: () => elsewhere('anthropic', '', secrets, together) },
    { label: `${mark(now.use === '' && now.backend === 'openai')}OpenAI, or a compatible server...`, description: 'llama.cpp, vLLM, LM Studio, OpenRouter', run: () => compatible(now.backend === 'openai' ? now.url : '', secrets, together) },
    separator(''),
    // Written, not removed: removed it would leave the user's config.toml its model.
    { label: `${mark(stated('model.backend') === '')}No model`, description: "tools' own fixes and rules still work", run: () => write({ backend: '' }, together) },
  );
  return out;
}

/** Asks for the address of a server, then for one of its models. */
async function compatible(before: string, secrets: vscode.SecretStorage, together: Together): Promise<void> {
  const url = await vscode.window.showInputBox({
    title: 'fettle: address of the server',
    value: before,
    placeHolder: 'http://127.0.0.1:8080/v1',
    prompt: 'Leave empty for OpenAI itself.',
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' || /^https?:\/\/[^\s/]+\S*$/.test(text.trim()) ? undefined : 'An address that begins with http:// or https://.'),
  });
  if (url !== undefined) {
    await elsewhere('openai', url.trim(), secrets, together);
  }
}

/** Asks for the model's name, and for a key where the endpoint has none yet. */
async function elsewhere(backend: string, url: string, secrets: vscode.SecretStorage, together: Together): Promise<void> {
  const title = 'fettle: name of the model';
  const list = local(url) ? await compatibleModels(url, fetch) : undefined;
  const name = list !== undefined && list.length > 0
    ? await vscode.window.showQuickPick(list, { title })
    : await vscode.window.showInputBox({ title, prompt: 'As the endpoint names it.', value: user('model.backend') === backend ? user('model.name') : '', ignoreFocusOut: true });
  if (name === undefined || name.trim() === '') {
    return;
  }
  await write({ backend, url: url === '' ? undefined : url, name: name.trim() }, together);
  if (!local(url) && user('model.apiKeyEnv') === '' && (await key.stored(secrets)) === undefined) {
    await key.set(secrets);
  }
}

function user(setting: string): string {
  return stated(setting) ?? '';
}

function stated(setting: string): string | undefined {
  return vscode.workspace.getConfiguration('fettle').inspect<string>(setting)?.globalValue;
}

function write(model: Model, together: Together): Promise<void> {
  return update({ 'model.backend': model.backend, 'model.url': model.url, 'model.name': model.name, 'model.use': undefined }, together);
}

/** Writes what differs from the user's settings. */
function update(values: Record<string, string | undefined>, together: Together): Promise<void> {
  const config = vscode.workspace.getConfiguration('fettle');
  return together(async () => {
    for (const [setting, value] of Object.entries(values)) {
      if (config.inspect<string>(setting)?.globalValue !== value) {
        await config.update(setting, value, vscode.ConfigurationTarget.Global);
      }
    }
  });
}
