import { redactor } from '#adapters/log-redaction.ts';
import { databasePlace } from '#adapters/postgres/database/database-address.ts';
import type { Config } from '#config';
import { diskFull, StartFailure } from '#core/shared/start-failure.ts';
import { secretsOf } from './secrets.ts';

type Place = Pick<Config, 'dataFolder' | 'databaseUrl' | 'host' | 'port'>;

/** The details that a driver or the system gives about a failure. */
interface Facts {
  readonly code: string;
  readonly message: string;
  readonly syscall: string | null;
  readonly path: string | null;
}

/**
 * Describes the failure of a start in a sentence when the operator can remove its cause; otherwise returns the error
 * itself, as for a bug.
 */
export function explainFailure(error: unknown, config: Config): unknown {
  if (error instanceof StartFailure) return error;
  // What failed while the start was undone is a consequence.
  if (error instanceof SuppressedError) return explainFailure(error.suppressed, config);
  for (const facts of causes(error)) {
    const sentence = ofSystem(facts, config) ?? ofServer(facts, config);
    if (sentence !== null) {
      return new StartFailure(redactor(secretsOf(config))(sentence), { cause: error });
    }
  }
  return error;
}

/** From the outermost to the innermost error; of a failure at several addresses only the first counts. */
function causes(error: unknown): readonly Facts[] {
  if (!(error instanceof Error)) return [];
  const inner = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  const { code, syscall, path } = { code: null, syscall: null, path: null, ...error };
  const facts = {
    code: typeof code === 'string' ? code : '',
    message: error.message,
    syscall: typeof syscall === 'string' ? syscall : null,
    path: typeof path === 'string' ? path : null,
  };
  return [facts, ...causes(inner)];
}

function ofSystem({ code, syscall, path }: Facts, config: Place): string | null {
  if (syscall === 'listen' || syscall === 'bind') return ofListening(code, config);
  const where = path ?? config.dataFolder;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(where, code).message;
    case 'EACCES':
    case 'EPERM':
      if (syscall === 'connect') return null;
      return `${where} cannot be read or written (${code}): give ${config.dataFolder} to ${owner()}, or set PARLEY_DATA_DIR to another folder`;
    case 'EROFS':
      return `${where} is on a read-only disk (${code}): mount it to be written, or set PARLEY_DATA_DIR to a folder that can be`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${where} is in the way of the data folder (${code}): remove it, or set PARLEY_DATA_DIR to another folder`;
    case 'ENOENT':
    case 'ELOOP':
    case 'ENAMETOOLONG':
      if (syscall !== 'mkdir') return null;
      return `${where} cannot be created (${code}): create or mount the target of its links, or set PARLEY_DATA_DIR to another folder`;
    default:
      return null;
  }
}

function ofListening(code: string, { host, port }: Place): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use (${code}): stop the program that listens there, or set PORT to another`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine (${code}): correct HOST`;
    case 'EACCES':
      return `${owner()} may not listen on port ${port} (${code}): set PORT to 1024 or more`;
    default:
      return `Parley cannot listen on ${host}:${port} (${code}): correct HOST and PORT`;
  }
}

function owner(): string {
  return `user ${process.getuid?.() ?? 'of this process'}`;
}

function ofServer({ code, message, syscall }: Facts, { databaseUrl, dataFolder }: Place): string | null {
  const where = databaseUrl === null ? `The database of ${dataFolder}` : addressOf(databaseUrl.reveal());
  switch (code) {
    case '28P01':
    case '28000':
      return `${where} refuses the user or the password (${code}: ${message}): correct DATABASE_URL`;
    case '3D000':
      return `${where} does not exist (${code}: ${message}): create it, or correct DATABASE_URL`;
    case '42501':
      return `${where} does not let its user create tables (${code}: ${message}): make the user its owner`;
    case '25006':
      return `${where} is read-only (${code}), as a standby is: set DATABASE_URL to the primary`;
    case '53100':
      return databaseUrl === null
        ? diskFull(dataFolder, code).message
        : `${where} has no space left on its disk (${code}: ${message}): free some space there`;
    case '53300':
      return `${where} has no connection left (${code}: ${message}): raise max_connections, or close other connections`;
    default:
      return isUnreachable(code, message, syscall)
        ? `${where} cannot be reached (${code === '' ? message : code}): start it, or correct DATABASE_URL`
        : null;
  }
}

function isUnreachable(code: string, message: string, syscall: string | null): boolean {
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  if (/^(57P0\d|08\d\d\d|ECONN\w*|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(code))
    return true;
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) return true;
  return /^(timeout expired|Connection terminated|The server does not support SSL|Query read timeout)/.test(
    message,
  );
}

/** Without user and password. */
function addressOf(databaseUrl: string): string {
  const { server, name } = databasePlace(databaseUrl);
  return `The database ${name} at ${server}`;
}
