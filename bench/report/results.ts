import { existsSync, readFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '../case.ts';
import { measuredCommit } from './commit.ts';
import { FOLDER, writeJson } from './files.ts';

const LATEST = join(FOLDER, 'latest.json');

export interface KeptCase {
  /** The code that was measured, as `git describe` names it. */
  readonly commit: string;
  readonly measured_at: string;
  readonly rounds: number;
  /** How long the case took, with everything that it started. */
  readonly seconds: number;
  readonly node: string;
  readonly machine: string;
  readonly findings: readonly Finding[];
}

export type KeptResults = Readonly<Record<string, KeptCase>>;

/** The latest full figures of every case: a run of some cases leaves the others' unchanged. */
export function keepFindings(
  id: string,
  findings: readonly Finding[],
  run: Pick<KeptCase, 'rounds' | 'seconds'>,
): KeptResults {
  const { length: cores, 0: first } = cpus();
  const kept: KeptCase = {
    commit: measuredCommit,
    measured_at: new Date().toISOString(),
    ...run,
    node: process.version,
    machine: `${cores} × ${first?.model ?? 'unknown'}, Linux ${release()}`,
    findings,
  };
  const all = { ...readLatest(), [id]: kept };
  writeJson(LATEST, all);
  return all;
}

function readLatest(): KeptResults {
  return existsSync(LATEST) ? JSON.parse(readFileSync(LATEST, 'utf8')) : {};
}
