import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Language, languages } from '#contract/languages/languages.ts';
import { acceptedLanguages, matchLanguage } from '#contract/languages/match-language.ts';

/** The language of a page: what was chosen, the most binding first, else what the browser asks for. */
export function languageFor(request: FastifyRequest, chosen: readonly (string | null)[] = []): Language {
  const accepted = acceptedLanguages(request.headers['accept-language']);
  return matchLanguage([...chosen, ...accepted]) ?? languages[0];
}

/** Names the page's language, and the request headers that decide it, for caches and readers. */
export function setLanguageHeaders(reply: FastifyReply, language: Language): FastifyReply {
  return reply.header('content-language', language).header('vary', 'accept-language, cookie');
}
