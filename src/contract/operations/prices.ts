import { rolesOf } from '../console/roles.ts';
import { noQuery, pageQuery } from '../request-parts.ts';
import { PriceAnswer, PriceList, PriceSetting } from '../usage/prices.ts';
import type { OperatorOperation } from './operator-operation.ts';

/** What models cost, from which the cost of what was used is derived. */
export const priceOperations = {
  listPrices: {
    channels: { admin: 'admin:usage', console: rolesOf.everyone, cli: true },
    fresh: false,
    audit: null,
    summary: 'What models cost, by model',
    description: 'As the operator has set it: no price is read from anywhere else.',
    method: 'GET',
    path: '/prices',
    query: pageQuery,
    body: null,
    answers: { 200: PriceList },
    errors: [],
  },
  setPrice: {
    channels: { admin: 'admin:operate', console: rolesOf.operators, cli: true },
    fresh: false,
    audit: 'price.set',
    summary: 'Set what a model costs from a day on',
    description:
      'The price holds until the day from which another one is set. Where it would change the price of a day that has begun, it is refused without `amend` and a `reason`. The first price decides the currency of all. A price of a model that no provider has yet is taken, and counts once one has it.',
    method: 'PUT',
    path: '/prices',
    query: noQuery,
    body: PriceSetting,
    answers: { 200: PriceAnswer },
    errors: [],
  },
} as const satisfies Record<string, OperatorOperation>;
