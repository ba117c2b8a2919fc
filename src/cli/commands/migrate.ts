import type { Command } from '../command.ts';

/** Migrates the database. Every other command also does so before it begins. */
export const migrateCommand: Command = {
  name: 'migrate',
  parameters: [],
  options: {},
  summary: 'Bring the database up to date',
  run: (_input, { administer }) =>
    administer(async (_ask, { migrations }) => ({
      json: { ok: true, applied: migrations },
      text: migrations.length === 0 ? 'The database is up to date' : `Applied ${migrations.join(', ')}`,
    })),
};
