import { totalmem } from 'node:os';

/** How clients reach PostgreSQL: on a socket in a closed folder, or on loopback with a password. */
export type Listening =
  | { readonly kind: 'socket'; readonly folder: string; readonly port: number }
  | { readonly kind: 'tcp'; readonly port: number };

/** Settings on the command line follow the code, while postgresql.conf stays as initdb wrote it. */
export function postgresArguments(
  cluster: string,
  listening: Listening,
  durable: boolean,
): readonly string[] {
  const settings = { ...listeningSettings(listening), ...common(), ...(durable ? {} : careless) };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

function listeningSettings(listening: Listening) {
  if (listening.kind === 'tcp') {
    return { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: listening.port };
  }
  return {
    listen_addresses: '',
    unix_socket_directories: `"${listening.folder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: listening.port,
  };
}

function common() {
  return {
    max_connections: 100,
    shared_buffers: '128MB',
    effective_cache_size: `${Math.max(128, Math.floor(totalmem() / 2 ** 21))}MB`,
    work_mem: '8MB',
    random_page_cost: 1.1,
    jit: 'off',
    max_parallel_workers_per_gather: 0,
    autovacuum_naptime: '15s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements, rows and parameters may contain user content, so the log gets the bare message only.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  };
}

/**
 * For tests: a crash of the machine may lose everything, and dozens of processes share one server. A crash of
 * PostgreSQL alone loses nothing that it has confirmed, or a fault run would blame the service for it.
 */
const careless = { fsync: 'off', full_page_writes: 'off', max_connections: 300 };
