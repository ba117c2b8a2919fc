/** What a check of a page can find. Each side words it itself. */
export const findingReasons = [
  'no_web_address',
  'origin_allowed',
  'origin_missing',
  'script_unrestricted',
  'frame_unrestricted',
  'source_allowed',
  'script_missing',
  'frame_missing',
  'connect_allowed',
  'connect_missing',
  'other_origin',
  'unreachable',
  'visitor_refused',
  'token_given',
  'no_user',
  'page_answered',
  'no_token_answered',
  'redirected',
  'route_missing',
  'method_refused',
  'request_refused',
  'server_failed',
] as const;
export type FindingReason = (typeof findingReasons)[number];

/** What the wording of a finding mentions. Members that a reason does not use are empty. */
export interface FindingFacts {
  /** The page's own. */
  readonly origin: string;
  /** Those that are allowed. */
  readonly origins: readonly string[];
  /** The directive of the policy that decides. */
  readonly directive: string;
  /** What the directive allows, or has to. */
  readonly source: string;
  /** The directive that `source` belongs in. */
  readonly add_to: string;
  /** The token endpoint. */
  readonly url: string;
  /** What it answered; 0: nothing. */
  readonly status: number;
  /** Why it did not answer, as `WebhookTry.error_code` has it. */
  readonly error: string;
  /** Tries it from a shell. */
  readonly command: string;
}

/** What to say of each finding. */
export type FindingWords = Readonly<Record<FindingReason, (facts: FindingFacts) => string>>;

export const noFacts: FindingFacts = {
  origin: '',
  origins: [],
  directive: '',
  source: '',
  add_to: '',
  url: '',
  status: 0,
  error: '',
  command: '',
};
