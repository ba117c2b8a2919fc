/** A secret as it is stored: by what it is derived from. */
export interface SecretName {
  readonly generation: number;
  /** The name of the master secret. */
  readonly key: string;
}

/** A secret that was replaced, and signs as well until then. */
export interface PreviousSecret extends SecretName {
  readonly until: Date;
}
