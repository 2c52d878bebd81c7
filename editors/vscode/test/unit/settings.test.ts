import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hand, ownVariable, paths, takeBack, toml, withKey } from '../../src/settings';
import type { Row, Values } from '../../src/settings';

const inspect = (all: Record<string, Values>) => (setting: string) => all[setting] ?? {};

test('nothing set hands over nothing', () => {
  assert.deepEqual(hand(() => ({})), { flags: [], client: {} });
});

test("the user's machine settings become flags", () => {
  const { flags, client } = hand(inspect({
    'model.backend': { user: 'openai' },
    'model.apiKeyCommand': { user: ['pass', 'show "x"'] },
    'timeouts.fix': { user: 60 },
    'trust.trusted': { user: [] },
    'privacy.mode': { user: 'local' },
  }));
  assert.deepEqual(flags.filter((f) => f !== '--set').sort(), [
    'model.apiKeyCommand=["pass", "show \\"x\\""]',
    'model.backend="openai"',
    'privacy.mode="local"',
    'timeouts.fix=60',
  ]);
  assert.equal(flags.filter((f) => f === '--set').length, 4);
  assert.deepEqual(client, {});
});

test('no model is handed over as such: left out, another file could name one', () => {
  assert.deepEqual(hand(inspect({ 'model.backend': { user: '' } })), { flags: ['--set', 'model.backend=""'], client: {} });
});

test('a workspace cannot set what is for the user', () => {
  const { flags, client } = hand(inspect({
    'model.url': { workspace: 'http://evil.example' },
    'linters.command': { workspace: { ruff: ['./evil'] } },
    'privacy.mode': { user: 'local', workspace: 'standard' },
  }));
  assert.deepEqual(flags, ['--set', 'privacy.mode="local"']);
  assert.deepEqual(client, {});
});

test("the user's word goes before a workspace's where less is safer", () => {
  const all = inspect({
    'actions.todo': { user: false, workspace: true },
    'actions.enable': { workspace: false },
    'actions.toolFixes': { user: 'always', workspace: 'never' },
    preview: { user: 'ask', workspace: 'off' },
  });
  const { flags, client } = hand(all);
  assert.deepEqual(flags, ['--set', 'actions.todo=false', '--set', 'preview="ask"']);
  assert.deepEqual(JSON.parse(JSON.stringify(client)), { actions: { enable: false, toolFixes: 'never' } });
});

test('names of the user\'s choice stand for the stars', () => {
  const { flags, client } = hand(inspect({
    'linters.enabled': { user: { mypy: false, ruff: false }, workspace: { ruff: true } },
    'linters.command': { user: { ruff: ['/opt/ruff'], 'a.b': ['x'], '': ['x'] } },
    'actions.languages': { workspace: { python: false } },
  }));
  assert.deepEqual(flags.filter((f) => f !== '--set').sort(), [
    'linters.ruff.command=["/opt/ruff"]',
  ]);
  assert.deepEqual(JSON.parse(JSON.stringify(client)), {
    actions: { languages: { python: false } },
    linters: { ruff: { enabled: true }, mypy: { enabled: false } },
  });
});

test('odd values do no harm', () => {
  const table: Row[] = [{ setting: 'linters.enabled', key: 'linters.*.enabled', scope: 'resource' }];
  for (const workspace of [7, 'x', null, [], { 'a.b': 7 }, { '=b': true }, { '': true }, JSON.parse('{"__proto__": {"x": true}}')]) {
    const { client } = hand(() => ({ workspace }), table);
    assert.equal(({} as Record<string, unknown>)['x'], undefined);
    assert.ok(Array.isArray(paths(client)));
  }
});

test('paths name what is set', () => {
  assert.deepEqual(paths({ a: { b: 1, c: [2] }, d: 'x' }), ['a.b', 'a.c', 'd']);
});

test('what is set no longer is taken back', () => {
  assert.equal(JSON.stringify(takeBack({ preview: 'ask' }, ['preview', 'actions.enable', 'actions.languages.go'])),
    '{"preview":"ask","actions":{"enable":null,"languages":{"go":null}}}');
  const { client } = hand(inspect({ 'linters.enabled': { workspace: JSON.parse('{"__proto__": true}') } }));
  assert.equal(JSON.stringify(takeBack(client, ['linters.__proto__.enabled'])), '{"linters":{"__proto__":{"enabled":true}}}');
  assert.equal(({} as Record<string, unknown>)['enabled'], undefined);
});

test('values in TOML', () => {
  for (const [value, want] of [
    [true, 'true'], [12, '12'], ['a"b\\c', '"a\\"b\\\\c"'], ['a\nb\x7f', '"a\\nb\\u007f"'], [['x', 'y'], '["x", "y"]'], [{ 'X-A': 'b' }, '{"X-A" = "b"}'],
  ] as const) {
    assert.equal(toml(value), want);
  }
});

test('a key is handed over in the environment only', () => {
  assert.deepEqual(withKey(['--set', 'a=1'], 'MY_KEY', 'secret'), { flags: ['--set', 'a=1'], env: { MY_KEY: 'secret' } });
  assert.deepEqual(withKey([], '', 'secret'), { flags: ['--set', `model.apiKeyEnv="${ownVariable}"`], env: { [ownVariable]: 'secret' } });
  assert.deepEqual(withKey([], 'no name', 'secret').env, { [ownVariable]: 'secret' });
  assert.deepEqual(withKey([], 'MY_KEY', undefined), { flags: [], env: {} });
  assert.ok(!JSON.stringify(withKey([], undefined, 'secret').flags).includes('secret'));
});
