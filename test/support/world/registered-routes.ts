import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { openLog, startApp } from '#app';
import { readConfig } from '#config';
import { createTestDatabase } from '../database/test-database.ts';
import { testSecret } from './api.ts';
import { freePort } from './process.ts';

/** Every route that the whole service really has, as `GET /@api/v1/health`. */
export async function registeredRoutes(): Promise<string[]> {
  await using database = await createTestDatabase();
  const routes: string[] = [];
  const listen = (message: unknown) => {
    instanceOf(message).addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push(`${one} ${url}`);
    });
  };
  subscribe('fastify.initialization', listen);
  try {
    const PORT = String(await freePort());
    const config = readConfig({ PORT, DATABASE_URL: database.url, PARLEY_SECRET: testSecret });
    await using _app = await startApp(config, openLog(config));
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
  return routes;
}

function instanceOf(message: unknown): FastifyInstance {
  if (!isAnnouncement(message)) throw new Error('the framework announced something else');
  return message.fastify;
}

function isAnnouncement(message: unknown): message is { readonly fastify: FastifyInstance } {
  return typeof message === 'object' && message !== null && 'fastify' in message;
}
