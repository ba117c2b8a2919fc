import { type Logger, pino } from 'pino';
import { type Redact, redactor } from './log-redaction.ts';

export type Log = Logger;

export interface LogOptions {
  /** Default `info`. */
  readonly level?: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Exact texts that must never be written, such as provider keys. */
  readonly secrets?: readonly string[];
  /** Default: standard output. A terminal gets readable lines, everything else JSON lines. */
  readonly destination?: LogDestination;
  /**
   * Skips the search for secrets, for lines of ids, codes and numbers only: the search costs more than all the
   * rest of such a line, and there is one for every turn.
   */
  readonly isPlain?: boolean;
}

/** Secrets are removed from the finished line, so no field, message, stack or nested cause can bypass this. */
export function createLog(options: LogOptions = {}): Log {
  const destination = options.destination ?? standardOutput();
  const redact: Redact = options.isPlain ? (line) => line : redactor(options.secrets ?? []);
  const shape: Redact = destination.isTTY === true ? readableLine : (line) => line;
  return pino(
    {
      level: options.level ?? 'info',
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { error: loggedError, err: loggedError },
    },
    { write: (line: string) => destination.write(shape(redact(line))) },
  );
}

/**
 * Fields that help to find a cause and hold no user content. A driver's error may also contain a whole connection.
 */
const kept = ['code', 'constraint', 'table', 'column', 'syscall', 'address', 'port'];

/**
 * An error as the log shows it: its type, message, stack, causes and a few plain fields. Everything else in it
 * is left out.
 */
function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const fields = kept.flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [];
  });
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(fields),
    ...(error instanceof AggregateError && { errors: error.errors.map(loggedError) }),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  };
}

/** Where log lines are written. */
interface LogDestination {
  write(line: string): unknown;
  readonly isTTY?: boolean;
}

let standard: LogDestination | null = null;

/**
 * Standard output, one write for all lines of a tick: a write to a pipe costs more than the line. What a tick has left
 * is written when the process exits.
 */
function standardOutput(): LogDestination {
  standard ??= process.stdout.isTTY ? process.stdout : gathered(process.stdout);
  return standard;
}

function gathered(output: NodeJS.WriteStream): LogDestination {
  let waiting = '';
  const flush = () => {
    const lines = waiting;
    waiting = '';
    if (lines !== '') output.write(lines);
  };
  process.on('exit', flush);
  return {
    write: (line) => {
      if (waiting === '') setImmediate(flush);
      waiting += line;
    },
  };
}

const colours: Readonly<Record<string, string>> = { warn: '\x1b[33m', error: '\x1b[31m', fatal: '\x1b[31m' };
const plain = '\x1b[0m';

/** A JSON line as `12:34:56 info  message key=value`, with the stack of an error below it. */
function readableLine(line: string): string {
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
