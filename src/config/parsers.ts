import { isIP } from 'node:net';
import { ConfigProblem } from './config-problems.ts';
import { Secret } from './secret.ts';

export const roles = ['api', 'hosted', 'console', 'worker'] as const;
export type Role = (typeof roles)[number];

export interface ModelChoice {
  readonly provider: string;
  readonly model: string;
}

export function plainText(text: string): string {
  return text;
}

export function secret(text: string): Secret {
  return new Secret(text);
}

export function masterSecret(text: string): Secret {
  if (text.length < 32) throw new ConfigProblem('must be at least 32 characters long');
  return new Secret(text);
}

export function integerBetween(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new ConfigProblem(`must be a whole number from ${least} to ${most}`);
  };
}

/** In milliseconds. */
export function secondsUpTo(most: number): (text: string) => number {
  const parse = integerBetween(0, most);
  return (text) => parse(text) * 1_000;
}

export function onOrOff(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new ConfigProblem('must be on or off');
}

export function trueOrFalse(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new ConfigProblem('must be true or false');
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logLevel = oneOf(logLevels);

export function oneOf<Value extends string>(values: readonly Value[]): (text: string) => Value {
  return (text) => {
    const value = values.find((known) => known === text);
    if (value === undefined) throw new ConfigProblem(`must be one of ${values.join(', ')}`);
    return value;
  };
}

/** An address to listen on. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

export function listenAddress(text: string): ListenAddress {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const isRight = isIP(host ?? '') !== 0 || host === 'localhost';
  if (host !== undefined && isRight && Number(port) >= 1 && Number(port) <= 65_535) {
    return { host, port: Number(port) };
  }
  throw new ConfigProblem('must be an IP address and a port, as in 127.0.0.1:9464 or [::1]:9464');
}

/** The address of a collector of traces. */
export function collectorAddress(text: string): string {
  const url = address(text, ['http:', 'https:']);
  if (url.username !== '' || url.password !== '') {
    throw new ConfigProblem('must not contain a user or a password: OTEL_EXPORTER_OTLP_HEADERS is for those');
  }
  return url.href;
}

/** An origin that browsers treat as secure: https, or http on this machine's own names. */
export function publicOrigin(text: string): string {
  const url = address(text, ['http:', 'https:']);
  if (url.username !== '' || url.password !== '')
    throw new ConfigProblem('must not contain a user or a password');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new ConfigProblem('must be an origin only: no path, query or fragment');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new ConfigProblem('must begin with https:// (http:// is for localhost only)');
  }
  return url.origin;
}

/** The address of a model provider, without a trailing slash. */
export function providerAddress(text: string): string {
  const url = address(text, ['http:', 'https:']);
  if (url.username !== '' || url.password !== '') {
    throw new ConfigProblem('must not contain a user or a password: the key has its own setting');
  }
  if (url.search !== '' || url.hash !== '') throw new ConfigProblem('must not contain a query or a fragment');
  return url.href.replace(/\/+$/, '');
}

export function databaseAddress(text: string): Secret {
  const url = address(text, ['postgres:', 'postgresql:']);
  if (url.pathname.length < 2)
    throw new ConfigProblem('must name a database, as in postgres://user@host/database');
  return new Secret(text);
}

export function mailServer(text: string): Secret {
  address(text, ['smtp:', 'smtps:']);
  return new Secret(text);
}

/** It may contain a user and a password. */
export function proxyAddress(text: string): Secret {
  address(text, ['http:', 'https:']);
  return new Secret(text);
}

export function mailSender(text: string): string {
  if (/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(text)) return text;
  throw new ConfigProblem('must be an email address, as in "Parley <chat@example.com>"');
}

export function modelChoice(text: string): ModelChoice {
  const [, provider, model] = /^([^/\s]+)\/(\S+)$/.exec(text) ?? [];
  if (provider === undefined || model === undefined) throw new ConfigProblem('must be <provider>/<model>');
  return { provider, model };
}

export function roleSet(text: string): ReadonlySet<Role> {
  const named = listed(text);
  const unknown = named.filter((name) => !roles.some((role) => role === name));
  if (unknown.length > 0)
    throw new ConfigProblem(`must name some of ${roles.join(', ')}; unknown: ${unknown.join(', ')}`);
  if (named.length === 0) throw new ConfigProblem('must name at least one role');
  return new Set(roles.filter((role) => named.includes(role)));
}

export function networks(text: string): readonly string[] {
  const named = listed(text);
  const unknown = named.filter((network) => !isNetwork(network));
  if (unknown.length === 0) return named;
  throw new ConfigProblem(`must list IP addresses or networks (10.0.0.0/8); invalid: ${unknown.join(', ')}`);
}

function address(text: string, protocols: readonly string[]): URL {
  const schemes = protocols.map((protocol) => `${protocol}//`).join(' or ');
  const url = URL.parse(text);
  // The message does not repeat the value, which may contain a password.
  if (url === null || url.hostname === '')
    throw new ConfigProblem(`must be an address that begins with ${schemes}`);
  if (!protocols.includes(url.protocol)) throw new ConfigProblem(`must begin with ${schemes}`);
  return url;
}

function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true;
  return isIP(hostname) === 4 && hostname.startsWith('127.');
}

function isNetwork(text: string): boolean {
  const [ip = '', prefix, ...rest] = text.split('/');
  const family = isIP(ip);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (family === 4 ? 32 : 128)) return false;
  return true;
}

function listed(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
