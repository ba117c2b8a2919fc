import type { Queryable } from '#adapters/postgres/database/database.ts';
import type { Config } from '#config';
import { demoSlug } from '#core/administration/ensure-demo.ts';
import type { Check } from '../finding.ts';

/** What a service needs before partners use it, and can lack during a trial: each is a warning. */
export function checkSettingsToGoLive(config: Config): readonly Check[] {
  const { publicOrigin, providers, smtpUrl, metrics, databaseUrl, secret } = config;
  return [
    tick('https', publicOrigin.startsWith('https://'), {
      done: publicOrigin,
      open: `${publicOrigin} is not https, which cookies, passkeys and webhooks of partners need: PARLEY_PUBLIC_URL`,
    }),
    tick('a real model', providers.length > 0, {
      done: providers.map(({ id }) => id).join(', '),
      open: 'answers come from the offline demo: set the key of a provider',
    }),
    tick('email', smtpUrl !== null, {
      done: 'SMTP_URL is set',
      open: 'invitations and resets are files in the outbox: SMTP_URL',
    }),
    tick('metrics', metrics !== null, {
      done: 'PARLEY_METRICS is set',
      open: 'nothing reads metrics, so no alert can fire: PARLEY_METRICS',
    }),
    tick('master secret', databaseUrl !== null || secret !== null, {
      done: 'PARLEY_SECRET is set',
      open: 'it is in the data folder only: keep a backup of it elsewhere, or set PARLEY_SECRET',
    }),
  ];
}

/** The same for what the database holds. */
export async function checkPeopleToGoLive(database: Queryable): Promise<readonly Check[]> {
  const [found] = await database.query<{ readonly demo: boolean; readonly owners: number }>(goingLiveSql, [
    demoSlug,
  ]);
  const { demo = false, owners = 0 } = found ?? {};
  return [
    tick('no demo partner', !demo, {
      done: 'there is none, or it is revoked',
      open: 'its key and password were printed at the first start: parley client revoke demo',
    }),
    tick('an owner', owners > 0, {
      done: `${owners} with a passkey`,
      open: 'no owner of the console has a passkey: parley operator link',
    }),
  ];
}

const goingLiveSql = `select exists (select from clients where slug = $1 and enabled) as demo,
  (select count(distinct o.id)::int from operators o join operator_passkeys p on p.operator_id = o.id
    where o.role = 'owner' and o.enabled) as owners`;

function tick(name: string, isDone: boolean, { done, open }: { done: string; open: string }): Check {
  return { name: `going live: ${name}`, status: isDone ? 'pass' : 'warn', detail: isDone ? done : open };
}
