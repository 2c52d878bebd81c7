import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logLine } from '../../src/log';

test('lines of the log lose their time and keep their level', () => {
  assert.deepEqual(logLine('time=2026-01-02T03:04:05.6Z level=WARN msg="fix declined" signal=F821 err="no key; set \\"x\\""'),
    { level: 'warn', text: 'fix declined signal=F821 err="no key; set \\"x\\""' });
  assert.deepEqual(logLine('time=2026-01-02T03:04:05.6Z level=INFO msg="a \\"word\\""'), { level: 'info', text: 'a "word"' });
  assert.deepEqual(logLine('time=x level=DEBUG msg=short n=1'), { level: 'debug', text: 'short n=1' });
});

test('everything else is shown as it is', () => {
  for (const line of ['panic: runtime error', 'time=x level=LOUD msg=y', '']) {
    assert.deepEqual(logLine(line), { level: 'error', text: line });
  }
});
