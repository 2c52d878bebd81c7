// Runs the extension in a real VS Code (code-server in Chromium) beside ruff's
// own server, as a user would, and prints one line for each scenario:
//
//   node drive.mjs TOOLS FETTLE [--only V1,V3] [--keep] [--outcomes FILE]
//
// TOOLS is the folder that get-code-server.sh filled, FETTLE the program. A
// scenario's name is "kind: detail"; FILE gets the outcomes as JSON, for the
// table of all editors.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { start } from './host.mjs';
import commands from './scenarios/commands.mjs';
import fix from './scenarios/fix.mjs';
import jobs from './scenarios/jobs.mjs';
import others from './scenarios/others.mjs';
import readme from './scenarios/readme.mjs';
import { program, session } from './scenarios/session.mjs';
import settings from './scenarios/settings.mjs';
import { Workbench } from './workbench.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' }, keep: { type: 'boolean' }, outcomes: { type: 'string' } } });
const [tools, fettle] = positionals.map((p) => resolve(p));
const only = values.only?.split(',');
const chosen = [...fix, ...jobs, ...commands, ...settings, ...others, ...readme].filter((s) => only === undefined || only.includes(s.id));
const scratch = mkdtempSync(join(tmpdir(), 'fettle-vscode-'));
const began = Date.now();
const outcomes = [];
const failed = [];

function settled(s, result, since) {
  outcomes.push({ name: s.name, result, seconds: (Date.now() - since) / 1000 });
  if (result === 'FAIL') {
    failed.push(s.id);
  }
}

/** Runs scenarios in one session, and prints what became of them. */
async function run(scenarios, name, options) {
  if (scenarios.length === 0) {
    return;
  }
  const at = join(scratch, name);
  let since = Date.now();
  let w;
  try {
    w = new Workbench(await start({ tools, fettle, scratch: at, ...options }));
  } catch (err) {
    scenarios.forEach((s) => settled(s, 'FAIL', since));
    console.log(`FAIL  ${seconds(since)}  (no session)\n${err.stack}`);
    return;
  }
  console.log(`      ${seconds(since)}  (a session starts)`);
  for (const s of scenarios) {
    since = Date.now();
    try {
      const note = await s.run(w);
      await w.calm();
      settled(s, 'pass', since);
      console.log(`pass  ${seconds(since)}  ${s.id} ${s.name}${note ? ` (${note})` : ''}`);
    } catch (err) {
      settled(s, 'FAIL', since);
      console.log(`FAIL  ${seconds(since)}  ${s.id} ${s.name}\n${err.stack}`);
      await w.picture(join(scratch, `failed-${s.id}.png`)).catch(() => {});
      await w.calm().catch(() => {});
      w.editor.reset();
    }
  }
  await w.editor.stop();
}

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1).padStart(5)} s`;

const shared = chosen.filter((s) => s.session === undefined);
await run(shared, 'shared', session(Object.assign({}, ...shared.map((s) => ({ [`${s.id}.py`]: program(), ...s.files })))));
for (const own of new Set(chosen.flatMap((s) => s.session ?? []))) {
  const within = chosen.filter((s) => s.session === own);
  await run(within, within[0].id, own);
}
console.log(`${chosen.length - failed.length} of ${chosen.length} pass in ${seconds(began).trim()}${failed.length > 0 ? `; not ${failed.join(', ')}` : ''}`);
if (values.outcomes !== undefined) {
  mkdirSync(dirname(values.outcomes), { recursive: true });
  writeFileSync(values.outcomes, JSON.stringify(outcomes, null, 1));
}
if (failed.length > 0 || values.keep) {
  console.log(`left for a look: ${scratch}`);
} else {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(failed.length > 0 ? 1 : 0);
