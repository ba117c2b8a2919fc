/** In the order in which they must be looked for: most browsers also name those that they descend from. */
const browsers = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bWindows\b/, 'Windows'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** The browser and the system that a `User-Agent` names, as people call them; null where it names none. */
export function deviceOf(userAgent: string | null): {
  readonly browser: string | null;
  readonly system: string | null;
} {
  return { browser: nameIn(browsers, userAgent), system: nameIn(systems, userAgent) };
}

function nameIn(names: readonly (readonly [RegExp, string])[], userAgent: string | null): string | null {
  if (userAgent === null) return null;
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
}
