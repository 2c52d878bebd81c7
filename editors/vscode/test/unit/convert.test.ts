import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreign, most } from '../../src/convert';
import type { EditorDiagnostic } from '../../src/convert';

const range = { start: { line: 1, character: 2 }, end: { line: 1, character: 5 } };
const d = (more: Partial<EditorDiagnostic> = {}): EditorDiagnostic => ({ range, message: 'm', severity: 0, ...more });

test('severities count from one', () => {
  assert.deepEqual(foreign([0, 1, 2, 3].map((severity) => d({ severity }))).map((x) => x.severity), [1, 2, 3, 4]);
});

test('everything a fix can use is kept', () => {
  const uri = { toString: () => 'file:///a.py' };
  assert.deepEqual(
    foreign([d({ source: 'Ruff', code: { value: 'F821', target: { toString: () => 'https://example.org/F821' } }, tags: [1], relatedInformation: [{ location: { uri, range }, message: 'here' }] })]),
    [{
      range, severity: 1, message: 'm', source: 'Ruff', code: 'F821', codeDescription: { href: 'https://example.org/F821' }, tags: [1],
      relatedInformation: [{ location: { uri: 'file:///a.py', range }, message: 'here' }],
    }],
  );
});

test('members that are not there stay away', () => {
  assert.deepEqual(foreign([d({ code: 0, tags: [], relatedInformation: [] })]), [{ range, severity: 1, message: 'm', code: 0 }]);
});

test('our own are left out', () => {
  assert.deepEqual(foreign([d({ source: 'fettle' }), d({ source: 'mypy' })]).map((x) => x.source), ['mypy']);
});

test('of too many the most severe stay, in their order', () => {
  const list = [...Array.from({ length: most }, (_, i) => d({ severity: 2, message: String(i) })), d({ severity: 0, message: 'e1' }), d({ severity: 0, message: 'e2' })];
  const sent = foreign(list);
  assert.equal(sent.length, most);
  assert.deepEqual(sent.slice(0, 3).map((x) => x.message), ['e1', 'e2', '0']);
  assert.equal(sent.at(-1)?.message, String(most - 3));
});
