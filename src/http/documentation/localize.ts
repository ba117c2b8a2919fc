import type { Hosts } from '../server/hosts.ts';

/** An address of an installation with default settings, with the name before its host, if any. */
const defaultAddress = /http:\/\/((?:[\w<>{}&;-]{1,40}\.)?)localhost:8080\b/g;

/** Writes this installation's addresses where a text has the default ones. */
export function localizer(hosts: Hosts): (text: string) => string {
  const { protocol, host } = new URL(hosts.apiOrigin);
  return (text) => text.replaceAll(defaultAddress, (_all, label: string) => `${protocol}//${label}${host}`);
}
