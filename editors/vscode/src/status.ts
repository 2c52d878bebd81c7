// The item in the status bar, and the list that opens from it.
import * as vscode from 'vscode';

export type State = 'starting' | 'ready' | 'stopped' | 'failed';

/** A check of fettle doctor. */
export interface Check {
  id: string;
  level: 'ok' | 'info' | 'warn' | 'error';
  message: string;
  advice?: string[];
}

/** What the server could do now; see lsp/status.go. */
export interface Engine {
  model: string; // '' = none
  why?: string; // why none
  indexed: number; // percent
  trouble?: string; // a tool that does not look, and what helps
}

export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('fettle', vscode.StatusBarAlignment.Right, 90);
  private readonly listener: vscode.Disposable;
  private readonly jobs = new Map<string | number, { title: string; message: string }>();
  private state: State = 'stopped';
  private detail = '';
  private problems: Check[] = [];
  private engine: Engine | undefined;

  constructor(private readonly ours: (document: vscode.TextDocument) => boolean) {
    this.item.name = 'fettle';
    this.item.command = 'fettle.ui.status';
    this.listener = vscode.window.onDidChangeActiveTextEditor(() => this.draw());
    this.draw();
  }

  /** The server's state; detail goes into the tooltip. */
  set(state: State, detail: string): void {
    this.state = state;
    this.detail = detail;
    if (state !== 'ready') {
      this.jobs.clear();
      this.engine = undefined;
      this.problems = [];
    }
    this.draw();
  }

  /** What the server says of itself. */
  tell(engine: Engine): void {
    this.engine = engine;
    this.draw();
  }

  /** One step of a job's progress, as the server reports it. */
  progress(token: string | number, value: { kind: string; title?: string | undefined; message?: string | undefined }): void {
    const job = this.jobs.get(token);
    if (value.kind === 'end') {
      this.jobs.delete(token);
    } else {
      this.jobs.set(token, { title: value.title ?? job?.title ?? 'fix', message: value.message ?? job?.message ?? '' });
    }
    this.draw();
  }

  /** What fettle doctor found last. */
  checked(checks: readonly Check[]): void {
    this.problems = checks.filter((c) => c.level === 'error');
    this.draw();
  }

  get running(): boolean {
    return this.jobs.size > 0;
  }

  get summary(): string {
    return [...(vscode.workspace.isTrusted ? [] : ['Restricted Mode']), `${this.state}${this.detail === '' ? '' : `, ${this.detail}`}`, ...this.about()].join('; ');
  }

  /** What the user could do about the state. */
  get next(): Step[] {
    const steps: Step[] = [];
    if (this.state === 'failed') {
      steps.push({ label: '$(gear) Set the fettle program...', command: 'workbench.action.openSettings', argument: 'fettle.path' });
    } else if (this.state === 'stopped') {
      steps.push({ label: '$(debug-restart) Start', command: 'fettle.ui.restart' });
    }
    if (!vscode.workspace.isTrusted) {
      steps.push({ label: '$(shield) Trust this folder...', detail: 'In Restricted Mode no linter or compiler is started, and most extensions report nothing.', command: 'workbench.trust.manage' });
    }
    if (this.engine?.model === '') {
      steps.push({ label: '$(sparkle) Choose a model...', command: 'fettle.ui.chooseModel' });
    }
    return steps;
  }

  private about(): string[] {
    const { engine } = this;
    if (engine === undefined) {
      return [];
    }
    const model = engine.model === '' ? (engine.why ?? 'no model') : `model ${engine.model}`;
    return [model, ...(engine.indexed < 100 ? [`indexing, ${engine.indexed} %`] : []), ...(engine.trouble === undefined ? [] : [engine.trouble])];
  }

  /** What the item says beside its name: one thing, the most urgent. */
  private doing(): string {
    const job = [...this.jobs.values()].at(-1);
    if (job !== undefined) {
      return job.message === '' ? job.title : `${job.title}: ${job.message}`;
    }
    if (this.state === 'failed' || this.state === 'stopped') {
      return 'not running';
    }
    if (this.engine === undefined) {
      return '';
    }
    if (!vscode.workspace.isTrusted) {
      return 'Restricted Mode';
    }
    return this.engine.indexed < 100 ? `indexing ${this.engine.indexed} %` : this.engine.model === '' ? 'no model' : '';
  }

  private draw(): void {
    void vscode.commands.executeCommand('setContext', 'fettle.active', this.state === 'ready');
    void vscode.commands.executeCommand('setContext', 'fettle.running', this.running);
    const bad = this.state === 'failed' || this.problems.length > 0;
    const icon = this.running || this.state === 'starting' ? '$(sync~spin) ' : bad ? '$(warning) ' : '';
    const doing = this.doing();
    this.item.text = `${icon}fettle${doing === '' ? '' : `: ${doing}`}`;
    this.item.backgroundColor = bad ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    this.item.tooltip = [`fettle: ${this.state}`, this.detail, ...this.about(), ...[...this.jobs.values()].map((j) => `${j.title}: ${j.message}`), ...this.problems.map((c) => `${c.id}: ${c.message}`)]
      .filter((line) => line !== '')
      .join('\n');
    const editor = vscode.window.activeTextEditor;
    if (bad || this.running || (editor !== undefined && this.ours(editor.document))) {
      this.item.show();
    } else {
      this.item.hide();
    }
  }

  dispose(): void {
    this.listener.dispose();
    this.item.dispose();
  }
}

interface Step {
  label: string;
  detail?: string;
  command: string;
  argument?: string;
}

interface Choice extends vscode.QuickPickItem {
  run: () => Thenable<unknown> | undefined;
}

/** What a click on the item offers. */
export async function choose(status: Status): Promise<void> {
  const command = (label: string, id: string, ...args: unknown[]): Choice => ({ label, run: () => vscode.commands.executeCommand(id, ...args) });
  const language = vscode.window.activeTextEditor?.document.languageId;
  const choices: Choice[] = [];
  if (status.running) {
    choices.push(command('$(stop-circle) Cancel running fixes', 'fettle.ui.cancel'));
  }
  for (const { command: id, argument, ...item } of status.next) {
    choices.push({ ...command(item.label, id, ...(argument === undefined ? [] : [argument])), ...item });
  }
  choices.push(
    command('$(wand) Fix here', 'fettle.ui.fix'),
    command('$(edit) Edit with an instruction...', 'fettle.ui.edit'),
    command('$(info) Explain what a fix here would send', 'fettle.ui.explain'),
    command('$(list-tree) Show context of a fix here', 'fettle.ui.showContext'),
    command('$(question) Why did the last fix end so', 'fettle.ui.why'),
    command('$(book) Show what fettle learned here', 'fettle.ui.journal'),
    ...(status.next.some((s) => s.command === 'fettle.ui.chooseModel') ? [] : [command('$(sparkle) Choose the model...', 'fettle.ui.chooseModel')]),
    { label: '$(pulse) Check the setup (fettle doctor)', detail: 'Runs the tools it finds to get their versions, and contacts the model endpoint.', run: () => vscode.commands.executeCommand('fettle.ui.doctor') },
  );
  if (language !== undefined) {
    const on = languageOn(language);
    choices.push({ label: `${on ? '$(circle-slash) Turn off' : '$(check) Turn on'} for ${language}`, run: () => setLanguage(language, !on) });
  }
  choices.push(
    command('$(output) Show log', 'fettle.ui.log'),
    command('$(debug-restart) Restart', 'fettle.ui.restart'),
    command('$(gear) Settings', 'workbench.action.openSettings', 'fettle'),
  );
  const chosen = await vscode.window.showQuickPick(choices, { title: 'fettle', placeHolder: status.summary });
  await chosen?.run();
}

function languageOn(language: string): boolean {
  return vscode.workspace.getConfiguration('fettle').get<Record<string, boolean>>('actions.languages', {})[language] !== false;
}

function setLanguage(language: string, on: boolean): Thenable<void> {
  const config = vscode.workspace.getConfiguration('fettle');
  const user = config.inspect<Record<string, boolean>>('actions.languages')?.globalValue ?? {};
  return config.update('actions.languages', { ...user, [language]: on }, vscode.ConfigurationTarget.Global);
}
