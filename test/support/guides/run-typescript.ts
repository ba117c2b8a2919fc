import { createInterface } from 'node:readline';
import { endOfBlock, type Program } from './program.ts';

/** Imports the file of each line of its input, with exactly the environment given there. */
for await (const line of createInterface({ input: process.stdin })) {
  const { source, env }: Program = JSON.parse(line);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const code = await import(source).then(
    () => 0,
    (error: unknown) => {
      console.log(error);
      return 1;
    },
  );
  process.stdout.write(`${endOfBlock}${code}\n`);
}
