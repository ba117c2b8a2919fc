#!/usr/bin/env -S node --
// The dashes keep Node from reading --env-file, which is ours, as an option of its own.
// Runs under whatever Node the machine has, and hands over to the one that Parley brings along.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

if (Number.parseInt(process.versions.node, 10) >= 24) {
  await import('./run-program.js');
} else {
  handOver(['--', fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
}

/** @param {string[]} args */
function handOver(args) {
  const node = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node');
  const child = spawn(node, args, { stdio: 'inherit' });
  // The service ignores repeated signals, so one that reached the whole group may come twice.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => {
    console.error(`The Node of Parley did not start (${error.message}): run npm install`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
