export interface Exposition {
  readonly contentType: string;
  readonly text: string;
}

/** The metrics of this process. */
export interface MetricsSource {
  /** OpenMetrics when the reader's Accept header asks for it, otherwise Prometheus text. */
  expose(accept: string | undefined): Promise<Exposition>;
}
