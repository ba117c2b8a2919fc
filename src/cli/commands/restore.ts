import { resolve } from 'node:path';
import type { Command } from '../command.ts';
import { shownBackup } from './backup.ts';

/** Restores a backup where there is no data. The only command that creates a database. */
export const restoreCommand: Command = {
  name: 'restore',
  parameters: ['folder'],
  options: {},
  summary: 'Restore a backup into an empty data folder, or into an empty database of DATABASE_URL',
  run: async (input, { config, actsOnDatabase, onWait }) => {
    const { restore } = await import('#app/restore.ts');
    actsOnDatabase();
    const { backup, clients } = await restore(config, resolve(input.parameter('folder')), { onWait });
    return {
      json: { ok: true, restored: { ...shownBackup(backup), clients } },
      text: `Restored the backup of ${backup.createdAt} by Parley ${backup.version}, with ${clients} clients`,
    };
  },
};
