import type { OpenAdministration } from '#app/open-administration.ts';
import { readConfig } from '#config';
import type { OperatorRole } from '#contract/console/roles.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import type { OperationName } from '#contract/endpoints/operation-table.ts';
import { operatorEndpoints } from '#contract/endpoints/operator-endpoints.ts';
import { ParleyError } from '#core/errors.ts';
import type { Json } from '#test/reading/json.ts';
import { performAs } from '../../../src/cli/ask.ts';
import { commands } from '../../../src/cli/commands/index.ts';
import { parseInput } from '../../../src/cli/parse-arguments.ts';
import { type ConsoleBrowser, type ConsoleWorld, jsonOf, sentAs } from './console-world.ts';
import type { Asked } from './recipe.ts';

/** What was answered: the body of a success, or the code of a refusal. */
export type Answered = { readonly body: Json } | { readonly code: string };

/** How one role or one key uses operations. */
export type Use = (name: OperationName, asked: Asked) => Promise<Answered>;

const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries({ ...adminEndpoints, ...operatorEndpoints }),
);

function pathOf(name: OperationName, { params = {}, query = '' }: Asked): string {
  const path = endpoints.get(name)?.path ?? '';
  return path.replaceAll(/:(\w+)/g, (_, key) => encodeURIComponent(params[key] ?? 'x')) + query;
}

function methodOf(name: OperationName): string {
  return endpoints.get(name)?.method ?? 'GET';
}

export function byConsole(browser: ConsoleBrowser): Use {
  return async (name, asked) => {
    const path = pathOf(name, asked).replace('/admin', '');
    const { status, json } = await browser.ask(methodOf(name), path, asked.file ?? asked.body);
    return status < 300 ? { body: json } : { code: String(json.code) };
  };
}

export function byKey(world: ConsoleWorld, key: string): Use {
  return async (name, asked) => {
    const response = await fetch(`${world.api.urlOf()}${pathOf(name, asked)}`, {
      method: methodOf(name),
      ...sentAs(asked.file ?? asked.body, { authorization: `Bearer ${key}` }),
    });
    const json = jsonOf(String(response.headers.get('content-type')), await response.text());
    return response.ok ? { body: json } : { code: String(json.code) };
  };
}

/** The command itself, with what it opens and the role of the person who runs it. */
export function byShell(opened: OpenAdministration, role: OperatorRole): Use {
  const principal = { channel: 'cli', actor: { kind: 'operator-cli', by: 'root@machine' }, role } as const;
  return async (_name, { words = [] }) => {
    const named = [3, 2, 1].map((length) => words.slice(0, length).join(' '));
    const command = commands.find(({ name }) => named.includes(name));
    if (command === undefined) throw new Error(`there is no command ${words.join(' ')}`);
    const rest = words.slice(command.name.split(' ').length);
    try {
      const { json } = await command.run(parseInput(command, rest), {
        config: readConfig({}),
        readStandardInput: async () => '',
        administer: (work) => work(performAs(opened, principal), opened),
        actsOnDatabase: () => undefined,
        onWait: () => undefined,
        noticesOfModel: async () => [],
        noticesOfPrice: async () => [],
      });
      return { body: JSON.parse(JSON.stringify(json)) };
    } catch (error) {
      if (error instanceof ParleyError) return { code: error.code };
      throw error;
    }
  };
}
