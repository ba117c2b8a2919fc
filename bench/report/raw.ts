import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseOutcome, Finding } from '../case.ts';
import { FOLDER, writeJson } from './files.ts';

/** All raw measurements of a case; not part of the repository. */
export function keepRaw(id: string, outcome: CaseOutcome): void {
  writeJson(rawFile(id), outcome);
}

export function removeRaw(id: string): void {
  rmSync(rawFile(id), { force: true });
}

/** JSON has no NaN: what could not be measured is null in the file. */
export function readFindings(id: string): readonly Finding[] {
  const { findings }: { findings: readonly WrittenFinding[] } = JSON.parse(readFileSync(rawFile(id), 'utf8'));
  return findings.map((finding) => ({
    ...finding,
    values: finding.values.map((value) => value ?? Number.NaN),
  }));
}

type WrittenFinding = Omit<Finding, 'values'> & { readonly values: readonly (number | null)[] };

function rawFile(id: string): string {
  return join(FOLDER, `${id}.raw.json`);
}
