const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'Mac'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
] as const;

/** A first name for a passkey: the system that it is made on. */
export function deviceName(): string {
  return systems.find(([pattern]) => pattern.test(navigator.userAgent))?.[1] ?? '';
}
