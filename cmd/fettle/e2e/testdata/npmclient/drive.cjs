// Drives the server with the protocol client that VS Code is made of, from
// initialize to exit, and prints one line for each step that went as it must.
// usage: node drive.cjs SERVER FOLDER-OF-MODULES DOCUMENT-URI FILE
// FILE appears when the model is asked for the second time.
'use strict';
const assert = require('node:assert');
const { once } = require('node:events');
const { existsSync } = require('node:fs');
const { spawn } = require('node:child_process');
const { createRequire } = require('node:module');
const path = require('node:path');
const { setTimeout } = require('node:timers/promises');

const [binary, modules, uri, asked] = process.argv.slice(2);
const lsp = createRequire(path.join(path.resolve(modules), 'index.js'))('vscode-languageserver-protocol/node');
const { CodeAction, Range, TextDocument } = lsp;

const text = "# 😀 naïve\ndef total(values):\n    return sum(value)\n";
const wrong = { line: 2, start: 15, end: 20 };
const problem = message => ({
  range: Range.create(wrong.line, wrong.start, wrong.line, wrong.end),
  severity: 1, source: 'Ruff', code: 'F821', message, data: { private: true },
});

const passed = step => console.log('passed: ' + step);

// signal is a promise that is fulfilled from outside.
function signal() {
  const s = {};
  s.came = new Promise(resolve => { s.give = resolve; });
  return s;
}

async function main() {
  const child = spawn(binary, ['serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  const connection = lsp.createProtocolConnection(
    new lsp.StreamMessageReader(child.stdout), new lsp.StreamMessageWriter(child.stdin));
  connection.onError(([error]) => { throw error; });
  connection.onUnhandledNotification(n => assert.ok(n.method.startsWith('window/'), n.method));

  const document = { uri, version: 1, text };
  const registered = new Set();
  const progress = new Map(); // token → kinds
  const edit = signal(), began = [signal(), signal()], ended = [signal(), signal()];
  connection.onRequest(lsp.RegistrationRequest.type, p => p.registrations.forEach(r => registered.add(r.method)));
  connection.onRequest(lsp.ConfigurationRequest.type, p => p.items.map(() => null));
  connection.onRequest(lsp.WorkDoneProgressCreateRequest.type, p => { progress.set(p.token, []); });
  connection.onNotification('$/progress', p => {
    const kinds = progress.get(p.token);
    assert.ok(kinds, 'progress for a token that was not created');
    kinds.push(p.value.kind);
    const n = [...progress.keys()].indexOf(p.token);
    if (p.value.kind === 'begin') began[n].give(p.token);
    if (p.value.kind === 'end') ended[n].give(p.value.message);
  });
  const change = (range, newText) => {
    const old = TextDocument.create(uri, 'python', document.version, document.text);
    document.text = TextDocument.applyEdits(old, [{ range, newText }]);
    document.version++;
    return connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: document.version }, contentChanges: [{ range, text: newText }] });
  };
  connection.onRequest(lsp.ApplyWorkspaceEditRequest.type, async p => {
    const [one] = p.edit.documentChanges;
    assert.strictEqual(p.edit.documentChanges.length, 1);
    assert.strictEqual(one.textDocument.uri, uri);
    assert.strictEqual(one.textDocument.version, document.version);
    assert.strictEqual(one.edits.length, 1);
    await change(one.edits[0].range, one.edits[0].newText);
    edit.give();
    return { applied: true };
  });
  connection.listen();

  const { capabilities } = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid, rootUri: null, workspaceFolders: null, clientInfo: { name: 'vscode-languageserver-protocol' },
    capabilities: {
      general: { positionEncodings: ['utf-16'] },
      window: { workDoneProgress: true },
      workspace: { applyEdit: true, configuration: true, workspaceEdit: { documentChanges: true },
        didChangeConfiguration: { dynamicRegistration: true }, didChangeWatchedFiles: { dynamicRegistration: true } },
      textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } }, dataSupport: true } },
    },
  });
  assert.strictEqual(capabilities.positionEncoding, 'utf-16');
  assert.strictEqual(capabilities.textDocumentSync.change, lsp.TextDocumentSyncKind.Incremental);
  assert.ok(capabilities.executeCommandProvider.commands.includes('fettle.fix'));
  passed('initialize');
  await connection.sendNotification(lsp.InitializedNotification.type, {});
  await connection.trace(lsp.Trace.Verbose, { log() {} });

  await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'python', version: 1, text } });
  await change(Range.create(0, 2, 0, 4), '🐜🐜'); // the emoji is two units of UTF-16
  const menu = await connection.sendRequest(lsp.CodeActionRequest.type, {
    textDocument: { uri }, range: problem('').range, context: { diagnostics: [problem('Undefined name `value`')] } });
  assert.ok(menu.length > 0 && menu.every(a => CodeAction.is(a)), JSON.stringify(menu));
  const fix = menu.find(a => a.command && a.command.command === 'fettle.fix');
  assert.ok(fix, JSON.stringify(menu));
  assert.strictEqual(fix.diagnostics[0].data.private, true);
  passed('codeAction');

  assert.strictEqual(await connection.sendRequest(lsp.ExecuteCommandRequest.type, fix.command), null);
  passed('executeCommand');
  await edit.came;
  assert.strictEqual(document.text, text.replace('😀', '🐜🐜').replace('sum(value)', 'sum(values)'));
  passed('applyEdit');
  assert.match(await ended[0].came, /^F821 (fixed|changed)/); // changed: where no ruff may look
  assert.deepStrictEqual([...new Set(progress.values().next().value)].filter(k => k !== 'report'), ['begin', 'end']);
  assert.deepStrictEqual([...registered].sort(), ['workspace/didChangeConfiguration', 'workspace/didChangeWatchedFiles']);
  passed('progress');

  // A request that is cancelled while it is worked on says so.
  await change(Range.create(2, 15, 2, 21), 'value');
  let cancelled = 0;
  for (let i = 0; i < 200 && cancelled === 0; i++) {
    await connection.sendNotification('fettle/diagnostics', { uri, diagnostics: [problem(`Undefined name, look ${i}`)] });
    const source = new lsp.CancellationTokenSource();
    const answer = connection.sendRequest(lsp.ExecuteCommandRequest.type,
      { command: 'fettle.explain', arguments: [{ uri, lines: [3, 3] }] }, source.token);
    source.cancel();
    try {
      assert.ok((await answer).markdown);
    } catch (error) {
      assert.strictEqual(error.code, lsp.LSPErrorCodes.RequestCancelled, String(error));
      cancelled++;
    }
  }
  assert.strictEqual(cancelled, 1);
  passed('cancel of a request');

  // A running fix is cancelled by its progress; its model never answers.
  await connection.sendRequest(lsp.ExecuteCommandRequest.type, { command: 'fettle.fix', arguments: [{ uri, lines: [3, 3] }] });
  const token = await began[1].came;
  while (!existsSync(asked)) await setTimeout(5);
  await connection.sendNotification(lsp.WorkDoneProgressCancelNotification.type, { token });
  assert.strictEqual(await ended[1].came, 'cancelled');
  passed('cancel of a fix');

  await assert.rejects(connection.sendRequest('fettle/noSuchMethod'), { code: lsp.ErrorCodes.MethodNotFound });
  await connection.sendNotification('fettle/noSuchNotification', {});
  assert.strictEqual(await connection.sendRequest(lsp.ShutdownRequest.type), null);
  await assert.rejects(connection.sendRequest('fettle/noSuchMethod'), { code: lsp.ErrorCodes.InvalidRequest });
  passed('shutdown');
  await connection.sendNotification(lsp.ExitNotification.type);
  assert.deepStrictEqual(await gone, [0, null]);
  passed('exit');
  connection.dispose();
}

main().catch(error => {
  console.error(error);
  process.exit(1);
});
