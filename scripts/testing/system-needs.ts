import { spawnSync } from 'node:child_process';

interface SystemNeed {
  /** Ends with 0 where the machine has it. */
  readonly probe: readonly [program: string, ...words: string[]];
  /** Debian's. */
  readonly packageName: string;
  readonly purpose: string;
}

/** What `npm test` needs besides Node and npm. Each is a judge: a client that this repository did not write. */
const systemNeeds: readonly SystemNeed[] = [
  {
    // Debian's smallest Python lacks these modules.
    probe: ['python3', '-c', 'import http.client, urllib.request, wsgiref.simple_server'],
    packageName: 'python3',
    purpose: 'runs the programs in Python',
  },
  { probe: ['curl', '--version'], packageName: 'curl', purpose: 'reads answers that break off' },
];

/** The command that brings all of them, as README gives it. */
export const installCommand = `apt-get install ${systemNeeds.map(({ packageName }) => packageName).join(' ')}`;

/** One line that names every missing piece and the command that brings them; null when nothing is missing. */
export function describeMissing(): string | null {
  const missing = systemNeeds.filter(({ probe: [program, ...words] }) => {
    return spawnSync(program, words, { stdio: 'ignore' }).status !== 0;
  });
  if (missing.length === 0) return null;
  const named = missing.map(({ packageName, purpose }) => `${packageName} (${purpose})`).join(' and ');
  const packages = missing.map(({ packageName }) => packageName).join(' ');
  return `The tests need ${named}: apt-get install ${packages}`;
}
