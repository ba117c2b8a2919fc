import { type Static, Type } from 'typebox';
import { scopes, subscriptionStatuses } from './closed-sets.ts';
import { oneOf, open } from './resources.ts';

export const providerStatuses = ['available', 'degraded', 'unavailable'] as const;
export type ProviderStatus = (typeof providerStatuses)[number];

export const Provider = Type.Object(
  {
    id: Type.String(),
    label: Type.String(),
    models: Type.Array(Type.String()),
    default: Type.Boolean(),
    status: oneOf(providerStatuses),
    supports: Type.Object({ streaming: Type.Boolean(), deep_dive: Type.Boolean() }, open),
  },
  open,
);
export const ProviderList = Type.Object(
  { ok: Type.Literal(true), object: Type.Literal('list'), data: Type.Array(Provider) },
  open,
);
export type ProviderList = Static<typeof ProviderList>;
export type Provider = Static<typeof Provider>;

export const healthStatuses = ['pass', 'warn', 'fail'] as const;
export type HealthStatus = (typeof healthStatuses)[number];

export const Liveness = Type.Object(
  { ok: Type.Literal(true), status: Type.Literal('pass'), version: Type.String() },
  open,
);
export type Liveness = Static<typeof Liveness>;

/** A process that is about to stop: balancers should send nothing more. */
export const Stopping = Type.Object(
  { ok: Type.Literal(false), status: Type.Literal('fail'), version: Type.String() },
  open,
);
export type Stopping = Static<typeof Stopping>;

const check = oneOf(healthStatuses);
export const Health = Type.Object(
  {
    ok: Type.Boolean(),
    status: oneOf(healthStatuses),
    version: Type.String(),
    checks: Type.Object({ database: check, queue: check, providers: check }, open),
    client: Type.Object(
      {
        slug: Type.String(),
        enabled: Type.Boolean(),
        subscription_status: oneOf(subscriptionStatuses),
        scopes: Type.Array(oneOf(scopes)),
      },
      open,
    ),
  },
  open,
);
export type Health = Static<typeof Health>;
