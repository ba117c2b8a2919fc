import { RequestReader } from '../cuts/cut-frames.ts';
import { Relay } from '../cuts/cut-relay.ts';
import { postgresTarget, relayedUrl } from '../faults/fault-proxy.ts';

/** What a process asks by itself, however many turns there are; a turn with tools asks for processes, too. */
const byItself = new RegExp(
  [
    ...[
      'process_heartbeat',
      'due_work',
      '(?<!not exists \\(select from )newest_processes',
      'pgboss',
      'pg_stat',
    ],
    ...[
      'store_report',
      'update processes set state',
      'claim_turns',
      "state = 'running' and process_id",
      '^LISTEN',
    ],
  ].join('|'),
);

export interface Boundary {
  /** The requests of the process before this one, from 0. */
  readonly nth: number;
  /** Whether the server carries the request out. */
  readonly side: 'before' | 'after';
  /** The statements that count; default: all. */
  readonly of?: RegExp;
}

export const sidesOfBoundaries = ['before', 'after'] as const;

/** A proxy in front of PostgreSQL that counts what a process asks, and kills the process at one of its requests. */
export class StatementKills implements AsyncDisposable {
  readonly url: string;
  readonly #relay: Relay;
  #armed: { readonly boundary: Boundary; readonly kill: () => void } | null = null;
  #count = 0;
  #isDead = false;

  private constructor(relay: Relay, upstream: URL) {
    this.#relay = relay;
    this.url = relayedUrl(upstream, relay);
  }

  static async start(databaseUrl: string): Promise<StatementKills> {
    const upstream = new URL(databaseUrl);
    const kills: { of: StatementKills | null } = { of: null };
    const relay = await Relay.start(
      () => postgresTarget(upstream),
      (link) => {
        const reader = new RequestReader();
        let waits = false;
        return {
          onRequest: (bytes) => {
            const isNext = reader.push(bytes).some(({ statements }) => kills.of?.takes(statements) ?? false);
            const verdict = isNext ? (kills.of?.verdict() ?? 'pass') : 'pass';
            if (verdict !== 'kill') link.toServer(bytes);
            waits = verdict === 'wait';
          },
          onAnswer: (bytes) => {
            if (waits) kills.of?.kill();
            else link.toClient(bytes);
          },
          onClose: () => {},
        };
      },
    );
    kills.of = new StatementKills(relay, upstream);
    return kills.of;
  }

  /** Requests since it was armed. */
  get count(): number {
    return this.#count;
  }

  get hasKilled(): boolean {
    return this.#isDead;
  }

  /** Whether the request at which the process is to die has not come. What it does may be seen before its answer. */
  get isAhead(): boolean {
    return this.#armed !== null && this.#count <= this.#armed.boundary.nth;
  }

  arm(boundary: Boundary, kill: () => void): void {
    this.#armed = { boundary, kill };
    this.#count = 0;
    this.#isDead = false;
  }

  disarm(): void {
    this.#armed = null;
  }

  takes(statements: readonly string[]): boolean {
    const { of = /./ } = this.#armed?.boundary ?? {};
    return this.#armed !== null && statements.some((text) => of.test(text) && !byItself.test(text));
  }

  verdict(): 'pass' | 'wait' | 'kill' {
    const { boundary } = this.#armed ?? {};
    const isHere = boundary?.nth === this.#count;
    this.#count += 1;
    if (!isHere) return 'pass';
    if (boundary.side === 'after') return 'wait';
    this.kill();
    return 'kill';
  }

  kill(): void {
    this.#isDead = true;
    this.#armed?.kill();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#relay[Symbol.asyncDispose]();
  }
}
