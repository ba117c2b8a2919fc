import type { HealthStatus } from '#contract/resources.ts';

/** The result of asking a provider for its models with our key. */
export interface ProviderFinding {
  /** `fail`: it cannot be reached or refuses the key. `warn`: it answers, and a prompt may still fail. */
  readonly status: HealthStatus;
  /** For the operator only. It never repeats the provider's own message, which may contain the key. */
  readonly detail: string;
  /** Expected models that the provider says it does not have. */
  readonly unknownModels: readonly string[];
}
