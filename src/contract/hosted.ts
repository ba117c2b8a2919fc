import { type Static, Type } from 'typebox';
import { brandDensities, brandFonts, brandRadii } from './brand/look.ts';
import { strict } from './chat.ts';
import { subscriptionStatuses } from './closed-sets.ts';
import { findingReasons } from './embedding/finding-facts.ts';
import { type PerLanguage, perLanguage } from './languages/languages.ts';
import { perDimension } from './quota.ts';
import { DayUsage, Nullable, oneOf, open, Timestamp } from './resources.ts';
import { Cost } from './usage/cost.ts';
import { callFigures } from './usage/usage-days.ts';

const ok = { ok: Type.Literal(true) };
const Count = Type.Integer({ minimum: 0 });
const counts = perDimension(() => Count);
const Counts = Type.Object(counts, open);
/** Money only where the operator shows it. */
const shownCalls = { ...callFigures, cost: Type.Optional(Cost) };

export const TenantUsage = Type.Object(
  {
    ...ok,
    today: DayUsage,
    days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...counts, ...shownCalls }, open), {
      description: 'The 30 UTC days up to today, oldest first, days of no use included.',
    }),
    month: Type.Object(shownCalls, { ...open, description: 'Since the first UTC day of this month.' }),
    users: Type.Array(
      Type.Object(
        { external_user_id: Type.String(), email: Nullable(Type.String()), today: Counts, month: Counts },
        open,
      ),
      { description: 'The 100 heaviest users of the 30 days.' },
    ),
    top_today: Type.Array(
      Type.Object({ external_user_id: Type.String(), email: Nullable(Type.String()), today: Counts }, open),
      { description: 'The 10 heaviest users today, heaviest first.' },
    ),
    unguarded: Type.Boolean({
      description:
        'The chat can be embedded and has neither a limit for each user nor one of concurrent answers, so one visitor can exhaust everyone’s daily limit.',
    }),
  },
  open,
);
export type TenantUsage = Static<typeof TenantUsage>;

const ofAiNotice = perLanguage(() => Type.Optional(Type.String({ maxLength: 500 })));

/** The words by language, each where the tenant has some. */
export type AiNotice = Partial<PerLanguage<string>>;

export const BrandResource = Type.Object(
  {
    assistant_name: Nullable(
      Type.String({ description: 'What the chat calls its assistant; null: the tenant’s name.' }),
    ),
    accent: Nullable(Type.String({ description: '`#rrggbb`' })),
    readable_accent: Nullable(
      Type.Object(
        { light: Type.String(), dark: Type.String() },
        { ...open, description: 'For text and lines: 4.5:1 in both themes. Fills use the accent itself.' },
      ),
    ),
    radius: oneOf(brandRadii),
    font: oneOf(brandFonts),
    density: oneOf(brandDensities),
    greeting: Nullable(Type.String()),
    starters: Type.Array(Type.String()),
    ai_notice: Type.Object(ofAiNotice, {
      ...open,
      description:
        'What the chat says of the AI behind the mark `AI`, by language; its own words in the languages that are missing.',
    }),
    has_logo: Type.Boolean(),
    logo_url: Type.String({ description: 'The logo, or the neutral one.' }),
  },
  open,
);
export type BrandResource = Static<typeof BrandResource>;
export const BrandAnswer = Type.Object({ ...ok, brand: BrandResource }, open);

export const BrandSettings = Type.Object(
  {
    assistant_name: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
    radius: Type.Optional(oneOf(brandRadii)),
    font: Type.Optional(oneOf(brandFonts)),
    density: Type.Optional(oneOf(brandDensities)),
    accent: Type.Optional(Nullable(Type.String({ maxLength: 7 }))),
    greeting: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
    starters: Type.Optional(Type.Array(Type.String({ maxLength: 500 }), { maxItems: 6 })),
    ai_notice: Type.Optional(
      Nullable(
        Type.Object(ofAiNotice, {
          ...strict,
          description: 'One line of 10 to 300 characters for each language. It replaces what was there.',
        }),
      ),
    ),
  },
  strict,
);

const findingCodes = ['origin', 'script', 'frame', 'connect', 'token'] as const;
export const EmbeddingFinding = Type.Object(
  {
    code: oneOf(findingCodes),
    ok: Type.Boolean(),
    untried: Type.Optional(
      Type.Boolean({ description: 'It could not be checked: `detail` says how to try it.' }),
    ),
    reason: Type.Enum([...findingReasons], { description: 'The finding, for wording of your own.' }),
    values: Type.Object(
      {
        origin: Type.Optional(Type.String()),
        origins: Type.Optional(Type.Array(Type.String())),
        directive: Type.Optional(Type.String()),
        source: Type.Optional(Type.String()),
        add_to: Type.Optional(Type.String()),
        url: Type.Optional(Type.String()),
        status: Type.Optional(Type.Integer()),
        error: Type.Optional(Type.String()),
        command: Type.Optional(Type.String()),
      },
      { ...open, description: 'The values that the wording mentions.' },
    ),
    detail: Type.String({ description: 'The same in English.' }),
  },
  open,
);
export type EmbeddingFinding = Static<typeof EmbeddingFinding>;

export const EmbeddingCheck = Type.Object(
  {
    page_url: Type.String({ maxLength: 2_000, description: 'Where the chat is to appear.' }),
    content_security_policy: Type.Optional(
      Type.String({ maxLength: 8_000, description: 'The value of the header that the page sends.' }),
    ),
    token_endpoint: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description:
          'A path on the page’s origin. It is sent one POST, as the launcher would send it, without cookies.',
      }),
    ),
  },
  strict,
);
export type EmbeddingCheck = Static<typeof EmbeddingCheck>;

export const Embedding = Type.Object(
  {
    ...ok,
    origins: Type.Array(Type.String()),
    snippet: Type.String(),
    pinned_snippet: Nullable(
      Type.String({ description: 'The same for one version of the launcher, with its integrity value.' }),
    ),
    frame_url: Type.String({ description: 'For an iframe without the launcher.' }),
    needed_policy: Type.Record(Type.String(), Type.String(), {
      description: "Sources that a host page's Content-Security-Policy needs.",
    }),
  },
  open,
);
export type Embedding = Static<typeof Embedding>;

export const Subscription = Type.Object(
  {
    ...ok,
    status: oneOf(subscriptionStatuses),
    chat_allowed: Type.Boolean(),
    daily_limit: Nullable(Count),
    user_limits: Type.Object(
      perDimension(() => Nullable(Count)),
      open,
    ),
    deep_dive_enabled: Type.Boolean(),
  },
  open,
);
export type Subscription = Static<typeof Subscription>;

export const LoginSessionResource = Type.Object(
  {
    id: Type.String(),
    user_id: Type.String({ description: '`hu:<uuid>`' }),
    email: Type.String(),
    browser: Nullable(Type.String({ description: 'Its common name, such as `Firefox`; null when unknown.' })),
    system: Nullable(Type.String({ description: 'Its common name, such as `Windows`; null when unknown.' })),
    address: Nullable(Type.String({ description: 'The IP address at the sign-in; null when unknown.' })),
    created_at: Timestamp,
    expires_at: Timestamp,
    current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  },
  open,
);
export type LoginSessionResource = Static<typeof LoginSessionResource>;

export const LoginSessionList = Type.Object(
  { ...ok, object: Type.Literal('list'), data: Type.Array(LoginSessionResource) },
  open,
);

export const HandoffRotated = Type.Object(
  {
    ...ok,
    ended: Type.Object(
      { login_sessions: Count, own_session: Type.Boolean(), handoff_tokens: Type.Literal('all') },
      open,
    ),
  },
  open,
);
