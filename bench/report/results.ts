import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { join } from 'node:path';
import type { CaseOutcome, Finding } from '../case.ts';
import { ROOT } from '../support/program.ts';
import { measuredCommit } from './commit.ts';

const FOLDER = join(ROOT, 'bench/results');
const LATEST = join(FOLDER, 'latest.json');

export interface KeptCase {
  /** The code that was measured, as `git describe` names it. */
  readonly commit: string;
  readonly measured_at: string;
  readonly rounds: number;
  readonly node: string;
  readonly machine: string;
  readonly findings: readonly Finding[];
}

export type KeptResults = Readonly<Record<string, KeptCase>>;

/** The latest full figures of every case: a run of some cases leaves the others' unchanged. */
export function keepFindings(id: string, outcome: CaseOutcome, rounds: number): KeptResults {
  const { length: cores, 0: first } = cpus();
  const kept: KeptCase = {
    commit: measuredCommit,
    measured_at: new Date().toISOString(),
    rounds,
    node: process.version,
    machine: `${cores} × ${first?.model ?? 'unknown'}, Linux ${release()}`,
    findings: outcome.findings,
  };
  const all = { ...readLatest(), [id]: kept };
  writeJson(LATEST, all);
  return all;
}

/** All raw measurements; not part of the repository. */
export function keepRaw(id: string, outcome: CaseOutcome): void {
  writeJson(join(FOLDER, `${id}.raw.json`), outcome);
}

function readLatest(): KeptResults {
  return existsSync(LATEST) ? JSON.parse(readFileSync(LATEST, 'utf8')) : {};
}

function writeJson(path: string, value: object): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
