import { ContextProblem, isPlainText, type Requirements, readRequirements } from '#contract/context.ts';
import type { DocumentSettings as SentSettings } from '#contract/knowledge/document-resources.ts';
import { errors } from '../errors.ts';
import { repeatedName } from '../shared/repeated-name.ts';
import type { DocumentSettings } from './document.ts';
import { configurationOf } from './guess-language.ts';

const longest = { title: 300, url: 2_000 };

/** No other id names a document. A path of dots is another path to browsers and proxies. */
export function isDocumentId(id: string): boolean {
  return /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,128}$/.test(id);
}

export function checkDocumentId(id: string): string {
  if (isDocumentId(id)) return id;
  throw errors.invalidField('/document', 'must be 1 to 128 of A-Z, a-z, 0-9 and ._~-', 'pattern');
}

export function checkDocumentSettings({ title, url, language, requires }: SentSettings): DocumentSettings {
  return {
    title: title === undefined ? null : checkTitle(title),
    url: url === undefined ? null : checkUrl(url),
    language: language === undefined ? null : checkLanguage(language),
    requires: requires === undefined ? null : checkRequirements(requires),
  };
}

/** The title that a document gives itself, on one line; null where it has none. */
export function titleFrom(text: string | null): string | null {
  const line = (text ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line === '' ? null : [...line].slice(0, longest.title).join('');
}

function checkTitle(sent: string): string {
  const title = sent.trim();
  if (title !== '' && [...title].length <= longest.title && isPlainText(title) && !/\p{Cc}/u.test(title))
    return title;
  throw errors.invalidField('?title', `must be one line of 1 to ${longest.title} characters`, 'format');
}

/** Pages make links of it. */
function checkUrl(text: string): string {
  const url = text.length <= longest.url && !/[\s\p{Cc}]/u.test(text) ? URL.parse(text) : null;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (isWeb && url?.username === '' && url.password === '' && isPlainText(text)) return text;
  throw errors.invalidField(
    '?url',
    `must be an http or https address of at most ${longest.url} characters`,
    'format',
  );
}

function checkLanguage(language: string): string {
  const configuration = configurationOf(language);
  if (configuration !== null) return configuration;
  throw errors.invalidField(
    '?language',
    'must be a text search configuration or an ISO 639 code of two letters',
    'unknown',
  );
}

/** Null where nothing is required. */
function checkRequirements(text: string): Requirements | null {
  const requires = readRequirements(parsed(text));
  if (requires instanceof ContextProblem)
    throw errors.invalidField(`?requires${requires.pointer}`, requires.detail, requires.code);
  return Object.keys(requires).length > 0 ? requires : null;
}

function parsed(text: string): unknown {
  const value = parsedJson(text);
  if (value === undefined || repeatedName(text) !== null)
    throw errors.invalidField('?requires', 'must be one JSON object, with each name once', 'format');
  return value;
}

/** JSON has no undefined. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
