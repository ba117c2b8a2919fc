import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

export const root = join(import.meta.dirname, '..', '..');

/** One part of `dist`. */
export interface BuildPart<Tools> {
  /** The file that is written last, so that its age is that of the part, and a reader finds what it names. */
  readonly product: string;
  /** Globs of everything that the part is made from. */
  readonly sources: readonly string[];
  /** On demand, because an installation may lack them, and loading takes longer than to find that nothing changed. */
  readonly importTools: () => Promise<Tools>;
  /** Printed where both the tools and the product are missing; null where the service does without. */
  readonly missing: string | null;
  readonly build: (tools: Tools) => Promise<void> | void;
}

/**
 * Builds a part: with `--if-stale` only when a source is newer than the product; with `--if-possible` an installation
 * without the tools is left unchanged.
 */
export async function buildPart<Tools>(part: BuildPart<Tools>): Promise<void> {
  const { values } = parseArgs({
    options: { 'if-stale': { type: 'boolean' }, 'if-possible': { type: 'boolean' } },
  });
  if (values['if-stale'] && !isStale(part)) return;
  const tools = await part.importTools().catch((error: unknown) => {
    if (!values['if-possible']) throw error;
    return null;
  });
  if (tools !== null) await part.build(tools);
  else if (part.missing !== null && !existsSync(part.product)) console.error(part.missing);
}

function isStale({ product, sources }: Pick<BuildPart<unknown>, 'product' | 'sources'>): boolean {
  const builtAt = statSync(product, { throwIfNoEntry: false })?.mtimeMs;
  if (builtAt === undefined) return true;
  return globSync([...sources], { cwd: root }).some((path) => statSync(join(root, path)).mtimeMs > builtAt);
}
