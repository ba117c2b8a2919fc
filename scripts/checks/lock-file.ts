import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** The parts of package-lock.json that are read; others are kept as they are. */
const Names = Type.Record(Type.String(), Type.String());
const LockFile = Type.Object({
  packages: Type.Record(
    Type.String(),
    Type.Object({
      dev: Type.Optional(Type.Boolean()),
      dependencies: Type.Optional(Names),
      optionalDependencies: Type.Optional(Names),
    }),
  ),
});
type Packages = Type.Static<typeof LockFile>['packages'];

/** A package that another one in the lock file depends on, and that has no entry itself. */
interface Gap {
  readonly name: string;
  readonly version: string;
  readonly optional: boolean;
  readonly dev: boolean;
  readonly askedBy: string;
}

/**
 * npm drops the optional packages of other platforms when a registry does not answer for them, and `npm ci` then
 * rejects the file everywhere.
 */
export function findLockGaps(text: string): readonly string[] {
  return listGaps(parseLock(text).packages).map(
    ({ name, askedBy, optional }) =>
      `${name}, which ${askedBy} asks for, has no entry${optional ? ': run node scripts/complete-lock.ts' : ''}`,
  );
}

/**
 * The lock file with an entry for each optional package that it lacked. Its platform is in its name, so npm skips it
 * elsewhere; its checksum is unknown, and npm adds it when it installs the package.
 */
export function completeLock(text: string): string {
  const lock = parseLock(text);
  const added = listGaps(lock.packages)
    .filter(({ optional, version }) => optional && /^\d/.test(version))
    .map((gap) => [`node_modules/${gap.name}`, describe(gap)] as const);
  const packages = Object.fromEntries(
    [...Object.entries(lock.packages), ...added].sort(([left], [right]) => left.localeCompare(right, 'en')),
  );
  return `${JSON.stringify({ ...lock, packages }, null, 2)}\n`;
}

function parseLock(text: string): Type.Static<typeof LockFile> {
  const parsed: unknown = JSON.parse(text);
  if (!Value.Check(LockFile, parsed))
    throw new Error('package-lock.json is not a lock file of npm 7 or later');
  return parsed;
}

function listGaps(packages: Packages): readonly Gap[] {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const wanted = { ...entry.dependencies, ...entry.optionalDependencies };
    return Object.entries(wanted)
      .filter(([name]) => !isPresent(packages, path, name))
      .map(([name, version]) => ({
        name,
        version,
        optional: entry.optionalDependencies?.[name] !== undefined,
        dev: entry.dev === true,
        askedBy: path.replace(/^.*node_modules\//, '') || 'package.json',
      }));
  });
}

/** Resolved as Node does: beside the package, then beside each package that contains it. */
function isPresent(packages: Packages, path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.replace(/\/?node_modules\/(?!.*node_modules\/).*$/, '')) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined) return true;
    if (folder === '') return false;
  }
}

function describe({ name, version, dev }: Gap): object {
  const platform =
    /(android|darwin|freebsd|linux|openharmony|win32|windows)-(arm64|arm|ia32|ppc64|riscv64|s390x|x64|64)/;
  const [, system, architecture] = platform.exec(name) ?? [];
  const os = system === 'windows' ? 'win32' : system;
  const cpu = architecture === '64' ? 'x64' : architecture;
  if (os === undefined || cpu === undefined) throw new Error(`The name ${name} does not say its platform`);
  const libc = os === 'linux' && { libc: [/musl/.test(name) ? 'musl' : 'glibc'] };
  return { version, cpu: [cpu], ...(dev && { dev }), ...libc, optional: true, os: [os] };
}
