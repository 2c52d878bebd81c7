// fettle in VS Code: starts the server, and gives it what a language server
// cannot reach by itself.
import * as vscode from 'vscode';
import { Answers } from './answers';
import { Hovers } from './hover';
import * as key from './key';
import * as model from './model';
import { Previews } from './preview';
import { Server } from './server';
import { Status, choose } from './status';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const { activationEvents } = context.extension.packageJSON as { activationEvents: string[] };
  const languages = activationEvents.flatMap((e) => (e.startsWith('onLanguage:') ? [e.slice('onLanguage:'.length)] : []));
  const log = vscode.window.createOutputChannel('fettle', { log: true });
  const answers = new Answers();
  const status = new Status((d) => languages.includes(d.languageId));
  const previews = new Previews();
  const running = new Server(context, log, status, answers, previews, languages);
  const hovers = new Hovers(running);
  server = running;
  context.subscriptions.push(log, answers, status, previews, running, vscode.languages.registerHoverProvider(running.selector, hovers));
  // No name in the palette: a link of a hover.
  context.subscriptions.push(vscode.commands.registerCommand('fettle.ui.take', (index: number) => hovers.take(index)));
  register(context, running, status, previews, log);
  await running.restart();
}

export async function deactivate(): Promise<void> {
  await server?.end();
}

function register(context: vscode.ExtensionContext, server: Server, status: Status, previews: Previews, log: vscode.LogOutputChannel): void {
  const command = (name: string, run: () => unknown) => {
    context.subscriptions.push(vscode.commands.registerCommand(`fettle.ui.${name}`, run));
  };
  /** Sends a command for the cursor or the selection of the active editor. */
  const here = async (name: string, more: Record<string, unknown> = {}) => {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || !server.ours(editor.document)) {
      void vscode.window.showInformationMessage('fettle: first open a file in a language that fettle supports.');
      return;
    }
    const { start, end } = editor.selection;
    const range = { start: { line: start.line, character: start.character }, end: { line: end.line, character: end.character } };
    const { uri, version } = editor.document;
    if (!(await server.execute(name, { uri: uri.toString(), version, range, ...more }))) {
      void vscode.window.showWarningMessage('fettle: not running; see the status bar.');
    }
  };
  command('fix', () => here('fettle.fix'));
  command('fixAll', () => here('fettle.fixAll'));
  command('fixWorkspace', () => here('fettle.fixWorkspace'));
  command('edit', () => here('fettle.edit'));
  command('explain', () => here('fettle.explain'));
  command('showContext', () => here('fettle.showContext'));
  command('contextQuery', async () => {
    const query = await vscode.window.showInputBox({ title: 'fettle: find code', prompt: 'What is it about?', placeHolder: 'where is the retry limit read' });
    if (query !== undefined && query.trim() !== '') {
      await here('fettle.contextQuery', { query: query.trim() });
    }
  });
  command('why', () => server.execute('fettle.why'));
  command('journal', () => here('fettle.journal'));
  command('applyFix', () => previews.choose(true));
  command('discardFix', () => previews.choose(false));
  command('cancel', () => {
    previews.discard();
    return server.execute('fettle.cancel');
  });
  command('status', () => choose(status));
  command('doctor', () => server.doctor());
  command('log', () => log.show(true));
  command('restart', () => server.restart());
  command('chooseModel', () => model.choose(context.secrets, (write) => server.together(write)));
  command('setKey', () => key.set(context.secrets));
  command('removeKey', () => key.remove(context.secrets));
}
