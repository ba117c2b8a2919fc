export type Redact = (line: string) => string;

const hidden = '[secret]';

/** Each pattern captures the text before a secret as its first group, and then matches the secret. */
const patterns: readonly RegExp[] = [
  // Our API keys, the keys of the usual providers, and signed tokens.
  /()\bparley_sk_[\w-]+/g,
  /()\b(?:sk|gsk|xai|pplx)[-_][\w-]{16,}/g,
  /()\bAIza[\w-]{30,}/g,
  /()(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  // Authorization: Bearer …, Basic …
  /(\b(?:Bearer|Basic)\s+)[^\s"'\\,;]+/gi,
  // Cookie: parley_session=…
  /(\b(?:__Host-)?parley_(?:session|state)=)[^\s"'\\;,]+/g,
  // postgres://user:password@host. A password may hold an @, so the last one before the path ends it.
  /(\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s"'\\/:@]*:)[^\s"'\\/]*(?=@)/gi,
  // ?token=…&code=…
  /([?&](?:token|code|state|key|api_?key|access_token|password|secret)=)[^\s"'\\&#]+/gi,
  // "password":"…", also inside a text that was serialised twice.
  /((\\{0,8})"(?:[\w-]*(?:password|passwd|secret|token|api_?key|authorization|cookie)|x-goog-api-key)\2":\2")(?:(?!\2")(?:\\.|[^\\]))*(?=\2")/gi,
];

/**
 * Removes secrets from a text: by their form, by the name of their field, and the `known` ones wherever they occur.
 */
export function redactor(known: readonly string[]): Redact {
  const shortest = 6;
  const spelled = known.filter((secret) => secret.length >= shortest).flatMap(spellings);
  return (line) => {
    let redacted = line;
    for (const secret of spelled) redacted = redacted.replaceAll(secret, hidden);
    for (const pattern of patterns) redacted = redacted.replace(pattern, `$1${hidden}`);
    return redacted;
  };
}

/** The plain form, the form inside JSON and inside JSON in a text of JSON, and the form inside a URL. */
function spellings(secret: string): readonly string[] {
  return [
    ...new Set([secret, insideJson(secret), insideJson(insideJson(secret)), encodeURIComponent(secret)]),
  ];
}

function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
