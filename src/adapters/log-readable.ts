const colours: Readonly<Record<string, string>> = { warn: '\x1b[33m', error: '\x1b[31m', fatal: '\x1b[31m' };
const plain = '\x1b[0m';

/** A JSON line as `12:34:56 info  message key=value`, with the stack of an error below it. */
export function readableLine(line: string): string {
  const { level, time, message, ...rest }: Record<string, unknown> = JSON.parse(line);
  const clock = String(time).slice(11, 19);
  const colour = colours[String(level)] ?? '';
  const fields = Object.entries(rest).filter(([, value]) => stackOf(value) === null);
  const stacks = Object.values(rest).flatMap((value) => stackOf(value) ?? []);
  const head = `${clock} ${colour}${String(level).padEnd(5)}${plain} ${withoutControls(String(message ?? ''))}`;
  return [[head, ...fields.map(field)].join(' '), ...stacks, ''].join('\n');
}

function field([key, value]: readonly [string, unknown]): string {
  const text = typeof value === 'string' ? withoutControls(value) : JSON.stringify(value);
  return `${key}=${text}`;
}

function stackOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('stack' in value)) return null;
  return String(value.stack)
    .split('\n')
    .map((line) => `  ${withoutControls(line)}`)
    .join('\n');
}

/** User input must not move the cursor of the operator's terminal. */
function withoutControls(text: string): string {
  return text.replace(
    /\p{Cc}/gu,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
