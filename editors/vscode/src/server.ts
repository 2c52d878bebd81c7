// The one language client for all folders, and what it is started with.
import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import * as vscode from 'vscode';
import { CodeActionRequest, LanguageClient, RevealOutputChannelOn, State as ClientState } from 'vscode-languageclient/node';
import type { ApplyWorkspaceEditResult, ClientCapabilities, CodeAction, LanguageClientOptions, Middleware } from 'vscode-languageclient/node';
import type { Answers } from './answers';
import { markdownOf } from './answers';
import { candidates, choose } from './binary';
import type { Found } from './binary';
import { Push } from './diagnostics';
import * as key from './key';
import { logLine } from './log';
import type { Previews } from './preview';
import { hand, paths, takeBack, toml, withKey } from './settings';
import type { Handed } from './settings';
import type { Check, Engine, Status } from './status';

/** How long the program may take to say its version. */
const versionTime = 5_000; // milliseconds
const doctorTime = 30_000;
const doctorOutput = 1 << 20; // bytes
/** Settings are often written one by one. */
const settle = 400; // milliseconds

const titles: Record<string, string> = {
  'fettle.explain': 'What a fix would send',
  'fettle.showContext': 'Context of a fix',
  'fettle.contextQuery': 'Code that answers the question',
  'fettle.why': 'The last fix',
  'fettle.journal': 'What fettle learned',
};

interface Start {
  found: Found;
  args: string[];
  env: Record<string, string>;
}

/** The notification fettle/failed. */
interface Failure {
  message: string;
  details: string; // '' if the message is all
  next: 'model' | 'trust' | 'doctor' | 'log';
}

/** What helps after a failure. */
const helps: Record<Failure['next'], { label: string; command: string }> = {
  model: { label: 'Choose Model...', command: 'fettle.ui.chooseModel' },
  trust: { label: 'Trust Folder...', command: 'workbench.trust.manage' },
  doctor: { label: 'Check the Setup', command: 'fettle.ui.doctor' },
  log: { label: 'Show Log', command: 'fettle.ui.log' },
};

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private push: Push | undefined;
  private started: Start | undefined;
  private told = new Set<string>(); // keys handed over as the client's configuration
  private announced = ''; // the configuration that was handed over last
  private folder: vscode.Uri | undefined; // whose settings count, of several
  private turn: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private writing = false; // several settings, one by one
  private complained = '';

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
    private readonly status: Status,
    private readonly answers: Answers,
    private readonly previews: Previews,
    private readonly languages: readonly string[],
  ) {
    context.subscriptions.push(
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.restart()),
      vscode.workspace.onDidChangeConfiguration((e) => {
        if (e.affectsConfiguration('fettle') && !this.writing) {
          this.soon();
        }
      }),
      vscode.window.onDidChangeActiveTextEditor((e) => this.entered(e)),
      key.onChange(context.secrets, () => void this.restart()),
    );
    this.entered(vscode.window.activeTextEditor);
  }

  /** Writes settings that belong together: they take effect together. */
  async together(write: () => Promise<void>): Promise<void> {
    this.writing = true;
    try {
      await write();
    } finally {
      this.writing = false;
      this.soon();
    }
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.settingsChanged(), settle);
  }

  /** Starts the server, or starts it anew; one at a time. */
  restart(): Promise<void> {
    this.turn = this.turn.then(() => this.stop()).then(() => this.start()).catch((err: unknown) => {
      this.status.set('failed', err instanceof Error ? err.message : String(err));
      this.log.error(err instanceof Error ? err : String(err));
    });
    return this.turn;
  }

  /** Sends a command to the server; false where it does not run. */
  async execute(command: string, argument?: unknown): Promise<boolean> {
    if (this.client?.state !== ClientState.Running) {
      return false;
    }
    try {
      await vscode.commands.executeCommand(command, ...(argument === undefined ? [] : [argument]));
    } catch (err) {
      this.log.warn(`${command}: ${String(err)}`); // the server has shown why
    }
    return true;
  }

  private async start(): Promise<void> {
    this.status.set('starting', '');
    const start = await this.find();
    if (start === undefined) {
      return;
    }
    this.started = start;
    this.told.clear();
    const { found } = start;
    this.log.info(`starting ${found.path} (${found.from}), version ${found.version}`);
    const client = new LanguageClient('fettle', 'fettle', {
      command: found.path,
      args: start.args,
      // Not a folder of the workspace; and the library adds nothing to env.
      options: { cwd: homedir(), env: { ...process.env, ...start.env } },
    }, this.options());
    this.client = client;
    client.registerFeature({
      fillClientCapabilities: (c: ClientCapabilities) => {
        c.experimental = { ...(c.experimental as object | undefined), fettleStatus: true, fettleFailed: true };
      },
      initialize: () => {},
      getState: () => ({ kind: 'static' }),
      clear: () => {},
    });
    client.onNotification('fettle/status', (engine: Engine) => this.status.tell(engine));
    client.onNotification('fettle/failed', (failure: Failure) => void this.failed(failure));
    client.onDidChangeState((e) => {
      this.push?.dispose();
      this.push = undefined;
      this.previews.discard();
      if (e.newState === ClientState.Running) {
        this.status.set('ready', `version ${found.version}, from ${found.from}`);
        this.push = new Push(client, (d) => this.ours(d));
      } else if (e.newState === ClientState.Stopped && this.client === client) {
        this.status.set('stopped', 'see the log');
      }
    });
    await client.start();
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.started = undefined;
    this.push?.dispose();
    this.push = undefined;
    if (client !== undefined) {
      await client.dispose(5_000).catch((err: unknown) => this.log.warn(`stopping: ${String(err)}`));
    }
    this.status.set('stopped', '');
  }

  /** Documents that the server is told of. */
  ours(document: vscode.TextDocument): boolean {
    return (document.uri.scheme === 'file' || document.uri.scheme === 'untitled') && this.languages.includes(document.languageId);
  }

  /** The documents that the server is told of. */
  get selector(): { language: string; scheme: string }[] {
    return this.languages.flatMap((language) => ['file', 'untitled'].map((scheme) => ({ language, scheme })));
  }

  /** What the server offers on a range. */
  async offers(params: unknown): Promise<CodeAction[]> {
    if (this.client?.state !== ClientState.Running) {
      return [];
    }
    return (await this.client.sendRequest<CodeAction[] | null>(CodeActionRequest.method, params)) ?? [];
  }

  /** Does what an entry of the server stands for, if the text is still the one it was made for. */
  async take({ edit, command }: CodeAction, version: number): Promise<void> {
    if (command !== undefined) {
      await this.execute(command.command, command.arguments?.[0]);
    } else if (edit !== undefined && this.client !== undefined && vscode.window.activeTextEditor?.document.version === version) {
      await vscode.workspace.applyEdit(await this.client.protocol2CodeConverter.asWorkspaceEdit(edit));
    }
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: this.selector,
      outputChannel: this.log,
      stdioOptions: {
        stdout: () => {}, // belongs to the protocol
        stderr: (input) => this.logged(input),
      },
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: {
        client: { name: 'vscode', askInstruction: true },
        // Left out where the workspace is trusted: trust is said by a flag,
        // which no workspace can send.
        ...(vscode.workspace.isTrusted ? {} : { untrustedWorkspace: true }),
      },
      middleware: this.middleware(),
    };
  }

  /** Says why a fix was not applied, with what helps beside it. */
  private async failed({ message, details, next }: Failure): Promise<void> {
    const show = 'Show Details';
    const { label, command } = helps[next];
    const chosen = await vscode.window.showWarningMessage(`fettle: ${message}`, ...(details === '' ? [] : [show]), label);
    if (chosen === show) {
      await this.answers.show('The last fix', details);
    } else if (chosen === label) {
      await vscode.commands.executeCommand(command);
    }
  }

  private logged(input: Readable): void {
    createInterface({ input }).on('line', (line) => {
      const { level, text } = logLine(line);
      this.log[level](text);
    });
  }

  private middleware(): Middleware {
    return {
      handleWorkDoneProgress: (token, value, next) => {
        this.status.progress(token, value);
        if (value.kind === 'end' && value.message !== undefined && /(^| )fixed\b|^edit applied/.test(value.message)) {
          vscode.window.setStatusBarMessage(`$(check) ${value.message}`, 8000);
        }
        // Told once, by the status bar item: the library would show it beside that.
        if (value.kind === 'end') {
          next(token, value);
        }
      },
      // In a menu of many, by name.
      provideCodeActions: async (document, range, context, token, next) => (await next(document, range, context, token))?.map(named),
      executeCommand: async (command, args, next) => {
        const complete = command === 'fettle.edit' ? await instructed(args) : args;
        if (complete === undefined) {
          return null;
        }
        const answer: unknown = await next(command, complete);
        const title = titles[command];
        const markdown = title === undefined ? undefined : markdownOf(answer);
        if (title !== undefined && markdown !== undefined) {
          await this.answers.show(title, markdown);
        }
        return answer;
      },
      workspace: {
        configuration: (params) => params.items.map((item) => (item.section === 'fettle' ? this.configuration() : null)),
        handleApplyEdit: (params, next) => this.previews.apply(params, async (p) => (await next(p, new vscode.CancellationTokenSource().token)) as ApplyWorkspaceEditResult),
        // The library would send all values, defaults included.
        didChangeConfiguration: () => this.announce(),
      },
    };
  }

  /** Tells the server to ask for its settings again. */
  private async announce(): Promise<void> {
    await this.client?.sendNotification('workspace/didChangeConfiguration', { settings: null });
  }

  /** The answer to the server's question for its settings. */
  private configuration(): Handed['client'] {
    const { client } = this.handed();
    this.announced = JSON.stringify(client);
    const now = paths(client);
    takeBack(client, this.told);
    now.forEach((k) => this.told.add(k));
    return client;
  }

  /**
   * The server has one set of settings. Where several folders are open, those
   * of the folder count in which somebody works.
   */
  private entered(editor: vscode.TextEditor | undefined): void {
    if (editor === undefined || !this.ours(editor.document)) {
      return;
    }
    this.folder = vscode.workspace.getWorkspaceFolder(editor.document.uri)?.uri;
    if (this.client?.state === ClientState.Running && JSON.stringify(this.handed().client) !== this.announced) {
      void this.announce();
    }
  }

  private handed(): Handed {
    const config = vscode.workspace.getConfiguration('fettle', this.folder ?? vscode.workspace.workspaceFolders?.[0]?.uri);
    return hand((setting) => {
      const v = config.inspect<unknown>(setting);
      return { user: v?.globalValue, workspace: vscode.workspace.isTrusted ? (v?.workspaceFolderValue ?? v?.workspaceValue) : undefined };
    });
  }

  private async find(): Promise<Start | undefined> {
    const config = vscode.workspace.getConfiguration('fettle');
    const list = candidates({
      setting: config.inspect<string>('path')?.globalValue ?? '',
      extension: this.context.extensionPath,
      searchPath: process.env['PATH'] ?? '',
      platform: process.platform,
      home: homedir(),
      folders: (vscode.workspace.workspaceFolders ?? []).filter((f) => f.uri.scheme === 'file').map((f) => f.uri.fsPath),
      real: (path) => {
        try {
          return realpathSync(path);
        } catch {
          return path;
        }
      },
    });
    const { found, tried } = await choose(list, (path) => run(path, ['version'], homedir(), versionTime));
    if (found === undefined) {
      this.missing(list.length === 0 ? ['fettle.path is not an absolute path'] : tried);
      return undefined;
    }
    this.complained = '';
    const secret = await key.stored(this.context.secrets);
    const { flags, env } = withKey(this.handed().flags, config.inspect<string>('model.apiKeyEnv')?.globalValue, secret);
    return { found, args: ['serve', ...flags, ...(vscode.workspace.isTrusted ? ['--trusted'] : [])], env };
  }

  /** Says once that there is no program that runs. */
  private missing(tried: readonly string[]): void {
    const why = tried[0] ?? 'there is none on PATH, and none came with this extension';
    this.status.set('failed', `no fettle program: ${why}`);
    for (const t of tried) {
      this.log.error(t);
    }
    if (this.complained === why) {
      return;
    }
    this.complained = why;
    void vscode.window.showWarningMessage(`fettle: the program does not start (${why}). Install fettle, or set fettle.path.`, 'Open Settings').then((choice) => {
      if (choice !== undefined) {
        void vscode.commands.executeCommand('workbench.action.openSettings', 'fettle.path');
      }
    });
  }

  /**
   * Most settings take effect in the running server. What it is started with
   * starts it anew.
   */
  private async settingsChanged(): Promise<void> {
    const before = this.started;
    const now = await this.find();
    const same = before !== undefined && now !== undefined && before.found.path === now.found.path &&
      JSON.stringify([before.args, before.env]) === JSON.stringify([now.args, now.env]);
    return same ? this.announce() : this.restart();
  }

  /** Runs fettle doctor in the workspace and shows what it found. */
  async doctor(): Promise<void> {
    if (this.started === undefined) {
      return this.restart();
    }
    const { found, args, env } = this.started;
    const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []).filter((f) => f.uri.scheme === 'file').map((f) => f.uri.fsPath) : [];
    const own = vscode.workspace.getConfiguration('fettle').inspect<string[]>('trust.trusted')?.globalValue ?? [];
    const flags = [...args.slice(1).filter((a) => a !== '--trusted'), '--set', `trust.trusted=${toml([...own, ...folders])}`];
    const text = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: 'fettle doctor' }, () =>
      run(found.path, ['doctor', '--json', ...flags], folders[0] ?? homedir(), doctorTime, env).catch((err: unknown) => {
        this.log.error(String(err));
        return '';
      }),
    );
    const checks = decode(text);
    if (checks === undefined) {
      void vscode.window.showWarningMessage('fettle doctor did not answer; see the log.');
      return;
    }
    this.status.checked(checks);
    const marks = { ok: '✓', info: '·', warn: '!', error: '✗' };
    const lines = checks.flatMap((c) => [`- ${marks[c.level]} **${plain(c.id)}** ${plain(c.message)}`, ...(c.advice ?? []).map((a) => `  - next: ${plain(a)}`)]);
    await this.answers.show('fettle doctor', `# fettle doctor\n\n${lines.join('\n')}\n`);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.push?.dispose();
  }

  /** Ends the server, for deactivate. */
  async end(): Promise<void> {
    await this.turn;
    await this.stop();
  }
}

/** An entry with a title that says whose it is. */
function named<T extends { title: string }>(entry: T): T {
  if (!entry.title.includes('fettle')) {
    entry.title = `fettle: ${entry.title}`;
  }
  return entry;
}

/** The arguments of fettle.edit with an instruction; undefined where the user gives none. */
async function instructed(args: unknown[]): Promise<unknown[] | undefined> {
  const argument = (args[0] ?? {}) as { instruction?: unknown };
  if (typeof argument.instruction === 'string') {
    return args;
  }
  const text = await vscode.window.showInputBox({
    title: 'fettle: edit with an instruction',
    prompt: 'What should be done with the selection? The model is asked, and its edit is checked.',
    placeHolder: 'for example: return early instead of nesting',
    ignoreFocusOut: true,
  });
  return text === undefined || text.trim() === '' ? undefined : [{ ...argument, instruction: text.trim() }];
}

function decode(text: string): Check[] | undefined {
  try {
    return (JSON.parse(text) as { checks: Check[] }).checks;
  } catch {
    return undefined;
  }
}

/** A text without meaning for Markdown. */
function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~]/g, '\\$&');
}

/** Runs a program to its end; a non-zero exit is no error if it printed something. */
function run(path: string, args: readonly string[], cwd: string, timeout: number, env: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(path, args, { cwd, timeout, maxBuffer: doctorOutput, env: { ...process.env, ...env }, windowsHide: true }, (err, stdout) => {
      if (err && (stdout === '' || err.killed === true)) {
        reject(err as Error);
      } else {
        resolve(stdout);
      }
    });
  });
}

