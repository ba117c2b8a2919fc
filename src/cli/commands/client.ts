import type { OpenAdministration } from '#app/open-administration.ts';
import type { AdminClient, ClientChange } from '#contract/admin.ts';
import { limits } from '#contract/limits.ts';
import { isUnguarded } from '#core/clients/embedding.ts';
import { clientOperations as operations } from '#core/operations/client-operations.ts';
import { type Ask, withParams } from '../ask.ts';
import type { Command, Outcome } from '../command.ts';
import { everyRow } from '../every-row.ts';
import { duration, omitUndefined } from '../option-values.ts';
import { describe, shown, table } from '../table.ts';
import { unchangedNotice } from '../unchanged.ts';
import { clientOptions, readClientOptions } from './client-options.ts';

export const clientCommands: readonly Command[] = [
  {
    name: 'client create',
    parameters: ['slug'],
    options: clientOptions,
    summary: 'Create a client and print its API key, which is shown only once',
    operation: 'createClient',
    run: (input, { administer, noticesOfModel }) => {
      const body = { slug: input.parameter('slug'), ...readClientOptions(input) };
      return administer(async (ask) => {
        const created = await ask(operations.createClient, { ...withParams({}), body });
        const notices = [
          ...unguardedNotice(created.client),
          ...unlimitedNotice(body),
          ...(await noticesOfModel(body.model)),
        ];
        return { ...keyOutcome(created), notices };
      });
    },
  },
  {
    name: 'client list',
    parameters: [],
    options: {},
    summary: 'List all clients',
    operation: 'listClients',
    run: (_input, { administer }) =>
      administer(async (ask) =>
        listOutcome(await everyRow((query) => ask(operations.listClients, { ...withParams({}), query }))),
      ),
  },
  {
    name: 'client show',
    parameters: ['slug'],
    options: {},
    summary: 'Show one client',
    operation: 'getClient',
    run: (input, { administer }) => {
      const call = withParams({ slug: input.parameter('slug') });
      return administer(async (ask) => clientOutcome(await ask(operations.getClient, call)));
    },
  },
  {
    name: 'client update',
    parameters: ['slug'],
    options: clientOptions,
    summary: 'Change a client',
    operation: 'updateClient',
    run: (input, { administer, noticesOfModel }) => {
      const call = withParams({ slug: input.parameter('slug') });
      const body = readClientOptions(input);
      return administer(async (ask) => {
        const { client: before } = await ask(operations.getClient, call);
        const changed = await ask(operations.updateClient, { ...call, body });
        const notices = [
          ...unchangedNotice(before.slug, before, changed.client),
          ...(await noticesOfModel(body.model)),
          ...liftedNotice(before, changed.client, body),
          ...unlimitedNotice(body),
          ...(body.origins === undefined ? [] : unguardedNotice(changed.client)),
        ];
        return { ...clientOutcome(changed), notices };
      });
    },
  },
  clientCommand('revoke', 'Revoke a client: refuse it and its tenant from now on', 'revokeClient'),
  clientCommand('enable', 'Enable a revoked client again', 'enableClient'),
  {
    name: 'client rotate-key',
    parameters: ['slug'],
    options: { overlap: '24h' },
    summary: 'Print a new API key, only once; the previous one ends at once, or after the overlap',
    operation: 'rotateKey',
    run: (input, { administer }) => {
      const body = omitUndefined({ overlap_seconds: duration(input, 'overlap', limits.keyOverlapSeconds) });
      const call = { ...withParams({ slug: input.parameter('slug') }), body };
      return administer(async (ask) => keyOutcome(await ask(operations.rotateKey, call)));
    },
  },
  clientCommand('end-previous-key', 'End the previous key before its overlap is over', 'endPreviousKey'),
  clientCommand('rotate-handoff', 'End every hosted session of a client', 'rotateHandoff'),
  bindingCommand('bind-agent', 'Let a client use an agent', 'bindAgent'),
  bindingCommand('unbind-agent', 'Stop a client from using an agent', 'unbindAgent'),
];

function clientCommand(
  verb: string,
  summary: string,
  operation: 'revokeClient' | 'enableClient' | 'rotateHandoff' | 'endPreviousKey',
): Command {
  return {
    name: `client ${verb}`,
    parameters: ['slug'],
    options: {},
    summary,
    operation,
    run: (input, { administer }) => {
      const call = withParams({ slug: input.parameter('slug') });
      return administer((ask) => changeOutcome(ask, call, () => ask(operations[operation], call)));
    },
  };
}

function bindingCommand(verb: string, summary: string, operation: 'bindAgent' | 'unbindAgent'): Command {
  return {
    name: `client ${verb}`,
    parameters: ['slug', 'agent'],
    options: {},
    summary,
    operation,
    run: (input, { administer }) => {
      const call = withParams({ slug: input.parameter('slug'), agent: input.parameter('agent') });
      return administer((ask) => changeOutcome(ask, call, () => ask(operations[operation], call)));
    },
  };
}

/** The client after a change, with a notice where nothing changed. */
export async function changeOutcome(
  ask: Ask<OpenAdministration>,
  { params: { slug } }: { readonly params: { readonly slug: string } },
  change: () => Promise<ClientAnswer>,
): Promise<Outcome> {
  const { client: before } = await ask(operations.getClient, withParams({ slug }));
  const changed = await change();
  return { ...clientOutcome(changed), notices: unchangedNotice(slug, before, changed.client) };
}

/** A client that becomes active loses the trial's daily limit without an option for it. */
function liftedNotice(before: AdminClient, after: AdminClient, { daily_limit }: ClientChange): string[] {
  if (daily_limit !== undefined || before.daily_limit === after.daily_limit) return [];
  return [`the daily limit was still the trial's ${before.daily_limit}; it is now ${after.daily_limit}`];
}

function unlimitedNotice({ knowledge_bytes }: ClientChange): string[] {
  if (knowledge_bytes !== null) return [];
  return [
    'documents have no limit now: what finds them takes about five bytes of the database for each byte of text',
  ];
}

function unguardedNotice(client: AdminClient): string[] {
  if (!isUnguarded(limitsOf(client))) return [];
  const { slug } = client;
  return [
    `${slug} can be embedded without a limit per user or on concurrent answers: one visitor can use up its daily limit. ` +
      `Set both, as in: npx parley client update ${slug} --user-requests 50 --user-concurrent 2`,
  ];
}

function limitsOf({ origins, user_limits, concurrent_turns, concurrent_turns_per_user }: AdminClient) {
  return {
    origins,
    userLimits: user_limits,
    concurrentTurns: concurrent_turns,
    concurrentTurnsPerUser: concurrent_turns_per_user,
  };
}

interface ClientAnswer {
  readonly ok: true;
  readonly client: AdminClient;
}

function clientOutcome({ ok, client }: ClientAnswer): Outcome {
  return { json: { ok, client }, text: describe(client) };
}

function keyOutcome({ ok, api_key, client }: ClientAnswer & { readonly api_key: string }): Outcome {
  return {
    json: { ok, api_key, client },
    text: `API key, shown only once:\n${api_key}\n\n${describe(client)}`,
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
