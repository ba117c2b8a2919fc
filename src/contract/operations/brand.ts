import { BrandAnswer, BrandSettings } from '../hosted.ts';
import { noQuery } from '../request-parts.ts';
import type { ClientOperation } from './client-operation.ts';

const row = { channels: { account: true }, fresh: false, query: noQuery, body: null, errors: [] } as const;

/** The look of a tenant's pages. Its logo is uploaded as a file: see `logoUpload`. */
export const brandOperations = {
  getBrand: {
    ...row,
    audit: null,
    summary: 'How the pages look',
    method: 'GET',
    path: '/brand',
    answers: { 200: BrandAnswer },
  },
  updateBrand: {
    ...row,
    audit: 'brand.update',
    summary: 'Change accent, greeting or starters',
    method: 'PATCH',
    path: '/brand',
    body: BrandSettings,
    answers: { 200: BrandAnswer },
  },
  removeLogo: {
    ...row,
    audit: 'brand.update_logo',
    summary: 'Restore the neutral logo',
    method: 'DELETE',
    path: '/brand/logo',
    answers: { 200: BrandAnswer },
  },
} as const satisfies Record<string, ClientOperation>;
