import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidates, choose } from '../../src/binary';
import type { Candidate, Place } from '../../src/binary';

const place: Place = {
  setting: '', extension: '/ext', searchPath: '', platform: 'linux', home: '/home/me', folders: ['/ws'], real: (p) => p,
};
const where = (change: Partial<Place>) => candidates({ ...place, ...change }).map((c) => c.path);

test('a setting is the only candidate', () => {
  assert.deepEqual(where({ setting: ' /opt/fettle ', searchPath: '/usr/bin' }), ['/opt/fettle']);
  assert.deepEqual(where({ setting: '~/bin/fettle' }), ['/home/me/bin/fettle']);
  assert.deepEqual(where({ setting: 'bin/fettle' }), []);
});

test('the bundled program comes before PATH', () => {
  assert.deepEqual(where({ searchPath: '/usr/local/bin:/usr/bin:/usr/bin' }), ['/ext/bin/fettle', '/usr/local/bin/fettle', '/usr/bin/fettle']);
});

test('no repository brings its own program', () => {
  assert.deepEqual(where({ searchPath: ':.:bin:/ws:/ws/bin:/ws/../ws/x:/wsx' }), ['/ext/bin/fettle', '/wsx/fettle']);
  const real = (p: string) => p.replace(/^\/link/, '/ws/bin');
  assert.deepEqual(where({ searchPath: '/link:/usr/bin', real }), ['/ext/bin/fettle', '/usr/bin/fettle']);
  // A link in a good folder to a program of the workspace, and a workspace that is a link itself.
  assert.deepEqual(where({ searchPath: '/usr/bin', real: (p) => (p === '/usr/bin/fettle' ? '/ws/evil' : p) }), ['/ext/bin/fettle']);
  assert.deepEqual(where({ searchPath: '/data/ws/bin', real: (p) => (p === '/ws' ? '/data/ws' : p) }), ['/ext/bin/fettle']);
});

test('Windows', () => {
  assert.deepEqual(
    where({ platform: 'win32', extension: 'C:\\ext', folders: ['C:\\Work'], searchPath: '"C:\\Program Files\\x";c:\\work\\bin;.;D:\\bin' }),
    ['C:\\ext\\bin\\fettle.exe', 'C:\\Program Files\\x\\fettle.exe', 'D:\\bin\\fettle.exe'],
  );
});

const list: Candidate[] = [{ path: '/ext/bin/fettle', from: 'this extension' }, { path: '/usr/bin/fettle', from: 'PATH' }];

test('a program of another platform is passed over', async () => {
  const { found, tried } = await choose(list, async (path) => {
    if (path.startsWith('/ext')) {
      throw Object.assign(new Error('spawn ENOEXEC'), { code: 'ENOEXEC' });
    }
    return 'fettle v1.2.3\n';
  });
  assert.deepEqual(found, { path: '/usr/bin/fettle', from: 'PATH', version: 'v1.2.3' });
  assert.equal(tried.length, 1);
});

test('another program of that name is no fettle', async () => {
  const { found, tried } = await choose(list, async () => 'fettlestone 3');
  assert.equal(found, undefined);
  assert.equal(tried.length, 2);
});

test('what is not there is not worth a word', async () => {
  const { found, tried } = await choose(list, async () => {
    throw Object.assign(new Error('spawn ENOENT'), { code: 'ENOENT' });
  });
  assert.deepEqual([found, tried], [undefined, []]);
});
