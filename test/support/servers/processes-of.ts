import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { until } from '../reading/until.ts';

/** Every process that names the folder in its command line or works in it, as `<id> <command line>`. */
export function processesOf(folder: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const command = readOrEmpty(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
      // A backend's command line does not name the folder, and that of a process which is exiting is empty.
      const place = readOrEmpty(() => readlinkSync(`/proc/${pid}/cwd`));
      return command.includes(folder) || place.startsWith(folder) ? [`${pid} ${command}`] : [];
    });
}

/** For a server that was told to stop by a process which could not wait for it. */
export async function untilNoProcessOf(folder: string): Promise<void> {
  await until(() => processesOf(folder).length === 0);
}

function readOrEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
