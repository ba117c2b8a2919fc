import type { Check } from '#app/finding.ts';
import type { Config } from '#config';
import type { Command } from '../command.ts';
import { table } from '../table.ts';

/** Checks everything that the service needs, and changes nothing. */
export const doctorCommand: Command = {
  name: 'doctor',
  parameters: [],
  options: { 'going-live': null, tools: 'PROVIDER/MODEL' },
  summary: 'Check configuration, data folder, database, providers, mail and port',
  run: async (input, { config, actsOnDatabase }) => {
    const model = input.option('tools');
    if (model === undefined) actsOnDatabase();
    const found =
      model === undefined
        ? await checkAll(config, input.flag('going-live'))
        : [await checkToolsOf(config, model)];
    const checks = found.map(({ name, status, detail }) => ({ name, status, detail }));
    const ok = checks.every(({ status }) => status !== 'fail');
    return {
      json: { ok, ...(ok ? {} : { code: 'checks_failed' }), checks },
      text: table(checks.map(({ status, name, detail }) => [status.toUpperCase(), name, detail])),
    };
  },
};

// Both ask providers as the service does, and load everything that this needs.

async function checkAll(config: Config, goingLive: boolean): Promise<readonly Check[]> {
  const { diagnose } = await import('#app/diagnose.ts');
  return diagnose(config, { goingLive });
}

async function checkToolsOf(config: Config, model: string): Promise<Check> {
  const { checkTools } = await import('#app/doctor/check-tools.ts');
  return checkTools(config, model);
}
