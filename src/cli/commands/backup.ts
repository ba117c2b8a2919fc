import { resolve } from 'node:path';
import type { Backup } from '#app/back-up.ts';
import type { Command } from '../command.ts';

/** Copies everything that the service keeps to a folder. */
export const backupCommand: Command = {
  name: 'backup',
  parameters: ['folder'],
  options: { dump: null },
  summary:
    'Back up the database to an empty folder, also while the service runs; --dump makes one for a server of the ' +
    'embedded database',
  run: async (input, { config, actsOnDatabase, onWait }) => {
    const { backUp } = await import('#app/back-up.ts');
    actsOnDatabase();
    const folder = resolve(input.parameter('folder'));
    const made = await backUp(config, { folder, isDump: input.flag('dump'), onWait });
    return {
      json: { ok: true, backup: shownBackup(made) },
      text: `Backed up ${made.files} files, ${megabytes(made)} MB, to ${folder}`,
      notices: [
        made.hasSecret
          ? `keep ${folder} private: it holds the master secret and everything that users wrote`
          : `the master secret is not in the backup: keep it with your other secrets; ${folder} holds everything that users wrote`,
      ],
    };
  },
};

export function shownBackup({ createdAt, hasSecret: _, ...backup }: Backup) {
  return { ...backup, created_at: createdAt };
}

function megabytes({ bytes }: Backup): string {
  return (bytes / 1e6).toFixed(1);
}
