import type { OpenAdministration } from '#app/open-administration.ts';
import type { AdminClient, ClientChange } from '#contract/admin.ts';
import { limits } from '#contract/limits.ts';
import type { ClientWithKey } from '#core/administration/manage-clients.ts';
import { presentClient } from '#core/administration/present-client.ts';
import type { Client } from '#core/clients/client.ts';
import { isUnguarded } from '#core/clients/embedding.ts';
import type { Command, Outcome } from '../command.ts';
import { everyRow } from '../every-row.ts';
import { operator } from '../operator.ts';
import { duration } from '../option-values.ts';
import { describe, shown, table } from '../table.ts';
import { clientOptions, readClientOptions } from './client-options.ts';

export const clientCommands: readonly Command[] = [
  {
    name: 'client create',
    parameters: ['slug'],
    options: clientOptions,
    summary: 'Create a client and print its API key, which is shown only once',
    run: (input, { administer }) => {
      const settings = readClientOptions(input);
      return administer(async (administration) => {
        const created = await administration.clients.create(operator, input.parameter('slug'), settings);
        return { ...keyOutcome(administration, created), notices: unguardedNotice(created.client) };
      });
    },
  },
  {
    name: 'client list',
    parameters: [],
    options: {},
    summary: 'List every client',
    run: (_input, { administer }) =>
      administer(async (administration) => {
        const clients = await everyRow((query) => administration.clients.list(query));
        return listOutcome(clients.map((client) => present(administration, client)));
      }),
  },
  clientCommand('show', 'One client', ({ clients }, slug) => clients.find(slug)),
  {
    name: 'client update',
    parameters: ['slug'],
    options: clientOptions,
    summary: 'Change a client',
    run: (input, { administer }) => {
      const change = readClientOptions(input);
      return administer(async (administration) => {
        const { clients } = administration;
        const before = await clients.find(input.parameter('slug'));
        const after = await clients.update(operator, before.slug, change);
        const notices = [
          ...liftedNotice(before, after, change),
          ...(change.origins === undefined ? [] : unguardedNotice(after)),
        ];
        return { ...clientOutcome(administration, after), notices };
      });
    },
  },
  clientCommand('revoke', 'Refuse a client and its tenant from now on', ({ clients }, slug) =>
    clients.revoke(operator, slug),
  ),
  clientCommand('enable', 'Accept a revoked client again', ({ clients }, slug) =>
    clients.enable(operator, slug),
  ),
  {
    name: 'client rotate-key',
    parameters: ['slug'],
    options: { overlap: '24h' },
    summary: 'Print a new API key, only once; the previous one ends at once, or after the overlap',
    run: (input, { administer }) => {
      const overlap = duration(input, 'overlap', limits.keyOverlapSeconds);
      return administer(async (administration) => {
        const { clients } = administration;
        return keyOutcome(
          administration,
          await clients.rotateKey(operator, input.parameter('slug'), overlap),
        );
      });
    },
  },
  clientCommand('rotate-handoff', 'End every hosted session of a client', ({ clients }, slug) =>
    clients.rotateHandoff(operator, slug),
  ),
  bindingCommand('bind-agent', 'Let a client use an agent', 'bindAgent'),
  bindingCommand('unbind-agent', 'Stop a client from using an agent', 'unbindAgent'),
];

function clientCommand(
  verb: string,
  summary: string,
  act: (administration: OpenAdministration, slug: string) => Promise<Client>,
): Command {
  return {
    name: `client ${verb}`,
    parameters: ['slug'],
    options: {},
    summary,
    run: (input, { administer }) =>
      administer(async (administration) =>
        clientOutcome(administration, await act(administration, input.parameter('slug'))),
      ),
  };
}

function bindingCommand(verb: string, summary: string, method: 'bindAgent' | 'unbindAgent'): Command {
  return {
    name: `client ${verb}`,
    parameters: ['slug', 'agent'],
    options: {},
    summary,
    run: (input, { administer }) =>
      administer(async (administration) => {
        const slug = input.parameter('slug');
        const client = await administration.clients[method](operator, slug, input.parameter('agent'));
        return clientOutcome(administration, client);
      }),
  };
}

/** A client that becomes active loses the trial's daily limit without an option for it. */
function liftedNotice(before: Client, after: Client, { daily_limit }: ClientChange): string[] {
  if (daily_limit !== undefined || before.dailyLimit === after.dailyLimit) return [];
  return [`the daily limit was still the trial's ${before.dailyLimit}; it is now ${after.dailyLimit}`];
}

function unguardedNotice(client: Client): string[] {
  if (!isUnguarded(client)) return [];
  const { slug } = client;
  return [
    `${slug} can be embedded without a limit per user or of concurrent answers: one visitor can use up its daily limit. ` +
      `Set both, as in: npx parley client update ${slug} --user-requests 50 --user-concurrent 2`,
  ];
}

function present({ tenantUrl }: OpenAdministration, client: Client): AdminClient {
  return presentClient(client, tenantUrl(client.slug));
}

function clientOutcome(administration: OpenAdministration, client: Client): Outcome {
  const shownClient = present(administration, client);
  return { json: { ok: true, client: shownClient }, text: describe(shownClient) };
}

function keyOutcome(administration: OpenAdministration, { client, apiKey }: ClientWithKey): Outcome {
  const shownClient = present(administration, client);
  return {
    json: { ok: true, api_key: apiKey, client: shownClient },
    text: `API key, shown only once:\n${apiKey}\n\n${describe(shownClient)}`,
  };
}

function listOutcome(clients: readonly AdminClient[]): Outcome {
  const heading = ['SLUG', 'NAME', 'ENABLED', 'SUBSCRIPTION', 'DAILY LIMIT', 'DEEP DIVE', 'AGENT', 'KEY'];
  const rows = clients.map((client) => [
    client.slug,
    client.name,
    shown(client.enabled),
    client.subscription_status,
    shown(client.daily_limit),
    shown(client.deep_dive_enabled),
    client.default_agent,
    `${client.key_prefix}…`,
  ]);
  return { json: { ok: true, object: 'list', data: clients }, text: table([heading, ...rows]) };
}
