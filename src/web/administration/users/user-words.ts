import type { users } from '#locales/en/account/users.ts';

/** English is the model: what it has, each other language and the console must have. */
export type UserWords = typeof users;
