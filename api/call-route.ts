import type { Method } from './contract/call.ts';

/** What the client must know of a call. */
export interface CallRoute {
  method: Method;
  path: string;
  /** Idempotent, so the client may retry it after a lost reply. */
  repeatable: boolean;
}

/** An entry of the generated tables. A call each, since the names of the keys would count more than a hundred times. */
export const route = (method: Method, path: string, repeatable = method === 'GET'): CallRoute => ({
  method,
  path,
  repeatable,
});
