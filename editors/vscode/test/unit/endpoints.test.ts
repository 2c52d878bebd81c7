import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compatibleModels, local, ollamaModels } from '../../src/endpoints';
import type { Fetch } from '../../src/endpoints';

/** An endpoint that answers at one address only. */
const at = (address: string, answer: unknown, ok = true): Fetch => async (url) => {
  assert.equal(url, address);
  return { ok, json: async () => answer };
};

test("Ollama's models, wherever its address points", async () => {
  const answer = { models: [{ name: 'b:7b' }, { name: 'a' }, { name: 'b:7b' }, { other: 1 }, null, 7] };
  for (const address of ['http://127.0.0.1:11434', 'http://127.0.0.1:11434/', 'http://127.0.0.1:11434/v1', '']) {
    assert.deepEqual(await ollamaModels(address, at('http://127.0.0.1:11434/api/tags', answer)), ['a', 'b:7b']);
  }
});

test('models of a compatible server', async () => {
  assert.deepEqual(await compatibleModels('http://localhost:8080/v1/', at('http://localhost:8080/v1/models', { data: [{ id: 'x' }] })), ['x']);
});

test('no list is told from an empty one', async () => {
  const url = 'http://127.0.0.1:11434/api/tags';
  assert.deepEqual(await ollamaModels('', at(url, { models: [] })), []);
  for (const answer of [null, 'text', {}, { models: 'x' }, []]) {
    assert.equal(await ollamaModels('', at(url, answer)), undefined);
  }
  assert.equal(await ollamaModels('', at(url, { models: [{ name: 'a' }] }, false)), undefined);
  assert.equal(await ollamaModels('', async () => Promise.reject(new Error('refused'))), undefined);
});

test('only this computer is local', () => {
  for (const address of ['http://localhost:1', 'http://127.0.0.1/v1', 'http://127.9.9.9', 'http://[::1]:8080']) {
    assert.ok(local(address), address);
  }
  for (const address of ['', 'https://localhost.example.org', 'http://127.0.0.1.example.org', 'http://10.0.0.1', 'nonsense']) {
    assert.ok(!local(address), address);
  }
});
