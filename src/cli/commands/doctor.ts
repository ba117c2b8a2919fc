import type { Command } from '../command.ts';
import { table } from '../table.ts';

/** Checks everything that the service needs, and changes nothing. */
export const doctorCommand: Command = {
  name: 'doctor',
  parameters: [],
  options: { 'going-live': null },
  summary: 'Check configuration, data folder, database, providers, mail and port',
  run: async (input, { config, actsOnDatabase }) => {
    actsOnDatabase();
    // It asks providers as the service does, and loads everything that this needs.
    const { diagnose } = await import('#app/diagnose.ts');
    const checks = (await diagnose(config, { goingLive: input.flag('going-live') })).map(
      ({ name, status, detail }) => ({ name, status, detail }),
    );
    const ok = checks.every(({ status }) => status !== 'fail');
    return {
      json: { ok, ...(ok ? {} : { code: 'checks_failed' }), checks },
      text: table(checks.map(({ status, name, detail }) => [status.toUpperCase(), name, detail])),
    };
  },
};
