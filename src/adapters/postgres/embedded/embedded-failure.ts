import { statfs } from 'node:fs/promises';
import { diskFull, StartFailure } from '#core/shared/start-failure.ts';

/**
 * PostgreSQL needs space for at least one WAL segment; without it, it may not even be able to report the full disk.
 */
const leastBytes = 32 * 2 ** 20;
const longestReason = 400;

/** The reason for a failed start of PostgreSQL, taken from its output. */
export async function postgresFailure(
  what: string,
  said: string,
  place: { readonly folder: string; readonly logFile: string | null },
): Promise<StartFailure> {
  if (/No space left on device|Disk quota exceeded/.test(said)) return diskFull(place.folder, 'ENOSPC');
  if ((await freeBytes(place.folder)) < leastBytes) return diskFull(place.folder, 'less than 32 MiB');
  if (/could not look up effective user ID/.test(said)) {
    return new StartFailure(
      `User ${process.getuid?.()} of this process has no entry in /etc/passwd, without which PostgreSQL cannot make its ` +
        `files in ${place.folder}: add one, start Parley as a user that has one, or set DATABASE_URL`,
    );
  }
  const log = place.logFile === null ? '' : `; its log is ${place.logFile}`;
  return new StartFailure(`${what} (${reasonIn(said)})${log}`);
}

/** The last lines, without their times: the first of them names the cause, the last one says that it was fatal. */
function reasonIn(said: string): string {
  const lines = said
    .split('\n')
    .map((line) => line.replace(/^[\d-]+ [\d:.]+ \S+ \[\d+\] /, '').trim())
    .filter((line) => line !== '');
  return lines.slice(-3).join('; ').slice(-longestReason) || 'it said nothing';
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
