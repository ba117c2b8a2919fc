import { constants } from 'node:os';
import { parseGlobals } from '#cli/parse-arguments.ts';
import { ConfigError, environmentWith, readConfig } from '#config';
import { runUntilSignal } from './main/run-until-signal.ts';

/** `serve` alone runs the service; every other command belongs to the operator's command line. */
process.exit(await runCommand(process.argv.slice(2)));

async function runCommand(argv: readonly string[]): Promise<number> {
  try {
    const { words, envFile, json, problem } = parseGlobals(argv);
    const isService = words.join(' ') === 'serve' && problem === null && !json;
    return isService ? await serve(envFile) : await runOperatorCommand(argv);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(`parley: ${error.message}`);
    // Supervisors leave a service with this status stopped, because another start would fail alike.
    return 2;
  }
}

// Both are imported on demand: the service is large, and a command should respond at once.

async function serve(envFile: string | null): Promise<number> {
  const config = readConfig(envFile === null ? undefined : environmentWith(envFile));
  const { openLog, startApp } = await import('#app');
  const log = openLog(config);
  return runUntilSignal((asked) => startApp(config, log, asked), log);
}

async function runOperatorCommand(argv: readonly string[]): Promise<number> {
  exitOnSignals();
  const { run } = await import('#cli/run.ts');
  return run(argv);
}

/** A process that a signal kills stops nothing; one that exits stops the PostgreSQL that it has started. */
function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}
