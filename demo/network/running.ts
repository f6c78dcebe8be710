/** Servers that run in this process. */
export interface DemoNetwork {
  stop(): Promise<void>;
}
