import { ConfigError, readConfig } from '#config';
import { runUntilSignal } from './main/run-until-signal.ts';

/** `serve`, alone, runs the service; every other command belongs to the operator's command line. */
process.exit(await runCommand(process.argv.slice(2)));

async function runCommand(words: readonly string[]): Promise<number> {
  try {
    const isService = words.filter((word) => word !== '--json').join(' ') === 'serve';
    return isService ? await serve() : await runOperatorCommand(words);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    return 2;
  }
}

// Both are imported when they are needed: the service is large, and a command should answer at once.

async function serve(): Promise<number> {
  const config = readConfig();
  const { openLog, startApp } = await import('#app');
  const log = openLog(config);
  return runUntilSignal(() => startApp(config, log), log);
}

async function runOperatorCommand(words: readonly string[]): Promise<number> {
  const { run } = await import('#cli/run.ts');
  return run([...words]);
}
