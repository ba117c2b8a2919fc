import { readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '#test/machine/make-folder.ts';
import { until } from '#test/reading/until.ts';
import { onFreePort, startProcess } from '#test/world/process.ts';
import { vendorProgram } from '../../scripts/testing/vendor-packages.ts';

export interface Worker extends AsyncDisposable {
  readonly url: string;
}

/** Serves `program` on Cloudflare's runtime; it finds the package of `folder` at `./client/index.js`. */
export function startWorkerd(program: string, folder: string, setting: Setting): Promise<Worker> {
  return onFreePort((port) => startAt(port, program, folder, setting));
}

interface Setting {
  readonly compatibilityDate: string;
  readonly env: Readonly<Record<string, string>>;
}

async function startAt(
  port: number,
  program: string,
  folder: string,
  { compatibilityDate, env }: Setting,
): Promise<Worker> {
  const home = makeFolder('parley-workerd-');
  const modules = [['worker.js', program] as const, ...clientModules(folder)];
  const config = join(home, 'config.capnp');
  await writeFile(config, configuration({ port, modules, compatibilityDate, env }));
  const workerd = startProcess(vendorProgram('workerd'), ['serve', config]);
  const url = `http://127.0.0.1:${port}/`;
  const ended = workerd.exited.then(() => Promise.reject(new Error(`workerd ended:\n${workerd.stderr()}`)));
  await Promise.race([untilAnswered(`${url}ready`), ended]);
  return {
    url,
    async [Symbol.asyncDispose]() {
      await workerd[Symbol.asyncDispose]();
      await rm(home, { recursive: true });
    },
  };
}

function clientModules(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js') && !path.startsWith('cjs'))
    .map((path) => [`client/${path}`, readFileSync(join(folder, path), 'utf8')] as const);
}

interface Configured {
  readonly port: number;
  readonly modules: readonly (readonly [name: string, text: string])[];
  readonly compatibilityDate: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Cap'n Proto writes texts as JSON does. */
function configuration({ port, modules, compatibilityDate, env }: Configured): string {
  const listed = modules.map(
    ([name, text]) => `(name = ${JSON.stringify(name)}, esModule = ${JSON.stringify(text)})`,
  );
  const bindings = Object.entries(env).map(
    ([name, value]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(value)})`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [${listed.join(', ')}],
      bindings = [${bindings.join(', ')}],
      compatibilityDate = ${JSON.stringify(compatibilityDate)},
      globalOutbound = "internet",
    )),
    (name = "internet", network = (allow = ["private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);`;
}

async function untilAnswered(url: string): Promise<void> {
  await until(() => fetch(url).catch(() => null));
}
