import { brandOperations as rows } from '#contract/operations/brand.ts';
import type { Brand } from '../../brand/brand.ts';
import type { BrandManager } from '../../brand/manage-brand.ts';
import { presentBrand } from '../../brand/present-brand.ts';
import { listed, type PerformsAll } from './client-operation.ts';

export interface BrandServices {
  readonly brands: BrandManager;
}

/** The operations on the look of a tenant's pages. */
const performs: PerformsAll<typeof rows, BrandServices> = {
  getBrand: async ({ brands }, { client }) => ({ body: presentedBrand(await brands.find(client)) }),
  updateBrand: async ({ brands }, { by, client, body }) => {
    const { assistant_name: assistantName, ai_notice: aiNotice, ...look } = body;
    const change = {
      ...look,
      ...(assistantName !== undefined && { assistantName }),
      ...(aiNotice !== undefined && { aiNotice }),
    };
    return { body: presentedBrand(await brands.update(by.actor, client, change)) };
  },
  removeLogo: async ({ brands }, { by, client }) => ({
    body: presentedBrand(await brands.removeLogo(by.actor, client)),
  }),
};

export const brandOperations = listed(rows, performs);

export function presentedBrand(brand: Brand) {
  return { ok: true as const, brand: presentBrand(brand) };
}
