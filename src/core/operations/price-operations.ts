import type { PriceManager } from '../administration/manage-prices.ts';
import { presentPage } from '../shared/list-page.ts';
import { presentPrice } from '../usage/price.ts';
import { operation } from './operation.ts';

interface Services {
  readonly prices: PriceManager;
}

export const priceOperations = {
  listPrices: operation('listPrices', async ({ prices }: Services, { query }) => ({
    body: presentPage(await prices.list(query), presentPrice),
  })),
  setPrice: operation('setPrice', async ({ prices }: Services, { by, body }) => ({
    body: { ok: true, price: presentPrice(await prices.set(by.actor, body)) } as const,
  })),
};
