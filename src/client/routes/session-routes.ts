import type { Routes } from '../call.ts';
import type { SessionEndpoints } from './chat-endpoints.ts';

/** Written by `node scripts/web/write-routes.ts` from the rows of the contract. */
export const sessionRoutes: Routes<SessionEndpoints> = {
  setLanguage: ['PUT', '/language'],
  signOutEverywhere: ['POST', '/end-all'],
  changeOwnPassword: ['POST', '/password'],
};
