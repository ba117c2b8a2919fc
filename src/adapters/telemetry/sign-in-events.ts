import type { SignInResult, SignInTelemetry } from '#core/sign-in/sign-in-telemetry.ts';
import type { EventSinks } from './event-sinks.ts';

/** The events of signing in: counted and logged, without the account that was tried. */
export class SignInEvents implements SignInTelemetry {
  readonly #sinks: Pick<EventSinks, 'metrics' | 'lines'>;

  constructor(sinks: Pick<EventSinks, 'metrics' | 'lines'>) {
    this.#sinks = sinks;
  }

  attempted(result: SignInResult): void {
    this.#sinks.metrics.count('signIns', { result });
    const fields = { event: 'sign_in.attempted', outcome: result };
    this.#sinks.lines.info(fields, 'A sign-in attempt');
  }

  throttled(rule: string): void {
    this.#sinks.metrics.count('throttled', { rule });
    this.#sinks.lines.info({ event: 'sign_in.throttled', rule }, 'Sign-in attempts were throttled');
  }
}
