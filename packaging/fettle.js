#!/usr/bin/env node
// Runs the program of the package for this platform, which npm has installed as
// an optional dependency.
'use strict';
const { spawnSync } = require('child_process');
const name = `@fettle-dev/fettle-${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/bin/fettle${process.platform === 'win32' ? '.exe' : ''}`);
} catch {
  console.error(`fettle: error: ${name} is not installed: there is no program for this platform, or optional dependencies were left out`);
  console.error('fettle: hint: npm install --include=optional, or build it: see the README');
  process.exit(2);
}
const result = spawnSync(program, process.argv.slice(2), { stdio: 'inherit' });
if (result.error) {
  console.error(`fettle: error: ${result.error.message}`);
  process.exit(2);
}
if (result.signal) process.kill(process.pid, result.signal);
process.exit(result.status);
