import { isDeepStrictEqual } from 'node:util';
import type { PriceSetting } from '#contract/usage/prices.ts';
import { type Actor, actorName } from '../audit/actor.ts';
import { errors } from '../errors.ts';
import { type ListPage, type PageQuery, readPage } from '../shared/list-page.ts';
import { type ModelPrice, type PriceKey, type PriceStore, presentPrice } from '../usage/price.ts';
import { isDay } from '../usage/report-usage.ts';
import { checkModelReference, checkName } from './client-checks.ts';
import type { TenantStore } from './tenant-store.ts';

/**
 * Sets what models cost. Costs are derived from the prices on each reading, so changing the price of a day that has
 * begun changes what was read before: that takes a reason, which the audit log keeps.
 */
export class PriceManager {
  readonly #prices: PriceStore;
  readonly #tenants: TenantStore;

  constructor(prices: PriceStore, tenants: TenantStore) {
    this.#prices = prices;
    this.#tenants = tenants;
  }

  list(query: PageQuery): Promise<ListPage<ModelPrice>> {
    return readPage(
      query,
      modelAndDay,
      ({ model, fromDay }) => [model, fromDay] as const,
      (after, limit) => this.#prices.list(after, limit),
    );
  }

  async set(actor: Actor, setting: PriceSetting): Promise<ModelPrice> {
    const { currency: wanted = null, ...given } = checkPrice(setting);
    const amendment = checkAmendment(setting);
    return this.#tenants.change(actor, async ({ prices, audit }) => {
      const today = await prices.lock();
      const before = await prices.on(given.model, given.fromDay);
      const beside = await prices.currencyBeside(given.model, given.fromDay);
      const price = { ...given, currency: currencyOf(wanted, beside, before) };
      const isRepricing = before !== null && !costsTheSame(before, price);
      if (isRepricing && given.fromDay <= today && !amendment.isAmendment) {
        throw errors.invalidField(
          '/amend',
          `must be true, with a reason: ${given.model} has a price on ${given.fromDay}, which has begun`,
          'required',
        );
      }
      if (before !== null && isDeepStrictEqual(before, price)) return before;
      await prices.save(price);
      await audit.append({
        clientId: null,
        actor: actorName(actor),
        action: 'price.set',
        subject: given.model,
        before: before && presentPrice(before),
        after: { ...presentPrice(price), ...amendment.audited },
      });
      return price;
    });
  }
}

/** One currency for all, so that every sum has one. Only the one price of an installation can change it. */
function currencyOf(wanted: string | null, beside: string | null, before: ModelPrice | null): string {
  const currency = wanted ?? beside ?? before?.currency;
  if (currency === undefined) {
    throw errors.invalidField('/currency', 'is required with the first price, such as USD', 'required');
  }
  if (beside !== null && currency !== beside) {
    throw errors.invalidField('/currency', `must be ${beside}, as of all other prices`, 'unknown');
  }
  return currency;
}

function costsTheSame(a: ModelPrice, b: ModelPrice): boolean {
  return isDeepStrictEqual({ ...a, fromDay: b.fromDay }, b);
}

function checkPrice(setting: PriceSetting) {
  const { model, from_day: fromDay, currency, input, output } = setting;
  if (!isDay(fromDay)) throw errors.invalidField('/from_day', 'must be a day as YYYY-MM-DD', 'format');
  if (currency !== undefined && !Intl.supportedValuesOf('currency').includes(currency)) {
    throw errors.invalidField('/currency', 'must be a code of ISO 4217, such as USD', 'unknown');
  }
  return {
    model: checkModelReference(model, '/model'),
    fromDay,
    currency,
    input: checkMoney(input, '/input'),
    cacheRead: checkMoneyOrNone(setting.cache_read, '/cache_read'),
    cacheWrite: checkMoneyOrNone(setting.cache_write, '/cache_write'),
    output: checkMoney(output, '/output'),
  };
}

function checkAmendment({ amend = false, reason }: PriceSetting) {
  if (amend && reason === undefined)
    throw errors.invalidField('/reason', 'is required with amend', 'required');
  return {
    isAmendment: amend,
    audited: reason === undefined ? {} : { reason: checkName(reason, '/reason') },
  };
}

function checkMoneyOrNone(text: string | null | undefined, pointer: string): string | null {
  return text === undefined || text === null ? null : checkMoney(text, pointer);
}

/** In the one form that the database returns, too: without zeros that say nothing. */
function checkMoney(text: string, pointer: string): string {
  const [, whole, fraction = ''] = /^(0|[1-9]\d{0,8})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (whole === undefined) {
    throw errors.invalidField(
      pointer,
      'must be a decimal such as 1.25, below 1000000000 and with at most 9 digits after the point',
      'format',
    );
  }
  const kept = fraction.replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}

function modelAndDay(parts: readonly unknown[]): PriceKey | null {
  const [model, day] = parts;
  if (typeof model !== 'string' || typeof day !== 'string') return null;
  return isDay(day) && !/\p{Cc}/u.test(model) ? [model, day] : null;
}
