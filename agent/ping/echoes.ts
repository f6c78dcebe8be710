export interface EchoOptions {
  /** Requests, one a second. */
  readonly count: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Round trips of the replies in milliseconds; undefined when this way cannot be used on this device. */
export type Echoes = (address: string, options: EchoOptions) => Promise<number[] | undefined>;
