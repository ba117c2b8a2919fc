import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Hosted, openHosted, type Tenant } from '../world/hosted.ts';
import type { Engine } from './engine.ts';
import { findFirefox } from './firefox.ts';
import { Person } from './person.ts';
import { findWebKit } from './webkit.ts';

/** Where pictures of the windows are kept; without it they are only checked. */
const pictures = process.env['SCREENSHOTS'];

export interface EngineWorld {
  readonly hosted: Hosted;
  readonly tenant: Tenant;
  readonly person: Person;
  keep(name: string): Promise<void>;
}

export interface EngineFlow {
  readonly name: string;
  readonly client?: Readonly<Record<string, unknown>>;
  readonly run: (world: EngineWorld) => Promise<void>;
}

/** Runs each flow in every engine that is installed, in a window of its own. Fails where none is. */
export function testInEngines(title: string, flows: readonly EngineFlow[]): void {
  const engines = [findFirefox(), findWebKit()].filter((engine) => engine !== null);
  if (engines.length === 0) {
    throw new Error('Neither engine is installed: apt-get install firefox-esr webkit2gtk-driver xvfb');
  }
  for (const engine of engines) {
    describe(`${title}, in ${engine.name}`, () => {
      let hosted: Hosted;
      before(async () => {
        hosted = await openHosted();
      });
      after(() => hosted[Symbol.asyncDispose]());
      for (const flow of flows) test(flow.name, () => runFlow(engine, hosted, flow));
    });
  }
}

async function runFlow(
  engine: Engine,
  hosted: Hosted,
  { name, client = {}, run }: EngineFlow,
): Promise<void> {
  const tenant = await hosted.tenant(client);
  await using window = await engine.open();
  const keep = async (moment: string) => {
    if (pictures === undefined) return;
    await mkdir(pictures, { recursive: true });
    await writeFile(join(pictures, `${engine.name}-${moment}.png`), await window.picture());
  };
  try {
    await run({ hosted, tenant, person: new Person(window), keep });
  } catch (error) {
    await keep(`failed-${name.replaceAll(/\W+/g, '-').slice(0, 60)}`).catch(() => {});
    throw error;
  }
}
