import type { FoundThing } from '#contract/console/found.ts';
import { dayBefore } from '../components/format.ts';
import type { ListedClient } from '../partners/list/listed-client.ts';
import { sectionNames } from '../sections.ts';
import { addressOf } from '../state/route.ts';
import { words } from '../text/words.ts';
import { paletteWords as text } from './palette-words.ts';

/** One line of the palette, and where it leads. */
export interface Entry {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly detail: string;
  readonly address: string;
  /** The end user whom the page there shows; never in the address. */
  readonly identity: string | null;
}

/** Screens whose name has the words; all without any. */
export function screenEntries(query: string): readonly Entry[] {
  return sectionNames
    .filter((section) => words.sectionNames[section].toLowerCase().includes(query.toLowerCase()))
    .map((section) => ({
      key: `screen ${section}`,
      kind: text.screen,
      name: words.sectionNames[section],
      detail: '',
      address: addressOf(section),
      identity: null,
    }));
}

export function partnerEntry({ slug, name }: ListedClient): Entry {
  return {
    key: `partner ${slug}`,
    kind: text.partner,
    name,
    detail: slug,
    address: addressOf('partners', slug),
    identity: null,
  };
}

/** What the id `id` names. */
export function foundEntry(thing: FoundThing, id: string): Entry {
  const { kind, client, external_user_id: user, detail } = thing;
  const isPerson = kind === 'user' || kind === 'account';
  return {
    key: [kind, client, user].join(' '),
    kind: text.kinds[kind],
    name: isPerson ? (user ?? id) : id,
    detail: [client, !isPerson && user, detail].filter(Boolean).join(' · '),
    address: addressOfThing(thing, id),
    identity: isPerson || kind === 'conversation' ? user : null,
  };
}

function addressOfThing({ kind, client, detail, at }: FoundThing, id: string): string {
  switch (kind) {
    case 'turn':
    case 'request':
      // One that has not ended is in no list of ended ones.
      return detail === 'queued' || detail === 'running'
        ? addressOf('live', null, { client: client ?? '', state: detail })
        : addressOf('failures', null, { q: id.replace(/^(?:resp_|chatcmpl-)/, '') });
    case 'conversation':
    case 'user':
    case 'account':
      return addressOf('partners', client, { tab: 'users' });
    case 'event':
    case 'webhook':
      return addressOf('partners', client, { tab: 'webhooks' });
    case 'process':
      return addressOf('live');
    case 'change': {
      const moment = Date.parse(at);
      const span = { since: dayBefore(0, moment), until: dayBefore(-1, moment) };
      return addressOf('audit', null, { client: client ?? '', action: detail ?? '', ...span });
    }
  }
}
